package ledger_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// payer plays in rooms of one store, and adds up the costs of the steps.
type payer struct {
	t     *testing.T
	store storage.Store
	state *room.State
	id    room.ID
	now   time.Time
	sent  int
	paid  int64
}

// open creates a room, in which do then plays.
func (p *payer) open(id string, do room.Create) {
	do.First, do.Names = 1, [2]string{strings.Repeat("😀", 24), strings.Repeat("<", 24)}
	p.id, p.state = room.ID(id), &room.State{}
	p.do(do)
}

// do plays a command with the longest ID.
func (p *payer) do(do room.Action) {
	p.t.Helper()
	p.sent++
	p.now = p.now.Add(time.Second)
	by := room.PlayerID(fmt.Sprintf("%022d", p.sent%3)) // as long as real player IDs
	if p.state.N > 0 {
		by = p.state.Owner
		_, moves := do.(room.Move)
		if _, owed := p.state.ReplyOwed(); owed && moves {
			by = room.Machine
		}
	}
	step, err := p.state.Next(p.id, room.Command{ID: fmt.Sprintf("%064d", p.sent), By: by, Seen: p.state.N, Do: do}, p.now, time.Hour)
	if err != nil {
		p.t.Fatal(err)
	}
	if err := p.store.Append(p.t.Context(), p.id, step.Entry, step.Effects); err != nil {
		p.t.Fatal(err)
	}
	p.state, p.paid = step.State, p.paid+int64(step.Cost)
	// A worker does the job before the next one is queued.
	pending, err := p.store.Pending(p.t.Context())
	must(p.t, err)
	for lane, waiting := range pending.Lanes {
		if waiting.Jobs > 0 {
			must(p.t, p.store.Done(p.t.Context(), takeFrom(p.t, p.store, "w", room.Lane(lane))))
		}
	}
}

// play makes at most upTo moves. It avoids moves that end the game.
func (p *payer) play(upTo int) {
	for range upTo {
		if p.state.Phase != room.PhasePlaying {
			return
		}
		position := p.state.Position.Clone()
		moves := position.Moves(nil)
		best := moves[0]
		for i := range moves {
			m := moves[(i+p.sent*7)%len(moves)]
			position.Play(m)
			over := position.Outcome().Over()
			position.Undo()
			if !over {
				best = m
				break
			}
		}
		p.do(room.Move{Move: position.FormatMove(best), Lag: time.Second, Thought: longestThought()})
	}
}

// longestLevel is the text of a custom level with the greatest number of bytes, or a few less.
var longestLevel = "custom:depth=9,open3=-999,open2=-999,open1=-999,their3=-998,their2=-998,their1=-998,centre=-999,theircentre=-998," +
	"rows=9,columns=9,diagonals=9,margin=999,name=" + strings.Repeat("𐐀", 23) + "a"

// longestThought returns a thought of room.MaxThoughtBytes, or a few bytes less.
func longestThought() *room.Thought {
	long := &room.Thought{Depth: 12, Nodes: 123_456_789, MS: 5000, Line: slices.Repeat([]string{"a"}, room.MaxLine)}
	for i := range 15 {
		long.Moves = append(long.Moves, room.Judged{Move: "a", Points: -1000 - i, Most: true})
	}
	long.Fit("a")
	return long
}

func memory(t *testing.T, s storage.Store) int64 {
	t.Helper()
	st, err := s.Status(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return st.Memory.Used
}

// TestCostCoversRedis: Redis never needs more memory than the sum of the steps' costs.
func TestCostCoversRedis(t *testing.T) {
	if testing.Short() {
		t.Skip("plays thousands of moves")
	}
	const times = 3
	for what, act := range map[string]func(p *payer, i int){
		"rooms": func(p *payer, i int) { p.open(fmt.Sprintf("room-%07d", i), room.Create{Variant: "tictactoe"}) },
		"games against custom levels": func(p *payer, i int) {
			p.open(fmt.Sprintf("room-%07d", i), room.Create{Variant: "tictactoe", Levels: [2]string{"", longestLevel}})
			for range 5 {
				p.do(room.Resign{})
				p.do(room.PlayAgain{})
			}
		},
		"long games": func(p *payer, i int) {
			p.open(fmt.Sprintf("room-%07d", i), room.Create{Variant: "connect4:15x15:5", Self: true, Clock: &room.Clock{Base: 3600_000}})
			p.play(225)
		},
		"long games of the AI": func(p *payer, i int) {
			p.open(fmt.Sprintf("room-%07d", i), room.Create{Variant: "connect4:15x15:5", Levels: [2]string{"easy", "easy"}})
			p.play(225)
		},
		"long games with the AI": func(p *payer, i int) {
			p.open(fmt.Sprintf("room-%07d", i), room.Create{Variant: "connect4:15x15:5", Levels: [2]string{1: "easy"}})
			p.play(225)
		},
		"long games that the AI plays for people": func(p *payer, i int) {
			p.open(fmt.Sprintf("room-%07d", i), room.Create{Variant: "connect4:15x15:5", Self: true})
			p.do(room.Delegate{Seat: 1, Level: "easy"})
			p.do(room.Delegate{Seat: 2, Level: "easy"})
			p.play(225)
		},
		"turns given to custom levels": func(p *payer, i int) {
			p.open(fmt.Sprintf("room-%07d", i), room.Create{Variant: "connect4:15x15:5", Self: true})
			for k := range 100 {
				p.do(room.Delegate{Seat: room.Seat(k%2 + 1), Level: longestLevel[:len(longestLevel)-1] + string(rune('a'+k%26))})
				p.play(1)
			}
			p.do(room.Resign{})
		},
		"short games in one room": func(p *payer, i int) {
			if i%10 == 0 {
				p.open(fmt.Sprintf("room-%07d", i), room.Create{Variant: "tictactoe", Self: true})
			} else {
				p.do(room.PlayAgain{})
			}
			p.play(9)
		},
		"takebacks": func(p *payer, i int) {
			p.open(fmt.Sprintf("room-%07d", i), room.Create{Variant: "connect4:7x6:4", Self: true})
			for range 50 {
				p.play(1)
				p.do(room.Propose{What: room.OfferTakeback})
			}
		},
		"nicknames and emotes": func(p *payer, i int) {
			p.open(fmt.Sprintf("room-%07d", i), room.Create{Variant: "connect4:7x6:4", Self: true})
			for k := range 40 {
				p.do(room.Rename{Name: strings.Repeat("<", 23) + string(rune('a'+k%26))})
				p.now = p.now.Add(time.Minute)
				p.do(room.Emote{Emote: "well-played"})
			}
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			s := storetest.OpenRedis(t, redistest.New(t).URL())
			p := &payer{t: t, store: s, now: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)}
			act(p, 0) // so that Redis has the scripts and the first keys
			p.paid = 0
			before := memory(t, s)
			for i := 1; i <= times; i++ {
				act(p, i)
			}
			grown := memory(t, s) - before
			t.Logf("the steps cost %d bytes, the memory of Redis grew by %d: %.2f", p.paid, grown, float64(grown)/float64(p.paid))
			if grown > p.paid {
				t.Errorf("the steps cost %d bytes, but the memory of Redis grew by %d", p.paid, grown)
			}
		})
	}
}
