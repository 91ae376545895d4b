package rooms

import (
	"context"
	"errors"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

const (
	repairPause = 500 * time.Millisecond

	// maxRepairs bounds the rooms that are read on at once; each shard has its part.
	// After an outage that is all rooms, and the store has just come back.
	maxRepairs = 32
)

// repair reads on in a goroutine of its own, until it has read what the store holds after
// this call.
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
			case <-time.After(repairPause):
			}
		}
	}()
}

// repairOnce reports whether it must be called again.
func (r *Room) repairOnce() bool {
	before := r.replica.N()
	err := r.readOn()
	r.rooms.metrics.repaired(before, r.replica.N(), err)
	r.handleReplicaErr(err)
	r.broadcast()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.repairAgain || len(r.visitors) > 0 && storage.IsAway(err) {
		r.repairAgain = false
		return true
	}
	r.repairing = false
	return false
}

// readOn reads what is new in the log, and credits the present turn for outages.
func (r *Room) readOn() error {
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

// handleReplicaErr takes every error of the replica.
//
//   - The log was rewound: the broadcast sends away the sockets that have seen more. A
//     room of which nothing is left is opened again by the next socket.
//   - This hub is too old for the room: all sockets are sent away.
func (r *Room) handleReplicaErr(err error) {
	switch {
	case errors.Is(err, room.ErrTooNew):
		r.closeTooNew(err)
	case errors.Is(err, play.ErrRewound):
		r.rooms.cfg.Record.Log.Warn("room rewound", "room", r.replica.ID(), "n", r.replica.N())
		if r.replica.N() == 0 {
			r.rooms.registry.forget(r)
		}
		r.broadcast()
	}
}
