package hub

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/room"
)

const (
	// quietLimit is how long the store may say nothing, without failing either,
	// before that counts as an outage: it hangs, or this process does. While all is
	// well the sweep asks it every sweepInterval.
	quietLimit = 3 * time.Second

	// maxOutages bounds how many are remembered, for turns that have not been credited
	// yet: those in rooms that nobody had open when the store came back.
	maxOutages = 16
)

// outages are the times in which this hub could store nothing in a shard. Turns on a
// clock in its rooms are credited them: rooms that are open here as soon as the store is back, all
// others before a command is decided or a flag falls (room.Door).
//
// A clock that is set is no outage: as long as times come from time.Now, durations
// are those of the monotonic clock.
type outages struct {
	mu   sync.Mutex
	last moment        // when the store answered last; zero: before the hub runs
	away bool          // it has failed since
	over []room.Outage // the latest last; replaced as a whole

	// A store may answer questions and refuse to write: it is full, or a replica. Then
	// only what is written counts as an answer.
	wrote   moment // when it took a heartbeat or a command last
	refuses bool   // it has refused one since
}

// moment is a time by the clock of the rooms, which a test may set, and by that of
// the process.
type moment struct{ now, process time.Time }

func (h *Hub) moment() moment { return moment{h.cfg.Now(), time.Now()} }

// answered notes that the store answers at this moment, a question or something that
// was written. It reports whether an outage has ended with that.
func (o *outages) answered(at moment, written bool) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case written:
		o.wrote, o.refuses = at, false
	case o.refuses:
		return false
	}
	outage, on := o.open(at)
	if on {
		o.over = append(slices.Clip(o.over), outage)
		o.over = o.over[max(0, len(o.over)-maxOutages):]
	}
	o.last, o.away = at, false
	return on
}

// failed notes that the store does not answer.
func (o *outages) failed() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.away, o.refuses = true, false
}

// refused notes that a heartbeat was not taken, by a store that still answers: the
// outage began after the last thing that was written.
func (o *outages) refused() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.away && o.wrote != (moment{}) {
		o.last, o.away, o.refuses = o.wrote, true, true
	}
}

// list returns the outages, the latest last; of one that is not over the part up
// to now. It must not be changed.
func (o *outages) list(at moment) []room.Outage {
	o.mu.Lock()
	defer o.mu.Unlock()
	if outage, on := o.open(at); on {
		return append(slices.Clip(o.over), outage)
	}
	return o.over
}

// open returns the outage that is on. The caller holds mu.
func (o *outages) open(at moment) (room.Outage, bool) {
	lasts := at.now.Sub(o.last.now)
	well := !o.away && at.process.Sub(o.last.process) < quietLimit
	if o.last == (moment{}) || well || lasts < room.MinCredit {
		return room.Outage{}, false
	}
	return room.Outage{Since: at.now.Add(-lasts), Until: at.now}, true
}

// answers notes that the shard does, as answered. After an outage that nobody was told of
// its open rooms are read on, which credits them, as setUp does after others.
func (s *shard) answers(written bool) {
	if s.outages.answered(s.hub.moment(), written) && s.up.Load() {
		s.log.Warn("the store was slow to answer, or refused to write")
		for _, l := range s.rooms() {
			l.repair()
		}
	}
}

// knownOutages is room.Door.Outages.
func (h *Hub) knownOutages(id room.ID) []room.Outage {
	return h.shardOf(id).outages.list(h.moment())
}

// breakSilence asks for how long no hub was there before this one and those that
// started with it. It reports whether the shard has answered: before, no flag falls.
func (s *shard) breakSilence(ctx context.Context) bool {
	silence, err := s.hub.cfg.Store.LastDowntime(ctx, s.number)
	if err != nil {
		s.log.Debug("nothing known of the time before", "error", err)
		return false
	}
	if !silence.Until.IsZero() {
		s.outages.before(silence)
		for _, l := range s.rooms() {
			l.repair() // which credits it
		}
	}
	return true
}

// before notes an outage from before the hub ran.
func (o *outages) before(outage room.Outage) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.over = append([]room.Outage{outage}, o.over...)
}
