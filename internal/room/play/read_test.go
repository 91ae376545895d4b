package play_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// countingLog counts the entries that are read.
type countingLog struct {
	storage.Store
	entries atomic.Int64
}

func (c *countingLog) count(entries []room.Entry, err error) ([]room.Entry, error) {
	c.entries.Add(int64(len(entries)))
	return entries, err
}

func (c *countingLog) Read(ctx context.Context, id room.ID, after uint64, limit int) ([]room.Entry, error) {
	return c.count(c.Store.Read(ctx, id, after, limit))
}

func (c *countingLog) Tail(ctx context.Context, id room.ID) ([]byte, []room.Entry, error) {
	snapshot, entries, err := c.Store.Tail(ctx, id)
	c.entries.Add(int64(len(entries)))
	return snapshot, entries, err
}

// longRoom stores a log of n entries without a snapshot, as versions before snapshots did. Then
// it opens the room once.
func longRoom(t testing.TB, n int) (*countingLog, room.ID, []room.Entry) {
	t.Helper()
	log, id := &countingLog{Store: storetest.Open(t)}, room.ID(fmt.Sprintf("series-%d", n))
	series := storetest.Series(t, id, n)
	if err := log.Restore(t.Context(), id, series, room.Effects{}); err != nil {
		t.Fatal(err)
	}
	open(t, log, id)
	awaitSnapshot(t, log, id, n-2*room.SnapshotInterval)
	return log, id, series
}

// awaitSnapshot waits until the log has a snapshot of entry n or a later entry.
func awaitSnapshot(t testing.TB, log storage.Log, id room.ID, n int) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); n > 0; time.Sleep(time.Millisecond) {
		_, entries, err := log.Tail(t.Context(), id)
		if err != nil || time.Now().After(end) {
			t.Fatalf("no snapshot: %v", err)
		}
		if len(entries) > 0 && entries[0].N > uint64(n) {
			return
		}
	}
}

func open(t testing.TB, log storage.Log, id room.ID) *play.Replica {
	t.Helper()
	r, err := play.Open(t.Context(), log, id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Opening a room reads its snapshot and fewer than room.SnapshotInterval entries, in less than
// 5 ms and 200 kB, however long its log is. BenchmarkOpen opens the longest log.
func TestOpeningDoesNotGrow(t *testing.T) {
	const n = 4980
	log, id, series := longRoom(t, n)
	log.keep(t, id, stateAt(t, series[:n-room.SnapshotInterval+1]))
	log.entries.Store(0)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := open(t, log, id)
	runtime.ReadMemStats(&after)
	if read := log.entries.Load(); read > room.SnapshotInterval {
		t.Errorf("%d entries were read", read)
	}
	if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 200_000 {
		t.Errorf("%d bytes were allocated", bytes)
	}
	const limit = 5 * time.Millisecond
	fastest := time.Hour // the fastest of several tries, because other programs may delay some
	for range 20 {
		begin := time.Now()
		open(t, log, id)
		fastest = min(fastest, time.Since(begin))
	}
	if t.Logf("opened in %v", fastest); fastest > 4*limit { // the race detector slows the test
		t.Errorf("opening the room took %v, want %v", fastest, limit)
	}
	if r.N() != n || r.Held() > room.SnapshotInterval {
		t.Errorf("the replica ends at %d and holds %d entries", r.N(), r.Held())
	}
	whole := stateAt(t, series)
	s := r.State()
	if string(s.Snapshot()) != string(whole.Snapshot()) {
		t.Errorf("the room is %+v, the fold of its log %+v", s, whole)
	}
}

// keep stores the snapshot of a state, and waits until the log has it.
func (c *countingLog) keep(t *testing.T, id room.ID, s *room.State) {
	t.Helper()
	if err := c.KeepSnapshot(t.Context(), id, s.N, s.Snapshot()); err != nil {
		t.Fatal(err)
	}
	for {
		_, entries, err := c.Tail(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if entries[0].N == s.N {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// The writer keeps a snapshot after every room.SnapshotInterval entries.
func TestKeepsSnapshots(t *testing.T) {
	log, now := &countingLog{Store: storetest.Open(t)}, start
	executor := play.Executor{Log: log, Now: func() time.Time { now = now.Add(time.Second); return now }}
	r := play.NewReplica("room")
	send := func(i int, do room.Action) {
		t.Helper()
		c := room.Command{ID: fmt.Sprint(i), By: "ana", Seen: r.N(), Do: do}
		if _, err := executor.Play(t.Context(), r, c); err != nil {
			t.Fatal(err)
		}
	}
	send(0, room.Create{Variant: "tictactoe", Self: true, First: 1})
	for i := 1; i <= room.SnapshotInterval; i++ {
		var next room.Action = room.PlayAgain{}
		s := r.State()
		if s.Phase == room.PhasePlaying {
			next = room.Move{Move: s.Position.FormatMove(s.Position.Moves(nil)[0])}
		}
		send(i, next)
	}
	awaitSnapshot(t, log, "room", room.SnapshotInterval-1)
	if opened := open(t, log, "room"); opened.N() != r.N() || opened.Held() != 2 {
		t.Errorf("the opened replica ends at entry %d and holds %d entries", opened.N(), opened.Held())
	}
}

// actionOf returns the action that led to an event of storetest.Series, after the first.
func actionOf(ev room.Event) room.Action {
	if moved, ok := ev.(room.Moved); ok {
		return room.Move{Move: moved.Move}
	}
	return room.PlayAgain{}
}

// A command that is sent again is never carried out twice, even if the replica begins after its
// entry. It is acknowledged with its number or, beyond room.CommandWindow, refused as stale.
func TestCommandsBeforeTheSnapshot(t *testing.T) {
	const n = 2200
	log, id, _ := longRoom(t, n)
	executor := play.Executor{Log: log}
	send := func(number, seen uint64, do room.Action) (uint64, error) {
		c := room.Command{ID: fmt.Sprintf("c%d", number), By: storetest.SeriesPlayer, Seen: seen, Do: do}
		return executor.Play(t.Context(), open(t, log, id), c)
	}
	entries := storetest.Series(t, id, n)
	for _, number := range []uint64{n, n - 150, n - room.CommandWindow + 1} {
		if got, err := send(number, number-1, actionOf(entries[number-1].Event)); got != number || err != nil {
			t.Errorf("command %d sent again: got number %d, error %v", number, got, err)
		}
	}
	for _, seen := range []uint64{0, 5, n - room.CommandWindow - 1} {
		if got, err := send(seen+1, seen, room.Rename{Name: "Ana"}); seen > 0 && !errors.Is(err, room.ErrStale) {
			t.Errorf("command %d sent again: got number %d, error %v", seen+1, got, err)
		}
	}
	if got, err := send(1, 0, room.Create{Variant: "tictactoe", Self: true, First: 1}); got != 1 || err != nil {
		t.Errorf("Create sent again: got number %d, error %v", got, err)
	}
	if _, err := send(9999, 0, room.Create{Variant: "tictactoe", Self: true, First: 1}); !errors.Is(err, room.ErrExists) {
		t.Errorf("another Create: %v", err)
	}
	if _, err := send(9999, n-150, room.Rename{Name: "Ana"}); err != nil {
		t.Errorf("a new command from a player who has not seen the last 150 entries: %v", err)
	}
	if r := open(t, log, id); r.N() != n+1 {
		t.Errorf("the room ends at entry %d", r.N())
	}
}

// A snapshot that does not fit the log is ignored: the log was rewound, or another version
// of this program has written the snapshot.
func TestSnapshotThatDoesNotFit(t *testing.T) {
	const n = 450
	log, id, series := longRoom(t, n)
	other := stateAt(t, series[:400])
	other.Digest = "0123456789abcdef"
	for name, spoiled := range map[string][]byte{
		"another version": []byte(`{"version":99}`),
		"another place":   stateAt(t, series[:399]).Snapshot(),
		"another history": other.Snapshot(),
	} {
		t.Run(name, func(t *testing.T) {
			if err := log.KeepSnapshot(t.Context(), id, 400, spoiled); err != nil {
				t.Fatal(err)
			}
			r := open(t, log, id)
			want := stateAt(t, series)
			s := r.State()
			if string(s.Snapshot()) != string(want.Snapshot()) {
				t.Errorf("the state is %+v, want %+v", s, want)
			}
		})
	}
}

// stateAt returns the fold of entries.
func stateAt(t *testing.T, entries []room.Entry) *room.State {
	t.Helper()
	s := &room.State{}
	for _, e := range entries {
		if err := s.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// BenchmarkOpen opens a room of 60 entries. It prints how much longer a room of 19,980 entries
// takes, with and without a snapshot.
func BenchmarkOpen(b *testing.B) {
	long, longID, _ := longRoom(b, 19_980)
	short, shortID, _ := longRoom(b, 60)
	measure := func(log storage.Log, id room.ID) (took time.Duration) {
		begin := time.Now()
		open(b, log, id)
		return time.Since(begin)
	}
	var base, snapshot, whole time.Duration
	b.ReportAllocs()
	for b.Loop() {
		base += measure(short, shortID)
		snapshot += measure(long, longID)
		b.StopTimer()
		whole += measure(withoutSnapshots{long}, longID)
		b.StartTimer()
	}
	b.ReportMetric(float64(snapshot)/float64(base), "long/short")
	b.ReportMetric(float64(whole)/float64(base), "whole/short")
	b.ReportMetric(float64(snapshot.Microseconds())/float64(b.N), "µs-long/op")
}

// withoutSnapshots is a store without snapshots, as in older versions.
type withoutSnapshots struct{ storage.Log }

func (w withoutSnapshots) Tail(ctx context.Context, id room.ID) ([]byte, []room.Entry, error) {
	entries, err := w.Read(ctx, id, 0, storage.All)
	return nil, entries, err
}

func (w withoutSnapshots) KeepSnapshot(context.Context, room.ID, uint64, []byte) error { return nil }
