package rooms

import (
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// maxWrites is the greatest number of sockets to which a broadcast writes itself, which costs
// less than waking a goroutine for each. More sockets would delay the answer to the command.
const maxWrites = 8

// broadcast sends every socket the entries that it lacks. It must be called after every
// change of the replica. Without a change it does nothing. sender is the visitor whose
// command is answered next, so that the answer is sent with the entries; nil: there is none.
func (r *Room) broadcast(sender *visitor) {
	r.mu.Lock()
	defer r.mu.Unlock()
	version := r.replica.Version()
	if version == r.shown {
		return
	}
	r.markLively()
	r.closeNotAdmitted()
	var shared sharedFrames
	for v := range r.visitors {
		r.advance(v, sender, &shared)
	}
	if seated := r.seatedNow(); seated != r.seated {
		r.reseat(seated)
	}
	r.sendPresence()  // the entries may change whether an absence can be claimed
	r.shown = version // set last: after a panic the next call sends what is missing
}

// seatedNow returns the players in the seats.
func (r *Room) seatedNow() (players [2]room.PlayerID) {
	r.replica.View(func(s *room.State) { players = [2]room.PlayerID{s.Players[0].ID, s.Players[1].ID} })
	return players
}

// advance sends v the entries after its cursor. Of many entries it sends only the first part,
// and sendNextPart sends the next part when this part has been written. If the log was rewound,
// advance closes the socket, and the client starts again. The caller holds mu.
func (r *Room) advance(v, sender *visitor, shared *sharedFrames) {
	if v.catchingUp || v.socket.Closed() {
		return
	}
	entries, ok := r.lacking(v)
	if !ok || len(entries) == 0 {
		return
	}
	if len(firstPart(entries)) < len(entries) {
		r.sendPart(v, entries, shared)
		return
	}
	frame := r.frameOf(v, entries, shared)
	switch written := r.moveWritten(v, entries); {
	case v == sender:
		v.socket.Hold(frame, written)
	case len(r.visitors) <= maxWrites:
		v.socket.SendNow(frame, written)
	default:
		v.socket.SendNotify(frame, written)
	}
}

// lacking returns the entries that v lacks. It returns false if the replica does not hold v's
// cursor: then the entries are read from the store or, if the log was rewound, the socket is
// closed. The caller holds mu.
func (r *Room) lacking(v *visitor) ([]room.Entry, bool) {
	entries, held := r.replica.Since(v.cursor.N, v.cursor.Digest)
	switch {
	case held:
	case v.cursor.N <= r.replica.Before():
		r.readEarlier(v)
	default:
		v.socket.Close(wire.CloseServiceRestart, "the room was rewound")
	}
	return entries, held
}

// frameOf returns a frame of the entries that follow v's cursor, and moves the cursor behind
// them. The caller holds mu.
func (r *Room) frameOf(v *visitor, entries []room.Entry, shared *sharedFrames) []byte {
	last := entries[len(entries)-1]
	s := span{v.cursor, Cursor{last.N, last.Digest}}
	v.cursor = s.to
	frame := shared.find(s)
	if frame == nil {
		frame = wire.EncodeEntries(entries)
		*shared = append(*shared, sharedFrame{s, frame})
	}
	return frame
}

// sharedFrames are the frames of one broadcast. Sockets with the same cursor share them,
// so there are few.
type sharedFrames []sharedFrame

type sharedFrame struct {
	span  span
	frame []byte
}

// span is the cursor of a socket before and after a frame of entries.
type span struct{ from, to Cursor }

func (f sharedFrames) find(s span) []byte {
	for i := range f {
		if f[i].span == s {
			return f[i].frame
		}
	}
	return nil
}
