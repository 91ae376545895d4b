// Package shed watches how full the store is, and says what the hub gives up so that games
// in progress can always be played on.
//
// It promises:
//
//   - From Config.Low on nothing is stored that is cheap to lose: imports, emotes, and records
//     of games that one player plays on both seats.
//   - From Config.Full on no room and no rematch is stored either, nor anything else that a
//     game can do without.
//   - A move, and the end of a game, is never refused.
//
// The store is full when Redis has reached maxmemory, or when the volume of the file has no
// space left. If a Redis has no maxmemory, nothing is shed.
package shed

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/hub/lifecycle"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

const (
	// interval is how often the store is asked, timeout how long it may take to answer.
	interval = 5 * time.Second
	timeout  = 2 * time.Second

	// hysteresis is how far the store must be below a mark before the mark is left.
	hysteresis = 0.02

	// retry is after how long a client may ask again for what was refused.
	retry = time.Minute
)

// The marks if Config has none.
const (
	DefaultLow  = 0.8
	DefaultFull = 0.9
)

// Config is what a Shedder is made of.
type Config struct {
	Store storage.StatusReporter

	// Low and Full are the marks: the used part of the store, 0 to 1.
	Low, Full float64

	Tasks    *lifecycle.Tasks
	Log      *slog.Logger
	Registry prometheus.Registerer
}

// level is what the hub gives up.
type level int32

const (
	nothing level = iota
	cheap         // what is cheap to lose
	newer         // also what would begin
)

// String returns the level as the log names it.
func (l level) String() string {
	return [...]string{"nothing", "imports, emotes and games against oneself", "new rooms and rematches too"}[l]
}

// Shedder decides what is stored. Its methods are safe for concurrent use.
type Shedder struct {
	cfg   Config
	level atomic.Int32
}

// New returns a Shedder that gives up nothing yet.
func New(cfg Config) *Shedder {
	s := &Shedder{cfg: cfg}
	cfg.Registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "quatre_hub_shedding",
		Help: "What the hub does not store because the store is almost full: 0 nothing, " +
			"1 imports, emotes and games against oneself, 2 new rooms and rematches too.",
	}, func() float64 { return float64(s.level.Load()) }))
	return s
}

// Start asks the store from time to time, until the context of Config.Tasks ends.
func (s *Shedder) Start() {
	s.cfg.Tasks.Every(interval, s.Look)
}

// Look asks the store once. If it does not answer, the level stays.
func (s *Shedder) Look() {
	ctx, cancel := context.WithTimeout(s.cfg.Tasks.Context(), timeout)
	defer cancel()
	if st, err := s.cfg.Store.Status(ctx); err == nil {
		s.set(used(st))
	}
}

// set notes the used part of the store, and logs a change of level.
func (s *Shedder) set(part float64) {
	was := level(s.level.Load())
	is := nothing
	for l, mark := range map[level]float64{cheap: s.cfg.Low, newer: s.cfg.Full} {
		if was >= l {
			mark -= hysteresis
		}
		if part >= mark {
			is = max(is, l)
		}
	}
	if s.level.Swap(int32(is)) == int32(is) {
		return
	}
	if is == nothing {
		s.cfg.Log.Info("the store has room again: everything is stored", "used", part)
	} else {
		s.cfg.Log.Error("the store is almost full", "used", part, "not stored", is.String())
	}
}

// used returns the used part of what a store may use.
func used(st storage.Status) float64 {
	switch m, f := st.Memory, st.File; {
	case m != nil && m.Limit > 0:
		return float64(m.Used) / float64(m.Limit)
	case f != nil && f.Volume != nil:
		return float64(f.Size) / float64(max(1, f.Size+f.Volume.Free))
	}
	return 0
}

// Admit is play.Executor.Admit.
func (s *Shedder) Admit(step *room.Step) error {
	is := level(s.level.Load())
	if is == nothing {
		return nil
	}
	if r := step.Effects.Record; r != nil && r.SelfPlay() {
		step.Effects.Record = nil
	}
	_, emote := step.Entry.Event.(room.Emoted)
	if emote || is == newer && step.Cost > 0 {
		return errFull
	}
	return nil
}

// AdmitImport returns an error if no games can be imported now.
func (s *Shedder) AdmitImport() error {
	if level(s.level.Load()) == nothing {
		return nil
	}
	return errFull
}

var errFull = &wire.Later{Failure: wire.FailStoreFull, Wait: retry}
