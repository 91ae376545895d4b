package rooms

import (
	"context"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/quatre/quatre/internal/room/storage"
)

// announcer holds the rooms of a shard whose presence must be announced to the store. An
// announcement counts while this hub's heartbeat does, so only the heartbeat is renewed: one
// call in each storage.PresenceRenewal, however many rooms are open.
type announcer struct {
	mu   sync.Mutex
	wake chan struct{} // holds a value if dirty is not empty

	dirty map[*Room]bool // to be announced at once

	// later has the rooms to be announced with the first heartbeat after a time. A time that is
	// not zero is that at which goodbyes end: nothing else is announced of the room.
	later map[*Room]time.Time
}

// maxAnnouncing bounds the rooms of a shard that are announced at once. A store may
// combine calls that come together.
const maxAnnouncing = 256

// announce makes announceLoop announce the room's presence soon. It does not wait.
func (r *Room) announce() {
	a := &r.shard.announcer
	a.mu.Lock()
	a.dirty[r] = true
	a.mu.Unlock()
	select {
	case a.wake <- struct{}{}:
	default:
	}
}

// announceLater makes the next heartbeat announce the room's presence.
func (r *Room) announceLater() {
	a := &r.shard.announcer
	a.mu.Lock()
	defer a.mu.Unlock()
	a.later[r] = time.Time{}
}

// announceDue announces the rooms that waited for a heartbeat, and withdraws goodbyes that have
// ended. Otherwise the store would keep them until this hub ends.
func (s *shard) announceDue(now time.Time) {
	a := &s.announcer
	a.mu.Lock()
	due := maps.Clone(a.later)
	maps.DeleteFunc(due, func(_ *Room, from time.Time) bool { return now.Before(from) })
	maps.DeleteFunc(a.later, func(_ *Room, from time.Time) bool { return !now.Before(from) })
	a.mu.Unlock()
	for r, from := range due {
		r.prepareAnnouncement(!from.IsZero())
		r.announce()
	}
}

// prepareAnnouncement forgets the goodbyes of a room if they have ended and it is empty. Otherwise
// it makes the next notice count, even for a player who has just sat down.
func (r *Room) prepareAnnouncement(goodbyesEnded bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case !goodbyesEnded:
		r.presence.stopAwaiting()
	case len(r.visitors) == 0:
		r.presence.goodbyes = [2]int64{}
	}
}

// announceLoop announces changes of presence until the hub ends. Then it withdraws all
// announcements.
func (s *shard) announceLoop() {
	for {
		select {
		case <-s.rooms.cfg.Tasks.Context().Done():
			for _, r := range s.open() {
				r.announce()
			}
			s.announceDirty()
			return
		case <-s.announcer.wake:
			s.announceDirty()
		}
	}
}

// announceDirty announces the dirty rooms. After the first failure it leaves the remaining
// rooms to the next heartbeat. It returns when all calls have ended, so the announcements of
// one room stay in order.
func (s *shard) announceDirty() {
	var failed atomic.Bool
	var calls errgroup.Group
	calls.SetLimit(maxAnnouncing)
	a := &s.announcer
	a.mu.Lock()
	dirty := a.dirty
	a.dirty = map[*Room]bool{}
	a.mu.Unlock()
	for r := range dirty {
		if current := s.rooms.registry.find(r.replica.ID()); current != nil && current != r {
			continue // the room was opened again: the sockets of r have left
		}
		calls.Go(func() error {
			local := r.localPresence()
			if failed.Load() || !r.announceNow(local) {
				failed.Store(true)
				r.announceLater()
				r.setPresence(local, true)
			} else if local.Somebody() {
				r.wake()
			}
			return nil
		})
	}
	_ = calls.Wait()
}

// wake wakes a room of AI against AI that may have slept while nobody watched. If that
// fails, the next heartbeat announces the room again.
func (r *Room) wake() {
	defer r.survive()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.rooms.cfg.Tasks.Context()), storage.PresenceRenewal)
	defer cancel()
	if err := r.rooms.executor.Wake(ctx, r.replica); err != nil {
		r.rooms.cfg.Record.Log.Debug("room not woken", "room", r.replica.ID(), "error", err)
		r.announceLater()
		r.changed(err, nil)
	}
}

// announceNow announces who is in the room through this hub, and reports whether the store
// has accepted the announcement. A notice of the watch then says who is there through all
// hubs.
func (r *Room) announceNow(local storage.RoomPresence) bool {
	cfg := &r.rooms.cfg
	ctx, cancel := context.WithTimeout(context.WithoutCancel(cfg.Tasks.Context()), storage.PresenceRenewal)
	defer cancel()
	if err := cfg.Store.Announce(ctx, r.replica.ID(), cfg.Holder, local); err != nil {
		cfg.Record.Log.Debug("presence not announced", "room", r.replica.ID(), "error", err)
		return false
	}
	if local == (storage.RoomPresence{Goodbyes: local.Goodbyes}) && local != (storage.RoomPresence{}) {
		a := &r.shard.announcer
		a.mu.Lock()
		defer a.mu.Unlock()
		if _, waits := a.later[r]; !waits {
			a.later[r] = time.Now().Add(storage.PresenceTTL)
		}
	}
	return true
}
