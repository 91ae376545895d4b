package rooms

import "github.com/quatre/quatre/internal/hub/wire"

// A hub may be too old for a room (room.ErrTooNew), since newer hubs run on the same
// store. The old hub then closes the sockets of the room with the code of a hub that restarts:
// their clients come back, and sooner or later reach a newer hub. The old hub neither plays nor
// sweeps the room.
const (
	closeTooNew = wire.CloseServiceRestart
	tooNewText  = "this hub is too old for this room"
)

// closeTooNewRoom closes all sockets, because what this hub would show them could be wrong.
func (r *Room) closeTooNewRoom(err error) {
	r.rooms.cfg.Record.Log.Warn(tooNewText, "room", r.replica.ID(), "error", err)
	r.rooms.registry.forget(r)
	r.mu.Lock()
	r.tooNew = true
	r.mu.Unlock()
	r.closeAll(closeTooNew, tooNewText)
}
