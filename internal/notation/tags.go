package notation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// tag is a line before the moves of a text file, and the same part of a JSON record.
type tag struct {
	name string

	// get returns the value of the tag. If the value is empty, Writer leaves the tag out.
	get func(*room.Record) string

	// set sets a value that is not empty. It returns an error message, or "" if the value is
	// valid.
	set func(r *room.Record, value string) (message string)
}

// tags lists all tags in the order in which Writer writes them.
var tags = slices.Concat(
	[]tag{
		textTag("Variant", func(r *room.Record) *string { return &r.Variant }, func(v string) string {
			_, err := rules.Parse(v)
			return unless(err == nil, fmt.Sprint(err))
		}),
		{"Room", getRoom, setRoom},
	},
	playerTags(0), playerTags(1),
	[]tag{
		{"First", func(r *room.Record) string { return strconv.Itoa(int(r.First)) }, seatSetter(func(r *room.Record) *room.Seat { return &r.First })},
		textTag("Starter", func(r *room.Record) *room.Starter { return &r.Starter }, oneOf(room.ErrBadStarter.Text,
			room.StarterMe, room.StarterOther, room.StarterRandom, room.StarterLoser, room.StarterAlternate)),
		{"Clock", getClock, setClock},
		{"Advice", getAdvice, setAdvice},
		countTag("Given", "moves before the game", func(r *room.Record) *int { return &r.Given }),
		textTag("From", func(r *room.Record) *room.Source { return &r.From }, func(room.Source) string { return "" }), // Rebuild checks it
		timeTag("Started", func(r *room.Record) *time.Time { return &r.Started }),
		timeTag("Ended", func(r *room.Record) *time.Time { return &r.Ended }),
		{"Credits", getCredits, setCredits},
		countTag("Undone", "times that moves were taken back", func(r *room.Record) *int { return &r.Undone }),
		{"Result", func(r *room.Record) string { return results[r.End.Winner] }, setResult},
		textTag("End", func(r *room.Record) *string { return &r.End.Reason }, oneOf("A game ends by line, draw, resigned, agreed, left or time.",
			room.ReasonLine, room.ReasonDraw, room.ReasonResigned, room.ReasonAgreed, room.ReasonLeft, room.ReasonTime)),
		{"By", getBy, seatSetter(func(r *room.Record) *room.Seat { return &r.By })},
		{"Away", getAway, setAway},
	},
)

// set sets the value of a tag. tagAt is the offset of the name, at the offset of the value.
func (d *draft) set(name, value string, tagAt, at int) error {
	i := slices.IndexFunc(tags, func(t tag) bool { return t.name == name })
	part := strings.ToLower(name)
	switch _, twice := d.offsets[part]; {
	case i < 0:
		if d.unknown == nil {
			d.unknownAt = tagAt
		}
		d.unknown = append(d.unknown, fmt.Sprintf("%.32s", name))
		return nil
	case twice:
		return errorAt(tagAt, "%s appears for the second time.", name)
	}
	d.offsets[part] = at
	if value == "" {
		return errorAt(at, "%s is empty.", name)
	}
	if message := tags[i].set(&d.record, value); message != "" {
		if !isNameTag(name) {
			message += foreignSign(value)
		}
		return &offsetError{at, message}
	}
	return nil
}

// isNameTag reports whether the value of a tag may have any letters.
func isNameTag(name string) bool { return name == "Player1" || name == "Player2" }

func playerTags(i int) []tag {
	of := func(r *room.Record) *room.Player { return &r.Players[i] }
	seat := strconv.Itoa(i + 1)
	return []tag{
		{"Player" + seat, func(r *room.Record) string { return of(r).Name }, func(r *room.Record, v string) string {
			of(r).Name = strings.Map(func(c rune) rune {
				if unicode.IsSpace(c) {
					return ' '
				}
				return c
			}, v)
			return unless(room.ValidName(of(r).Name), room.ErrBadName.Text)
		}},
		textTag("Player"+seat+"Id", func(r *room.Record) *room.PlayerID { return &of(r).ID }, func(id room.PlayerID) string {
			return unless(validPlayerID(id), fmt.Sprintf("A player's id has 1 to %d characters: letters, digits, - and _.", MaxPlayerID))
		}),
		{"Level" + seat, func(r *room.Record) string { return of(r).Level }, func(r *room.Record, v string) string {
			level, err := room.SeatableLevel(v, true)
			of(r).Level = level.Name
			return unless(err == nil, fmt.Sprint(err))
		}},
		textTag("Colour"+seat, func(r *room.Record) *string { return &of(r).Colour }, oneOf(room.ErrBadColour.Text, room.Colours...)),
	}
}

// textTag returns a tag whose value is a text of a record. check returns an error message.
func textTag[T ~string](name string, field func(*room.Record) *T, check func(T) string) tag {
	return tag{name, func(r *room.Record) string { return string(*field(r)) }, func(r *room.Record, v string) string {
		*field(r) = T(v)
		return check(T(v))
	}}
}

// oneOf returns a check that accepts only known values.
func oneOf[T comparable](message string, known ...T) func(T) string {
	return func(v T) string { return unless(slices.Contains(known, v), message) }
}

// unless returns a message unless a value is valid.
func unless(valid bool, message string) string {
	if valid {
		return ""
	}
	return message
}

func validPlayerID(id room.PlayerID) bool {
	return len(id) <= MaxPlayerID && id != room.Machine && !strings.ContainsFunc(string(id), func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_'
	})
}

func getRoom(r *room.Record) string {
	if r.Room == "" {
		return ""
	}
	return r.ID().String()
}

func setRoom(r *room.Record, v string) string {
	id, err := room.ParseGameID(v)
	r.Room, r.Game = id.Room, id.Game
	return unless(err == nil, "A game is named ROOM/NUMBER.")
}

func seatSetter(field func(*room.Record) *room.Seat) func(*room.Record, string) string {
	return func(r *room.Record, v string) string {
		*field(r) = room.Seat(v[0] - '0')
		return unless(v == "1" || v == "2", "A seat is 1 or 2.")
	}
}

// A clock has the form 30.000/move, or 600.000+5.000 for base and increment. The unit is
// seconds.

const perMove = "/move"

func getClock(r *room.Record) string {
	switch c := r.Clock; {
	case c == nil:
		return ""
	case c.Move != 0:
		return formatSeconds(c.Move) + perMove
	default:
		return formatSeconds(c.Base) + "+" + formatSeconds(c.Increment)
	}
}

func setClock(r *room.Record, v string) string {
	var c room.Clock
	var ok, okRest bool
	if move, isMove := strings.CutSuffix(v, perMove); isMove {
		c.Move, ok = parseSeconds(move)
		okRest = c.Move != 0
	} else if base, increment, both := strings.Cut(v, "+"); both {
		c.Base, ok = parseSeconds(base)
		c.Increment, okRest = parseSeconds(increment)
	}
	r.Clock = &c
	return unless(ok && okRest, "A clock is written like 30.000/move or 600.000+5.000, in seconds.")
}

var adviceNames = map[string][2]bool{"1": {true, false}, "2": {false, true}, "both": {true, true}}

func getAdvice(r *room.Record) string {
	for name, advice := range adviceNames {
		if advice == r.Advice {
			return name
		}
	}
	return ""
}

func setAdvice(r *room.Record, v string) string {
	advice, ok := adviceNames[v]
	r.Advice = advice
	return unless(ok, "Advice is given to 1, 2 or both.")
}

const timeLayout = "2006-01-02T15:04:05.000Z"

func timeTag(name string, field func(*room.Record) *time.Time) tag {
	return tag{name, func(r *room.Record) string { return field(r).UTC().Format(timeLayout) }, func(r *room.Record, v string) string {
		t, err := time.Parse(time.RFC3339Nano, v)
		t = t.UTC().Truncate(time.Millisecond)
		*field(r) = t
		return unless(err == nil && t.Year() >= 1970 && t.Year() <= 9999, "A time is written like 2026-11-21T10:00:04.000Z.")
	}}
}

// countTag returns a tag for a count, which is left out if it is 0. what is what the count is of, for the error message.
func countTag(name, what string, field func(*room.Record) *int) tag {
	get := func(r *room.Record) string {
		if n := *field(r); n != 0 {
			return strconv.Itoa(n)
		}
		return ""
	}
	return tag{name, get, func(r *room.Record, v string) string {
		n, ok := parseCount(v)
		*field(r) = n
		return unless(ok, fmt.Sprintf("The number of %s must be from 1 to %d.", what, room.MaxEntries))
	}}
}

func parseCount(v string) (int, bool) {
	n, err := strconv.Atoi(v)
	return n, err == nil && n >= 1 && n <= room.MaxEntries && strconv.Itoa(n) == v
}

// results has the texts of results, by winner: the points of seat 1, then those of seat 2.
var results = [...]string{0: "1/2-1/2", 1: "1-0", 2: "0-1"}

func setResult(r *room.Record, v string) string {
	i := slices.Index(results[:], v)
	r.End.Winner = room.Seat(max(0, i))
	return unless(i >= 0, "A result is 1-0, 0-1 or 1/2-1/2.")
}

// getBy returns the seat that ended the game, or "" if the result or the moves show the seat.
func getBy(r *room.Record) string {
	if r.By == 0 || r.End.Winner != 0 || r.End.Reason == room.ReasonDraw {
		return ""
	}
	return strconv.Itoa(int(r.By))
}

func getAway(r *room.Record) string {
	if r.Away == 0 {
		return ""
	}
	return formatSeconds(r.Away)
}

func setAway(r *room.Record, v string) string {
	ms, ok := parseSeconds(v)
	r.Away = ms
	return unless(ok, "The time that a player was away is written in seconds, like 41.000.")
}

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

// formatSeconds formats milliseconds as seconds.
func formatSeconds(ms int64) string { return fmt.Sprintf("%d.%03d", ms/1000, ms%1000) }

// maxSecondsDigits limits the digits before the decimal point, to about three years.
const maxSecondsDigits = 8

// parseSeconds parses seconds with up to three decimals, and returns milliseconds.
func parseSeconds(v string) (int64, bool) {
	whole, fraction, dot := strings.Cut(v, ".")
	digits := whole + fraction
	if whole == "" || len(whole) > maxSecondsDigits || dot && fraction == "" || len(fraction) > 3 ||
		strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	ms, err := strconv.ParseInt(whole+(fraction + "000")[:3], 10, 64)
	return ms, err == nil
}
