package redisdb

import (
	"fmt"
	"sync"
	"syscall"
	"testing"

	"github.com/quatre/quatre/internal/redistest"
)

// BenchmarkCommit lets writers append at once, each to its own log, which this process watches or
// not. It reports the time of an append divided by the number of writers, and the processor time
// that it costs this process.
func BenchmarkCommit(b *testing.B) {
	for _, watching := range []bool{false, true} {
		for _, n := range []int{1, 50, 500} {
			b.Run(fmt.Sprintf("watched=%v/writers=%d", watching, n), func(b *testing.B) {
				db := open(b, redistest.New(b, "--appendfsync", "everysec").URL())
				b.Cleanup(func() { closeDB(b, db) })
				appendAll(b, db, n, watching)
			})
		}
	}
}

// BenchmarkWait does the same with a replica on this machine and wait=1.
func BenchmarkWait(b *testing.B) {
	for _, n := range []int{1, 64} {
		b.Run(fmt.Sprintf("writers=%d", n), func(b *testing.B) {
			master, _ := newPair(b)
			appendAll(b, openWaiting(b, master.URL()), n, false)
		})
	}
}

func appendAll(b *testing.B, db *DB, n int, watching bool) {
	writers := make([]*writer, n)
	for i := range writers {
		writers[i] = &writer{shard: db.Shards()[0], log: fmt.Sprint("r", i)}
		if watching {
			stop, err := writers[i].shard.Watch(b.Context(), writers[i].log, func(string) {})
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(stop)
		}
	}
	before := processorTime(b)
	b.ResetTimer()
	var wg sync.WaitGroup
	for i, w := range writers {
		wg.Go(func() {
			for range (b.N + n - 1 - i) / n {
				if err := w.append(b.Context()); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	b.ReportMetric(float64(processorTime(b)-before)/float64(b.N), "cpu-ns/op")
}

// processorTime returns the processor time of this process in nanoseconds.
func processorTime(b *testing.B) int64 {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		b.Fatal(err)
	}
	return r.Utime.Nano() + r.Stime.Nano()
}
