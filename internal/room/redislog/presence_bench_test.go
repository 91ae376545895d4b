package redislog

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// benchRooms is the number of rooms of the hub. It announces benchAnnouncing of them at the same
// time.
const benchRooms, benchAnnouncing = 5000, 256

// BenchmarkRenewal renews the presence of 5,000 rooms: with a heartbeat, and for
// comparison with an announcement of each room, one after another.
func BenchmarkRenewal(b *testing.B) {
	s, calls := openCounted(b)
	announceEach(b, s, benchAnnouncing)
	var each, beat measured
	rounds := 0.0
	for b.Loop() {
		rounds++
		each.add(calls, func() { announceEach(b, s, 1) })
		beat.add(calls, func() { beatOnce(b, s) })
	}
	b.ReportMetric(float64(each.calls)/rounds, "calls-by-room")
	b.ReportMetric(float64(beat.calls)/rounds, "calls-by-beat")
	b.ReportMetric(float64(each.took.Microseconds())/rounds, "µs-by-room")
	b.ReportMetric(float64(beat.took.Microseconds())/rounds, "µs-by-beat")
	b.ReportMetric(float64(each.took)/float64(beat.took), "times-as-fast")
}

// BenchmarkAnnounce announces 5,000 rooms, as after an outage, one after another
// and many at once.
func BenchmarkAnnounce(b *testing.B) {
	s, calls := openCounted(b)
	var one, many measured
	for b.Loop() {
		beatOnce(b, s)
		one.add(calls, func() { announceEach(b, s, 1) })
		many.add(calls, func() { announceEach(b, s, benchAnnouncing) })
	}
	b.ReportMetric(float64(one.took)/float64(many.took), "times-as-fast")
	b.ReportMetric(many.took.Seconds()*1000/float64(b.N), "ms-at-once")
}

// measured is a number of script calls and the time that they took.
type measured struct {
	calls int64
	took  time.Duration
}

func (m *measured) add(calls *counted, do func()) {
	before, begin := calls.n.Load(), time.Now()
	do()
	m.calls, m.took = m.calls+calls.n.Load()-before, m.took+time.Since(begin)
}

func openCounted(b *testing.B) (*Store, *counted) {
	b.Helper()
	now := time.Now() // stands still, so that no heartbeat expires during the announcements
	s, err := Open(b.Context(), redistest.New(b).URL(), WithClock(func() time.Time { return now }))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	calls := new(counted)
	s.client.AddHook(calls)
	beatOnce(b, s)
	return s, calls
}

func beatOnce(b *testing.B, s *Store) {
	b.Helper()
	if _, err := s.Heartbeat(b.Context(), "hub"); err != nil {
		b.Fatal(err)
	}
}

// announceEach announces every room, atOnce of them at a time.
func announceEach(b *testing.B, s *Store, atOnce int) {
	here := storage.RoomPresence{Seats: [2]storage.SeatConn{{Conn: "abcdefghijkl", Since: 1_700_000_000_000_000}, {Conn: "mnopqrstuvwx", Since: 1_700_000_000_000_001}}}
	queue := make(chan room.ID, benchRooms)
	for i := range benchRooms {
		queue <- room.ID(fmt.Sprintf("room-%d", i))
	}
	close(queue)
	var wg sync.WaitGroup
	for range atOnce {
		wg.Go(func() {
			for id := range queue {
				if err := s.Announce(b.Context(), id, "hub", here); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
}

// counted counts the commands of pipelines.
type counted struct{ n atomic.Int64 }

func (c *counted) DialHook(next redis.DialHook) redis.DialHook          { return next }
func (c *counted) ProcessHook(next redis.ProcessHook) redis.ProcessHook { return next }
func (c *counted) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		c.n.Add(int64(len(cmds)))
		return next(ctx, cmds)
	}
}
