package ledger

import (
	"context"
	"runtime"
	"slices"
	"sync"
)

// MaxGroup is the greatest number of batches in a group of several calls. A database does nothing else
// meanwhile.
const MaxGroup = 256

// Groups carries out calls of Driver.Commit, many at a time: those that arrive while a group is
// carried out are the next one (group commit: DeWitt et al., Implementation Techniques for Main
// Memory Database Systems, 1984). So a call that is alone does not wait.
type Groups struct {
	run func(group []*Call)

	mu      sync.Mutex
	waiting []*Call
	running bool
	closed  bool
	runs    sync.WaitGroup
}

// Call is a call of Commit.
type Call struct {
	Batches []*Batch
	Failed  []int // the results, which run sets
	err     error
	done    chan struct{}
}

// Answer ends the call. An error stands for all results.
func (c *Call) Answer(err error) {
	c.err = err
	close(c.done)
}

// Published returns the operations of the batches that were carried out that publish their A.
func (c *Call) Published() (ops []Op) {
	for i, b := range c.Batches {
		if c.Failed[i] != 0 {
			continue
		}
		for _, op := range b.Do {
			if op.Kind == Append || op.Kind == Publish {
				ops = append(ops, op)
			}
		}
	}
	return ops
}

// NewGroups returns Groups whose groups are carried out by run, one after the other. run must answer
// each call of its group.
func NewGroups(run func(group []*Call)) *Groups { return &Groups{run: run} }

// Commit is like Driver.Commit.
func (g *Groups) Commit(ctx context.Context, batches []*Batch) (failed []int, err error) {
	if err := ctx.Err(); err != nil || len(batches) == 0 {
		return nil, err
	}
	c := &Call{Batches: batches, Failed: make([]int, len(batches)), done: make(chan struct{})}
	if err := g.queue(c); err != nil {
		return nil, err
	}
	select {
	case <-c.done:
		return c.Failed, c.err
	case <-ctx.Done():
		g.forget(c)
		return nil, ctx.Err()
	}
}

func (g *Groups) queue(c *Call) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return ErrClosed
	}
	g.waiting = append(g.waiting, c)
	if !g.running {
		g.running = true
		g.runs.Go(g.runAll)
	}
	return nil
}

// forget drops a call that is in no group yet, because its caller has given up. During an outage
// later calls must not wait for such calls.
func (g *Groups) forget(c *Call) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting = slices.DeleteFunc(g.waiting, func(w *Call) bool { return w == c })
}

// Waiting returns how many calls wait, and whether a group is being carried out.
func (g *Groups) Waiting() (n int, running bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.waiting), g.running
}

// Close makes later calls fail, and waits for the earlier ones.
func (g *Groups) Close() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	g.runs.Wait()
}

// runAll carries out groups until no call waits.
func (g *Groups) runAll() {
	for {
		runtime.Gosched() // goroutines that can run may bring more calls
		group := g.next()
		if group == nil {
			return
		}
		g.run(group)
	}
}

// next takes the next group.
func (g *Groups) next() []*Call {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := 0
	for size := 0; n < len(g.waiting) && (n == 0 || size+len(g.waiting[n].Batches) <= MaxGroup); n++ {
		size += len(g.waiting[n].Batches)
	}
	if n == 0 {
		g.running, g.waiting = false, nil
		return nil
	}
	group := g.waiting[:n:n]
	g.waiting = g.waiting[n:]
	return group
}
