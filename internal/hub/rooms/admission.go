package rooms

import (
	"errors"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// errNotAdmitted says that the owner has shut spectators out.
var errNotAdmitted = errors.New("hub: the room admits no spectators")

const notAdmittedText = "the owner has shut spectators out"

// admits reports whether v may be in the room.
func (r *Room) admits(v *visitor) (admitted bool) {
	r.replica.View(func(s *room.State) { admitted = r.admittedIn(s, v) })
	return admitted
}

func (r *Room) admittedIn(s *room.State, v *visitor) bool {
	return s.Admits(v.Player) || v.Token != "" && s.AdmitsToken(v.Token, r.rooms.cfg.Now())
}

// closeNotAdmitted closes the sockets of spectators who were shut out, before they are sent
// anything more. The caller holds mu.
func (r *Room) closeNotAdmitted() {
	var out []*visitor
	r.replica.View(func(s *room.State) {
		if !s.NoSpectators {
			return
		}
		for v := range r.visitors {
			if !r.admittedIn(s, v) {
				out = append(out, v)
			}
		}
	})
	for _, v := range out {
		v.socket.Close(wire.CloseNotLetIn, notAdmittedText)
	}
}
