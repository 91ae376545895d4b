package notation

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/quatre/quatre/internal/room"
)

// Credits of the clock for outages have the form "4 60.000, 7 1.500". Each credit is the number
// of moves before it, and its seconds.

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
		ms, okSeconds := parseSeconds(seconds)
		if !ok || !okSeconds {
			return "Outages are written like 4 60.000, 7 1.500: the number of moves before each, then its seconds."
		}
		if len(r.Credits) == room.MaxEntries {
			return fmt.Sprintf("A game may have at most %d credited outages.", room.MaxEntries)
		}
		r.Credits = append(r.Credits, room.TurnCredit{Ply: n, MS: ms})
	}
	return ""
}
