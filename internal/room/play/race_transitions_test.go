package play_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/room"
)

// expectedTransitions has all transitions that the races must meet.
// The form is KIND FROM TO. The part after a colon distinguishes several causes of the same
// transition.
var expectedTransitions = []string{
	"created  waiting", "created  playing:AI", "created  playing:self", "created  playing:watch",
	"joined waiting playing:person", "joined waiting playing:AI",
	"named waiting waiting", "named playing playing", "named finished finished",
	"moved playing playing:person", "moved playing playing:AI", "moved playing playing:with lag",
	"moved playing finished:line", "moved playing finished:draw",
	"hinted playing playing", "advised playing playing",
	"offered playing playing:draw", "offered playing playing:takeback",
	"declined playing playing:refused", "declined playing playing:withdrawn",
	"takenback playing playing:by consent", "takenback playing playing:AI", "takenback playing playing:self",
	"resigned playing finished",
	"drawn playing finished:by consent", "drawn playing finished:self",
	"claimed playing finished:won", "claimed playing finished:draw",
	"flagged playing finished:move", "flagged playing finished:base",
	"rematch finished finished", "rematch finished playing:person", "rematch finished playing:AI",
	"rematch finished playing:self", "rematch finished playing:watch",
	"challenged playing playing", "challenged finished finished", "withdrawn playing playing", "withdrawn finished finished",
	"credited playing playing:AI", "credited playing playing:person",
	"emoted playing playing", "emoted finished finished",
	"paced playing playing", "paced finished finished",
	"admitted waiting waiting", "admitted playing playing", "admitted finished finished",
	"closed waiting closed", "closed playing closed",
}

// notPlayed has the transitions of the table in docs/dev/architecture.md that the races do not play.
var notPlayed = []string{
	"seatoffered waiting waiting", "seatoffered playing playing", "seatoffered finished finished",
	"seatmoved waiting waiting", "seatmoved playing playing", "seatmoved finished finished",
	"delegated playing playing", "levelset finished finished", "closed finished closed",
}

// The table in docs/dev/architecture.md has the transitions of expectedTransitions and notPlayed.
func TestTransitionsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../../docs/dev/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	tested := map[string]bool{}
	for _, transition := range slices.Concat(expectedTransitions, notPlayed) {
		transition, _, _ = strings.Cut(transition, ":")
		tested[transition] = true
	}
	kinds, phases := regexp.MustCompile(`\w+`), regexp.MustCompile(`\b(waiting|playing|finished|closed)\b`)
	_, table, _ := strings.Cut(string(text), "| event | from | to | stored with it, besides the deadline |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	for row := range strings.Lines(table) {
		cells := strings.Split(row, "|")
		from, to := phases.FindAllString(cells[2], -1), phases.FindAllString(cells[3], -1)
		if len(from) == 0 {
			from = []string{""} // created
		}
		for _, kind := range kinds.FindAllString(cells[1], -1) {
			for _, before := range from {
				after := to
				if strings.TrimSpace(cells[3]) == "the same" {
					after = []string{before}
				}
				for _, after := range after {
					transition := fmt.Sprintf("%s %s %s", kind, before, after)
					if !tested[transition] {
						t.Errorf("docs/dev/architecture.md has the transition %q: play it in race_steps_test.go, judge it in "+
							"race_verdict_test.go and race_referee_test.go, and add it to expectedTransitions; or add it to notPlayed", transition)
					}
					delete(tested, transition)
				}
			}
		}
	}
	for transition := range tested {
		t.Errorf("the table of events in docs/dev/architecture.md lacks the transition %q", transition)
	}
}

// transitionCounts counts how often the races met each transition.
type transitionCounts map[string]int

// note counts the transition of the entry that the referee has just seen. before is the phase
// before the entry.
func (s transitionCounts) note(before room.Phase, f *referee, e room.Entry) {
	transition := fmt.Sprintf("%s %s %s", e.Event.Kind(), before, f.phase)
	if suffix := f.suffix(e); suffix != "" {
		transition += ":" + suffix
	}
	s[transition]++
}

// suffix returns the part of a transition after the colon, or "" if it has no such part.
func (f *referee) suffix(e room.Entry) string {
	kind := "person"
	switch {
	case f.bothAI():
		kind = "watch"
	case f.self():
		kind = "self"
	case f.holder[2] == room.Machine:
		kind = "AI"
	}
	switch ev := e.Event.(type) {
	case room.Created:
		return strings.TrimPrefix(kind, "person")
	case room.Joined:
		return kind
	case room.Rematch:
		if ev.First != 0 {
			return kind
		}
	case room.Moved:
		switch {
		case ev.End != nil:
			return ev.End.Reason
		case ev.Lag > 0:
			return "with lag"
		case e.By == room.Machine:
			return "AI"
		}
		return "person"
	case room.Offered:
		return string(ev.What)
	case room.Declined:
		if f.holder[ev.Seat] == f.asker {
			return "withdrawn"
		}
		return "refused"
	case room.TakenBack:
		return strings.Replace(kind, "person", "by consent", 1)
	case room.Drawn:
		return strings.Replace(kind, "person", "by consent", 1)
	case room.Claimed:
		if ev.End.Winner != 0 {
			return "won"
		}
		return "draw"
	case room.Credited:
		if f.holder[f.turn()] == room.Machine {
			return "AI"
		}
		return "person"
	case room.Flagged:
		if f.opened.Clock.Move > 0 {
			return "move"
		}
		return "base"
	}
	return ""
}

// complete reports whether every transition was met.
func (s transitionCounts) complete() bool {
	return !slices.ContainsFunc(expectedTransitions, func(transition string) bool { return s[transition] == 0 })
}

// check fails the test if an expected transition was never met, or if an unexpected transition
// was met.
func (s transitionCounts) check(t *testing.T) {
	for _, transition := range expectedTransitions {
		t.Logf("%6d %s", s[transition], transition)
		if s[transition] == 0 {
			t.Errorf("no run has met the transition %q", transition)
		}
	}
	for transition := range s {
		if !slices.Contains(expectedTransitions, transition) {
			t.Errorf("the transition %q is not in expectedTransitions", transition)
		}
	}
}
