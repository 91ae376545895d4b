package rooms

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/quatre/quatre/internal/room/storage"
)

// heartbeat renews this hub's heartbeat in all shards.
func (rs *Rooms) heartbeat() {
	ctx, cancel := context.WithTimeout(rs.cfg.Tasks.Context(), storage.PresenceRenewal)
	defer cancel()
	began, err := rs.cfg.Store.Heartbeat(ctx, rs.cfg.Holder)
	if err != nil {
		rs.cfg.Record.Log.Debug("no heartbeat", "error", err)
	}
	var partial *storage.PartialError
	failed := err != nil && !errors.As(err, &partial)
	for _, s := range rs.shards {
		if failed || partial != nil && slices.Contains(partial.Away, s.number) {
			s.heartbeatFailed()
		} else {
			s.heartbeatOK(ctx, began)
		}
	}
}

// heartbeatFailed notes that the shard has not taken a heartbeat.
func (s *shard) heartbeatFailed() {
	s.announced.Store(false)
	s.outages.refused()
	for _, r := range s.open() {
		r.presenceStale()
	}
}

// heartbeatOK notes that the shard has taken a heartbeat. If earlier announcements no longer
// count, it announces all open rooms, otherwise only the rooms that waited for a heartbeat.
func (s *shard) heartbeatOK(ctx context.Context, began bool) {
	s.markResponsive(true)
	if !s.downtimeKnown.Load() {
		s.downtimeKnown.Store(s.learnDowntime(ctx))
	}
	if announced := s.announced.Swap(true); began || !announced {
		for _, r := range s.open() {
			r.announce()
		}
	}
	s.announceDue(time.Now())
}

// announceDue announces the rooms that waited for a heartbeat, and withdraws expired
// goodbyes.
func (s *shard) announceDue(now time.Time) {
	later, expired := s.announcer.takeDue(now)
	for _, r := range expired {
		r.forgetGoodbyes()
		r.announce()
	}
	for r := range later {
		r.stopAwaiting()
		r.announce()
	}
}

// learnDowntime asks the store for the last time without a hub. It reports whether the shard
// has answered. Until then no flag falls.
func (s *shard) learnDowntime(ctx context.Context) bool {
	downtime, err := s.rooms.cfg.Store.LastDowntime(ctx, s.number)
	if err != nil {
		s.log.Debug("nothing known of the time before", "error", err)
		return false
	}
	if !downtime.Until.IsZero() {
		s.outages.addBefore(downtime)
		for _, r := range s.open() {
			r.repair() // credits the downtime
		}
	}
	return true
}
