// Package storemetrics measures a store, and what a process stores in it, for Prometheus.
// docs/operate/metrics.md describes every metric.
//
// It promises:
//
//   - Wrap does not change what a store does. Errors pass unchanged.
//   - No client chooses the value of a label.
//   - Stores with the same registry share their metrics, so a hub that runs workers has one set.
//
// How it works: Wrap has the store report the calls of its database (calls.go). The Store that
// Wrap returns is the play.Observer of the process's executors (games.go, turns.go). At each
// scrape of Prometheus, a collector asks the store for the values of gauges (survey.go).
package storemetrics

import (
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// Store is a measured store. It is also the play.Observer of the process's executors.
type Store struct {
	storage.Store

	games *games
	turns *turns
}

var _ play.Observer = (*Store)(nil)

// Wrap measures store in reg.
func Wrap(store storage.Store, reg prometheus.Registerer) *Store {
	if s, ok := store.(interface{ Observe(ledger.Observer) }); ok {
		s.Observe(newCalls(reg))
	}
	s := &Store{Store: store, games: newGames(reg)}
	// All Stores with this registry share one survey.
	s.turns = Register(reg, &survey{store, newTurns(reg)}).turns
	return s
}

// Register registers c and returns it. If a collector with the same metrics is already
// registered, Register returns the registered one instead.
func Register[C prometheus.Collector](reg prometheus.Registerer, c C) C {
	err := reg.Register(c)
	if already, ok := errors.AsType[prometheus.AlreadyRegisteredError](err); ok {
		return already.ExistingCollector.(C)
	}
	if err != nil {
		panic(err) // a programming error, which shows when the process starts
	}
	return c
}

// NewCounters returns a registered counter for each value of a label. All of them are exported
// from the start, as 0.
func NewCounters(reg prometheus.Registerer, name, help, label string, values ...string) *prometheus.CounterVec {
	c := sharedCounters(reg, name, help, label)
	for _, v := range values {
		c.WithLabelValues(v)
	}
	return c
}

// sharedCounters returns counters that may be registered already.
func sharedCounters(reg prometheus.Registerer, name, help string, labels ...string) *prometheus.CounterVec {
	return Register(reg, prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels))
}

// Panics returns the counters of panics that a process survived, by what it was doing. A hub with
// workers has one set.
func Panics(reg prometheus.Registerer) *prometheus.CounterVec {
	return sharedCounters(reg, "quatre_panics_total", "Panics survived: mistakes of this program, each in the log with its stack.", "work")
}

// NewHistograms returns a registered histogram for each value of a label, with the buckets of Native.
// All of them are exported from the start. They may be registered already.
func NewHistograms(reg prometheus.Registerer, name, help string, buckets []float64, label string, values ...string) *prometheus.HistogramVec {
	c := Register(reg, prometheus.NewHistogramVec(Native(name, help, buckets), []string{label}))
	for _, v := range values {
		c.WithLabelValues(v)
	}
	return c
}

// Native returns the options of a histogram with native buckets, which grow by a factor
// of 1.1, and with classic buckets.
func Native(name, help string, buckets []float64) prometheus.HistogramOpts {
	return prometheus.HistogramOpts{
		Name: name, Help: help, Buckets: buckets,
		NativeHistogramBucketFactor:     1.1,
		NativeHistogramMaxBucketNumber:  100,
		NativeHistogramMinResetDuration: time.Hour,
	}
}

// Latencies are the bounds of classic buckets for latencies, in seconds. One is 150 ms, the
// objective for a move to reach the opponent.
var Latencies = []float64{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5}

// Stored implements play.Observer.
func (s *Store) Stored(_ room.ID, step room.Step) {
	s.games.stored(step.State, step.Entry)
	s.turns.stored(step.State, step.Entry)
}

// Touched implements play.Observer.
func (s *Store) Touched(id room.ID, state *room.State, fx room.Effects, now time.Time) {
	if fx.Job {
		s.turns.queuedBySweep(id, state, now)
	}
}
