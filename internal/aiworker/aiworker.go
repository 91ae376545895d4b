// Package aiworker plays the turns of AIs and analyses positions.
//
// It promises:
//
//   - A worker answers each job that it has taken, finds it stale, or hands it back. If the
//     store is away, the lease of the job expires. If the search fails, the worker gives the
//     job up, and the deadline of the room queues it again.
//   - A worker plays through play.Executor, as people do: the log refuses a reply that is
//     late, repeated or illegal.
//   - A position that makes the search panic ends neither the process nor the game.
//   - A worker needs no hub and no other worker. Any number of workers share a queue.
//
// One turn: Queue.Take leases a job, which is a room and the number of the entry that made
// the position. The worker reads the room. If it has kept the room in memory, the last entries
// that come with the job suffice (replicas.go). It searches at the level of the AI's seat
// (answer.go) and plays the move. With the reply the store removes the job, and hands out the
// next quick turn.
//
// Each lane of the queue has its own loops (lanes.go). Slow turns use the slots. Quick turns
// have as many loops without a slot: they take milliseconds and wait for no search. Slots
// that no slow turn needs play AI against AI and analyse positions (analysis.go). These
// searches give way to a slow turn at once (gate.go). An analysis ends when nobody wants the
// answer any more. If a slow turn or the end of the worker interrupts an analysis, the worker
// hands the question back with the answer so far.
//
// A turn that has waited in the queue is searched for less time, so an overloaded
// worker falls behind less.
package aiworker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// Store is the part of a store that a worker needs.
type Store interface {
	storage.Clock
	storage.Log
	storage.Queue
	storage.Questions
}

// Config configures a worker.
type Config struct {
	Store Store

	// Observer is called for each entry that the worker stores; may be nil.
	Observer play.Observer

	// Name identifies this run of the process: a restarted worker needs a new name. Not empty.
	Name string

	// Concurrency is how many slow turns, turns of AI against AI and analyses are searched at
	// once, at least 1. Each keeps one core busy. Quick turns come on top.
	Concurrency int

	// Engine searches; nil: the worker makes its own.
	Engine *minimax.Engine

	// Retention is how long the log of a finished room is kept, the same as for the hubs;
	// room.DefaultRetention if 0.
	Retention time.Duration

	Log      *slog.Logger
	Registry prometheus.Registerer
}

const (
	// storePause is how long a worker waits after the store has failed.
	storePause = 500 * time.Millisecond

	// awayPause separates outages: a failure belongs to the outage of the failure before it
	// if at most awayPause has passed between them.
	awayPause = 10 * time.Second

	// drainLimit is how long a worker that is shutting down may finish its turn before it
	// hands the turn back.
	drainLimit = 3 * time.Second

	// adviceValueBudget is the minimum time for the search for the value of the advised move.
	adviceValueBudget = 300 * time.Millisecond

	// storeTimeout bounds the calls of the store for one job.
	storeTimeout = 5 * time.Second
)

type worker struct {
	Config
	executor play.Executor
	gate     *gate
	origins  *origins
	engine   searcher
	replicas *replicas
	metrics  *metrics

	analysisBudget time.Duration // analysisBudget, or longer in tests

	failedMu sync.Mutex
	failedAt time.Time // when the store last failed
}

func newWorker(cfg Config) *worker {
	if cfg.Engine == nil {
		cfg.Engine = minimax.NewEngine(minimax.DefaultTableBytes)
	}
	return &worker{
		Config:         cfg,
		executor:       play.Executor{Observer: cfg.Observer, Now: cfg.Store.Now, Retention: cfg.Retention},
		gate:           newGate(cfg.Concurrency),
		origins:        newOrigins(cfg.Concurrency),
		engine:         cfg.Engine,
		analysisBudget: analysisBudget,
		replicas:       newReplicas(cachedEntries),
		metrics:        newMetrics(cfg.Registry, cfg.Concurrency),
	}
}

// Run works until ctx ends, and returns when the jobs in progress are finished or handed
// back.
func Run(ctx context.Context, cfg Config) { newWorker(cfg).run(ctx) }

func (w *worker) run(ctx context.Context) {
	var all sync.WaitGroup
	for i := range w.Concurrency {
		all.Go(func() { w.quickLoop(ctx, fmt.Sprintf("%s-quick-%d", w.Name, i)) })
		all.Go(func() { w.slowLoop(ctx, fmt.Sprintf("%s-%d", w.Name, i)) })
		all.Go(func() { w.machineLoop(ctx, fmt.Sprintf("%s-machine-%d", w.Name, i)) })
	}
	for i := range max(1, w.Concurrency-1) { // of several slots one is left for turns
		all.Go(func() { w.analyseLoop(ctx, fmt.Sprintf("%s-analyst-%d", w.Name, i)) })
	}
	all.Wait()
}

// Ready returns nil if at least one shard of the store answers, and the clock of this
// machine is right. Otherwise the error is storage.ErrClockDiffers or that of the store.
func Ready(ctx context.Context, store Store) error {
	if err := storage.CheckClock(store); err != nil {
		return err
	}
	_, err := store.Pending(ctx)
	return storage.IgnorePartial(err)
}

// idle waits storePause after the store has failed. All slots together log an outage once.
func (w *worker) idle(ctx context.Context, err error) {
	if ctx.Err() != nil {
		return
	}
	w.failedMu.Lock()
	begins := time.Since(w.failedAt) > awayPause
	w.failedAt = time.Now()
	w.failedMu.Unlock()
	if begins {
		w.Log.Warn("cannot take a job", "error", err)
	}
	pause(ctx, storePause)
}

// handle answers a job. The job's context ends drainLimit after ctx, and at once when pass ends.
func (w *worker) handle(ctx, pass context.Context, name string, job storage.Job) {
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(pass, cancel)()
	defer context.AfterFunc(ctx, func() {
		pause(work, drainLimit)
		cancel()
	})()
	stop := w.renew(work, name, job)
	replying := &replyLog{Log: w.Store, queue: w.Store, worker: name, job: job}
	err := w.survive(panicInTurn, func() error { return w.answer(work, job, replying) }, "room", job.Room, "n", job.N)
	stop()

	storeCtx, cancelStore := context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
	defer cancelStore()
	switch {
	case replying.stored:
		return
	case err == nil:
		err = w.Store.Done(storeCtx, job)
	case work.Err() != nil:
		err = w.Store.Return(storeCtx, name, job)
	case errors.Is(err, room.ErrTooNew):
		// Another waiting worker gets the job at once. This worker pauses, so that a
		// newer one takes it.
		w.Log.Warn("turn left to a newer worker", "room", job.Room, "n", job.N, "error", err)
		err = w.Store.Leave(storeCtx, name, job)
		pause(ctx, storePause)
	case storage.IsAway(err), errors.Is(err, room.ErrBusy):
		w.metrics.failures.Inc()
		w.Log.Warn("turn not played, it is taken again", "room", job.Room, "n", job.N, "error", err)
		pause(ctx, storePause)
		return
	default:
		// The turn would fail again and delay other turns. The room's deadline queues it again.
		w.metrics.failures.Inc()
		w.Log.Error("turn given up", "room", job.Room, "n", job.N, "error", err)
		err = w.Store.Done(storeCtx, job)
	}
	if err != nil {
		// The lease of the job expires. If its turn was played, the next worker finds the
		// job stale.
		w.Log.Warn("job not removed", "room", job.Room, "n", job.N, "error", err)
	}
}

// renew renews the lease of the job until stop is called.
func (w *worker) renew(ctx context.Context, name string, job storage.Job) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var renewing sync.WaitGroup
	renewing.Go(func() {
		for pause(ctx, storage.JobRenewal) {
			if err := w.Store.Renew(ctx, name, job); err != nil && ctx.Err() == nil {
				w.Log.Debug("job not kept", "room", job.Room, "error", err)
			}
		}
	})
	return func() { cancel(); renewing.Wait() }
}

// pause waits for d. It reports whether ctx is still alive.
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
