package wire

import (
	"cmp"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// Snapshot is the present state of a room, in a frame "welcome". A client that folds all
// entries gets the same state. Times are Unix milliseconds, durations milliseconds.
type Snapshot struct {
	N       uint64         `json:"n"` // the number of the last entry
	Digest  string         `json:"digest"`
	Phase   room.Phase     `json:"phase"`
	Reason  string         `json:"reason,omitempty"` // why the room was closed
	Variant string         `json:"variant"`
	Owner   room.PlayerID  `json:"owner"`
	Players [2]room.Player `json:"players"`
	Starter room.Starter   `json:"starter"`
	Clock   *room.Clock    `json:"clock"`  // null: none
	Advice  [2]bool        `json:"advice"` // by seat: true if the AI advises it
	Open    bool           `json:"open"`   // the lobby lists the room
	Score   [2]int         `json:"score"`  // games won, by seat
	Draws   int            `json:"draws"`

	Spectators bool `json:"spectators"` // the owner lets spectators watch
	Thoughts   bool `json:"thoughts"`   // the AI's thoughts are shown during a game

	Imported bool  `json:"imported"`
	Pace     *Pace `json:"pace"` // in rooms of AI against AI; null in other rooms

	// The present game or, between two games, the last one.
	Game    int          `json:"game"` // its number; 0: none yet
	First   room.Seat    `json:"first"`
	Turn    room.Seat    `json:"turn"`  // the seat to move; 0: no game is in progress
	Moves   []string     `json:"moves"` // before the first game: those that are given
	Given   int          `json:"given"` // how many of the moves were made before the game
	From    room.Source  `json:"from,omitempty"`
	Started int64        `json:"started"` // 0: no game has begun
	TurnAt  int64        `json:"turn_at"`
	EndAt   int64        `json:"end_at"` // 0: the game is in progress
	End     *room.Ending `json:"end"`    // null: the game is in progress
	Timers  [2]Timer     `json:"timers"` // by seat
	Offer   *Offer       `json:"offer"`  // the offer without an answer; null: none
	Hinted  bool         `json:"hinted"` // a hint was asked for in this position
	Advised *Advised     `json:"advised"`
	Helped  [2]bool      `json:"helped"` // by seat: true if the AI has advised it in this game, or will

	// Delegated has, for each seat, the level at which the AI plays a person's turns. It is empty
	// for a seat whose turns are not delegated.
	Delegated [2]string `json:"delegated"`

	Rematch [2]bool `json:"rematch"` // by seat: true if its player wants another game
	Yields  [2]bool `json:"yields"`  // by seat: true if its player gives it to a challenger in that game

	Challengers []room.Challenger `json:"challengers"` // who wait for the next game
}

// Pace is the speed of AI against AI.
type Pace struct {
	MS     int64 `json:"ms"`
	Paused bool  `json:"paused"`
}

// Timer is one player's time in the present game.
type Timer struct {
	Left  int64 `json:"left"`
	Quota int64 `json:"quota"`
	Used  int64 `json:"used"`
}

// Offer is an offer that nobody has answered.
type Offer struct {
	Seat room.Seat  `json:"seat"`
	What room.Offer `json:"offer"`
}

// Advised is the advice for the present position.
type Advised struct {
	Seat  room.Seat  `json:"seat"`
	Move  string     `json:"move"`
	Value room.Value `json:"value,omitzero"`
	Only  bool       `json:"only,omitempty"`
}

// NewSnapshot returns the snapshot of a room, which must have at least one entry.
func NewSnapshot(s *room.State) *Snapshot {
	w := &Snapshot{
		N: s.N, Digest: s.Digest, Phase: s.Phase, Reason: s.ClosedFor, Variant: s.Variant(), Owner: s.Owner, Players: s.Players,
		Starter: cmp.Or(s.Starter, room.StarterAlternate), Clock: s.Clock, Advice: s.Advice, Open: s.Open, Score: s.Score, Draws: s.Draws, Imported: s.Imported,
		Spectators: !s.NoSpectators, Thoughts: s.Thoughts,
		Game: s.Number, First: s.First, Turn: s.Turn(), Moves: append([]string{}, s.Moves...), Given: s.Given, From: s.From,
		Started: milliseconds(s.Started), TurnAt: milliseconds(s.TurnAt), EndAt: milliseconds(s.Ended), End: s.End, Rematch: s.Wishes,
		Delegated: s.Delegated, Helped: s.Helped(), Hinted: s.IsHinted(), Yields: s.Yields, Challengers: append([]room.Challenger{}, s.Challengers...),
	}
	if s.BothAI() {
		w.Pace = &Pace{s.Pace.Milliseconds(), s.Paused}
	}
	for i, t := range s.Timers {
		w.Timers[i] = Timer{t.Left.Milliseconds(), t.Quota.Milliseconds(), t.Used.Milliseconds()}
	}
	if s.Offered.Seat.Valid() {
		w.Offer = &Offer{s.Offered.Seat, s.Offered.What}
	}
	if s.Advised != "" {
		w.Advised = &Advised{s.Turn(), s.Advised, s.AdvisedValue, s.AdvisedOnly}
	}
	return w
}

// milliseconds returns t in Unix milliseconds. For the zero time it returns 0.
func milliseconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
