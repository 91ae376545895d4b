package rooms

import (
	"context"
	"math"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/room/storage"
)

// Every hub beats in each shard of the store every storage.PresenceRenewal. A hub lets flags fall
// and takes commands in a shard only while its last heartbeat is younger than
// storage.MinDowntime: see confirm. After a gap of that length in the heartbeats of all hubs the
// store has a downtime, which is credited to the players whose clocks ran. A hub whose own last
// heartbeat is younger cannot have missed a downtime.
//
// So it does not matter why no hub could beat: the store was away, hung or refused writes, no hub
// ran, or a machine slept.

// beatCheck is how often a hub looks whether a heartbeat is due. After a failure it tries again so
// soon.
const beatCheck = 250 * time.Millisecond

// moment is a time by the clock of the process and by that of the store.
type moment struct{ process, store time.Time }

// beatAge returns the time since the last heartbeat that the shard has taken. It uses both clocks
// of the process, because the monotonic clock stands still while a machine sleeps.
func (s *shard) beatAge() time.Duration {
	last := s.lastBeat.Load()
	if last == nil {
		return math.MaxInt64
	}
	now := time.Now()
	return max(now.Sub(last.process), now.Round(0).Sub(last.process.Round(0)))
}

// confirm must be called before a decision that depends on the time or on who is there. If it
// returns an error, the shard does not answer, and nothing may be decided.
func (s *shard) confirm(ctx context.Context) error { return s.beatIfOlder(ctx, storage.MinDowntime) }

// beatIfDue renews the heartbeat if it is not younger than limit.
func (s *shard) beatIfDue(limit time.Duration) error {
	ctx, cancel := context.WithTimeout(s.rooms.cfg.Tasks.Context(), storage.PresenceRenewal)
	defer cancel()
	return s.beatIfOlder(ctx, limit)
}

// CheckStore beats in all shards now. It returns nil as soon as one of them has taken the heartbeat. If none
// does, the error is that of the last one to answer, or of ctx.
func (rs *Rooms) CheckStore(ctx context.Context) (err error) {
	taken := make(chan error, len(rs.shards))
	for _, s := range rs.shards {
		rs.cfg.Tasks.Go(func() { taken <- s.beatIfDue(0) })
	}
	for range rs.shards {
		select {
		case err = <-taken:
		case <-ctx.Done():
			err = ctx.Err()
		}
		if err == nil {
			break
		}
	}
	return err
}

// heartbeat beats in all shards now.
func (rs *Rooms) heartbeat() {
	var beating sync.WaitGroup
	for _, s := range rs.shards {
		beating.Go(func() { _ = s.beatIfDue(0) })
	}
	beating.Wait()
}

// beatIfOlder beats if the last heartbeat is not younger than limit. Other callers wait meanwhile.
func (s *shard) beatIfOlder(ctx context.Context, limit time.Duration) error {
	if s.beatAge() < limit {
		return nil
	}
	select {
	case s.beating <- struct{}{}:
		defer func() { <-s.beating }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if s.beatAge() < limit {
		return nil // another caller was faster
	}
	err := s.beat(ctx)
	if err != nil {
		s.log.Debug("no heartbeat", "error", err)
		s.missNotices()
	}
	return err
}

// beat beats. After a gap it first asks the store for the time, and then for the downtimes. The
// caller holds beating.
func (s *shard) beat(ctx context.Context) error {
	store, gap := s.rooms.cfg.Store, s.beatAge() >= storage.MinDowntime
	if gap {
		s.missNotices()
		if err := store.SyncClock(ctx); err != nil {
			return err
		}
	}
	now := moment{time.Now(), store.Now()}
	began, err := store.Heartbeat(ctx, s.number, s.rooms.cfg.Holder)
	if err != nil {
		return err
	}
	if !gap && s.beatAge() >= storage.MinDowntime {
		return s.beat(ctx) // the call took so long that it has ended a gap, or the machine slept meanwhile
	}
	if gap {
		downtimes, err := store.Downtimes(ctx, s.number)
		if err != nil {
			return err
		}
		s.downtimes.Store(&downtimes)
	}
	last := s.lastBeat.Swap(&now)
	if gap {
		s.comeBack(last, now)
	}
	if announced := s.announced.Swap(true); began || !announced {
		for _, r := range s.open() {
			r.announce()
		}
	}
	s.announceDue(time.Now())
	s.dismissAbsent()
	return nil
}

// missNotices notes that this hub may miss notices of presence, or has not run for a while. So
// all absences count from the next notice on.
func (s *shard) missNotices() {
	if s.announced.Swap(false) {
		for _, r := range s.open() {
			r.presenceStale()
		}
	}
}

// comeBack credits the open rooms after a gap in this hub's heartbeats. If other hubs went on for
// so long that this hub did not count any more, comeBack closes all sockets instead. Their clients
// come back, most of them through another hub, and get nothing that is out of date. last is nil
// after the first heartbeat.
func (s *shard) comeBack(last *moment, now moment) {
	rooms := s.open()
	if last != nil {
		s.log.Warn("no heartbeat for a while", "gap", now.store.Sub(last.store).Round(time.Millisecond).String())
		since := last.store // until when no other hub could beat either
		for _, o := range *s.downtimes.Load() {
			since = latest(since, o.Until)
		}
		if now.store.Sub(since) >= storage.PresenceTTL {
			s.rooms.cfg.Tasks.Go(func() { closeSpread(rooms, "this hub was cut off: come back") })
			return
		}
	}
	if s.up.Load() { // otherwise setShardUp repairs them
		for _, r := range rooms {
			r.repair()
		}
	}
}
