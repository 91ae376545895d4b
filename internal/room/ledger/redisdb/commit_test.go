package redisdb

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/redistest"
)

// TestCallersShareACall delays the first call of the script, and counts the calls for the batches
// that arrive meanwhile.
func TestCallersShareACall(t *testing.T) {
	db := open(t, redistest.New(t).URL())
	defer closeDB(t, db)
	s := db.shards[0]
	hook := &calls{entered: make(chan struct{}, 10), release: make(chan struct{})}
	db.client.AddHook(hook)
	var wg sync.WaitGroup
	start := func(i int) {
		wg.Go(func() {
			if err := (&writer{shard: s, log: fmt.Sprint("r", i)}).append(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	start(0)
	<-hook.entered
	for i := range 50 {
		start(i + 1)
	}
	redistest.Await(t, "the batches to wait", func() bool {
		n, _ := s.groups.Waiting()
		return n == 50
	})
	close(hook.release)
	wg.Wait()
	// A new server does not know the script, so the first call is sent twice.
	if got := fmt.Sprint(hook.sizes); got != "[1 1 50]" {
		t.Errorf("the calls had %s batches, want [1 1 50]", got)
	}
}

// calls counts the batches in each call, and delays the first.
type calls struct {
	entered, release chan struct{}
	sizes            []int
}

func (c *calls) DialHook(next redis.DialHook) redis.DialHook { return next }

func (c *calls) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		if cmd.Name() == "evalsha" || cmd.Name() == "eval" {
			keys, _ := cmd.Args()[2].(int)
			c.sizes = append(c.sizes, (keys-1)/3) // a batch of writer has three operations
			c.entered <- struct{}{}
			<-c.release
		}
		return next(ctx, cmd)
	}
}

func (c *calls) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}
