package local

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/quatre/quatre/internal/aiworker/values"
	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// adviceBudget limits the search for advice, as at a hub.
const adviceBudget = time.Second

// lineBudget limits the search for the line that the AI expects, as at a hub.
const lineBudget = 30 * time.Millisecond

// reply is the move that the AI has found, for the position that entry n made.
type reply struct {
	n       uint64
	move    string
	advice  bool
	thought *room.Thought // nil with advice
}

// turn describes the turn that a search is for.
type turn struct {
	n        uint64
	position rules.Position // a copy, which the search may change
	level    minimax.Level
	advice   bool
}

// updateSearch ends a search whose turn is over, and begins the search that the log has queued.
func (r *Room) updateSearch(ctx context.Context) {
	t, expected := r.turn()
	if r.search != nil && (!expected || r.searchedAt != t.n) {
		r.search()
		r.search = nil
	}
	if !r.log.job || r.search != nil {
		return
	}
	r.log.job = false
	if !expected {
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	r.search, r.searchedAt = cancel, t.n
	r.searches.Go(func() {
		defer cancel()
		rng := rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
		start := time.Now()
		choice, err := r.engine.Choose(ctx, t.level, t.position, rng)
		if err != nil {
			return // the turn is over, or the room is closed
		}
		answer := reply{n: t.n, move: t.position.FormatMove(choice.Move), advice: t.advice}
		if !t.advice {
			took := time.Since(start)
			line, err := r.engine.Line(ctx, t.level, t.position, choice, room.MaxLine, min(lineBudget, t.level.Budget-took))
			if err != nil {
				return
			}
			answer.thought = values.ThoughtOf(t.position, choice, took, line)
		}
		select {
		case r.replies <- answer:
		case <-ctx.Done():
		}
	})
}

// turn returns the turn that the room expects of the AI. ok is false if it expects none.
func (r *Room) turn() (t turn, ok bool) {
	r.replica.View(func(s *room.State) {
		owed, isOwed := s.ReplyOwed()
		if !isOwed {
			return
		}
		level, err := minimax.ParseLevel(owed.Level.Name)
		if err != nil {
			return
		}
		spare, timed := s.ThinkingTime(time.Now())
		switch {
		case owed.Advice:
			level.Budget = min(level.Budget, adviceBudget)
		case timed:
			level.Budget = min(level.Budget, spare)
		}
		t, ok = turn{n: s.TurnN, position: s.Position.Clone(), level: level, advice: owed.Advice}, true
	})
	return t, ok
}

// playReply plays what a search has found, unless another search has begun since.
func (r *Room) playReply(ctx context.Context, a reply) {
	if a.n != r.searchedAt {
		return
	}
	r.search = nil
	c := room.Command{ID: fmt.Sprintf("ai-%d", a.n), By: room.Machine, Seen: a.n, Do: room.Move{Move: a.move, Thought: a.thought}}
	if a.advice {
		c.ID, c.Do = fmt.Sprintf("advice-%d", a.n), room.Advise{Move: a.move}
	}
	_, _ = r.executor.Play(ctx, r.replica, c)
}
