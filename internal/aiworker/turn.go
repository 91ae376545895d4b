package aiworker

import (
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// turn is what a worker needs to know of a room to move in it.
type turn struct {
	position rules.Position // a copy of its own
	level    string
	n        uint64 // the entry since which the position stands
}

// turnOf returns the turn that an AI owes, if it owes one.
func turnOf(r *room.Replica) (t turn, ok bool) {
	r.View(func(s *room.State) {
		var level room.Level
		if level, ok = s.AITurn(); ok {
			t = turn{position: s.Position.Clone(), level: level.Name, n: s.TurnN}
		}
	})
	return t, ok
}
