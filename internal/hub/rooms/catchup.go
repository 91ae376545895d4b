package rooms

import (
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// A socket that lacks many entries catches up: the room sends them in parts. It reads and encodes
// a part when the part before it has been written, so a log of any length needs the memory of one
// part. The socket misses no entry, because each part begins at its cursor.

const (
	// partBytes is the maximum of bytes of the entries in a part, unless it has only one
	// entry. A part fits into one frame.
	partBytes = wire.MaxFrameBytes - 256

	// maxAnswers bounds the answers that wait until a socket has caught up.
	maxAnswers = 64
)

// firstPart returns the entries of the first part.
func firstPart(entries []room.Entry) []room.Entry {
	bytes := 0
	for i, e := range entries {
		if bytes += len(e.Raw()) + 1; bytes > partBytes && i > 0 {
			return entries[:i]
		}
	}
	return entries
}

// sendPart sends the first part of entries, which follow v's cursor. When it has been written,
// sendNextPart goes on. The caller holds mu.
func (r *Room) sendPart(v *visitor, entries []room.Entry, shared *sharedFrames) {
	v.catchingUp = true
	v.socket.SendPart(r.frameOf(v, firstPart(entries), shared), func() { r.sendNextPart(v) })
}

// sendNextPart sends the next part to a socket that catches up. After the last part it sends
// the answers that have waited.
func (r *Room) sendNextPart(v *visitor) {
	r.mu.Lock()
	defer r.mu.Unlock()
	entries, ok := r.lacking(v)
	switch {
	case !ok:
		return
	case len(entries) > 0:
		r.sendPart(v, entries, new(sharedFrames))
		return
	}
	v.catchingUp = false
	for _, frame := range v.answers {
		v.socket.Send(frame)
	}
	v.answers = nil
}

// answer sends the answer to a command, after the entry of the command.
func (r *Room) answer(v *visitor, frame []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case !v.catchingUp:
		v.socket.SendNow(frame, nil)
	case len(v.answers) == maxAnswers:
		v.socket.Close(wire.CloseSlow, "too slow")
	default:
		v.answers = append(v.answers, frame)
	}
}
