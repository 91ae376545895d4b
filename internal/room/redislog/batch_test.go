package redislog

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Appends that share a call are stored or refused one by one: neither a damaged log nor a conflict
// keeps the others from being stored.
func TestJoinedAppendsFailAlone(t *testing.T) {
	server := redistest.New(t)
	s, err := Open(t.Context(), server.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	damaged := s.shardOf("damaged").log("damaged")
	if err := s.client.Set(t.Context(), damaged, "not a stream", 0).Err(); err != nil {
		t.Fatal(err)
	}
	e := (&logBuilder{}).next(t)
	var calls []*call
	for _, id := range []room.ID{"damaged", "good", "good", "other"} {
		a, err := s.newAppend(id, e, unchanged)
		if err != nil {
			t.Fatal(err)
		}
		calls = append(calls, &call{script: a.script, keys: a.keys, args: append(a.args, ""), done: make(chan struct{})})
	}
	newBatcher(sender{client: s.client}).exec(calls)
	if got := wrap(t.Context(), calls[0].err); got == nil || errors.Is(got, storage.ErrUnavailable) {
		t.Errorf("the append to a damaged log: error %v, want one that lasts", got)
	}
	for i, want := range []any{stored, storedBefore, stored} {
		if c := calls[i+1]; c.reply != want || c.err != nil {
			t.Errorf("append %d: reply %v, error %v, want reply %v", i+1, c.reply, c.err, want)
		}
	}
}

// BenchmarkAppend lets 64 writers append, each to its own room: first with a round trip for
// each append, then through the batcher. It reports how many times as fast the batcher is.
func BenchmarkAppend(b *testing.B) {
	for _, fsync := range []string{"always", "everysec"} {
		b.Run(fsync, func(b *testing.B) {
			server := redistest.New(b, "--appendfsync", fsync)
			s, err := Open(b.Context(), server.URL())
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			direct := func(ctx context.Context, script *redis.Script, keys []string, args ...any) (any, error) {
				return script.Run(ctx, s.client, keys, args...).Result()
			}
			var alone, batched time.Duration
			round := 0
			for b.Loop() {
				round++
				alone += appendAll(b, fmt.Sprintf("alone-%d", round), benchWriters, s.appendWith(direct))
				batched += appendAll(b, fmt.Sprintf("batched-%d", round), benchWriters, s.appendWith(s.batches.run))
			}
			b.ReportMetric(float64(alone)/float64(batched), "times-as-fast")
			b.ReportMetric(float64(round*benchWriters*benchAppends)/batched.Seconds(), "appends/s")
		})
	}
}

const benchWriters, benchAppends = 64, 20

type runner func(ctx context.Context, script *redis.Script, keys []string, args ...any) (any, error)

// appendWith returns a function like Append that runs its script with run, for rooms without
// watchers.
func (s *Store) appendWith(run runner) appender {
	return func(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) error {
		a, err := s.newAppend(id, e, fx)
		if err != nil {
			return err
		}
		return replyError(run(ctx, a.script, a.keys, append(a.args, "")...))
	}
}

type appender func(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) error

func appendAll(b *testing.B, name string, writers int, store appender) time.Duration {
	var entries []room.Entry
	last := ""
	for n := range benchAppends {
		e, err := room.Seal(last, uint64(n+1), time.UnixMilli(1), "somebody", "command", room.Moved{Seat: 1, Move: "4", MS: 1234})
		if err != nil {
			b.Fatal(err)
		}
		entries, last = append(entries, e), e.Digest
	}
	begin := time.Now()
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			id := room.ID(fmt.Sprintf("%s-%d", name, w))
			for _, e := range entries {
				if err := store(b.Context(), id, e, room.Effects{Due: time.UnixMilli(5), List: room.Playing}); err != nil {
					b.Errorf("append: %v", err)
					return
				}
			}
		})
	}
	wg.Wait()
	return time.Since(begin)
}

// TestCallersShareAPipeline delays the first pipeline, and counts the pipelines of the calls
// that start meanwhile.
func TestCallersShareAPipeline(t *testing.T) {
	server := redistest.New(t)
	s, err := Open(t.Context(), server.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	hook := &pipelines{entered: make(chan struct{}, 10), release: make(chan struct{})}
	s.client.AddHook(hook)
	var wg sync.WaitGroup
	touch := func(i int) {
		wg.Go(func() {
			if err := s.Touch(t.Context(), room.ID(fmt.Sprintf("r%d", i)), 0, room.Effects{}); err != nil {
				t.Errorf("Touch: %v", err)
			}
		})
	}
	touch(0)
	<-hook.entered
	for i := range 50 {
		touch(i + 1)
	}
	for waiting := 0; waiting < 50; {
		s.batches.all.mu.Lock()
		waiting = len(s.batches.all.waiting)
		s.batches.all.mu.Unlock()
	}
	close(hook.release)
	wg.Wait()
	s.batches.wait()
	hook.mu.Lock()
	defer hook.mu.Unlock()
	// A new server does not know the script, so the first pipeline is sent twice.
	if got := fmt.Sprint(hook.sizes); got != "[1 1 50]" {
		t.Fatalf("the pipelines had %s scripts, want [1 1 50]", got)
	}
}

// pipelines counts the scripts in each pipeline, and delays the first.
type pipelines struct {
	entered, release chan struct{}

	mu    sync.Mutex
	sizes []int
}

func (p *pipelines) DialHook(next redis.DialHook) redis.DialHook          { return next }
func (p *pipelines) ProcessHook(next redis.ProcessHook) redis.ProcessHook { return next }
func (p *pipelines) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		p.mu.Lock()
		p.sizes = append(p.sizes, len(cmds))
		p.mu.Unlock()
		p.entered <- struct{}{}
		<-p.release
		return next(ctx, cmds)
	}
}
