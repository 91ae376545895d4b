package aiworker

import (
	"fmt"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/rules"
	"github.com/quatre/quatre/internal/storemetrics"
)

// turn is what a worker must know about a room to reply.
type turn struct {
	variant  string
	position rules.Position // a copy
	level    string
	quick    bool          // the level needs only milliseconds
	waited   time.Duration // in the queue
	advice   bool          // advice is wanted instead of a move
	n        uint64        // the entry that made the position
	player   room.PlayerID // the person who waits for the reply; empty: AI against AI

	// the most time to spend on the turn, if a clock runs (timed)
	spare time.Duration
	timed bool
}

// label returns the level as metrics name it.
func (t turn) label() string {
	if t.advice {
		return storemetrics.Advice
	}
	return room.Level{Name: t.level}.Label()
}

// turnOf returns the turn of an AI. ok is false if the room waits for no AI.
func turnOf(r *play.Replica, now time.Time) (t turn, ok bool) {
	r.View(func(s *room.State) {
		var reply room.Reply
		if reply, ok = s.ReplyOwed(); ok {
			t = turn{
				variant: s.Variant(), position: s.Position.Clone(), level: reply.Level.Name,
				quick: reply.Level.Quick, advice: reply.Advice, n: s.TurnN,
			}
			waitingSeat := s.Turn()
			if !reply.Advice {
				waitingSeat = waitingSeat.Other()
			}
			t.player = s.Players[waitingSeat-1].ID
			t.spare, t.timed = s.ThinkingTime(now)
		}
	})
	return t, ok
}

// reply returns the command that plays the move that was found. The command ID follows from the
// turn, so that only one reply is stored if two workers have the same turn.
func (t turn) reply(f found) room.Command {
	move := t.position.FormatMove(f.Move)
	if t.advice {
		return room.Command{ID: fmt.Sprintf("advice-%d", t.n), By: room.Machine, Seen: t.n, Do: room.Advise{Move: move, Value: f.value}}
	}
	return room.Command{
		ID: fmt.Sprintf("ai-%d", t.n), By: room.Machine, Seen: t.n,
		Do: room.Move{Move: move, Hurried: f.hurried, Thought: f.thought},
	}
}
