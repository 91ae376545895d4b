package values

import (
	"fmt"
	"time"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/rules"
)

const (
	// AdviceBudget limits the search for advice, because a person waits for it.
	AdviceBudget = time.Second

	// LineBudget is the maximum time to find the line that the AI expects, after it has found its move.
	// The search for the line also ends with the budget of the level.
	LineBudget = 30 * time.Millisecond
)

// Turn is a turn of an AI: what a search and its reply depend on.
type Turn struct {
	Variant  string
	Position rules.Position // a copy, which the search may change
	Level    room.Level
	Advice   bool          // advice is wanted instead of a move
	N        uint64        // the entry that made the position
	Player   room.PlayerID // the person who waits for the reply; empty: AI against AI

	// the most time to spend on the turn, if a clock runs (Timed)
	Spare time.Duration
	Timed bool
}

// TurnOf returns the turn of an AI. ok is false if the room waits for no AI.
func TurnOf(r *play.Replica, now time.Time) (t Turn, ok bool) {
	s := r.State()
	reply, ok := s.ReplyOwed()
	if !ok {
		return t, false
	}
	t = Turn{Variant: s.Variant(), Position: s.Position.Clone(), Level: reply.Level, Advice: reply.Advice, N: s.TurnN}
	waitingSeat := s.Turn()
	if !reply.Advice {
		waitingSeat = waitingSeat.Other()
	}
	t.Player = s.Players[waitingSeat-1].ID
	t.Spare, t.Timed = s.ThinkingTime(now)
	return t, true
}

// Search returns the level at which to search, with the budget for this turn. The error is that of
// minimax.ParseLevel.
func (t *Turn) Search() (minimax.Level, error) {
	level, err := minimax.ParseLevel(t.Level.Name)
	switch {
	case t.Advice:
		level.Budget = min(level.Budget, AdviceBudget)
	case t.Timed:
		level.Budget = min(level.Budget, t.Spare)
	}
	return level, err
}

// Reply returns the command that plays a move, or gives it as advice with its value. The command ID
// follows from the turn, so that only one reply is stored if two workers have the same turn.
func (t *Turn) Reply(do room.Move, value room.Value) room.Command {
	c := room.Command{ID: fmt.Sprintf("ai-%d", t.N), By: room.Machine, Seen: t.N, Do: do}
	if t.Advice {
		c.ID, c.Do = fmt.Sprintf("advice-%d", t.N), room.Advise{Move: do.Move, Value: value}
	}
	return c
}
