package room

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// GameID names one game of a room: ROOM/k, with k from 1.
type GameID struct {
	Room ID
	Game int
}

func (g GameID) String() string { return string(g.Room) + "/" + strconv.Itoa(g.Game) }

// ParseGameID is the inverse of String. The error says which form a game ID has.
func ParseGameID(s string) (GameID, error) {
	id, k, _ := strings.Cut(s, "/")
	n, err := strconv.Atoi(k)
	if err != nil || n < 1 || k != strconv.Itoa(n) || !ID(id).Valid() {
		return GameID{}, fmt.Errorf("room: %q is not a game ID, which has the form ROOM/NUMBER", s)
	}
	return GameID{ID(id), n}, nil
}

// Record is a finished game. A record is complete without the room's log, and outlives it.
// archive.Rebuild makes a log from a record. The JSON form is stored, and returned by the API.
type Record struct {
	Room    ID        `json:"room"`
	Game    int       `json:"game"` // number in the room, from 1
	Variant string    `json:"variant"`
	Players [2]Player `json:"players"` // by seat
	First   Seat      `json:"first"`   // who moved first

	// The settings of the room.
	Starter Starter `json:"starter,omitempty"`
	Clock   *Clock  `json:"clock,omitempty"` // nil: no clock
	Advice  [2]bool `json:"advice,omitzero"` // whether the AI advised each seat, at least once

	Started time.Time `json:"started"`
	Ended   time.Time `json:"ended"`
	Moves   []string  `json:"moves"`         // in the game's notation, beginning with the Given ones
	MS      []int64   `json:"ms"`            // time of each move, in milliseconds
	Lag     []int64   `json:"lag,omitempty"` // the part of MS that was not charged; nil: no lag

	// Credits are the credits of turns for outages, in the order of time. MS does not
	// include them. The last turn may have a credit even if it ended without a move.
	Credits []TurnCredit `json:"credits,omitempty"`

	// Given is how many of the Moves were made before the game: it began at a position, which
	// comes From elsewhere. Their times are 0.
	Given int    `json:"given,omitempty"`
	From  Source `json:"from,omitempty"`

	// Undone is the number of takebacks. Moves and MS hold only the moves that remained.
	Undone int `json:"undone,omitempty"`

	End    Ending `json:"end"`
	By     Seat   `json:"by,omitempty"`   // the seat whose action ended the game; for a flag, the seat whose time was up
	Away   int64  `json:"away,omitempty"` // for a claim: how long the other player was absent, in milliseconds
	N      uint64 `json:"n"`              // number of the entry that ended the game
	Digest string `json:"digest"`         // digest of the entry that ended the game

	// Delegations are the parts of the game in which the AI played the turns of a person.
	Delegations []Delegation `json:"delegations,omitempty"`

	// Imported is the player who imported the game; empty: the game was played here.
	Imported PlayerID `json:"imported,omitempty"`

	// Open says that the room was listed for everybody.
	Open bool `json:"open,omitempty"`
}

// ID returns the game's name.
func (r *Record) ID() GameID { return GameID{r.Room, r.Game} }

// SelfPlay reports whether one player held both seats (pass and play).
func (r *Record) SelfPlay() bool {
	return r.Imported == "" && r.Players[0].ID != "" && r.Players[0].ID == r.Players[1].ID
}

// Listed returns the player IDs under which the game is listed, each once. The empty ID lists
// a game for everybody: it is returned only for games of open rooms. An imported game is
// listed only for its importer, because anybody could have made it up. A game that one player
// played on both seats is listed only for this player.
func (r *Record) Listed() []PlayerID {
	switch {
	case r.Imported != "":
		return []PlayerID{r.Imported}
	case r.SelfPlay():
		return []PlayerID{r.Players[0].ID}
	}
	var ids []PlayerID
	if r.Open {
		ids = append(ids, "")
	}
	for _, p := range r.Players {
		if p.ID != "" && !slices.Contains(ids, p.ID) {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// Forget takes the name from a player, whose ID becomes id.
func (r *Record) Forget(p, id PlayerID) {
	for i := range r.Players {
		if r.Players[i].ID == p {
			r.Players[i].ID, r.Players[i].Name = id, ""
		}
	}
}

// minResignedPlies is the least number of moves, without given ones, for which a resigned game is recorded.
const minResignedPlies = 4

// recorded reports whether the store keeps a record of the game that has ended.
func (s *State) recorded() bool {
	return s.End.Reason != ReasonResigned || len(s.Moves)-s.Given >= minResignedPlies
}

// record returns the record of the game that the last entry of s has ended.
func (s *State) record(id ID) *Record {
	r := &Record{
		Room: id, Game: s.Number, Variant: s.Variant(), Players: s.Players, First: s.First,
		Starter: s.Starter, Clock: s.Clock, Advice: s.Helped(), Open: s.Open, Given: s.Given, From: s.From,
		Started: s.Started, Ended: s.At,
		Moves: append([]string{}, s.Moves...), MS: append([]int64{}, s.MS...), Undone: s.Undone,
		End: *s.End, By: s.EndedBy, Away: s.Away, N: s.N, Digest: s.Digest,
		Delegations: s.delegations(), Credits: append([]TurnCredit(nil), s.Credits...),
	}
	if slices.ContainsFunc(s.Lag, func(ms int64) bool { return ms != 0 }) {
		r.Lag = slices.Clone(s.Lag)
	}
	return r
}
