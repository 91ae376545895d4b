// Package aiworker answers for the seats that an AI holds.
//
// It promises that a job it has taken is answered, found to be of no interest
// any more, or handed back; and that it plays through the same door as people
// do, so that a late, doubled or wrong answer is refused by the room and never
// reaches a board. A position that makes the search panic costs neither the
// process nor the game (panic.go). Workers need no hub and know of no other
// worker: as many as one likes take from the same queue.
//
// The way of a job: Queue.Take gives a room and the number at which its turn
// began; the room is read, or read on if it is kept (replicas.go), the level in its
// seat searches, and the move goes through room.Door.Play; then the job is removed.
//
// In the slots that no turn needs it analyses positions that somebody wants to
// know about (analysis.go). It gives way to a turn at once (gate.go), stops when
// nobody wants the answer any more, and hands a question back with what it has
// found so far when it cannot finish it.
package aiworker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/time/rate"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/trace"
)

// Store is what a worker needs of a store.
type Store interface {
	storage.Log
	storage.Queue
	storage.Questions
}

// Config configures a worker.
type Config struct {
	Store Store

	// Observer is told what the worker has stored; nil: nobody is.
	Observer play.Observer

	// Name tells this process and this life of it from others; not empty.
	Name string

	// Concurrency is how many turns are searched at once, at least 1. Each keeps
	// one core busy.
	Concurrency int

	// Engine searches; one that shares nothing if nil.
	Engine *minimax.Engine

	// AnalysisBudget is how long one position is analysed; DefaultAnalysisBudget
	// if 0.
	AnalysisBudget time.Duration

	// Retention is how long a finished room's log stays, as the hubs have it;
	// room.DefaultRetention if 0.
	Retention time.Duration

	// CachedEntries is how many entries of rooms are kept between their turns, a
	// room itself counting as some; 0: each turn reads its room anew.
	CachedEntries int

	Log      *slog.Logger
	Registry prometheus.Registerer

	// Trace sends the way of each turn to a collector; nil: there is none.
	Trace *trace.Tracer
}

const (
	// storePause is how long a worker waits after the store did not answer.
	storePause = 500 * time.Millisecond

	// awayPause is the least time between two lines of the log that say so.
	awayPause = 10 * time.Second

	// drainLimit is how long a worker that was told to end may finish what it
	// has begun, before it hands it back.
	drainLimit = 3 * time.Second

	// adviceBudget is how long a suggestion is searched, and adviceValueBudget how
	// long at least what it is worth: whoever asks for help waits for it.
	adviceBudget      = time.Second
	adviceValueBudget = 300 * time.Millisecond

	// storeTimeout bounds one job's questions to the store.
	storeTimeout = 5 * time.Second
)

type worker struct {
	Config
	executor play.Executor
	gate     *gate
	engine   searcher
	replicas *replicas
	metrics  *metrics
	away     rate.Sometimes // what the log is told of a store that is
}

func newWorker(cfg Config) *worker {
	if cfg.AnalysisBudget == 0 {
		cfg.AnalysisBudget = DefaultAnalysisBudget
	}
	if cfg.Engine == nil {
		cfg.Engine = minimax.NewEngine(minimax.Options{})
	}
	kept := newReplicas(cfg.CachedEntries)
	return &worker{
		Config:   cfg,
		executor: play.Executor{Log: cfg.Trace.Log(cfg.Store), Observer: cfg.Observer, Retention: cfg.Retention},
		gate:     newGate(cfg.Concurrency),
		engine:   cfg.Engine, replicas: kept, metrics: newMetrics(cfg.Registry, cfg.Concurrency, kept),
		away: rate.Sometimes{Interval: awayPause},
	}
}

// Run works until ctx ends, and returns when the jobs in hand are finished or
// handed back.
func Run(ctx context.Context, cfg Config) { newWorker(cfg).run(ctx) }

func (w *worker) run(ctx context.Context) {
	var all sync.WaitGroup
	for i := range w.Concurrency {
		all.Go(func() { w.loop(ctx, fmt.Sprintf("%s-%d", w.Name, i)) })
	}
	for i := range analysts(w.Concurrency) {
		all.Go(func() { w.analyseLoop(ctx, fmt.Sprintf("%s-analyst-%d", w.Name, i)) })
	}
	all.Wait()
}

func (w *worker) loop(ctx context.Context, name string) {
	for ctx.Err() == nil {
		job, err := w.Store.Take(ctx, name)
		if err != nil {
			w.idle(ctx, err)
			continue
		}
		leave := w.gate.enter()
		w.handle(ctx, name, job)
		leave()
	}
}

// idle waits a moment, since the store has no work: it is away, unless the worker is to
// end. Each slot would say so twice a second.
func (w *worker) idle(ctx context.Context, err error) {
	if ctx.Err() != nil {
		return
	}
	w.away.Do(func() { w.Log.Warn("no work to be had", "error", err) })
	pause(ctx, storePause)
}

// handle answers a job. Its own context outlives ctx by drainLimit.
func (w *worker) handle(ctx context.Context, name string, job storage.Job) {
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() {
		pause(work, drainLimit)
		cancel()
	})()
	stop := w.keep(work, name, job)
	err := guard(func() error { return w.answer(work, job) })
	stop()
	w.hasPanicked(err, panicInTurn, "room", job.Room, "n", job.N)

	after, done := context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
	defer done()
	switch {
	case err == nil:
		err = w.Store.Done(after, job)
	case work.Err() != nil:
		w.metrics.returned.Inc()
		err = w.Store.Return(after, name, job)
	case errors.Is(err, room.ErrTooNew):
		// Whoever waits for a job has it at once; this worker takes a rest, so that it
		// is a newer one.
		w.metrics.returned.Inc()
		w.Log.Warn("turn left to a newer worker", "room", job.Room, "n", job.N, "error", err)
		err = w.Store.Return(after, name, job)
		pause(ctx, storePause)
	case storage.IsAway(err), errors.Is(err, room.ErrBusy):
		w.metrics.failures.Inc()
		w.Log.Warn("turn not played, it is taken again", "room", job.Room, "n", job.N, "error", err)
		pause(ctx, storePause)
		return
	default:
		// It would fail again, before the turns of others. The room's deadline queues
		// it anew.
		w.metrics.failures.Inc()
		w.Log.Error("turn given up", "room", job.Room, "n", job.N, "error", err)
		err = w.Store.Done(after, job)
	}
	if err != nil {
		// Taken again, it will be of no interest.
		w.Log.Warn("job not removed", "room", job.Room, "n", job.N, "error", err)
	}
}

// keep tells the queue that the job is in hand, until stop is called.
func (w *worker) keep(ctx context.Context, name string, job storage.Job) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var over sync.WaitGroup
	over.Go(func() {
		for pause(ctx, storage.JobRenewal) {
			if err := w.Store.Renew(ctx, name, job); err != nil && ctx.Err() == nil {
				w.Log.Debug("job not kept", "room", job.Room, "error", err)
			}
		}
	})
	return func() { cancel(); over.Wait() }
}

// pause reports whether ctx outlived it.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
