package redisdb

import (
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
	args, n := s.command(group)
	reply, err := s.do(ctx, args...)
	if redis.HasErrorPrefix(err, "NOSCRIPT") {
		args[0], args[1] = "eval", luaCommit
		reply, err = s.do(ctx, args...)
	}
	s.scratch.forget()
	results, _ := reply.([]any)
	if err == nil && len(results) < n {
		err = fmt.Errorf("commit.lua returned %d of %d results", len(results), n)
	}
	var unpublished []ledger.Op
	for _, c := range group {
		failure := err
		if err == nil {
			failure = setResults(c, results)
			results = results[len(c.Batches):]
			if s.db.wait {
				unpublished = append(unpublished, c.Published()...)
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

// batchError is the error of one batch. It implements redis.Error. The script returns it as text
// because go-redis loses the rest of an array after some errors.
type batchError string

func (e batchError) Error() string { return string(e) }

// RedisError implements redis.Error.
func (batchError) RedisError() {}

// quietly is the kind of an Append that commit.lua does not publish.
const quietly = 'q'

// scratch is the memory of a command. A shard uses it again for each command, so that a group costs
// few allocations.
type scratch struct {
	ops   []*ledger.Op
	kinds []byte
	words []string
	args  []any // pointers to words, since a string in an interface would cost an allocation
}

// command returns the command for a group, and how many batches the group has. With wait=1 the
// script publishes nothing.
func (s *shard) command(group []*ledger.Call) (args []any, batches int) {
	m := &s.scratch
	m.ops, m.kinds, m.words, m.args = m.ops[:0], m.kinds[:0], append(m.words[:0], s.prefix), m.args[:0]
	for _, c := range group {
		for _, b := range c.Batches {
			m.add(b.If, s.db.wait)
			m.add(b.Do, s.db.wait)
			m.kinds = append(m.kinds, ';')
			batches++
		}
	}
	var keys strings.Builder // the memory of all keys
	for _, op := range m.ops {
		from := keys.Len()
		keys.WriteString(s.prefix)
		keys.WriteString(op.Key)
		m.words = append(m.words, keys.String()[from:])
	}
	m.args = append(m.args, "evalsha", scriptCommit.Hash(), len(m.words))
	m.words = append(m.words, string(m.kinds))
	for _, op := range m.ops {
		m.words = append(m.words, op.A, op.B)
	}
	for i := range m.words {
		m.args = append(m.args, &m.words[i])
	}
	return m.args, batches
}

// forget lets go of what the command contained. It keeps the memory unless that is much.
func (m *scratch) forget() {
	if cap(m.words) > 100*ledger.MaxGroup {
		*m = scratch{}
	}
	clear(m.ops)
	clear(m.words)
}

func (m *scratch) add(ops []ledger.Op, quiet bool) {
	for i, op := range ops {
		switch {
		case quiet && op.Kind == ledger.Publish:
			continue
		case quiet && op.Kind == ledger.Append:
			op.Kind = quietly
		}
		m.ops, m.kinds = append(m.ops, &ops[i]), append(m.kinds, byte(op.Kind))
	}
}
