package room

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/custom"
)

// Level is a strength of the AI, with the time that one move may take. Only workers know how
// a level plays. Rooms need the names of the levels, and the time after which a reply is
// overdue.
type Level struct {
	Name   string // of a custom level: its canonical text, see package custom
	Budget time.Duration

	// Quick says that the level looks a few plies ahead and replies in milliseconds, far
	// within its budget.
	Quick bool
}

// levels is ordered from the weakest to the strongest.
var levels = []Level{
	{"random", time.Second, true},
	{"very-easy", time.Second, true},
	{"easy", time.Second, true},
	{"normal", time.Second, true},
	{"difficult", time.Second, true},
	{"strong", time.Second, false},
	{"expert", 500 * time.Millisecond, false},
	{"perfect", 5 * time.Second, false},
}

const (
	customBudget = time.Second // of all custom levels

	// maxQuickDepth is the greatest depth, in plies, at which a custom level is Quick. It is
	// the depth of the strongest level that is Quick.
	maxQuickDepth = 4
)

// CustomLabel is the Label of all custom levels.
const CustomLabel = custom.Family

// CodeBadCustomLevel is the code of refusals of custom levels. The Text of a Refusal says what is wrong.
const CodeBadCustomLevel = custom.Code

// Levels returns the levels that may take a seat, the weakest first, without custom levels.
func Levels() []Level { return append([]Level(nil), levels...) }

// LevelNames returns the names of Levels.
func LevelNames() (names []string) {
	for _, l := range levels {
		names = append(names, l.Name)
	}
	return names
}

// Label returns the name of the level in metrics, where the number of names must be bounded. All
// custom levels have the same label.
func (l Level) Label() string {
	if custom.Is(l.Name) {
		return CustomLabel
	}
	return l.Name
}

// levelByName returns the level with a name from a stored room. It accepts custom levels whose names
// SeatableLevel refuses.
func levelByName(name string) (Level, bool) {
	if custom.Is(name) {
		l, err := custom.Parse(name)
		return Level{l.String(), customBudget, l.Depth <= maxQuickDepth}, err == nil
	}
	for _, l := range levels {
		if l.Name == name {
			return l, true
		}
	}
	return Level{}, false
}

// SeatableLevel returns the level with a name, if an AI of this level may take a seat: one of Levels,
// or a custom level with its settings in any order. The error is a *Refusal. imported says that the
// level comes from a stored game. Then the name of a custom level must only be a ValidName.
func SeatableLevel(name string, imported bool) (Level, error) {
	if !custom.Is(name) {
		l, ok := levelByName(name)
		if !ok {
			return l, ErrBadLevel
		}
		return l, nil
	}
	l, err := custom.Parse(name)
	switch {
	case err == nil && !imported:
		l, err = withCleanName(l)
	case err == nil && !ValidName(l.Name):
		err = ErrBadName
	}
	if err != nil {
		if refused, ok := errors.AsType[*custom.Error](err); ok {
			err = &Refusal{CodeBadCustomLevel, refused.Text}
		}
		return Level{}, err
	}
	seated, _ := levelByName(l.String())
	return seated, nil
}

// withCleanName returns the level with the name that cleanName returns for it. It refuses names that
// could be mistaken for another level.
func withCleanName(l custom.Level) (custom.Level, error) {
	name, err := cleanName(l.Name)
	if err != nil {
		return l, err
	}
	if slices.Contains(levelWords, strings.Join(wordsOf(skeleton(name)), "")) {
		return l, ErrReserved
	}
	l.Name = name
	return custom.Parse(l.String()) // cleanName may have changed characters of the name
}

// isSeated reports whether level is what a room seats for a name.
func isSeated(name, level string) bool {
	l, err := SeatableLevel(name, false)
	return err == nil && l.Name == level
}

// checkLevels returns ErrTooNew if this program does not know a level: it could not tell when
// the AI must reply. An empty level is accepted.
func checkLevels(names ...string) error {
	for _, name := range names {
		if _, known := levelByName(name); name != "" && !known {
			return fmt.Errorf("%w: the room has an AI of the level %q", ErrTooNew, name)
		}
	}
	return nil
}
