package hub

import (
	"context"
	"errors"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// repair reads on, in a goroutine of its own, until it has read what the store
// holds after this call.
func (l *live) repair() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.repairing {
		l.again = true
		return
	}
	if !l.hub.admit() {
		return
	}
	l.repairing = true
	go func() {
		defer l.hub.work.Done()
		defer l.survive()
		for l.repairOnce() {
			select {
			case <-l.hub.life.Done():
				return
			case <-time.After(repairPause):
			}
		}
	}()
}

const (
	repairPause = 500 * time.Millisecond

	// maxRepairs bounds the rooms that are read on at once, each shard having its part:
	// after an outage that is all of them, and the store has just come back.
	maxRepairs = 32
)

// repairOnce reports whether it must be called again.
func (l *live) repairOnce() bool {
	before := l.replica.N()
	err := l.readOn()
	l.hub.metrics.repaired(before, l.replica.N(), err)
	l.rewound(err)
	l.broadcast()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.again || len(l.conns) > 0 && storage.IsAway(err) {
		l.again = false
		return true
	}
	l.repairing = false
	return false
}

func (l *live) readOn() error {
	l.shard.repairs <- struct{}{}
	defer func() { <-l.shard.repairs }()
	ctx, cancel := context.WithTimeout(l.hub.life, openTimeout)
	defer cancel()
	if err := l.replica.Refresh(ctx, l.hub.cfg.Store); err != nil {
		return err
	}
	return l.hub.door.Credit(ctx, l.replica)
}

// rewound is told every error of the replica. When the log was cut short or
// restored, broadcast sends those away who have seen what is gone; a room of
// which nothing is left is opened anew by whoever comes next. Of a room that this
// hub is too old for all are sent away: another one may serve them.
func (l *live) rewound(err error) {
	if errors.Is(err, room.ErrTooNew) {
		l.outgrow(err)
		return
	}
	if !errors.Is(err, play.ErrRewound) {
		return
	}
	l.hub.log.Warn("room rewound", "room", l.replica.ID(), "n", l.replica.N())
	if l.replica.N() == 0 {
		l.hub.rooms.forget(l)
	}
	l.broadcast()
}
