package aiworker

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// countingStore counts the entries that are read.
type countingStore struct {
	storage.Store
	mu             sync.Mutex
	reads, entries int
}

func (c *countingStore) Read(ctx context.Context, id room.ID, after uint64, limit int) ([]room.Entry, error) {
	entries, err := c.Store.Read(ctx, id, after, limit)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reads++
	c.entries += len(entries)
	return entries, err
}

func (c *countingStore) Tail(ctx context.Context, id room.ID) ([]byte, []room.Entry, error) {
	snapshot, entries, err := c.Store.Tail(ctx, id)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reads++
	c.entries += len(entries)
	return snapshot, entries, err
}

// However long a series of games gets, a worker reads each entry once. If two workers share the
// turns, each of them reads each entry once.
func TestReadsEachEntryOnce(t *testing.T) {
	const length = 150
	for _, workers := range []int{1, 2} {
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			store := openRedis(t)
			c := &countingStore{Store: store}
			var stops []func()
			for i := range workers {
				stops = append(stops, workWithSlots(t, c, fmt.Sprint("worker", i), 1))
			}
			g := newGame(t, store, "series", "very-easy", 1)
			for g.replica.N() < length {
				if moves := g.await(); len(moves) == 0 {
					g.play(room.PlayAgain{First: 1})
				} else {
					g.play(room.Move{Move: moves[len(moves)-1]})
				}
			}
			g.await()
			for _, stop := range stops {
				stop()
			}
			n := int(g.replica.N())
			t.Logf("%d entries, of which %d were read in %d turns", n, c.entries, c.reads)
			// Twice as many are allowed: on a busy machine leases expire and turns move
			// to another worker.
			if most := 2 * workers * n; c.entries > most {
				t.Errorf("%d entries were read of a room with %d, in %d turns", c.entries, n, c.reads)
			}
		})
	}
}

// If the log of a room that a worker has kept was cut short or replaced, the worker
// replies in the new position and goes on from there.
func TestRewoundLog(t *testing.T) {
	// The log holds created, the AI's moves 2, 4 and 6, and the person's 3, 5 and 7. The
	// worker has kept 6 entries.
	for _, c := range []struct {
		name string
		cut  func(s *stage, entries []room.Entry)
	}{
		{"by what came after its last reply, and the reply", func(s *stage, entries []room.Entry) { s.restore(entries[:5]) }},
		{"by more", func(s *stage, entries []room.Entry) { s.restore(entries[:3]) }},
		{"to nothing but its beginning", func(s *stage, entries []room.Entry) { s.restore(entries[:1]) }},
		{"and written on", func(s *stage, entries []room.Entry) {
			s.restore(entries[:3])
			for range 2 {
				state := s.replica.State()
				moves := state.Position.Moves(nil)
				other := state.Position.FormatMove(moves[len(moves)-1])
				n := s.replica.N()
				reply := room.Command{ID: fmt.Sprint("other-", n), By: room.Machine, Seen: n, Do: room.Move{Move: other}}
				if _, err := (play.Executor{Log: s.store}).Play(s.t.Context(), s.replica, reply); err != nil {
					s.t.Fatal(err)
				}
				s.move()
			}
		}},
		{"and replaced", func(s *stage, _ []room.Entry) {
			s.restore(nil)
			s.play(room.Create{Variant: "tictactoe", Levels: [2]string{1: "very-easy"}, First: 2})
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t)
			for range 3 {
				s.reply()
				s.move()
			}
			entries, _ := s.replica.Since(0, "")
			c.cut(s, slices.Clone(entries))
			n := s.replica.N()
			s.reply()
			if moves := s.await(); len(moves) == 0 || s.replica.N() != n+1 {
				t.Fatalf("the log has %d entries after the reply to %d", s.replica.N(), n)
			}
			s.move()
			s.reply()
			s.await()
			now, err := s.store.Read(t.Context(), "staged", 0, storage.All)
			if err != nil {
				t.Fatal(err)
			}
			if err := room.CheckLog(now); err != nil || len(now) != int(n)+3 {
				t.Errorf("the log has %d entries after two replies to %d; %v", len(now), n, err)
			}
			if log := s.log.String(); !strings.Contains(log, `"msg":"room rewound","room":"staged"`) {
				t.Errorf("the log says %s", log)
			}
		})
	}
}

// A worker keeps nothing of a deleted room, and logs nothing about it.
func TestDeletedRoom(t *testing.T) {
	s := newStage(t)
	s.reply()
	s.move()
	job := s.job()
	s.restore(nil)
	if err := s.w.answer(t.Context(), job, s.w.Store); err != nil {
		t.Error(err)
	}
	if n := s.w.replicas.entries; n != 0 {
		t.Errorf("%d entries are kept", n)
	}
	if log := s.log.String(); strings.Contains(log, "WARN") {
		t.Errorf("the log says %s", log)
	}
}

// cutter is a store whose log is cut short while a turn is searched.
type cutter struct {
	storage.Store
	cut func()
}

func (c *cutter) Append(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) error {
	if cut := c.cut; cut != nil {
		c.cut = nil
		cut()
	}
	return c.Store.Append(ctx, id, e, fx)
}

// A reply to a position that the log no longer holds is stale, and the room goes on.
func TestRewoundWhileItSearches(t *testing.T) {
	s := newStage(t)
	cutter := &cutter{Store: s.store}
	s.w.Store = cutter
	s.reply()
	s.move()
	entries, _ := s.replica.Since(0, "")
	cutter.cut = func() { s.restore(entries[:1]) }
	s.reply()
	if n := s.replica.N(); n != 1 {
		t.Fatalf("%d entries: a reply to an entry that is gone was stored", n)
	}
	if err := s.w.answer(t.Context(), storage.Job{Room: "staged", N: 1}, s.w.Store); err != nil {
		t.Fatal(err)
	}
	s.await()
	if n := s.replica.N(); n != 2 {
		t.Errorf("the log has %d entries", n)
	}
}

// If several goroutines answer the same job at once, only one reply is stored.
func TestOneRoomAtOnce(t *testing.T) {
	s := newStage(t)
	for range 4 {
		job := s.job()
		var all sync.WaitGroup
		for range 6 {
			all.Go(func() {
				if err := s.w.answer(t.Context(), job, s.w.Store); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if err := s.store.Done(t.Context(), job); err != nil {
			t.Fatal(err)
		}
		before := s.replica.N()
		s.await()
		if n := s.replica.N(); n != before+1 {
			t.Fatalf("there are %d entries after the reply to %d", n, before)
		}
		if got := s.w.replicas.entries; got > weight(s.replica.Held()) {
			t.Errorf("%d entries are kept of a room with %d", got, s.replica.N())
		}
		s.move()
	}
}

// The worker logs each turn, and each stale turn.
func TestLogsTurns(t *testing.T) {
	s := newStage(t)
	job := s.job()
	for range 2 {
		if err := s.w.answer(t.Context(), job, s.w.Store); err != nil {
			t.Fatal(err)
		}
	}
	type line struct {
		Msg, Room, Player, Level string
		N, Depth                 int
		MS                       *float64
	}
	var lines []line
	for text := range strings.Lines(s.log.String()) {
		var l line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, l)
	}
	if len(lines) != 2 {
		t.Fatalf("the log is %s", s.log)
	}
	played, over := lines[0], lines[1]
	if played.MS == nil || *played.MS < 0 {
		t.Errorf("it took %v", played.MS)
	}
	played.MS = nil
	if want := (line{Msg: "turn played", Room: "staged", Player: "ana", Level: "very-easy", N: 2, Depth: 1}); played != want {
		t.Errorf("%+v, want %+v", played, want)
	}
	if want := (line{Msg: "turn over already", Room: "staged", Level: "unknown", N: 2}); over != want {
		t.Errorf("%+v, want %+v", over, want)
	}
}

// BenchmarkReadOn reads the last entry of a kept room of 300 entries, and prints how much
// longer it takes to read the whole room.
func BenchmarkReadOn(b *testing.B) {
	store := openRedis(b)
	log := logOf(b, store, "connect4:7x6:4", 300)
	entries, err := store.Read(b.Context(), log.id, 0, storage.All)
	if err != nil {
		b.Fatal(err)
	}
	var on, whole time.Duration
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		kept := play.NewReplica(log.id)
		for _, e := range entries[:len(entries)-1] {
			kept.Apply(e)
		}
		start := time.Now()
		log.open(b, log.id)
		whole += time.Since(start)
		b.StartTimer()
		start = time.Now()
		if err := kept.Refresh(b.Context(), store); err != nil {
			b.Fatal(err)
		}
		on += time.Since(start)
	}
	b.ReportMetric(float64(whole)/float64(on), "whole/on")
}
