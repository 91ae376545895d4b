package rooms

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

const (
	// repairPause is the average time between two repairs of one room.
	repairPause = 500 * time.Millisecond

	// maxRepairs bounds the repairs that run at once; each shard has an equal share. After
	// an outage every open room needs a repair, and the store has just come back.
	maxRepairs = 32
)

// repair starts a goroutine that reads the new entries of the log, at least all entries that
// were stored before this call.
func (r *Room) repair() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.repairing {
		r.repairAgain = true
		return
	}
	tasks := r.rooms.cfg.Tasks
	if !tasks.Admit() {
		return
	}
	r.repairing = true
	go func() {
		defer tasks.Done()
		defer r.survive()
		for r.repairOnce() {
			select {
			case <-tasks.Context().Done():
				return
			case <-time.After(repairPause/2 + rand.N(repairPause)):
			}
		}
	}()
}

// repairOnce reads the new entries once, and reports whether it must be called again. If the
// shard is away, that is not necessary: setShardUp repairs the room when the shard is back.
func (r *Room) repairOnce() bool {
	before := r.replica.N()
	err := r.refreshAndCredit()
	r.rooms.metrics.repaired(before, r.replica.N(), err)
	r.changed(err, nil)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.repairAgain || len(r.visitors) > 0 && storage.IsAway(err) && r.shard.up.Load() {
		r.repairAgain = false
		return true
	}
	r.repairing = false
	return false
}

// refreshAndCredit reads the new entries of the log, and credits the present turn for
// outages.
func (r *Room) refreshAndCredit() error {
	life := r.rooms.cfg.Tasks.Context()
	if err := r.shard.repairs.Acquire(life, 1); err != nil {
		return err
	}
	defer r.shard.repairs.Release(1)
	ctx, cancel := context.WithTimeout(life, openTimeout)
	defer cancel()
	if err := r.replica.Refresh(ctx, r.rooms.cfg.Store); err != nil {
		return err
	}
	return r.rooms.executor.Credit(ctx, r.replica)
}

// A hub may be too old for a room (room.ErrTooNew), since newer hubs run on the same
// store. The old hub then closes the sockets of the room with the code of a hub that restarts:
// their clients come back, and sooner or later reach a newer hub. The old hub neither plays nor
// sweeps the room.
const (
	closeTooNew = wire.CloseServiceRestart
	tooNewText  = "this hub is too old for this room"
)

// changed broadcasts what has changed in the replica, after a call that may have changed it and
// returned err. It leaves out sender, as broadcast does. It handles two errors, and ignores all others:
//
//   - The log was rewound: the broadcast closes the sockets that have seen entries that the
//     log no longer holds. If the log is gone, the next socket opens the room again.
//   - This hub is too old for the room: all sockets are closed, because what this hub would show
//     them could be wrong.
func (r *Room) changed(err error, sender *visitor) {
	switch {
	case errors.Is(err, room.ErrTooNew):
		r.rooms.cfg.Record.Log.Warn(tooNewText, "room", r.replica.ID(), "error", err)
		r.end(closeTooNew, tooNewText)
	case errors.Is(err, play.ErrRewound):
		r.rooms.cfg.Record.Log.Warn("room rewound", "room", r.replica.ID(), "n", r.replica.N())
		if r.replica.N() == 0 {
			r.rooms.registry.forget(r)
		}
	}
	r.broadcast(sender)
}
