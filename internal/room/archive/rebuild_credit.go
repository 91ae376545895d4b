package archive

import (
	"time"

	"github.com/quatre/quatre/internal/room"
)

// checkCredits reports whether turns on a clock could have been credited this.
func (m *remaking) checkCredits() error {
	r := m.record
	flaw := &Flaw{-1, "credits", "Turns on a clock are credited outages, in their order, each of a second to a day."}
	before := room.UntimedPlies
	for _, c := range r.Credits {
		if r.Clock == nil || c.Ply < before || c.Ply > len(r.Moves) ||
			c.MS < room.MinCredit.Milliseconds() || c.MS > room.MaxCredit.Milliseconds() {
			return flaw
		}
		before = c.Ply
	}
	return nil
}

// credit credits the turn of this ply with its outages, as if they had been at its
// beginning. Where moves were taken back no clock runs, and all turns follow each
// other at once.
func (m *remaking) credit(ply int) error {
	for _, c := range m.record.Credits {
		if c.Ply != ply {
			continue
		}
		lasted := time.Duration(c.MS) * time.Millisecond
		if m.record.Undone > 0 {
			if ply == len(m.record.Moves) {
				m.credited += lasted
			}
			continue
		}
		since := m.now
		m.now = m.now.Add(lasted)
		if m.now.After(m.record.Ended) {
			return &Flaw{-1, "credits", "With its outages the game takes longer than from its start to its end."}
		}
		if err := m.do(-1, "", room.Credit{Since: since, Until: m.now}); err != nil {
			return err
		}
	}
	return nil
}
