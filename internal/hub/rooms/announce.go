package rooms

import (
	"context"
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

	dirty    map[*Room]bool      // to be announced at once
	later    map[*Room]bool      // to be announced with the next heartbeat
	goodbyes map[*Room]time.Time // rooms where only a goodbye remains, and since when
}

func newAnnouncer() announcer {
	return announcer{
		dirty: map[*Room]bool{}, wake: make(chan struct{}, 1),
		later: map[*Room]bool{}, goodbyes: map[*Room]time.Time{},
	}
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
	a.later[r] = true
}

func (a *announcer) takeDirty() map[*Room]bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	taken := a.dirty
	a.dirty = map[*Room]bool{}
	return taken
}

// takeDue removes and returns the rooms that waited for a heartbeat, and the rooms whose
// goodbyes are older than storage.PresenceTTL.
func (a *announcer) takeDue(now time.Time) (later map[*Room]bool, expired []*Room) {
	a.mu.Lock()
	defer a.mu.Unlock()
	later, a.later = a.later, map[*Room]bool{}
	for r, since := range a.goodbyes {
		if now.Sub(since) >= storage.PresenceTTL {
			delete(a.goodbyes, r)
			expired = append(expired, r)
		}
	}
	return later, expired
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
	for r := range s.announcer.takeDirty() {
		if s.rooms.registry.superseded(r) {
			continue // the room was opened again: the sockets of r have left
		}
		calls.Go(func() error {
			local := r.localPresence()
			if failed.Load() || !r.announceNow(local) {
				failed.Store(true)
				r.announceLater()
				r.setPresenceAlone(local)
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
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.rooms.cfg.Tasks.Context()), storage.PresenceRenewal)
	defer cancel()
	if err := r.rooms.executor.Wake(ctx, r.replica); err != nil {
		r.rooms.cfg.Record.Log.Debug("room not woken", "room", r.replica.ID(), "error", err)
		r.announceLater()
		r.handleReplicaErr(err)
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
		a.goodbyes[r] = time.Now()
	}
	return true
}

// forgetGoodbyes forgets the goodbyes of a room if it is empty, so that the next announcement
// withdraws them. Otherwise the store would keep them until this hub ends.
func (r *Room) forgetGoodbyes() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.visitors) == 0 {
		r.presence.forgetGoodbyes()
	}
}
