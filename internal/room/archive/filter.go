package archive

import (
	"errors"
	"slices"
	"strings"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/rules"
)

// Filter says which finished games are wanted. An empty field matches all games.
type Filter struct {
	// Player is the player whose games are wanted. ResultWon, ResultLost and Opponent are from this
	// player's point of view.
	Player room.PlayerID

	Game     string // a variant, or the part before its first colon
	Result   Result
	Opponent string // OpponentHuman, OpponentAI, or the latter with a level: ai:easy
}

// Result is the result of a game, for a filter.
type Result string

// The results.
const (
	ResultWon     Result = "won"  // by the player
	ResultLost    Result = "lost" // by the player
	ResultDrawn   Result = "drawn"
	ResultDecided Result = "decided" // won by either player
)

// Check returns an error, with a sentence for people, unless every field has a known value. ResultWon and ResultLost need a Player.
func (f Filter) Check() error {
	_, isLevel := f.level()
	switch {
	case f.Game != "" && !rules.Known(f.Game):
		return errors.New("game must be a variant, or its part before the first colon")
	case !slices.Contains([]Result{"", ResultDrawn, ResultDecided}, f.Result) && (f.Player == "" || f.Result != ResultWon && f.Result != ResultLost):
		return errors.New("result must be drawn, decided or, with of=me, won or lost")
	case !isLevel && !slices.Contains([]string{"", OpponentHuman, OpponentAI}, f.Opponent):
		return errors.New("opponent must be human, ai, or ai: with a level")
	}
	return nil
}

// level returns the level that Opponent names, with the canonical text of a custom level. It returns
// false if Opponent names no level.
func (f Filter) level() (string, bool) {
	name, found := strings.CutPrefix(f.Opponent, OpponentAI+":")
	if !found {
		return "", false
	}
	level, err := room.SeatableLevel(name, true)
	return level.Name, err == nil
}

// MatchesAll reports whether every game of the player matches.
func (f Filter) MatchesAll() bool { return f.Game == "" && f.Result == "" && f.Opponent == "" }

// Query returns the query for a page of matching records.
func (f Filter) Query(cursor string, limit int) storage.GamesQuery {
	q := storage.GamesQuery{Player: f.Player, Cursor: cursor, Limit: limit, Match: f.Match}
	if f.MatchesAll() {
		q.Match = nil
	}
	return q
}

// Match reports whether f matches a game. A game that one person played on both seats
// counts as a game against a human, and never matches ResultWon or ResultLost.
func (f Filter) Match(r *room.Record) bool {
	family, _, _ := strings.Cut(r.Variant, ":")
	return (f.Game == "" || f.Game == r.Variant || f.Game == family) && f.matchResult(r) && f.matchOpponent(r)
}

func (f Filter) matchResult(r *room.Record) bool {
	winner := r.End.Winner
	switch f.Result {
	case ResultDrawn:
		return winner == 0
	case ResultDecided:
		return winner != 0
	case ResultWon, ResultLost:
		return winner != 0 && heldBy(r, f.Player, winner) == (f.Result == ResultWon) &&
			heldBy(r, f.Player, winner) != heldBy(r, f.Player, winner.Other())
	default:
		return true
	}
}

func (f Filter) matchOpponent(r *room.Record) bool {
	if f.Opponent == "" {
		return true
	}
	if level, found := f.level(); found {
		return r.Players[0].Level == level || r.Players[1].Level == level
	}
	hasAI := r.Players[0].IsAI() || r.Players[1].IsAI()
	return hasAI == (f.Opponent == OpponentAI)
}

func heldBy(r *room.Record, player room.PlayerID, seat room.Seat) bool {
	return player != "" && r.Players[seat-1].ID == player
}
