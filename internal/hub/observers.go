package hub

import (
	"time"

	"github.com/quatre/quatre/internal/hub/retention"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
)

// observers passes on what this hub has stored to the observer of the configuration, if there
// is one, and to the removal of old games.
type observers struct {
	configured play.Observer
	selfPlay   *retention.SelfPlay
}

// Stored implements play.Observer.
func (o observers) Stored(id room.ID, step room.Step) {
	if o.configured != nil {
		o.configured.Stored(id, step)
	}
	o.selfPlay.Stored(step.Effects.Record)
}

// Touched implements play.Observer.
func (o observers) Touched(id room.ID, s *room.State, fx room.Effects, now time.Time) {
	if o.configured != nil {
		o.configured.Touched(id, s, fx, now)
	}
}
