package redislog_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// BenchmarkExchange stores a person's move with a job, takes the job, and stores the reply: with
// one call that also removes the job, or with a call for each step. It prints the CPU time of Redis
// for each exchange.
func BenchmarkExchange(b *testing.B) {
	want := storage.Want{Lanes: []room.Lane{room.LaneQuick}}
	for _, steps := range []string{"reply", "separate"} {
		b.Run(steps, func(b *testing.B) {
			server := redistest.New(b)
			s := open(b, server.URL())
			defer closeStore(b, s)
			answer := func(w *writer, job storage.Job) error {
				fx := room.Effects{ListUnchanged: true, List: room.Playing, Due: time.Now().Add(time.Hour)}
				if steps == "reply" {
					_, err := s.Reply(b.Context(), sealNext(b, w), fx, storage.Answered{Worker: "w", Job: job, Next: &want})
					return err
				}
				if _, err := s.Read(b.Context(), w.id, w.n-1); err != nil {
					return err
				}
				if err := s.Append(b.Context(), w.id, sealNext(b, w), fx); err != nil {
					return err
				}
				return s.Done(b.Context(), job)
			}
			rooms := make([]*writer, 50)
			for i := range rooms {
				rooms[i] = &writer{id: room.ID(fmt.Sprint("room", i))}
			}
			before, i := redisCPU(b, server), 0
			for b.Loop() {
				w := rooms[i%len(rooms)]
				i++
				fx := room.Effects{
					ListUnchanged: true, List: room.Playing, Due: time.Now().Add(time.Minute),
					Job: true, Lane: room.LaneQuick, Owner: "ann",
				}
				if err := s.Append(b.Context(), w.id, sealNext(b, w), fx); err != nil {
					b.Fatal(err)
				}
				job, err := s.Take(b.Context(), "w", want)
				if err == nil {
					err = answer(w, job)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((redisCPU(b, server)-before).Microseconds())/float64(i), "redis-µs/op")
		})
	}
}

// sealNext returns the next entry of w, which then counts as stored.
func sealNext(b *testing.B, w *writer) room.Entry {
	e := w.seal(b)
	w.n, w.last = e.N, e.Digest
	return e
}

// redisCPU returns the CPU time that a server has used.
func redisCPU(b *testing.B, server *redistest.Server) time.Duration {
	b.Helper()
	info, err := server.Do("INFO", "cpu")
	if err != nil {
		b.Fatal(err)
	}
	var used time.Duration
	for line := range strings.Lines(info) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		if name == "used_cpu_sys" || name == "used_cpu_user" {
			seconds, err := strconv.ParseFloat(value, 64)
			if err != nil {
				b.Fatal(err)
			}
			used += time.Duration(seconds * float64(time.Second))
		}
	}
	return used
}
