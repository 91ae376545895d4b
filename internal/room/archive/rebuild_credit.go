package archive

import (
	"time"

	"github.com/quatre/quatre/internal/room"
)

// checkCredits returns a flaw if the credits of the record are not possible.
func (m *rebuilder) checkCredits() error {
	r := m.record
	flaw := &Flaw{-1, "credits", "Turns on a clock are credited outages, in their order, each of a second to a day."}
	before := r.Given + room.UntimedPlies
	for _, c := range r.Credits {
		if r.Clock == nil || c.Ply < before || c.Ply > len(r.Moves) ||
			c.MS < room.MinCredit.Milliseconds() || c.MS > room.MaxCredit.Milliseconds() {
			return flaw
		}
		before = c.Ply
	}
	return nil
}

// credit credits the turn at ply for its outages, at the beginning of the turn. After a
// takeback the room has no clock, and so no credits.
func (m *rebuilder) credit(ply int) error {
	for _, c := range m.record.Credits {
		if c.Ply != ply || m.record.Undone > 0 {
			continue
		}
		since := m.now
		m.now = m.now.Add(time.Duration(c.MS) * time.Millisecond)
		if m.now.After(m.record.Ended) {
			return &Flaw{-1, "credits", "With its outages the game takes longer than from its start to its end."}
		}
		if err := m.do(-1, "", room.Credit{Since: since, Until: m.now}); err != nil {
			return err
		}
	}
	return nil
}
