package filelog_test

import (
	"context"
	"fmt"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// BenchmarkMoves plays in many rooms at the same time. One of 24 moves ends a game, all others
// change only the log. It reports the CPU of the process for each move, and the moves a second.
func BenchmarkMoves(b *testing.B) {
	for _, rooms := range []int{50, 500} {
		b.Run(fmt.Sprintf("rooms=%d", rooms), func(b *testing.B) { benchmarkMoves(b, rooms) })
	}
}

func benchmarkMoves(b *testing.B, rooms int) {
	s := reopen(b, filepath.Join(b.TempDir(), "rooms.db"))
	defer closeStore(b, s)
	turns := make(chan struct{}, rooms)
	done := make(chan error, rooms)
	for i := range rooms {
		go func() { done <- playMoves(s, room.ID(fmt.Sprintf("r%d", i)), turns) }()
	}
	before, begin := processCPU(b), time.Now()
	for b.Loop() {
		turns <- struct{}{}
	}
	close(turns)
	for range rooms {
		if err := <-done; err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64((processCPU(b)-before).Microseconds())/float64(b.N), "cpu-µs/move")
	b.ReportMetric(float64(b.N)/time.Since(begin).Seconds(), "moves/s")
}

// playMoves appends an entry to a room for each turn.
func playMoves(s appender, id room.ID, turns <-chan struct{}) error {
	const movesOfGame = 24
	last, start := "", time.UnixMilli(1_700_000_000_000)
	for n := uint64(1); ; n++ {
		if _, ok := <-turns; !ok {
			return nil
		}
		e := seal(last, n)
		fx := room.Effects{List: room.Playing, Due: start.Add(time.Duration(n) * time.Second)}
		switch n % movesOfGame {
		case 0:
			fx.Record = &room.Record{
				Room: id, Game: int(n / movesOfGame), Variant: "connect4:7x6:4", Started: start, Ended: fx.Due,
				Players: [2]room.Player{{ID: room.PlayerID(id + "1")}, {ID: room.PlayerID(id + "2")}},
			}
		case 1:
		default:
			fx.ListUnchanged, fx.DueUnchanged = true, true
		}
		if err := s.Append(context.Background(), id, e, fx); err != nil {
			return err
		}
		last = e.Digest
	}
}

type appender interface {
	Append(context.Context, room.ID, room.Entry, room.Effects) error
}

// processCPU returns the CPU time that this process has used.
func processCPU(tb testing.TB) time.Duration {
	tb.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
