package redislog

import (
	"context"
	_ "embed"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/redis/go-redis/v9"
)

// The header of each script describes its keys, arguments and replies.
var (
	//go:embed lua/effects.lua
	luaEffects string
	//go:embed lua/entry.lua
	luaEntry string
	//go:embed lua/append.lua
	luaAppend string
	//go:embed lua/follow.lua
	luaFollow string
	//go:embed lua/restore.lua
	luaRestore string
	//go:embed lua/touch.lua
	luaTouch string
	//go:embed lua/delete.lua
	luaDelete string
	//go:embed lua/presence.lua
	luaPresence string
	//go:embed lua/heartbeat.lua
	luaHeartbeat string
	//go:embed lua/announce.lua
	luaAnnounce string
	//go:embed lua/present.lua
	luaPresent string
	//go:embed lua/reap_holder.lua
	luaReapHolder string
	//go:embed lua/take.lua
	luaTake string
	//go:embed lua/renew.lua
	luaRenew string
	//go:embed lua/return.lua
	luaReturn string
	//go:embed lua/done.lua
	luaDone string
	//go:embed lua/adopt.lua
	luaAdopt string
	//go:embed lua/fair.lua
	luaFair string
	//go:embed lua/turns.lua
	luaTurns string
	//go:embed lua/watched.lua
	luaWatched string
	//go:embed lua/asleep.lua
	luaAsleep string
	//go:embed lua/questions.lua
	luaQuestions string
	//go:embed lua/cached.lua
	luaCached string
	//go:embed lua/ask.lua
	luaAsk string
	//go:embed lua/take_question.lua
	luaTakeQuestion string
	//go:embed lua/renew_question.lua
	luaRenewQuestion string
	//go:embed lua/return_question.lua
	luaReturnQuestion string
	//go:embed lua/publish.lua
	luaPublish string

	luaJobs = luaFair + luaTurns

	scriptAppend  = redis.NewScript(luaEntry + luaJobs + luaWatched + luaEffects + luaAppend)
	scriptFollow  = redis.NewScript(luaEntry + luaFollow)
	scriptRestore = redis.NewScript(luaJobs + luaWatched + luaEffects + luaRestore)
	scriptTouch   = redis.NewScript(luaJobs + luaWatched + luaEffects + luaTouch)
	scriptDelete  = redis.NewScript(luaJobs + luaDelete)
	scriptTake    = redis.NewScript(luaJobs + luaTake)
	scriptRenew   = redis.NewScript(luaTurns + luaRenew)
	scriptReturn  = redis.NewScript(luaJobs + luaReturn)
	scriptDone    = redis.NewScript(luaJobs + luaDone)
	scriptAdopt   = redis.NewScript(luaJobs + luaAdopt)

	scriptHeartbeat  = redis.NewScript(luaWatched + luaHeartbeat)
	scriptAnnounce   = redis.NewScript(luaWatched + luaPresence + luaAnnounce)
	scriptPresent    = redis.NewScript(luaWatched + luaPresence + luaPresent)
	scriptReapHolder = redis.NewScript(luaWatched + luaPresence + luaReapHolder)
	scriptAsleep     = redis.NewScript(luaWatched + luaAsleep)

	scriptCached         = redis.NewScript(luaFair + luaQuestions + luaCached)
	scriptAsk            = redis.NewScript(luaFair + luaQuestions + luaAsk)
	scriptTakeQuestion   = redis.NewScript(luaFair + luaQuestions + luaTakeQuestion)
	scriptRenewQuestion  = redis.NewScript(luaFair + luaQuestions + luaRenewQuestion)
	scriptReturnQuestion = redis.NewScript(luaFair + luaQuestions + luaReturnQuestion)
	scriptPublish        = redis.NewScript(luaFair + luaQuestions + luaPublish)
)

// maxBatch is the greatest number of scripts in one pipeline. The callers of a pipeline wait
// until its last script has run.
const maxBatch = 256

// followArgs is the number of arguments of scriptFollow for one entry.
const followArgs = 5

// batcher lets scripts of concurrent callers share pipelines. While one pipeline is under way,
// it gathers new scripts for the next pipeline. If none is under way, it sends a script at once.
type batcher struct {
	sender sender
	wg     sync.WaitGroup // counts the goroutine that sends, 0 or 1

	mu      sync.Mutex
	waiting []*call
	sending bool
}

// call is one script to run.
type call struct {
	script *redis.Script
	keys   []string
	args   []any
	reply  any
	err    error
	done   chan struct{} // closed when reply or err is set
}

func newBatcher(s sender) *batcher { return &batcher{sender: s} }

// run runs a script and returns its reply. If ctx ends first, run returns the error of ctx, and
// the script may still run.
func (b *batcher) run(ctx context.Context, script *redis.Script, keys []string, args ...any) (any, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c := b.start(script, keys, args...)
	select {
	case <-c.done:
		return c.reply, wrap(context.Background(), c.err)
	case <-ctx.Done():
		b.forget(c)
		return nil, ctx.Err()
	}
}

// start queues a script for the next pipeline, and does not wait for the reply.
func (b *batcher) start(script *redis.Script, keys []string, args ...any) *call {
	c := &call{script: script, keys: keys, args: args, done: make(chan struct{})}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = append(b.waiting, c)
	if !b.sending {
		b.sending = true
		b.wg.Go(b.send)
	}
	return c
}

// forget drops a call that has not been sent yet, because its caller has given up. During an
// outage later calls must not wait for such calls.
func (b *batcher) forget(c *call) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = slices.DeleteFunc(b.waiting, func(w *call) bool { return w == c })
}

// send sends until no call waits.
func (b *batcher) send() {
	for {
		runtime.Gosched() // goroutines that can run may start more calls, which fill the pipeline
		b.mu.Lock()
		n := min(len(b.waiting), maxBatch)
		if n == 0 {
			b.sending = false
			b.waiting = nil
			b.mu.Unlock()
			return
		}
		batch := b.waiting[:n:n]
		b.waiting = b.waiting[n:]
		b.mu.Unlock()
		b.exec(batch)
	}
}

// exec runs the scripts of a batch by their hashes. If the server does not know some of the
// scripts, exec then sends their text, which the server keeps.
func (b *batcher) exec(batch []*call) {
	unknown := b.pipeline(batch, (*redis.Script).EvalSha)
	if len(unknown) > 0 {
		b.pipeline(unknown, (*redis.Script).Eval)
	}
	for _, c := range batch {
		close(c.done)
	}
}

type evaluation func(s *redis.Script, ctx context.Context, c redis.Scripter, keys []string, args ...any) *redis.Cmd

// pipeline evaluates calls in one pipeline. It returns the calls whose script the server does
// not know.
func (b *batcher) pipeline(calls []*call, eval evaluation) (unknown []*call) {
	// The context of one caller must not end the calls of other callers. The timeouts of the
	// client bound all calls.
	ctx := context.Background()
	pipe, err := b.sender.pipeline(ctx, calls[0].keys[0])
	if err != nil {
		for _, c := range calls {
			c.err = err
		}
		return nil
	}
	cmds := addCommands(ctx, pipe, calls, eval)
	failure, doubt := b.sender.exec(ctx, pipe, calls[0].keys[0])
	for _, cmd := range cmds {
		reply, err := cmd.Result()
		switch {
		case reply == nil && err == nil:
			// The command was not sent, because Redis refused the connection, for example because
			// of a wrong password. A script that returns nil has the error redis.Nil.
			err = failure
		case err == nil:
			err = doubt
		}
		if redis.HasErrorPrefix(err, "NOSCRIPT") {
			unknown = append(unknown, cmd.calls...)
		}
		cmd.answer(reply, err)
	}
	for _, c := range unknown {
		uncount(c.args)
	}
	return unknown
}

// batched is a command of a pipeline. It carries one call, or all calls of scriptFollow.
type batched struct {
	*redis.Cmd
	calls []*call
}

// addCommands adds commands for calls to a pipeline.
func addCommands(ctx context.Context, pipe redis.Pipeliner, calls []*call, eval evaluation) []batched {
	cmds := make([]batched, 0, len(calls))
	var follow []*call
	for _, c := range calls {
		if c.script == scriptFollow {
			follow = append(follow, c)
		} else {
			cmds = append(cmds, batched{eval(c.script, ctx, pipe, c.keys, c.args...), []*call{c}})
		}
	}
	if len(follow) == 0 {
		return cmds
	}
	keys, args := make([]string, 0, len(follow)), make([]any, 0, followArgs*len(follow))
	for _, c := range follow {
		keys, args = append(keys, c.keys...), append(args, c.args...)
	}
	return append(cmds, batched{eval(scriptFollow, ctx, pipe, keys, args...), follow})
}

// answer sets reply and err of the calls of a command. The calls of scriptFollow share an answer.
func (b batched) answer(reply any, err error) {
	replies, _ := reply.([]any)
	for i, c := range b.calls {
		switch {
		case err != nil || c.script != scriptFollow:
			c.reply, c.err = reply, err
		case len(replies) != len(b.calls):
			c.err = fmt.Errorf("redislog: malformed reply %v of follow.lua", reply)
		default:
			c.reply, c.err = replies[i], nil
			if text, failed := replies[i].(string); failed {
				c.err = followError(text)
			}
		}
	}
}

// followError is the error of one entry in a call of scriptFollow. It implements redis.Error. The
// script returns it as text because go-redis loses the rest of an array after some errors.
type followError string

func (e followError) Error() string { return string(e) }

// RedisError implements redis.Error.
func (followError) RedisError() {}

// wait blocks until no call is under way.
func (b *batcher) wait() { b.wg.Wait() }
