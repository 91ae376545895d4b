package redisdb

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"strings"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room/ledger"
)

var (
	//go:embed commit.lua
	luaCommit    string
	scriptCommit = redis.NewScript(luaCommit)
)

// Commit implements ledger.Driver.
func (s *shard) Commit(ctx context.Context, batches ...*ledger.Batch) (failed []int, err error) {
	return s.groups.Commit(ctx, batches)
}

// run carries out a group. The context of one caller must not end the calls of the others; the
// timeouts of the client bound them all.
func (s *shard) run(group []*ledger.Call) {
	ctx := context.Background()
	args := s.buffer.fill(s.prefix, group, s.db.wait)
	reply, err := s.db.do(ctx, s.prefix, args...)
	if redis.HasErrorPrefix(err, "NOSCRIPT") {
		args[0], args[1] = "eval", luaCommit
		reply, err = s.db.do(ctx, s.prefix, args...)
	}
	results, _ := reply.([]any)
	if n := bytes.Count(s.buffer.kinds, []byte{';'}); err == nil && len(results) < n {
		err = fmt.Errorf("commit.lua returned %d of %d results", len(results), n)
	}
	s.buffer.clear()
	var unpublished []ledger.Op
	for _, c := range group {
		failure := err
		if err == nil {
			failure = setResults(c, results)
			results = results[len(c.Batches):]
			if s.db.wait {
				unpublished = append(unpublished, published(c)...)
			}
		}
		c.Answer(wrap(ctx, failure))
	}
	s.publish(ctx, unpublished)
}

// setResults sets the results of the call's batches, and returns the error of one of them.
func setResults(c *ledger.Call, results []any) (err error) {
	for i := range c.Batches {
		switch r := results[i].(type) {
		case int64:
			c.Failed[i] = int(r)
		case string:
			c.Failed[i], err = -1, batchError(r)
		}
	}
	return err
}

// published returns what the batches that were carried out publish.
func published(c *ledger.Call) (ops []ledger.Op) {
	for i, b := range c.Batches {
		if c.Failed[i] != 0 {
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
func (a *arguments) fill(prefix string, group []*ledger.Call, quiet bool) []any {
	for _, c := range group {
		for _, b := range c.Batches {
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
	if cap(a.words) > 100*ledger.MaxGroup {
		*a = arguments{}
		return
	}
	clear(a.ops)
	clear(a.words)
	a.ops, a.kinds, a.words, a.args = a.ops[:0], a.kinds[:0], a.words[:0], a.args[:0]
}
