package rooms

import (
	"errors"

	"github.com/quatre/quatre/internal/hub/wire"
)

// errNotAdmitted says that the owner has shut spectators out.
var errNotAdmitted = errors.New("hub: the room admits no spectators")

const notAdmittedText = "the owner has shut spectators out"

// admits reports whether v may be in the room.
func (r *Room) admits(v *visitor) bool {
	s := r.replica.State()
	return s.Admits(v.Player) || v.Token != "" && s.AdmitsToken(v.Token, r.rooms.cfg.Now())
}

// closeNotAdmitted closes the sockets of spectators who were shut out, before they are sent
// anything more. The caller holds mu.
func (r *Room) closeNotAdmitted() {
	if !r.replica.State().NoSpectators {
		return
	}
	for v := range r.visitors {
		if !r.admits(v) {
			v.socket.Close(wire.CloseNotLetIn, notAdmittedText)
		}
	}
}
