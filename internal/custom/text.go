package custom

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Code is the code of every Error in answers of the API.
const Code = "bad_custom_level"

// Error says what is wrong with the text of a custom level.
type Error struct {
	Text string // a sentence for people
}

func (e *Error) Error() string { return e.Text }

func errorf(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }

// setting is a numeric setting of a custom level.
type setting struct {
	key       string
	low, high int
	field     func(*Level) *int

	// usual returns the value of the setting if the text leaves it out. It may read the settings
	// before this one. It is nil if the text must have the setting.
	usual func(*Level) int
}

func zero(*Level) int { return 0 }
func one(*Level) int  { return 1 }

// settings has the numeric settings in the order of the canonical text. The name comes last there.
var settings = []setting{
	{"depth", 1, MaxDepth, func(l *Level) *int { return &l.Depth }, nil},
	weight("open3", func(l *Level) *int { return &l.Weights.Own.Open3 }, zero),
	weight("open2", func(l *Level) *int { return &l.Weights.Own.Open2 }, zero),
	weight("open1", func(l *Level) *int { return &l.Weights.Own.Open1 }, zero),
	weight("their3", func(l *Level) *int { return &l.Weights.Their.Open3 }, func(l *Level) int { return l.Weights.Own.Open3 }),
	weight("their2", func(l *Level) *int { return &l.Weights.Their.Open2 }, func(l *Level) int { return l.Weights.Own.Open2 }),
	weight("their1", func(l *Level) *int { return &l.Weights.Their.Open1 }, func(l *Level) int { return l.Weights.Own.Open1 }),
	weight("centre", func(l *Level) *int { return &l.Weights.Own.Centre }, zero),
	weight("theircentre", func(l *Level) *int { return &l.Weights.Their.Centre }, func(l *Level) int { return l.Weights.Own.Centre }),
	{"rows", 0, MaxFactor, func(l *Level) *int { return &l.Weights.Rows }, one},
	{"columns", 0, MaxFactor, func(l *Level) *int { return &l.Weights.Columns }, one},
	{"diagonals", 0, MaxFactor, func(l *Level) *int { return &l.Weights.Diagonals }, one},
	{"margin", 0, MaxMargin, func(l *Level) *int { return &l.Margin }, zero},
	{"first", 0, 1, func(l *Level) *int { return &l.First }, zero},
}

func weight(key string, field func(*Level) *int, usual func(*Level) int) setting {
	return setting{key, -MaxWeight, MaxWeight, field, usual}
}

const nameKey = "name"

// keys has the keys of all settings.
var keys = func() (all []string) {
	for _, s := range settings {
		all = append(all, s.key)
	}
	return append(all, nameKey)
}()

// String returns the canonical text of the level. It leaves out every setting that has its
// usual value.
func (l Level) String() string {
	var b strings.Builder
	b.WriteString(Prefix)
	for i, s := range settings {
		value := *s.field(&l)
		if s.usual != nil && value == s.usual(&l) {
			continue
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(s.key + "=" + strconv.Itoa(value))
	}
	if l.Name != "" {
		b.WriteString("," + nameKey + "=" + l.Name)
	}
	return b.String()
}

// Parse returns the level that a text describes. The settings may be in any order. The error is
// an *Error.
func Parse(text string) (Level, error) {
	var l Level
	rest, found := strings.CutPrefix(text, Prefix)
	if !found || rest == "" {
		return l, errorf("A custom level is written custom:depth=4,open3=100: settings with commas between them.")
	}
	if len(text) > MaxLength {
		return l, errorf("The text of a custom level has at most %d bytes.", MaxLength)
	}
	given := map[string]string{}
	for item := range strings.SplitSeq(rest, ",") {
		key, value, _ := strings.Cut(item, "=")
		if _, twice := given[key]; twice {
			return l, errorf("A custom level has %s only once.", key)
		}
		if !slices.Contains(keys, key) {
			last := len(keys) - 1
			return l, errorf("A custom level has no setting %q. The settings are %s and %s.", quoted(key), strings.Join(keys[:last], ", "), keys[last])
		}
		given[key] = value
	}
	for _, s := range settings {
		if err := s.set(&l, given); err != nil {
			return Level{}, err
		}
	}
	if name, ok := given[nameKey]; ok {
		if !validName(name) {
			return Level{}, errorf("The name of a custom level has 1 to %d letters, digits, single spaces, and signs of - _ . ' in it.", MaxNameLength)
		}
		l.Name = name
	}
	return l, nil
}

// set sets the setting of l to the given value, or to its usual value if none is given.
func (s setting) set(l *Level, given map[string]string) error {
	text, ok := given[s.key]
	if !ok {
		if s.usual == nil {
			return errorf("A custom level needs %s=%d to %s=%d.", s.key, s.low, s.key, s.high)
		}
		*s.field(l) = s.usual(l)
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || strconv.Itoa(n) != text || n < s.low || n > s.high {
		return errorf("The setting %s is a whole number from %d to %d, not %q.", s.key, s.low, s.high, quoted(text))
	}
	*s.field(l) = n
	return nil
}

// validName reports whether name has a valid length and only the characters that a name may have.
// Package room also refuses names with a needless joiner, and names that could be mistaken for
// another level.
func validName(name string) bool {
	if !utf8.ValidString(name) || utf8.RuneCountInString(name) > MaxNameLength || name == "" {
		return false
	}
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -_.'\u200c\u200d", r) {
			return false
		}
	}
	return name == strings.Join(strings.Fields(name), " ")
}

// Split splits a list of levels at the commas between levels, but not at the commas within a
// custom level: "easy,custom:depth=4,open3=5" has two levels.
func Split(list string) (levels []string) {
	for item := range strings.SplitSeq(list, ",") {
		last := len(levels) - 1
		if last >= 0 && Is(levels[last]) && strings.Contains(item, "=") && !Is(item) {
			levels[last] += "," + item
			continue
		}
		levels = append(levels, item)
	}
	return levels
}

// quoted returns the beginning of a text, for a refusal: a byte that is no letter takes four.
func quoted(text string) string { return text[:min(len(text), 20)] }
