package notation

import (
	"math"

	"github.com/quatre/quatre/internal/room"
)

// delegationsJSON reads the parts of the game that the AI played for a person. The text format
// has no tag for them.
func (d *draft) delegationsJSON(n *node) error {
	if n == nil {
		return nil
	}
	d.offsets["delegations"] = n.offset
	if n.kind != array {
		return n.kindError()
	}
	for _, item := range n.items {
		f, err := item.fields("seat", "level", "from", "to")
		if err != nil {
			return err
		}
		if f["seat"] == nil || f["level"] == nil || f["level"].kind != text || f["from"] == nil || f["to"] == nil {
			return errorAt(item.offset, `A delegation has "seat", "level", "from" and "to".`)
		}
		level, err := room.SeatableLevel(f["level"].text, true)
		if err != nil {
			return errorAt(f["level"].offset, "%s", err)
		}
		var numbers [3]int
		for i, name := range []string{"seat", "from", "to"} {
			number, err := f[name].nonNegative()
			if err != nil {
				return err
			}
			numbers[i] = int(min(number, room.MaxEntries))
		}
		d.record.Delegations = append(d.record.Delegations, room.Delegation{
			Seat: room.Seat(min(numbers[0], math.MaxUint8)), Level: level.Name, From: numbers[1], To: numbers[2],
		})
	}
	return nil
}
