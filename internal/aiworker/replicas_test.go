package aiworker

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// aliases are rooms that share the log of one room.
type aliases struct {
	storage.Log
	id room.ID
}

func (a aliases) Read(ctx context.Context, _ room.ID, after uint64, limit int) ([]room.Entry, error) {
	return a.Log.Read(ctx, a.id, after, limit)
}

func (a aliases) Tail(ctx context.Context, _ room.ID) ([]byte, []room.Entry, error) {
	return a.Log.Tail(ctx, a.id)
}

// logOf returns a log of at least n entries: games against an AI in which everybody plays
// the first legal move.
func logOf(t testing.TB, store storage.Store, variant string, n uint64) aliases {
	t.Helper()
	const ana = "5f1c0b7e9a3d4e6f8a1b2c3d4e5f6a7b"
	r := play.NewReplica("log")
	play := func(by room.PlayerID, do room.Action) {
		t.Helper()
		c := room.Command{ID: fmt.Sprintf("k4m2z9q7-%d", r.N()), By: by, Seen: r.N(), Do: do}
		if _, err := (play.Executor{Log: store}).Play(t.Context(), r, c); err != nil {
			t.Fatal(err)
		}
	}
	play(ana, room.Create{Variant: variant, Levels: [2]string{1: "easy"}, First: 1})
	for r.N() < n {
		s := r.State()
		if s.Phase != room.PhasePlaying {
			play(ana, room.PlayAgain{First: 1})
			continue
		}
		by := room.PlayerID(ana)
		if _, owed := s.ReplyOwed(); owed {
			by = room.Machine
		}
		play(by, room.Move{Move: s.Position.FormatMove(s.Position.Moves(nil)[0])})
	}
	return aliases{store, r.ID()}
}

func (a aliases) open(t testing.TB, id room.ID) *play.Replica {
	t.Helper()
	r, err := play.Open(t.Context(), a, id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestDropsTheRoomWithTheOldestTurn(t *testing.T) {
	log := logOf(t, storetest.Open(t), "tictactoe", 3)
	one := weight(log.open(t, "a").Held())
	c := newReplicas(2 * one)
	kept := func(want ...room.ID) {
		t.Helper()
		if got := c.rooms.Keys(); fmt.Sprint(got) != fmt.Sprint(want) || c.entries != len(want)*one {
			t.Errorf("kept are %v, %d entries; want %v, %d", got, c.entries, want, len(want)*one)
		}
	}
	for _, id := range []room.ID{"a", "b"} {
		c.put(log.open(t, id))
	}
	kept("a", "b")
	a := c.take("a")
	kept("b")
	if a.N() == 0 {
		t.Error("nothing is kept of a room that had a turn")
	}
	if again := c.take("a"); again == a || again.N() != 0 {
		t.Error("two turns use the same replica")
	}
	c.put(a)
	kept("b", "a")
	c.put(log.open(t, "c"))
	kept("a", "c")
	c.put(log.open(t, "c")) // read by two turns at once
	kept("a", "c")
	c.put(play.NewReplica("gone"))
	kept("a", "c")
	c.put(logOf(t, storetest.Open(t), "tictactoe", uint64(2*one)).open(t, "long"))
	kept("a", "c")
}

func TestKeepsNothing(t *testing.T) {
	log := logOf(t, storetest.Open(t), "tictactoe", 3)
	for _, limit := range []int{1, roomEntries} {
		c := newReplicas(limit)
		c.put(log.open(t, "a"))
		if n := c.take("a").N(); n != 0 || c.entries != 0 {
			t.Errorf("with a limit of %d: %d entries are kept", limit, n)
		}
	}
}

// Kept entries take as much memory as cachedEntries and the docs say.
func TestMemory(t *testing.T) {
	const (
		entryBytes = 640
		rooms      = 300
	)
	for _, c := range []struct {
		variant string
		n       uint64
	}{{"connect4:7x6:4", 2}, {"connect4:7x6:4", 25}, {"connect4:15x15:5", 60}, {"force3", 10}, {"tictactoe", 120}} {
		log := logOf(t, storetest.Open(t), c.variant, c.n)
		before := heap()
		kept := newReplicas(cachedEntries)
		for i := range rooms {
			kept.put(log.open(t, room.ID(fmt.Sprint("room-", i))))
		}
		used := heap() - before
		each := float64(used) / float64(kept.entries)
		t.Logf("%s, %d entries: %.0f bytes for each of %d", c.variant, c.n, each, kept.entries)
		if each > entryBytes {
			t.Errorf("%s, %d entries: each entry of the weight takes %.0f bytes", c.variant, c.n, each)
		}
		runtime.KeepAlive(kept)
	}
}

// heap returns the bytes in use.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
