package rooms

import (
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// If one seat has two connections, the newer connection plays, and the hub with the older one
// closes it. This file compares the sockets of this hub with each other, and with the
// connections that other hubs announce.

const replacedReason = "opened elsewhere"

// replaceSameSeats compares v with every other socket of its player in the same seats, and
// closes the older of the two sockets. The caller holds mu.
func (r *Room) replaceSameSeats(v *visitor) {
	seats := r.seatsOf(v)
	if seats == [2]bool{} {
		return
	}
	for other := range r.visitors {
		switch {
		case other == v || other.Player != v.Player || r.seatsOf(other) != seats:
		case other.since.After(v.since):
			v.socket.Close(wire.CloseReplaced, replacedReason)
		default:
			other.socket.Close(wire.CloseReplaced, replacedReason)
		}
	}
}

// reseat notes who holds the seats now. The caller holds mu.
func (r *Room) reseat(seated [2]room.PlayerID) {
	mine := false
	for v := range r.visitors {
		for i := range seated {
			mine = mine || seated[i] != r.seated[i] && (v.Player == seated[i] || v.Player == r.seated[i])
		}
		r.replaceSameSeats(v)
	}
	for i, conn := range r.ownSeats() {
		if seated[i] != r.seated[i] && r.seated != [2]room.PlayerID{} { // otherwise the room was just opened
			r.presence.reseat(i, conn.Conn)
		}
	}
	r.seated = seated
	if mine {
		r.announce()
	} else {
		// The hub with the new player announces the player. If that hub has died, the notice
		// of this hub's own announcement shows that the player is absent.
		r.announceLater()
	}
}

// replaceAnnounced closes the sockets whose seat has a newer connection on another hub.
// Clocks of hubs differ, so a socket that has not been announced yet counts as newer than all
// announced sockets. The caller holds mu.
func (r *Room) replaceAnnounced(here storage.RoomPresence) {
	for v := range r.visitors {
		seats := r.seatsOf(v)
		for i, p := range here.Seats {
			if !seats[i] || p.Conn == "" || p.Conn == v.socket.ID() || p.Since <= v.since.UnixMicro() {
				continue
			}
			if p.Player != "" && p.Player != v.Player {
				continue // the entry that gives the seat to p.Player has not arrived yet
			}
			if v.announced {
				v.socket.Close(wire.CloseReplaced, replacedReason)
			} else {
				v.since = time.UnixMicro(p.Since + 1)
				r.announce()
			}
		}
		v.announced = true
	}
}
