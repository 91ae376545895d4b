package redislog

import (
	"context"
	_ "embed"
	"slices"
	"sync"

	"github.com/redis/go-redis/v9"
)

// The scripts. Each file says what its keys, arguments and replies are.
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
	//go:embed lua/beat.lua
	luaBeat string
	//go:embed lua/announce.lua
	luaAnnounce string
	//go:embed lua/announced.lua
	luaAnnounced string
	//go:embed lua/bury.lua
	luaBury string
	//go:embed lua/take.lua
	luaTake string
	//go:embed lua/keep.lua
	luaKeep string
	//go:embed lua/return.lua
	luaReturn string
	//go:embed lua/done.lua
	luaDone string
	//go:embed lua/tidy.lua
	luaTidy string
	//go:embed lua/questions.lua
	luaQuestions string
	//go:embed lua/known.lua
	luaKnown string
	//go:embed lua/ask.lua
	luaAsk string
	//go:embed lua/take_question.lua
	luaTakeQuestion string
	//go:embed lua/keep_question.lua
	luaKeepQuestion string
	//go:embed lua/return_question.lua
	luaReturnQuestion string
	//go:embed lua/publish.lua
	luaPublish string

	scriptAppend  = redis.NewScript(luaEntry + luaEffects + luaAppend)
	scriptFollow  = redis.NewScript(luaEntry + luaFollow)
	scriptRestore = redis.NewScript(luaEffects + luaRestore)
	scriptTouch   = redis.NewScript(luaEffects + luaTouch)
	scriptDelete  = redis.NewScript(luaDelete)
	scriptTake    = redis.NewScript(luaTake)
	scriptKeep    = redis.NewScript(luaKeep)
	scriptReturn  = redis.NewScript(luaReturn)
	scriptDone    = redis.NewScript(luaDone)
	scriptTidy    = redis.NewScript(luaTidy)

	scriptBeat      = redis.NewScript(luaBeat)
	scriptAnnounce  = redis.NewScript(luaPresence + luaAnnounce)
	scriptAnnounced = redis.NewScript(luaPresence + luaAnnounced)
	scriptBury      = redis.NewScript(luaPresence + luaBury)

	scriptKnown          = redis.NewScript(luaQuestions + luaKnown)
	scriptAsk            = redis.NewScript(luaQuestions + luaAsk)
	scriptTakeQuestion   = redis.NewScript(luaQuestions + luaTakeQuestion)
	scriptKeepQuestion   = redis.NewScript(luaQuestions + luaKeepQuestion)
	scriptReturnQuestion = redis.NewScript(luaQuestions + luaReturnQuestion)
	scriptPublish        = redis.NewScript(luaQuestions + luaPublish)
)

// maxBatch bounds the scripts of one pipeline, so that the first of them does
// not wait long for the last.
const maxBatch = 256

// batcher lets scripts of concurrent callers share pipelines: while one is
// under way, those who come gather for the next. A caller who is alone waits
// for nobody.
//
// With 64 writers it stores 1.5 times as many entries a second as one round
// trip for each (19,600 with appendfsync always; 1.2 times, 32,200, with
// everysec), measured by BenchmarkAppend on two cores shared with Redis, over
// the loopback interface. Over a network the round trips weigh more.
type batcher struct {
	client redis.UniversalClient
	wg     sync.WaitGroup // the goroutine that sends, when there is one

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

func newBatcher(client redis.UniversalClient) *batcher { return &batcher{client: client} }

// run runs a script and returns its reply. If ctx ends first, it returns its
// error, and the script may be run all the same.
func (b *batcher) run(ctx context.Context, script *redis.Script, keys []string, args ...any) (any, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c := &call{script: script, keys: keys, args: args, done: make(chan struct{})}
	b.mu.Lock()
	b.waiting = append(b.waiting, c)
	if !b.sending {
		b.sending = true
		b.wg.Go(b.send)
	}
	b.mu.Unlock()
	select {
	case <-c.done:
		return c.reply, wrap(context.Background(), c.err)
	case <-ctx.Done():
		b.forget(c)
		return nil, ctx.Err()
	}
}

// forget drops a call that has not been sent yet: during an outage those who
// come later must not wait behind callers who have gone.
func (b *batcher) forget(c *call) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = slices.DeleteFunc(b.waiting, func(w *call) bool { return w == c })
}

// send sends until nobody waits.
func (b *batcher) send() {
	for {
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

// exec runs the scripts of a batch by their hashes, and those that the server
// does not know by their text, from which it learns them.
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

// pipeline evaluates calls in one pipeline and returns those whose script the
// server does not know.
func (b *batcher) pipeline(calls []*call, eval evaluation) (unknown []*call) {
	// Not the callers' contexts: one of them must not end the others' wait. The
	// client's timeouts bound it.
	ctx := context.Background()
	pipe := b.client.Pipeline()
	cmds := make([]*redis.Cmd, len(calls))
	for i, c := range calls {
		cmds[i] = eval(c.script, ctx, pipe, c.keys, c.args...)
	}
	_, _ = pipe.Exec(ctx) // each command has its error
	for i, c := range calls {
		c.reply, c.err = cmds[i].Result()
		if redis.HasErrorPrefix(c.err, "NOSCRIPT") {
			unknown = append(unknown, c)
			uncount(c.args)
		}
	}
	return unknown
}

// wait blocks until nothing is under way.
func (b *batcher) wait() { b.wg.Wait() }
