package aiworker

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/aiworker/values"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
)

// analysisBudget is how long one position is searched. The answer then is
// published as done, exact or not.
const analysisBudget = 10 * time.Second

// publishPause is the shortest time between two partial answers.
const publishPause = 200 * time.Millisecond

// Reasons to end an analysis before its budget is spent.
var (
	errPreempted = errors.New("aiworker: a slow turn needs the slot")
	errUnwanted  = errors.New("aiworker: nobody wants the answer any more")
)

// analyseLoop takes questions while a slot is free.
func (w *worker) analyseLoop(ctx context.Context, name string) {
	yieldCore()
	for w.gate.await(ctx) {
		task, err := w.Store.TakeQuestion(ctx, name)
		if err != nil {
			w.idle(ctx, err)
			continue
		}
		if work, leave, ok := w.gate.admit(ctx); ok {
			w.analyse(work, name, task)
			leave()
		} else {
			w.giveBack(ctx, name, task)
		}
	}
}

// analyse answers a question until all values are exact, the budget is spent, or ctx ends.
// If ctx ends, it hands the question back with the answer so far.
func (w *worker) analyse(ctx context.Context, name string, task storage.Task) {
	work, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	p := &publisher{worker: w, name: name, task: task, best: task.Known, news: make(chan struct{}, 1), cancel: cancel}
	if p.best != nil && p.best.Done { // answered by another worker meanwhile
		p.settle(ctx)
		return
	}
	var helpers sync.WaitGroup
	helpers.Go(func() { p.renew(work) })
	helpers.Go(func() { p.run(work) })
	start := time.Now()
	var found analysis.Answer
	err := w.survive(panicInAnalysis, func() error {
		pos, err := analysis.ReadPosition(task.Variant, task.Position, "")
		if err == nil {
			found, err = values.Analyse(work, w.engine, pos, w.analysisBudget, p.offer)
		}
		return err
	}, "variant", task.Variant, "position", task.Position)
	cause := context.Cause(work)
	cancel(nil)
	helpers.Wait()

	switch {
	case errors.Is(err, errPanicked):
		p.settle(ctx)
	case err == nil:
		p.offer(found)
		w.metrics.analysed(p.best.Exact(), time.Since(start))
		p.settle(ctx)
	case cause == nil:
		// The question would fail again. The store drops it when nobody asks any more.
		w.metrics.failures.Inc()
		w.Log.Error("question given up", "variant", task.Variant, "position", task.Position, "error", err)
		pause(ctx, storePause)
	case errors.Is(cause, errUnwanted):
		w.metrics.aborted.WithLabelValues("unwanted").Inc()
	default:
		reason := "live"
		if !errors.Is(cause, errPreempted) {
			reason = "shutdown"
		}
		w.metrics.aborted.WithLabelValues(reason).Inc()
		if p.fresh {
			p.publish(ctx, *p.best)
		}
		w.giveBack(ctx, name, task)
	}
}

func (w *worker) giveBack(ctx context.Context, name string, task storage.Task) {
	storeCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
	defer cancel()
	if err := w.Store.ReturnQuestion(storeCtx, name, task.Key()); err != nil {
		w.Log.Warn("question not handed back", "error", err) // another worker takes it when the lease expires
	}
}

// publisher publishes the answers of one analysis while it runs.
type publisher struct {
	*worker
	name   string
	task   storage.Task
	news   chan struct{} // holds a value while best is unpublished
	cancel context.CancelCauseFunc

	mu    sync.Mutex
	best  *analysis.Answer
	fresh bool // best is not in the store yet
}

// offer keeps an answer if it improves on the best one so far. It does not delay the search
// that calls it.
func (p *publisher) offer(a analysis.Answer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !a.Improves(p.best) {
		return
	}
	p.best, p.fresh = &a, true
	select {
	case p.news <- struct{}{}:
	default:
	}
}

// run publishes offered answers at intervals until ctx ends.
func (p *publisher) run(ctx context.Context) {
	for {
		select {
		case <-p.news:
		case <-ctx.Done():
			return
		}
		p.mu.Lock()
		best := *p.best
		p.fresh = false
		p.mu.Unlock()
		p.publish(ctx, best)
		if !pause(ctx, publishPause) {
			return
		}
	}
}

// settle publishes the best answer so far, or an empty one, as done, so that no worker
// searches the question again for a while.
func (p *publisher) settle(ctx context.Context) {
	var known analysis.Answer
	if p.best != nil {
		known = *p.best
	}
	known.Done = true
	p.publish(ctx, known)
}

func (p *publisher) publish(ctx context.Context, a analysis.Answer) {
	storeCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
	defer cancel()
	p.checkWanted(p.Store.Publish(storeCtx, p.name, p.task.Key(), a))
}

// renew renews the lease of the question until ctx ends.
func (p *publisher) renew(ctx context.Context) {
	for pause(ctx, storage.TaskRenewal) {
		p.checkWanted(p.Store.RenewQuestion(ctx, p.name, p.task.Key()))
	}
}

// checkWanted ends the search if err says that nobody wants the answer any more.
func (p *publisher) checkWanted(err error) {
	switch {
	case errors.Is(err, storage.ErrNotFound):
		p.cancel(errUnwanted)
	case err != nil && !errors.Is(err, context.Canceled):
		p.Log.Debug("question not kept or published", "error", err)
	}
}
