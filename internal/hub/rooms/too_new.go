package rooms

import "github.com/quatre/quatre/internal/hub/wire"

// A hub may be too old for a room (room.ErrTooNew), since newer hubs run on the same
// store. It then sends the sockets of the room away as a hub that restarts does: they
// come back, and sooner or later reach a newer hub. It neither plays nor sweeps the room.
const (
	closeTooNew = wire.CloseServiceRestart
	tooNewText  = "this hub is too old for this room"
)

// closeTooNew sends all sockets away: this hub would show them nothing of what comes next,
// or something wrong.
func (r *Room) closeTooNew(err error) {
	r.rooms.cfg.Record.Log.Warn(tooNewText, "room", r.replica.ID(), "error", err)
	r.rooms.registry.forget(r)
	r.mu.Lock()
	r.tooNew = true
	r.mu.Unlock()
	r.closeAll(closeTooNew, tooNewText)
}
