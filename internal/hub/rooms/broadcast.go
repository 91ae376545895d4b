package rooms

import (
	"slices"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// notice handles a notice of the store's watch. It neither blocks nor asks the store.
func (r *Room) notice(n storage.Notice) {
	defer r.survive()
	switch {
	case n.Entry != nil:
		r.noticeEntry(*n.Entry)
	case n.Presence != nil:
		r.setPresence(*n.Presence, false)
	case n.Gone:
		r.end(wire.CloseNoRoom, "the room is gone")
	case n.Lost:
		r.presenceStale()
		r.repair()
	}
}

// noticeEntry adds an entry to the replica, and broadcasts it. It ignores an entry that the
// replica already has: the code that added it broadcasts it.
func (r *Room) noticeEntry(e room.Entry) {
	if _, known := r.replica.Since(e.N, e.Digest); known {
		return
	}
	if !r.replica.Apply(e) {
		r.repair()
		return
	}
	r.broadcast(nil)
}

// broadcast sends every socket the entries that it lacks. It must be called after every
// change of the replica. Without a change it does nothing. It leaves out sender, the visitor
// whose command is answered next: answer sends the entries together with the answer. Nil:
// there is none.
func (r *Room) broadcast(sender *visitor) {
	r.mu.Lock()
	defer r.mu.Unlock()
	state := r.replica.State()
	if state == r.shown {
		return
	}
	r.closeNotAdmitted()
	var shared sharedFrames
	for v := range r.visitors {
		if v != sender {
			entries := r.lacking(v)
			v.socket.Send(r.encode(entries, &shared)...)
			r.moveSent(v, entries)
		}
	}
	if seated := [2]room.PlayerID{state.Players[0].ID, state.Players[1].ID}; seated != r.seated {
		r.reseat(seated)
	}
	if r.shown != nil && !slices.Equal(r.shown.Challengers, state.Challengers) {
		r.announce()
	}
	r.sendPresence() // the entries may change whether an absence can be claimed
	r.shown = state  // set last: after a panic the next call sends what is missing
}

// answer sends the answer to a command, after the entries that v lacks.
func (r *Room) answer(v *visitor, frame []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	entries := r.lacking(v)
	v.socket.Send(append(r.encode(entries, new(sharedFrames)), frame)...)
	r.moveSent(v, entries)
}

// lacking returns the entries after v's cursor, and moves the cursor behind them: the caller must
// send them. If the replica does not hold the cursor, lacking closes the socket, and the client
// starts again. The caller holds mu.
func (r *Room) lacking(v *visitor) []room.Entry {
	entries, held := r.replica.Since(v.cursor.N, v.cursor.Digest)
	if !held {
		v.socket.Close(wire.CloseServiceRestart, "the room must be read again")
		return nil
	}
	if n := len(entries); n > 0 {
		v.cursor = Cursor{entries[n-1].N, entries[n-1].Digest}
	}
	return entries
}

// encode returns the frames with these entries. The caller holds mu.
func (r *Room) encode(entries []room.Entry, shared *sharedFrames) (frames [][]byte) {
	if len(entries) == 0 {
		return nil
	}
	first, last := entries[0].Digest, entries[len(entries)-1].Digest
	if shared.first == first && shared.last == last {
		return shared.frames
	}
	for len(entries) > 0 {
		n := firstPart(entries)
		frames = append(frames, wire.EncodeEntries(entries[:n]))
		entries = entries[n:]
	}
	*shared = sharedFrames{first, last, frames[:len(frames):len(frames)]}
	return shared.frames
}

// sharedFrames are the frames that one broadcast has encoded last. Nearly all sockets have the same
// cursor, so they share them.
type sharedFrames struct {
	first, last string // digests of the first and the last entry
	frames      [][]byte
}

// partBytes is the maximum of bytes of the entries in a frame, unless it has only one entry.
const partBytes = wire.MaxFrameBytes - 256

// firstPart returns how many of the entries fit into one frame.
func firstPart(entries []room.Entry) int {
	bytes := 0
	for i, e := range entries {
		if bytes += len(e.Raw()) + 1; bytes > partBytes && i > 0 {
			return i
		}
	}
	return len(entries)
}
