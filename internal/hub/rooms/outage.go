package rooms

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/room"
)

const (
	// silenceLimit is how long the store may give neither an answer nor an error. A longer
	// silence counts as an outage, because the store or this process hangs. The sweep asks
	// the store every sweepInterval.
	silenceLimit = 3 * time.Second

	// maxOutages bounds the outages that are remembered for rooms that nobody had open
	// when the store came back.
	maxOutages = 16
)

// outages are the times in which this hub could store nothing in a shard. Turns on a
// clock are credited for them: in open rooms as soon as the store is back, in other rooms
// before a command is decided or a flag falls (play.Executor).
//
// Setting the system clock is no outage: durations come from the monotonic clock.
type outages struct {
	mu     sync.Mutex
	answer moment        // when the store answered last; zero: not yet
	failed bool          // the store has failed to answer since
	past   []room.Outage // the earliest first; never changed in place, since list returns it

	elsewhere map[roomOutage]time.Time // the Elsewhere of outages, where it is known

	// A store that is full or read-only answers reads and refuses writes. Then only a
	// successful write counts as an answer.
	wrote   moment // when the store took a heartbeat or a command last
	refuses bool   // the store has refused a heartbeat since
}

// roomOutage identifies an outage, by its beginning, in a room.
type roomOutage struct {
	room  room.ID
	since time.Time
}

// moment is a time by the clock of the rooms, which a test may set, and by the clock of
// the process.
type moment struct{ now, process time.Time }

func (rs *Rooms) moment() moment { return moment{rs.cfg.Now(), time.Now()} }

// answered notes that the store has answered; written says that it has stored something. It
// reports whether an outage has ended.
func (o *outages) answered(at moment, written bool) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case written:
		o.wrote, o.refuses = at, false
	case o.refuses:
		return false
	}
	outage, ended := o.current(at)
	if ended {
		o.past = append(slices.Clip(o.past), outage)
		o.past = o.past[max(0, len(o.past)-maxOutages):]
		maps.DeleteFunc(o.elsewhere, func(of roomOutage, _ time.Time) bool { return of.since.Before(o.past[0].Since) })
	}
	o.answer, o.failed = at, false
	return ended
}

// noAnswer notes that the store does not answer.
func (o *outages) noAnswer() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.failed, o.refuses = true, false
}

// refused notes that a store that still answers has not taken a heartbeat. The outage
// begins at the last write.
func (o *outages) refused() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.failed && o.wrote != (moment{}) {
		o.answer, o.failed, o.refuses = o.wrote, true, true
	}
}

// addBefore notes an outage from before the hub ran.
func (o *outages) addBefore(outage room.Outage) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.past = append([]room.Outage{outage}, o.past...)
}

// list returns the outages as they count in a room, the earliest first. An outage that is
// not over is listed as if it ended now. The caller must not change the result.
func (o *outages) list(id room.ID, at moment) []room.Outage {
	o.mu.Lock()
	defer o.mu.Unlock()
	all := o.past
	if outage, ongoing := o.current(at); ongoing {
		all = append(slices.Clip(all), outage)
	}
	for i, outage := range all {
		if from, ok := o.elsewhere[roomOutage{id, outage.Since}]; ok && from.Before(outage.Until) {
			all = slices.Clone(all)
			all[i].Elsewhere = from
		}
	}
	return all
}

// setElsewhere notes from when on a room's player to move had a connection through another hub.
func (o *outages) setElsewhere(id room.ID, outage room.Outage, from time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.elsewhere == nil {
		o.elsewhere = map[roomOutage]time.Time{}
	}
	o.elsewhere[roomOutage{id, outage.Since}] = from
}

// current returns the outage that is not over. The caller holds mu.
func (o *outages) current(at moment) (room.Outage, bool) {
	duration := at.now.Sub(o.answer.now)
	healthy := !o.failed && at.process.Sub(o.answer.process) < silenceLimit
	if o.answer == (moment{}) || healthy || duration < room.MinCredit {
		return room.Outage{}, false
	}
	return room.Outage{Since: at.now.Add(-duration), Until: at.now}, true
}

// markResponsive notes that the shard answers, as outages.answered does. If an outage has ended
// during which the shard counted as up, markResponsive repairs the open rooms, which credits
// them. After other outages setShardUp does that.
func (s *shard) markResponsive(written bool) {
	if s.outages.answered(s.rooms.moment(), written) && s.up.Load() {
		s.log.Warn("the store was slow to answer, or refused to write")
		for _, r := range s.open() {
			r.repair()
		}
	}
}

// knownOutages is play.Executor.Outages.
func (rs *Rooms) knownOutages(id room.ID) []room.Outage {
	return rs.shardOf(id).outages.list(id, rs.moment())
}

// owedFor is play.Executor.Owed. It ends the outage when the player has connected through
// another hub, because from then on the player could move. If the other hub had the same
// outage, that hub credits the remaining time.
func (rs *Rooms) owedFor(ctx context.Context, id room.ID, seat room.Seat, o room.Outage) (room.Outage, error) {
	here, err := rs.cfg.Store.Present(ctx, id)
	if err != nil {
		return o, err
	}
	conn := here.Seats[seat-1]
	since := time.UnixMicro(conn.Since)
	if conn.Holder != "" && conn.Holder != rs.cfg.Holder && since.Before(o.Until) {
		o.Until = latest(o.Since, since)
		rs.shardOf(id).outages.setElsewhere(id, o, o.Until)
	}
	return o, nil
}
