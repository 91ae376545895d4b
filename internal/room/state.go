package room

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/quatre/quatre/internal/rules"
)

// Colours are the colours of discs. Colour-blind people can tell any two apart.
var Colours = []string{"red", "yellow", "blue", "green", "violet", "white"}

// Player is the holder of a seat. A free seat has neither ID nor Level.
type Player struct {
	ID     PlayerID `json:"id,omitempty"`    // the ID of a person; empty for an AI
	Name   string   `json:"name,omitempty"`  // a nickname; may be empty
	Level  string   `json:"level,omitempty"` // the level of an AI; empty for a person
	Colour string   `json:"colour"`          // of the discs, one of Colours
}

// Free reports whether nobody holds the seat.
func (p Player) Free() bool { return p.ID == "" && p.Level == "" }

// IsAI reports whether an AI holds the seat.
func (p Player) IsAI() bool { return p.Level != "" }

// Phase is the stage of a room's life: waiting, then alternately playing and finished. A
// waiting or playing room may become closed. Only the operator closes a finished one.
type Phase string

// The phases.
const (
	PhaseNone     Phase = ""         // there is no entry
	PhaseWaiting  Phase = "waiting"  // for the second player
	PhasePlaying  Phase = "playing"  // a game is in progress
	PhaseFinished Phase = "finished" // a game is over; another may follow
	PhaseClosed   Phase = "closed"   // no other phase follows
)

// State is a room after some number of entries: their fold. The zero value is the room
// before its first entry. Its JSON form is for snapshots: see Snapshot.
type State struct {
	N      uint64    `json:"n,omitzero"`      // of the last entry
	At     time.Time `json:"at,omitzero"`     // of the last entry
	Digest string    `json:"digest,omitzero"` // of the last entry

	Phase   Phase      `json:"phase,omitzero"`
	Game    rules.Game `json:"-"`
	Owner   PlayerID   `json:"owner,omitzero"`   // who created the room
	Opened  time.Time  `json:"opened,omitzero"`  // when the room was created
	Players [2]Player  `json:"players,omitzero"` // by seat
	Score   [2]int     `json:"score,omitzero"`   // games won, by seat
	Draws   int        `json:"draws,omitzero"`

	// The settings of the room.
	Starter  Starter `json:"starter,omitzero"`
	Clock    *Clock  `json:"clock,omitzero"`    // nil: none
	Advice   [2]bool `json:"advice,omitzero"`   // whether the AI advises, by seat
	Open     bool    `json:"open,omitzero"`     // listed for everybody
	Imported bool    `json:"imported,omitzero"` // no games are played here

	NoSpectators bool `json:"no_spectators,omitzero"` // only the players and the owner may watch: see Admits
	Thoughts     bool `json:"thoughts,omitzero"`      // the AI's thoughts are shown during a game: see ShowsThoughts

	// Given is how many Moves were made before the first move of each game of the room. From says
	// where they come from.
	Given int    `json:"given,omitzero"`
	From  Source `json:"from,omitzero"`

	// The speed of AI against AI.
	Pace   time.Duration `json:"pace,omitzero"` // between two moves
	Paused bool          `json:"paused,omitzero"`

	// The present game, or the last one.
	Number   int            `json:"number,omitzero"`  // in the room, from 1; 0: none yet
	StartN   uint64         `json:"start_n,omitzero"` // the number of the entry that began it
	First    Seat           `json:"first,omitzero"`
	Position rules.Position `json:"-"`
	Moves    []string       `json:"moves,omitzero"`   // before the first game: those that are given
	MS       []int64        `json:"ms,omitzero"`      // time of each move, in milliseconds
	Lag      []int64        `json:"lag,omitzero"`     // the part of MS that was not charged, by move
	Credits  []TurnCredit   `json:"credits,omitzero"` // credits of turns for outages, in order
	Started  time.Time      `json:"started,omitzero"`
	Ended    time.Time      `json:"ended,omitzero"`    // when a result, or closing the room, ended it; zero: in progress
	End      *Ending        `json:"end,omitzero"`      // nil: in progress
	EndedBy  Seat           `json:"ended_by,omitzero"` // the seat whose action ended it; for a flag, the seat whose time was up
	Away     int64          `json:"away,omitzero"`     // for a claim: how long the other player was absent, in milliseconds
	Undone   int            `json:"undone,omitzero"`   // number of takebacks
	Timers   [2]Timer       `json:"timers,omitzero"`   // by seat

	// Offered is the standing offer; if its Seat is 0 there is none. OfferN is the offer's entry.
	// Asked holds, by seat, the TurnN at which the seat last made each offer.
	Offered Offered             `json:"offered,omitzero"`
	OfferN  uint64              `json:"offer_n,omitzero"`
	Asked   [2]map[Offer]uint64 `json:"asked,omitzero"`

	// Delegated holds, by seat, the level at which the AI plays the turns of a person; empty: the
	// turns are not delegated. Delegations has all delegations of the present game.
	Delegated   [2]string    `json:"delegated,omitzero"`
	Delegations []Delegation `json:"delegations,omitzero"`

	// Handovers holds the last SeatOffered of each seat, even an expired one. An empty Hash
	// means that there was none.
	Handovers [2]SeatOffered `json:"handovers,omitzero"`

	// Hinted holds, by seat, the TurnN of the last position of the present game in which the seat asked
	// for a hint; 0: none.
	Hinted [2]uint64 `json:"hinted,omitzero"`

	// Advised is the suggestion for the present position, with AdvisedValue and AdvisedOnly as in the event;
	// empty: none yet.
	Advised      string `json:"advised,omitzero"`
	AdvisedValue Value  `json:"advised_value,omitzero"`
	AdvisedOnly  bool   `json:"advised_only,omitzero"`

	// Changes counts the changes of nicknames, pace, admission, delegation, levels and Yields, and
	// the handovers, since the game began.
	Changes int `json:"changes,omitzero"`

	// Emotes holds when each seat last showed emotes in this game.
	Emotes [2]emotes `json:"emotes,omitzero"`

	// TurnN is the number of the entry that made the present position or ended the game. TurnAt
	// is when the turn began: at that entry, or later if outages were credited. Outages up to
	// CreditedTo are credited.
	TurnN      uint64    `json:"turn_n,omitzero"`
	TurnAt     time.Time `json:"turn_at,omitzero"`
	CreditedTo time.Time `json:"credited_to,omitzero"`

	// Wishes says whether the player of each seat wants another game.
	Wishes [2]bool `json:"wishes,omitzero"`

	// Challengers wait to play the next game, at most MaxChallengers, the first in front. Yields says whether the player of
	// each seat gives it to the next of them when that game begins. Challenges counts those who came since this game began.
	Challengers []Challenger `json:"challengers,omitempty"`
	Yields      [2]bool      `json:"yields,omitzero"`
	Challenges  int          `json:"challenges,omitzero"`

	// ClosedFor is the reason why the room was closed; empty: the room is not closed.
	ClosedFor string `json:"closed_for,omitzero"`

	// skipped says that apply has skipped an event that this program does not know.
	skipped bool
}

// ErrDamaged says that entries of a log do not follow one another, or that Decide cannot have
// made them.
var ErrDamaged = errors.New("room: the log is damaged")

// ErrTooNew says that a newer version of this program has written an entry that this
// version cannot fold: an unknown event that must not be skipped, or an unknown game,
// level or offer. The log is fine; another process must serve the room.
var ErrTooNew = errors.New("room: this program is too old for the room")

// SeatOf returns the seat that a player acts for. This is the seat to move if the player holds it,
// else a seat that the player holds, else 0.
func (s *State) SeatOf(id PlayerID) Seat {
	if turn := s.Turn(); turn.Valid() && s.holds(turn, id) {
		return turn
	}
	for seat := Seat(1); seat <= 2; seat++ {
		if s.holds(seat, id) {
			return seat
		}
	}
	return 0
}

func (s *State) holds(seat Seat, id PlayerID) bool {
	p := s.Players[seat-1]
	return id != "" && (p.ID == id || id == Machine && s.machineLevel(seat) != "")
}

// Variant returns the variant of the room's game, empty before the first entry.
func (s *State) Variant() string {
	if s.Game == nil {
		return ""
	}
	return s.Game.Variant()
}

// SeatsOf reports for each seat whether the player holds it.
func (s *State) SeatsOf(id PlayerID) [2]bool {
	return [2]bool{s.holds(1, id), s.holds(2, id)}
}

// Turn returns the seat to move, or 0 if no game is in progress.
func (s *State) Turn() Seat {
	if s.Phase != PhasePlaying {
		return 0
	}
	return s.seatOfSide(s.Position.Turn())
}

// machineLevel returns the level at which the AI plays the turns of a seat; empty: a person
// plays them.
func (s *State) machineLevel(seat Seat) string {
	return cmp.Or(s.Players[seat-1].Level, s.Delegated[seat-1])
}

// Unattended reports whether the AI plays both seats, without a clock. Then its jobs wait for the
// pace, and in LaneMachine.
func (s *State) Unattended() bool {
	return s.Clock == nil && s.machineLevel(1) != "" && s.machineLevel(2) != ""
}

// BothAI reports whether AI plays AI.
func (s *State) BothAI() bool { return s.Players[0].IsAI() && s.Players[1].IsAI() }

// Self reports whether one person holds both seats.
func (s *State) Self() bool {
	return s.Players[0].ID != "" && s.Players[0].ID == s.Players[1].ID
}

// Reply is what the AI owes a room: a move, or advice to the player to move.
type Reply struct {
	Level  Level
	Advice bool
}

// ReplyOwed returns the reply that the AI owes, and whether it owes one.
func (s *State) ReplyOwed() (Reply, bool) {
	turn := s.Turn()
	if !turn.Valid() || s.Paused {
		return Reply{}, false
	}
	if name := s.machineLevel(turn); name != "" {
		level, ok := levelByName(name)
		return Reply{Level: level}, ok
	}
	if s.advises(turn) && s.Advised == "" {
		return Reply{Level: levels[len(levels)-1], Advice: true}, true
	}
	return Reply{}, false
}

func (s *State) seatOfSide(side rules.Side) Seat {
	switch side {
	case rules.First:
		return s.First
	case rules.Second:
		return s.First.Other()
	default:
		return 0
	}
}

// Clone returns a copy that Apply can change without changing s.
func (s *State) Clone() *State {
	c := *s
	if s.Position != nil {
		c.Position = s.Position.Clone()
	}
	c.Moves = slices.Clip(s.Moves)
	c.MS = slices.Clip(s.MS)
	c.Lag = slices.Clip(s.Lag)
	c.Credits = slices.Clip(s.Credits)
	c.Delegations = slices.Clip(s.Delegations)
	c.Challengers = slices.Clip(s.Challengers)
	for i := range c.Asked {
		c.Asked[i] = maps.Clone(s.Asked[i])
	}
	return &c
}

// Limits of other changes in one game that would only fill the log.
const (
	maxChanges   = 100 // nicknames, paces, admissions, handovers, delegations, levels and yields
	maxTakebacks = 200
)
