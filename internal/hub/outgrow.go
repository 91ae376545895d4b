package hub

import "github.com/coder/websocket"

// A hub that is too old for a room (room.ErrTooNew), since newer hubs run beside it
// on the same store, sends the room's sockets away as one that restarts does: they
// come back, to another hub sooner or later. It neither plays nor sweeps such a room.
const (
	closeTooNew = websocket.StatusServiceRestart
	tooNewText  = "this hub is too old for this room"
)

// outgrow sends all away: of what comes next this hub would show them nothing, or
// something wrong.
func (l *live) outgrow(err error) {
	l.hub.log.Warn(tooNewText, "room", l.replica.ID(), "error", err)
	l.hub.rooms.forget(l)
	l.mu.Lock()
	l.outgrown = true
	l.mu.Unlock()
	l.end(closeTooNew, tooNewText)
}
