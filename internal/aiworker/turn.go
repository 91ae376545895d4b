package aiworker

import (
	"fmt"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/rules"
	"github.com/quatre/quatre/internal/storemetrics"
)

// turn is what a worker needs to know of a room to reply in it.
type turn struct {
	variant  string
	position rules.Position // a copy of its own
	level    string
	advice   bool          // a suggestion is wanted, not a move
	n        uint64        // the entry since which the position stands
	player   room.PlayerID // who waits for the reply; empty: AI plays AI

	// what the clock leaves for it, if one runs
	spare time.Duration
	timed bool
}

// label returns the level as metrics have it.
func (t turn) label() string {
	if t.advice {
		return storemetrics.Advice
	}
	return t.level
}

// turnOf returns the turn in which an AI owes a reply, if there is one.
func turnOf(r *play.Replica, now time.Time) (t turn, ok bool) {
	r.View(func(s *room.State) {
		var reply room.Reply
		if reply, ok = s.ReplyOwed(); ok {
			t = turn{variant: s.Variant(), position: s.Position.Clone(), level: reply.Level.Name, advice: reply.Advice, n: s.TurnN}
			waits := s.Turn()
			if !reply.Advice {
				waits = waits.Other()
			}
			t.player = s.Players[waits-1].ID
			t.spare, t.timed = s.ThinkingTime(now)
		}
	})
	return t, ok
}

// reply returns the command that answers with m, which is worth value if that is
// known. Its id follows from the turn, so that two workers with the same turn
// answer once.
func (t turn) reply(m rules.Move, value room.Value) room.Command {
	move := t.position.FormatMove(m)
	if t.advice {
		return room.Command{ID: fmt.Sprintf("advice-%d", t.n), By: room.Machine, Seen: t.n, Do: room.Advise{Move: move, Value: value}}
	}
	return room.Command{ID: fmt.Sprintf("ai-%d", t.n), By: room.Machine, Seen: t.n, Do: room.Move{Move: move}}
}
