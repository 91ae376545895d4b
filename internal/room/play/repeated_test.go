package play_test

import (
	"errors"
	"fmt"
	"runtime"
	"testing"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/storetest"
)

// A replica holds few entries of a long series. It knows the commands of the entries that it has
// dropped, and reads only the entry of a command that is sent again.
func TestHoldsFewEntries(t *testing.T) {
	const n = 3500
	log, id, series := longRoom(t, n)
	r := play.NewReplica(id)
	for _, e := range series {
		if !r.Apply(e) || r.Held() > 2*room.SnapshotInterval {
			t.Fatalf("entry %d: the replica ends at entry %d and holds %d entries", e.N, r.N(), r.Held())
		}
	}
	if !r.Apply(series[3]) {
		t.Error("the replica does not know an entry that it has dropped")
	}
	executor := play.Executor{Log: log}
	for _, c := range []struct {
		name         string
		number, seen uint64
		do           room.Action
		want         uint64
		err          error
		read         int64 // entries, at most
	}{
		{"sent again", n - 900, n - 901, actionOf(series[n-901].Event), n - 900, nil, 1},
		{"another with its ID", n - 900, n - 901, room.Rename{Name: "Ana"}, 0, room.ErrIDUsed, 1},
		{"sent again, too late", n - 1100, n - 1101, actionOf(series[n-1101].Event), 0, room.ErrStale, 0},
		{"new", n + 1, n - 900, room.Rename{Name: "Ana"}, n + 1, nil, 0},
	} {
		log.entries.Store(0)
		command := room.Command{ID: fmt.Sprintf("c%d", c.number), By: storetest.SeriesPlayer, Seen: c.seen, Do: c.do}
		got, err := executor.Play(t.Context(), r, command)
		if got != c.want || !errors.Is(err, c.err) || log.entries.Load() > c.read {
			t.Errorf("%s: number %d, error %v, %d entries read", c.name, got, err, log.entries.Load())
		}
	}
}

// A replica that began with a snapshot reads the commands before it once, however often a client
// sends commands that may be in there.
func TestReadsEarlierCommandsOnce(t *testing.T) {
	const n = 2200
	log, id, _ := longRoom(t, n)
	r := open(t, log, id)
	log.entries.Store(0)
	executor := play.Executor{Log: log}
	for i := range 20 {
		c := room.Command{ID: fmt.Sprint(i), By: storetest.SeriesPlayer, Seen: n - 900, Do: room.Rename{Name: fmt.Sprint(i)}}
		if _, err := executor.Play(t.Context(), r, c); err != nil {
			t.Fatal(err)
		}
	}
	if read := log.entries.Load(); read > room.CommandWindow+1 || r.Held() > 2*room.SnapshotInterval {
		t.Errorf("%d entries were read, the replica holds %d", read, r.Held())
	}
}

// Commands before the snapshot are not searched in a log that was rewound meanwhile.
func TestEarlierCommandsOfARewoundLog(t *testing.T) {
	const n = 2200
	log, id, series := longRoom(t, n)
	r := open(t, log, id)
	if err := log.Delete(t.Context(), id, n); err != nil {
		t.Fatal(err)
	}
	if err := log.Restore(t.Context(), id, series[:n-400], room.Effects{}); err != nil {
		t.Fatal(err)
	}
	c := room.Command{ID: "new", By: storetest.SeriesPlayer, Seen: n - 900, Do: room.Rename{Name: "Ana"}}
	if _, err := (play.Executor{Log: log}).Play(t.Context(), r, c); !errors.Is(err, play.ErrRewound) || r.N() != n-400 {
		t.Errorf("error %v, and the replica ends at entry %d", err, r.N())
	}
}

// BenchmarkSeriesMemory prints what 50 rooms keep in memory after 300 games each: entries, and
// kilobytes for each room.
func BenchmarkSeriesMemory(b *testing.B) {
	const rooms, entries = 50, 300 * 9
	series := storetest.Series(b, "series", entries)
	for b.Loop() {
		before := heap()
		replicas := make([]*play.Replica, rooms)
		held := 0
		for i := range replicas {
			replicas[i] = play.NewReplica("series")
			for _, e := range series {
				replicas[i].Apply(copied(b, e))
			}
			held += replicas[i].Held()
		}
		b.ReportMetric(float64(held)/rooms, "entries/room")
		b.ReportMetric(float64(heap()-before)/1000/rooms, "kB/room")
		runtime.KeepAlive(replicas)
	}
}

// copied returns an entry as another process would receive it.
func copied(tb testing.TB, e room.Entry) room.Entry {
	c, err := room.DecodeEntry(append([]byte(nil), e.Raw()...))
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
