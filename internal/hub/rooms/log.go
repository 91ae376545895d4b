package rooms

import (
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// The log names players by their public IDs. Secrets, tokens of seats and the content of
// commands are never in it.

// attrs returns the attributes of log lines about a socket in a room.
func (v *visitor) attrs(id room.ID) []any {
	return []any{"room", id, "player", v.player, "request", v.request}
}

func (r *Room) logOpened(v *visitor) {
	if rec := r.rooms.cfg.Record; rec.Debugging() {
		rec.Log.Debug("socket opened", append(v.attrs(r.replica.ID()), "n", r.replica.N())...)
	}
}

func (r *Room) logClosed(v *visitor) {
	if rec := r.rooms.cfg.Record; rec.Debugging() {
		code := v.socket.CloseCode()
		attrs := append(v.attrs(r.replica.ID()), "code", int(code), "lost", code == wire.CloseAbnormal)
		rec.Log.Debug("socket closed", attrs...)
	}
}

// logDone logs a command that was acknowledged with entry n.
func (r *Room) logDone(v *visitor, req wire.Request, n uint64) {
	if rec := r.rooms.cfg.Record; rec.Debugging() {
		rec.Log.Debug("command done", append(v.attrs(r.replica.ID()), "command", req.ID, "type", req.Type, "n", n)...)
	}
}

// logRefused logs a command that was refused.
func (r *Room) logRefused(v *visitor, id, kind string, f wire.Failure) {
	if rec := r.rooms.cfg.Record; rec.Debugging() {
		attrs := append(v.attrs(r.replica.ID()), "command", id, "type", kind, "code", f.Code, "n", r.replica.N())
		rec.Log.Debug("command refused", attrs...)
	}
}
