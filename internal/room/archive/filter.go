package archive

import (
	"strings"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Filter says which finished games somebody wants to see. Empty fields want all.
type Filter struct {
	// Player is whose games they are; ResultWon and ResultLost are seen with these
	// eyes, and so is Opponent.
	Player room.PlayerID

	Game     string // a variant, or its part before the first colon
	Result   Result
	Opponent string // OpponentHuman or OpponentAI
}

// Result is how a game ended, for a filter.
type Result string

// The results.
const (
	ResultWon     Result = "won"  // by the player
	ResultLost    Result = "lost" // by the player
	ResultDrawn   Result = "drawn"
	ResultDecided Result = "decided" // one of both has won
)

// Valid reports whether the filter makes sense: nobody in particular neither wins
// nor loses.
func (f Filter) Valid() bool {
	switch f.Result {
	case ResultWon, ResultLost:
		if f.Player == "" {
			return false
		}
	case "", ResultDrawn, ResultDecided:
	default:
		return false
	}
	return f.Opponent == "" || f.Opponent == OpponentHuman || f.Opponent == OpponentAI
}

// Query returns what to ask an Archive for.
func (f Filter) Query(cursor string, limit int) storage.GamesQuery {
	q := storage.GamesQuery{Player: f.Player, Cursor: cursor, Limit: limit, Match: f.Match}
	if f.Game == "" && f.Result == "" && f.Opponent == "" {
		q.Match = nil
	}
	return q
}

// Match reports whether a game is wanted. Where one person played against himself
// nobody has won or lost; such a game is one between people.
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
	against := r.Players[0].IsAI() || r.Players[1].IsAI()
	return against == (f.Opponent == OpponentAI)
}

func heldBy(r *room.Record, player room.PlayerID, seat room.Seat) bool {
	return player != "" && r.Players[seat-1].ID == player
}
