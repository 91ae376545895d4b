package notation

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/quatre/quatre/internal/room"
)

// Outages that turns were credited are written 4 60.000, 7 1.500: after so many
// moves, so many seconds.

func getCredits(r *room.Record) string {
	all := make([]string, len(r.Credits))
	for i, c := range r.Credits {
		all[i] = strconv.Itoa(c.Ply) + " " + formatSeconds(c.MS)
	}
	return strings.Join(all, ", ")
}

func setCredits(r *room.Record, v string) string {
	for credit := range strings.SplitSeq(v, ", ") {
		ply, seconds, _ := strings.Cut(credit, " ")
		n, ok := parseCount(ply)
		ms, okToo := parseSeconds(seconds)
		if !ok || !okToo {
			return "Outages are written 4 60.000, 7 1.500: after so many moves, so many seconds."
		}
		if len(r.Credits) == room.MaxEntries {
			return fmt.Sprintf("A game is credited %d outages at most.", room.MaxEntries)
		}
		r.Credits = append(r.Credits, room.TurnCredit{Ply: n, MS: ms})
	}
	return ""
}

func (d *draft) creditsJSON(n *node) error {
	if n == nil {
		return nil
	}
	d.places["credits"] = n.at
	if n.kind != array {
		return n.wrong()
	}
	for _, item := range n.items {
		f, err := item.fields("ply", "ms")
		if err != nil {
			return err
		}
		ply, ms := f["ply"], f["ms"]
		if ply == nil || ms == nil {
			return faultf(item.at, `A credited outage has "ply" and "ms".`)
		}
		var c room.TurnCredit
		after, err := ply.milli()
		if err != nil {
			return err
		}
		if c.MS, err = ms.milli(); err != nil {
			return err
		}
		c.Ply = int(min(after, room.MaxEntries))
		d.record.Credits = append(d.record.Credits, c)
	}
	return nil
}
