package redisdb

import (
	"context"
	_ "embed"
	"errors"
	"runtime"
	"slices"
	"strings"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room/ledger"
)

var (
	//go:embed commit.lua
	luaCommit    string
	scriptCommit = redis.NewScript(luaCommit)
)

// maxGroup is the greatest number of batches in one call of commit.lua. Redis does nothing else
// during a call.
const maxGroup = 256

// call is a call of Commit that waits, or a part of one.
type call struct {
	batches []*ledger.Batch // at most maxGroup
	failed  []int
	err     error
	done    chan struct{} // closed when failed or err is set
}

// Commit implements ledger.Driver.
func (s *shard) Commit(ctx context.Context, batches ...*ledger.Batch) (failed []int, err error) {
	for part := range slices.Chunk(batches, maxGroup) {
		results, err := s.commit(ctx, part)
		if err != nil {
			return nil, err
		}
		failed = append(failed, results...)
	}
	return failed, ctx.Err()
}

func (s *shard) commit(ctx context.Context, batches []*ledger.Batch) (failed []int, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c := &call{batches: batches, failed: make([]int, len(batches)), done: make(chan struct{})}
	if err := s.queue(c); err != nil {
		return nil, err
	}
	select {
	case <-c.done:
		return c.failed, wrap(context.Background(), c.err)
	case <-ctx.Done():
		s.forget(c)
		return nil, ctx.Err()
	}
}

// queue has a call sent with the next group.
func (s *shard) queue(c *call) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errClosed
	}
	s.waiting = append(s.waiting, c)
	if !s.sending {
		s.sending = true
		s.db.tasks.Go(s.send)
	}
	return nil
}

// forget drops a call that has not been sent yet, because its caller has given up. During an
// outage later calls must not wait for such calls.
func (s *shard) forget(c *call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting = slices.DeleteFunc(s.waiting, func(w *call) bool { return w == c })
}

// close makes later calls fail. The goroutine that sends ends when it has sent the earlier ones.
func (s *shard) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
}

// send sends until no call waits.
func (s *shard) send() {
	for {
		runtime.Gosched() // goroutines that can run may bring more calls, which share the round trip
		group := s.next()
		if group == nil {
			return
		}
		s.run(group)
	}
}

// next takes the next group.
func (s *shard) next() []*call {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for size := 0; n < len(s.waiting) && size+len(s.waiting[n].batches) <= maxGroup; n++ {
		size += len(s.waiting[n].batches)
	}
	if n == 0 {
		s.sending, s.waiting = false, nil
		return nil
	}
	group := s.waiting[:n:n]
	s.waiting = s.waiting[n:]
	return group
}

// run carries out a group. The context of one caller must not end the calls of the others; the
// timeouts of the client bound them all.
func (s *shard) run(group []*call) {
	ctx := context.Background()
	args := s.buffer.fill(s.prefix, group, s.db.wait)
	reply, err := s.db.do(ctx, s.prefix, args...)
	if redis.HasErrorPrefix(err, "NOSCRIPT") {
		args[0], args[1] = "eval", luaCommit
		reply, err = s.db.do(ctx, s.prefix, args...)
	}
	s.buffer.clear()
	results, _ := reply.([]any)
	var unpublished []ledger.Op
	for _, c := range group {
		if err != nil {
			c.err = err
		} else if results, err = c.finish(results); err == nil && s.db.wait {
			unpublished = append(unpublished, c.published()...)
		}
		close(c.done)
	}
	s.publish(ctx, unpublished)
}

// finish takes the results of the call's batches, and returns the others. err means that the reply
// is malformed.
func (c *call) finish(results []any) (others []any, err error) {
	if len(results) < len(c.batches) {
		c.err = errors.New("commit.lua returned too few results")
		return nil, c.err
	}
	for i := range c.batches {
		switch r := results[i].(type) {
		case int64:
			c.failed[i] = int(r)
		case string:
			c.failed[i], c.err = -1, batchError(r)
		}
	}
	return results[len(c.batches):], nil
}

// published returns what the batches that were carried out publish.
func (c *call) published() (ops []ledger.Op) {
	for i, b := range c.batches {
		if c.failed[i] != 0 {
			continue
		}
		for _, op := range b.Do {
			if op.Kind == ledger.Append {
				op.A = op.B
			} else if op.Kind != ledger.Publish {
				continue
			}
			ops = append(ops, op)
		}
	}
	return ops
}

// batchError is the error of one batch. It implements redis.Error. The script returns it as text
// because go-redis loses the rest of an array after some errors.
type batchError string

func (e batchError) Error() string { return string(e) }

// RedisError implements redis.Error.
func (batchError) RedisError() {}

// arguments are those of a call of commit.lua. A shard uses them again for each call, so that a
// group costs few allocations.
type arguments struct {
	ops   []ledger.Op
	kinds []byte
	words []string
	args  []any // pointers to words, since a string in an interface would cost an allocation
}

// quietly is the kind of an Append that commit.lua does not publish.
const quietly = 'q'

// fill returns the command for a group. If quiet is true the script publishes nothing.
func (a *arguments) fill(prefix string, group []*call, quiet bool) []any {
	for _, c := range group {
		for _, b := range c.batches {
			a.add(b.If, quiet)
			a.add(b.Do, quiet)
			a.kinds = append(a.kinds, ';')
		}
	}
	var keys strings.Builder // the memory of all keys
	a.words = append(a.words, prefix)
	for i := range a.ops {
		from := keys.Len()
		keys.WriteString(prefix)
		keys.WriteString(a.ops[i].Key)
		a.words = append(a.words, keys.String()[from:])
	}
	a.args = append(a.args, "evalsha", scriptCommit.Hash(), len(a.words))
	a.words = append(a.words, string(a.kinds))
	for i := range a.ops {
		a.words = append(a.words, a.ops[i].A, a.ops[i].B)
	}
	for i := range a.words {
		a.args = append(a.args, &a.words[i])
	}
	return a.args
}

func (a *arguments) add(ops []ledger.Op, quiet bool) {
	for _, op := range ops {
		if quiet && op.Kind == ledger.Publish {
			continue
		}
		if quiet && op.Kind == ledger.Append {
			op.Kind = quietly
		}
		a.ops = append(a.ops, op)
		a.kinds = append(a.kinds, byte(op.Kind))
	}
}

// clear empties a. It keeps the memory unless that is much.
func (a *arguments) clear() {
	if cap(a.words) > 100*maxGroup {
		*a = arguments{}
		return
	}
	clear(a.ops)
	clear(a.words)
	a.ops, a.kinds, a.words, a.args = a.ops[:0], a.kinds[:0], a.words[:0], a.args[:0]
}
