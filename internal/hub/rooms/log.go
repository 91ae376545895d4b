package rooms

// The log names players by their public IDs. Secrets, tokens of seats and the content of
// commands are never in it.

// attrs returns the attributes of log lines about a socket in a room.
func (v *visitor) attrs() []any {
	return []any{"room", v.Room, "player", v.Player, "request", v.Request}
}

// logDebug logs something about a socket in the room.
func (r *Room) logDebug(v *visitor, what string, attrs ...any) {
	if rec := r.rooms.cfg.Record; rec.Debugging() {
		rec.Log.Debug(what, append(v.attrs(), attrs...)...)
	}
}
