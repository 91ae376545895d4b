package redislog_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// BenchmarkAppendWatched appends moves to one room that this process watches, one after
// another.
func BenchmarkAppendWatched(b *testing.B) {
	for _, watchers := range []int{0, 1, 8} {
		b.Run(fmt.Sprintf("watchers=%d", watchers), func(b *testing.B) {
			s := open(b, redistest.New(b).URL())
			defer closeStore(b, s)
			told := make(chan uint64, 1<<16)
			for range watchers {
				stop, err := s.Watch(b.Context(), "a", func(n storage.Notice) {
					if n.Entry != nil {
						told <- n.Entry.N
					}
				})
				if err != nil {
					b.Fatal(err)
				}
				defer stop()
			}
			n, last := uint64(0), ""
			for b.Loop() {
				n++
				e, err := room.Seal(last, n, time.UnixMilli(1), "ana", "c", room.Moved{Seat: 1, Move: "4"})
				if err != nil {
					b.Fatal(err)
				}
				last = e.Digest
				fx := room.Effects{List: room.Playing, ListUnchanged: true, DueUnchanged: true}
				if err := s.Append(b.Context(), "a", e, fx); err != nil {
					b.Fatal(err)
				}
				for len(told) > 0 {
					<-told
				}
			}
		})
	}
}
