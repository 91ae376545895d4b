package rooms

import (
	"context"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/room/storage"
)

// A process may not run for a while: somebody stops it, it gets no CPU, or its machine
// sleeps. After such a gap, what the hub knows may be out of date. For example, players may
// have come back through other hubs, and this hub has not read the notices of that yet.

const (
	gapCheckInterval = 500 * time.Millisecond

	// minGap is the shortest gap that counts: the hub has missed a heartbeat.
	minGap = storage.PresenceRenewal
)

// gaps notices gaps of this process.
type gaps struct {
	mu   sync.RWMutex
	last time.Time // when the process was last seen to run, by its own clock
}

// since returns for how long the process may not have run. It uses both clocks, because the
// monotonic clock stands still while a machine sleeps. The caller holds mu.
func (g *gaps) since(now time.Time) time.Duration {
	return max(now.Sub(g.last), now.Round(0).Sub(g.last.Round(0)))
}

// ends reports whether a gap has just ended.
func (g *gaps) ends() bool {
	g.mu.RLock()
	defer g.mu.RUnlock()
	return g.since(time.Now()) >= minGap
}

// syncAfterGap must be called before a decision that depends on the time or on who is there.
// After a gap it forgets all absences, which then count from the next notice of presence on,
// and asks the store for the time. Other callers wait meanwhile. It returns an error if the
// store does not answer: then nothing may be decided.
func (rs *Rooms) syncAfterGap(ctx context.Context) error {
	g := &rs.gaps
	if !g.ends() {
		return nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	gap := g.since(time.Now())
	if gap < minGap {
		return nil // another caller was faster
	}
	for _, r := range rs.registry.all() {
		r.presenceStale()
	}
	if err := rs.cfg.Store.SyncClock(ctx); err != nil {
		return err
	}
	rs.cfg.Record.Log.Warn("this process did not run for a while", "gap", gap.Round(time.Millisecond).String())
	g.last = time.Now()
	return nil
}

// watchGaps notes that the process runs.
func (rs *Rooms) watchGaps() {
	ctx, cancel := context.WithTimeout(rs.cfg.Tasks.Context(), sweepTimeout)
	defer cancel()
	_ = rs.syncAfterGap(ctx) // the next call tries again
	g := &rs.gaps
	g.mu.Lock()
	defer g.mu.Unlock()
	if now := time.Now(); g.since(now) < minGap {
		g.last = now
	}
}
