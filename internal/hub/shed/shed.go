// Package shed watches how full the store is, and decides what the hub no longer stores, so
// that games in progress can always continue.
//
// It promises:
//
//   - From 80 % on, the hub does not store what is cheap to lose: imports, emotes, and
//     records of games that one player plays on both seats.
//   - From 90 % on, the hub also stores no new room, no rematch, and nothing else that
//     a game can do without.
//   - Moves and the ends of games are never refused.
//
// The store is full when Redis has reached maxmemory, or when the volume of the file has no
// space left. If a Redis has no maxmemory, nothing is shed.
package shed

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/quatre/quatre/internal/hub/lifecycle"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

const (
	// interval is how often the store is asked, timeout how long it may take to answer.
	interval = 5 * time.Second
	timeout  = 2 * time.Second

	// hysteresis is how far the used part must fall below a mark before the mark no longer
	// applies.
	hysteresis = 0.02

	// retry is how long a client is asked to wait before it repeats a refused request.
	retry = time.Minute
)

// The marks: the used part of the store, 0 to 1.
const (
	low  = 0.8
	full = 0.9
)

// level is what the hub does not store.
type level int32

const (
	nothing  level = iota
	cheap          // imports, emotes, records of games against oneself
	newGames       // also new rooms and rematches
)

// String returns the level as the log names it.
func (l level) String() string {
	return [...]string{"nothing", "imports, emotes and records of games against oneself", "new rooms and rematches too"}[l]
}

// Shedder decides what is stored. Its methods are safe for concurrent use.
type Shedder struct {
	store storage.StatusReporter
	tasks *lifecycle.Tasks
	log   *slog.Logger
	level atomic.Int32
}

// New returns a Shedder at the level nothing.
func New(store storage.StatusReporter, tasks *lifecycle.Tasks, log *slog.Logger) *Shedder {
	return &Shedder{store: store, tasks: tasks, log: log}
}

// Start calls Look at intervals, until the context of the tasks ends.
func (s *Shedder) Start() { s.tasks.Every(interval, s.Look) }

// Look asks the store how full it is and sets the level. If the store does not answer, the level
// stays.
func (s *Shedder) Look() {
	ctx, cancel := context.WithTimeout(s.tasks.Context(), timeout)
	defer cancel()
	if st, err := s.store.Status(ctx); err == nil {
		s.set(used(st))
	}
}

// set notes the used part of the store, and logs a change of level.
func (s *Shedder) set(part float64) {
	was := level(s.level.Load())
	is := nothing
	for l, mark := range map[level]float64{cheap: low, newGames: full} {
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
		s.log.Info("the store has room again: everything is stored", "used", part)
	} else {
		s.log.Error("the store is almost full", "used", part, "not stored", is.String())
	}
}

// used returns the used part of the space that a store may use, 0 to 1.
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
	if emote || is == newGames && step.Cost > 0 {
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
