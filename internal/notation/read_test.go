package notation_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"go.uber.org/goleak"

	"github.com/quatre/quatre/internal/notation"
	"github.com/quatre/quatre/internal/room"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// now is the current time that the tests pass to Read.
var now = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)

// plain is a game with only the required tags.
const plain = `[Variant "connect4:7x6:4"]
[First "1"]
[Started "2026-11-21T10:00:04.000Z"]
[Ended "2026-11-21T10:00:10.000Z"]
[Result "1-0"]
[End "line"]

1. 4 3 2. 4 3 3. 4 3 4. 4 {6.000} 1-0
`

const plainJSON = `{"quatre": 1, "games": [
  {
    "variant": "connect4:7x6:4", "first": 1,
    "players": [{"name": "Zoé", "colour": "red"}, {"level": "easy", "colour": "blue"}],
    "started": "2026-11-21T10:00:04Z", "ended": "2026-11-21T10:00:04.5Z",
    "moves": ["4", "3", "4", "3", "4", "3", "4"],
    "ms": [1, 2, 3, 4, 5, 6, 7],
    "end": {"winner": 1, "reason": "line", "cells": [3, 10, 17, 24]}
  }
]}`

func TestReadFillsMissingParts(t *testing.T) {
	r := read(t, []byte(plain))[0]
	if r.Players[0] != (room.Player{ID: "seat-1", Colour: "red"}) || r.Players[1] != (room.Player{ID: "seat-2", Colour: "yellow"}) {
		t.Errorf("players %+v", r.Players)
	}
	if r.By != 1 || fmt.Sprint(r.End) != "{1 line [3 10 17 24]}" || fmt.Sprint(r.MS) != "[0 0 0 0 0 0 6000]" || r.Room != "" {
		t.Errorf("%+v", r)
	}
	r = read(t, []byte(plainJSON))[0]
	if r.Players[1].Level != "easy" || r.Ended.Nanosecond() != 500e6 || len(r.MS) != 7 {
		t.Errorf("%+v", r)
	}
}

func TestReadLenientForms(t *testing.T) {
	for name, file := range map[string]string{
		"line ends of Windows": strings.ReplaceAll(plain, "\n", "\r\n"),
		"a byte order mark":    "\ufeff" + plain,
		"white space around":   "\n\n  " + strings.ReplaceAll(plain, "\n", " \n") + "\n\n\t",
		"no last line end":     strings.TrimSpace(plain),
		"no numbers":           strings.NewReplacer("1. ", "", "2. ", "", "3. ", "", "4. ", "").Replace(plain),
		"no empty line":        strings.ReplaceAll(plain, "\n\n", "\n"),
		"times, torn apart":    strings.Replace(plain, "4 3 2.", "4{0}\n3 { 0.0\n} 2.", 1),
		"another order":        "[End \"line\"]\n" + strings.Replace(plain, "[End \"line\"]\n", "", 1),
		"carriage returns":     strings.ReplaceAll(plain, "\n", "\r"),
		"mixed line ends":      strings.Replace(strings.Replace("\ufeff"+plain, "\n", "\r", 3), "\n", "\r\n", 2),
		"no-break spaces":      strings.ReplaceAll(plain, " ", "\u00a0"),
		"narrow spaces":        strings.ReplaceAll(plain, " 3", "\u202f3"),
		"ideographic spaces":   strings.ReplaceAll(plain, "\n", "\u3000\n\u2003"),
		"tabs, form feeds":     strings.NewReplacer(" ", "\t", "\n1.", "\n\v1.\f").Replace(plain),
		"glued numbers":        strings.ReplaceAll(plain, ". ", "."),
		"numbers of replies":   strings.NewReplacer("1. 4 ", "1. 4 1... ", "2. 4 ", "2.4 {0.000} 2...", "3. 4 ", "3. 4 3… ").Replace(plain),
	} {
		t.Run(name, func(t *testing.T) {
			if games := read(t, []byte(file)); len(games) != 1 || len(games[0].Moves) != 7 {
				t.Errorf("%+v", games)
			}
		})
	}
	if games := read(t, []byte("\ufeff \n"+plainJSON+"\n ")); len(games) != 1 {
		t.Errorf("%+v", games)
	}
	if games := read(t, []byte(plain+"\n"+plain+plain)); len(games) != 3 {
		t.Errorf("%d games", len(games))
	}
}

// Tags of other programs are dropped, each with a word.
func TestUnknownTags(t *testing.T) {
	for tags, want := range map[string][]string{
		"":                              nil,
		"[Event \"Été\"]\n":             {"Event"},
		"[White \"\"]\n[Event \"?\"]\n": {"Event", "White"},
		"[ECO \"x\"]\n[ECO \"y\"]\n":    {"ECO"},
		"[first \"2\"]\n":               {"first"},
		"[Player3 \"Ana\"]\n":           {"Player3"},
	} {
		games, dropped, err := notation.Read([]byte(plain+"\n"+tags+plain), now)
		if err != nil || len(games) != 2 || !slices.Equal(dropped, want) {
			t.Errorf("%q: %d games, dropped %q, %v", tags, len(games), dropped, err)
		}
	}
	games := read(t, []byte("[Player1 \"Ana\u00a0de\u202fSá\"]\n[Player2 \"علی\u200cرضا\"]\n"+plain))
	if games[0].Players[0].Name != "Ana de Sá" || games[0].Players[1].Name != "علی\u200cرضا" {
		t.Errorf("%+v", games[0].Players)
	}
}

// mark stands in a test file directly before the position of the expected error.
const mark = "¦"

// change replaces the text old of a file by new, which contains the mark. text is a part of
// the expected error.
type change struct{ old, new, text string }

func TestErrorsInText(t *testing.T) {
	with := func(tag string) change { return change{"\n\n1. 4", "\n" + tag + "\n\n1. 4", ""} }
	withError := func(c change, text string) change { c.text = text; return c }
	for _, c := range []change{
		{plain, mark + "hello", "begins with its tags"},
		{plain, mark, "no game"},
		{plain, " \n\t" + mark, "no game"},
		{"[First", mark + "\x00[First", "control"},
		{"[First", mark + "\xff[First", "UTF-8"},
		{"[First \"1\"]", "[" + mark + "First\"1\"]", "A tag is written"},
		{"[First \"1\"]", "[First \"1\"" + mark, "A tag is written"},
		{"[First \"1\"]", "[First \"1" + mark, "A tag is written"},
		{"[First \"1\"]", "[First \"1\"" + mark + " ]", "A tag is written"},
		{"[First \"1\"]", "[First \"1\"" + mark + "] 2", "A tag is written"},
		{"[First \"1\"]", "[First \"" + mark + "\\n\"]", "must be followed by"},
		{"[First \"1\"]", "[First \"" + mark + "\"]", "empty"},
		{"[First \"1\"]", "[First \"" + mark + "3\"]", "A seat is"},
		{"[First \"1\"]", "[" + mark + "Frist \"1\"]", `"Frist" is not a known tag`},
		{"[First \"1\"]", "[First \"1\"]\n[" + mark + "First \"1\"]", "second time"},
		{"[First \"1\"]\n", "", "does not state its first"},

		// A sign that is not accepted is named.
		{" 1-0\n", " " + mark + "1–0\n", `The game is over. The sign "–" (U+2013) is not accepted here`},
		{"1. 4 3", "1. 4 " + mark + "３", `is not a column of this board: the columns are 1 to 7. The sign "３" (U+FF13)`},
		{"1. 4 3", "1. 4 " + mark + "3\u200b", `The sign "\u200b" (U+200B)`},
		{"1. 4 3", "1. " + mark + "１. 4 3", `The sign "１" (U+FF11)`},
		{"[Result \"1-0\"]", "[Result \"" + mark + "1−0\"]", `A result is 1-0, 0-1 or 1/2-1/2. The sign "−" (U+2212)`},
		{"[Result \"1-0\"]", "[Result \"" + mark + "½-½\"]", `The sign "½" (U+00BD)`},
		{"[Result \"1-0\"]", "[" + mark + "Result “1-0”]", `The sign "“" (U+201C)`},
		{"[Result \"1-0\"]", "[Result \"1-0”]" + mark, `The sign "”" (U+201D)`},
		{"[Result \"1-0\"]", "[Result \"1-0\"" + mark + "］", `The sign "］" (U+FF3D)`},
		{"[Variant", mark + "［Variant", `The sign "［" (U+FF3B)`},
		{"1. 4 3", "1. 4 " + mark + "{6٫000} 3", `A time is written like {2.000} or {2.000 lag 0.120}, in seconds. The sign "٫" (U+066B)`},
		{"connect4:7x6:4", mark + "connect4:7×6:4", `The sign "×" (U+00D7)`},
		{"[First \"1\"]", "[First \"1\"]\n[Player1 \"Zoé" + mark, "on a line of its own."},

		// Files of other programs are called by their names.
		{plain, mark + `{"configuration": {"columns": 7}, "id": "x", "name": "connectx", "steps": []}`, "Kaggle"},
		{plain, "\n" + mark + "{\n \"name\" : \"connectx\"", "Kaggle"},
		{plain, mark + "b" + strings.Repeat(",x", 41) + ",win\n" + "o" + strings.Repeat(",b", 41) + ",draw", "UCI data set"},
		{plain, "\ufeff" + mark + "2252576253462244111563365343671351441 -1\r\n7422341735647741166133573473242566 1", "aiworker solve"},
		{plain, mark + "4455", "aiworker solve"},
		{"[End \"line\"]\n", "", "does not state its end"},
		{"connect4:7x6:4", mark + "connect4:7x6:9", "not a Connect Four board"},
		{"2026-11-21T10:00:04.000Z", mark + "yesterday", "A time is written"},
		{"2026-11-21T10:00:10.000Z", mark + "2026-11-21T10:00:03.000Z", "before it begins"},
		{"2026-11-21T10:00:10.000Z", mark + "2026-12-02T00:00:01.000Z", "in the future"},
		{"[Result \"1-0\"]", "[Result \"" + mark + "1:0\"]", "A result is"},
		{"[End \"line\"]", "[End \"" + mark + "mate\"]", "A game ends by"},
		withError(with(`[Room "`+mark+`Nowhere"]`), "ROOM/NUMBER"),
		withError(with(`[Player1 "`+mark+` Ana"]`), "A nickname has"),
		withError(with(`[Player1 "`+mark+strings.Repeat("é", 25)+`"]`), "A nickname has"),
		withError(with(`[Player1Id "`+mark+`ai"]`), "A player's id"),
		withError(with(`[Player1Id "`+mark+`a b"]`), "A player's id"),
		withError(with(`[Level2 "`+mark+`godlike"]`), "no AI of that level"),
		withError(with("[Level2 \"easy\"]\n[Player2 \""+mark+"Bob\"]"), "An AI has no name"),
		withError(with(`[Level1 "`+mark+`easy"]`), "not your seat"),
		withError(with(`[Colour1 "`+mark+`plaid"]`), "Colours are"),
		withError(with("[Colour1 \"red\"]\n[Colour2 \""+mark+"red\"]"), "Colours are"),
		withError(with(`[Starter "`+mark+`nobody"]`), "The starter is"),
		withError(with(`[Clock "`+mark+`fast"]`), "A clock is written"),
		withError(with(`[Clock "`+mark+`0.000/move"]`), "A clock is written"),
		withError(with(`[Clock "`+mark+`4.999/move"]`), "A clock has"),
		withError(with(`[Advice "`+mark+`me"]`), "Advice is given"),
		withError(with("[Level2 \"easy\"]\n[Level1 \"strong\"]\n[Advice \""+mark+"1\"]"), "Advice is for people"),
		withError(with(`[Undone "`+mark+`-1"]`), "taken back"),
		withError(with(`[Away "`+mark+`soon"]`), "in seconds"),
		withError(with("[Clock \"9.000/move\"]\n[Credits \""+mark+"soon\"]"), "Outages are written"),
		withError(with("[Clock \"9.000/move\"]\n[Credits \""+mark+"2 1.000,3 1.000\"]"), "Outages are written"),
		withError(with("[Clock \"9.000/move\"]\n[Credits \""+mark+"1 1.000\"]"), "Turns on a clock"),
		withError(with("[Clock \"9.000/move\"]\n[Credits \""+mark+"8 1.000\"]"), "Turns on a clock"),
		withError(with("[Clock \"9.000/move\"]\n[Credits \""+mark+"3 1.000, 2 1.000\"]"), "Turns on a clock"),
		withError(with("[Clock \"9.000/move\"]\n[Credits \""+mark+"2 0.999\"]"), "Turns on a clock"),
		withError(with("[Clock \"9.000/move\"]\n[Credits \""+mark+"2 86400.001\"]"), "Turns on a clock"),
		withError(with("[Clock \"9.000/move\"]\n[Credits \""+mark+"2 7.000\"]"), "With its outages"),
		withError(with("[Credits \""+mark+"2 1.000\"]"), "Turns on a clock"),
		{"1. 4 3", "1. 4 " + mark + "8", "is not a column"},
		{"1. 4 3", "1. 4 " + mark + "c'est\ufffdça", "is not a column"},
		{"1. 4 3", "1. 4 " + mark + "{", "A time is written"},
		{"1. 4 3", "1. 4 " + mark + "{1.0 0.1} 3", "A time is written"},
		{"1. 4 3", "1. 4 " + mark + "{1.0000} 3", "A time is written"},
		{"1. 4 3", "1. 4 " + mark + "{-1.000} 3", "A time is written"},
		{"1. 4 3", "1. " + mark + "{1.0} 4 3", "A time must follow"},
		{"1. 4 3", "1. 4 {1.0} " + mark + "{1.0} 3", "A time must follow"},
		{"1. 4 3", "1. 4 " + mark + "2. 3", "not the number"},
		{"1. 4 3", mark + "2. 4 3", "not the number"},
		{"1. 4 3", "1. 4 " + mark + "1. 3", "not the number"},
		{"1. 4 3", mark + "1... 4 3", "not the number"},
		{"1. 4 3", "1. 4 " + mark + "2...3", "not the number"},
		{"1. 4 3", "1." + mark + ".4 3", "is not a column"},
		{"1. 4 3", "1. 4 " + mark + "1.3", "not the number"},
		{"1. 4 3", "1. 4 " + mark + "3 {6.001}", "longer than from its start"},
		{"1. 4 3", "1. " + mark + "4 {1.000 lag 0.500} 3", "network can not"},
		{" {6.000} 1-0\n", " {6.000}\n" + mark, "without its result"},
		{" 1-0\n", "\n" + mark + plain, "without its result"},
		{" 1-0\n", " " + mark + "0-1", "The tag in line 5 has another"},
		{" 1-0\n", " " + mark + "5 1-0", "The game is over"},
		{"4. 4 {6.000} 1-0", mark + "1-0", "do not end the game"},
		{"2026-11-21T10:00:10.000Z", mark + "2046-11-21T10:00:10.000Z", "in the future"},
		{"2026-11-21T10:00:10.000Z", mark + "2026-11-28T10:00:10.000Z", "the game ended at 2026-11-21T10:00:10.000Z"},
		withError(with("[Level1 \"easy\"]\n[Level2 \"strong\"]\n[Clock \""+mark+"5.000/move\"]\n[Undone \"1\"]"), "AI against AI has none"),
		withError(with("[Level1 \"easy\"]\n[Level2 \"strong\"]\n[Undone \""+mark+"1\"]"), "An AI takes no moves back"),
		withError(with("[Away \""+mark+"1.000\"]"), "ended otherwise"),
		{" 1-0\n", " 1-0\n\n" + plain + mark + "x", "begins with its tags"},
		// Read reports an illegal move, not the syntax error after it.
		{"1. 4 3 2. 4 3 3. 4 3 4. 4 {6.000} 1-0\n", "1. 4 " + mark + "9 2. 4 {", "is not a column"},
	} {
		file := strings.Replace(plain, c.old, c.new, 1)
		if !strings.Contains(c.new, mark) { // a part is missing: the error is at the beginning of the game
			file = mark + file
		}
		wantError(t, file, c.text)
	}
}

// wantError reads a file with a mark in it and checks the position and text of the error.
func wantError(t *testing.T, file, text string) {
	t.Helper()
	before, after, _ := strings.Cut(file, mark)
	games, _, err := notation.Read([]byte(before+after), now)
	var e *notation.Error
	if !errors.As(err, &e) || games != nil {
		t.Errorf("want an *Error and no games for\n%s\ngot %+v, %v", file, games, err)
		return
	}
	line := before[strings.LastIndexByte(before, '\n')+1:]
	if e.Line != 1+strings.Count(before, "\n") || e.Column != 1+utf8.RuneCountInString(line) || !strings.Contains(e.Text, text) {
		t.Errorf("%v (want %q) in\n%s", e, text, file)
	}
}

func TestEndings(t *testing.T) {
	for _, test := range []struct {
		tags, end string // in addition to those of a plain game
		moves     string
		text      string // the expected error; empty if the game is valid
	}{
		{"", "0-1 resigned", "1. 4", ""},
		{"", "1-0 resigned", "1. 4", ""},
		{"", "1/2-1/2 resigned", "1. 4", "another result"},
		{"", "1/2-1/2 agreed", "", ""},
		{"[By \"2\"]\n", "1/2-1/2 agreed", "1. 4", ""},
		{"", "1-0 agreed", "1. 4", "another result"},
		{"[Level2 \"easy\"]\n", "1/2-1/2 agreed", "1. 4", "The AI plays on"},
		{"[Level2 \"easy\"]\n", "1-0 resigned", "1. 4", "The AI plays on"},
		{"[Level2 \"easy\"]\n", "0-1 resigned", "1. 4", ""},
		{"[Player1Id \"p\"]\n[Player2Id \"p\"]\n", "1/2-1/2 agreed", "1. 4", ""},
		{"", "1-0 left", "1. 4", ""},
		{"[By \"1\"]\n", "1/2-1/2 left", "1. 4", ""},
		{"[By \"2\"]\n", "1-0 left", "1. 4", "another result"},
		{"[Away \"9.000\"]\n", "1-0 left", "1. 4", "away long enough"},
		{"[Away \"10.000\"]\n", "1-0 left", "1. 4", ""},
		{"[Clock \"600.000/move\"]\n[Undone \"1\"]\n", "1-0 left", "1. 4", "played over days"},
		{"[Level2 \"easy\"]\n", "1-0 left", "1. 4", "away long enough"},
		{"", "1-0 time", "1. 4 3", "No clock"},
		{"[Clock \"5.000/move\"]\n", "1-0 time", "1. 4", "No clock"},
		{"[Clock \"5.000/move\"]\n", "0-1 time", "1. 4 3", ""}, // seat 1 is to move
		{"[Clock \"5.000/move\"]\n", "1-0 time", "1. 4 3", "another result"},
		{"[Clock \"6.000/move\"]\n", "0-1 time", "1. 4 3", "No clock"},
		{"[Clock \"6.000/move\"]\n[Undone \"1\"]\n", "0-1 time", "1. 4 3", ""}, // the duration of the last turn is unknown
		{"[Clock \"5.000/move\"]\n[Credits \"2 1.000\"]\n", "0-1 time", "1. 4 3", "No clock"},
		{"[Clock \"5.000/move\"]\n[Credits \"2 1.000\"]\n[Undone \"1\"]\n", "0-1 time", "1. 4 3", ""},
		{"[Clock \"6.000/move\"]\n[Undone \"1\"]\n", "1-0 time", "1. 4 3", "another result"},
		{"[Undone \"1\"]\n", "0-1 time", "1. 4 3", "No clock"},
		{"", "1/2-1/2 draw", "1. 4", "do not end the game"},
		{"", "1-0 line", "1. 4 3 2. 4 3 3. 4 3 4. 4", ""},
		{"", "0-1 line", "1. 4 3 2. 4 3 3. 4 3 4. 4", "another result"},
		{"", "1/2-1/2 draw", "1. 4 3 2. 4 3 3. 4 3 4. 4", "do not end that way"},
		{"", "1-0 resigned", "1. 4 3 2. 4 3 3. 4 3 4. 4", "do not end that way"},
		{"[By \"2\"]\n", "1-0 line", "1. 4 3 2. 4 3 3. 4 3 4. 4", "the other player"},
	} {
		result, reason, _ := strings.Cut(test.end, " ")
		seconds := map[string]int{"left": 50, "line": 0}
		if _, ok := seconds[reason]; !ok {
			seconds[reason] = 7
		}
		file := fmt.Sprintf(`[Variant "connect4:7x6:4"]
[First "1"]
[Started "2026-11-21T10:00:00.000Z"]
[Ended "2026-11-21T10:00:%02d.000Z"]
[Result "%s"]
[End "%s"]
%s
%s %s%s
`, seconds[reason], result, reason, test.tags, test.moves, mark, result)
		if test.text != "" {
			wantError(t, file, test.text)
			continue
		}
		games := read(t, []byte(strings.Replace(file, mark, "", 1)))
		again := read(t, write(t, notation.Text, games))
		sameGame(t, again[0], games[0])
	}
}

func TestErrorsInJSON(t *testing.T) {
	for _, c := range []change{
		{`"first": 1,`, `"first": 1,` + mark + `,`, "not valid JSON"},
		{`"first": 1,`, `"first": 0` + mark + `1,`, "not valid JSON"},
		{"\n]}", "\n]" + mark, "not valid JSON"},
		{"\n]}", "\n]}" + mark + "]", "not valid JSON"},
		{`"quatre"`, mark + `“quatre”`, `The sign "“" (U+201C)`},
		{`"first": 1,`, `"first":` + mark + "\u00a01,", "not valid JSON"},
		{`"Zoé"`, `"Zo` + mark + `\ud83d"`, "half of a surrogate pair"},
		{`"first": 1`, `"first": 1, ` + mark + `"first": 2`, `the key "first" twice`},
		{`"first": 1`, `"first": 1, ` + mark + `"F\u0069rst": 2`, `the key "First" twice`},
		{`"quatre": 1,`, `"quatre": 1, ` + mark + `"quatre": 1,`, `the key "quatre" twice`},
		{`"quatre": 1`, `"quatre": ` + mark + `2`, "version 1"},
		{`"quatre": 1, `, ``, `has "quatre"`},
		{`{"quatre": 1, "games": [`, `{"quatre": 1, "games!"` + mark + `: [`, "is not a known field"},
		{plainJSON, mark + `{"quatre":1}`, `and "games"`},
		{plainJSON, `{"quatre":1,"games":[]` + mark + `}`, "no game"},
		{plainJSON, `{"quatre":1,"games":7` + mark + `}`, "A list of games"},
		{plainJSON, `{"quatre":1,"games":[` + mark + `7]}`, "must not be a number"},
		{plainJSON, `{"quatre":1,"games":[` + mark + `{}]}`, "has \"moves\""},

		// A value of the wrong type has its own place.
		{`"first": 1`, `"first": "1` + mark + `"`, `The value of "first" must not be a string`},
		{`"first": 1`, `"first": 1.` + mark + `0`, "must not be a number 1.0"},
		{`"Zoé"`, `1` + mark + `7`, "must not be a number"},
		{`"first": 1`, `"first": 1, "advice": [true, "no` + mark + `"]`, "must not be a string"},
		{`"first": 1`, `"first": 1, "credits": ` + mark + `7`, "must not be a number"},
		{`"first": 1`, `"first": 1, "delegations": [{"seat": 25` + mark + `7}]`, "must not be a number 257"},
		{`["4", "3", "4", "3"`, `["4", "3", "4", ` + mark + `3`, "must not be a number"},
		{`"ms": [1, `, `"ms": [1e` + mark + `3, `, "must not be a number 1e3"},
		{`[3, 10, 17, 24]`, `[3, 10, 17, "x` + mark + `"]`, "must not be a string"},
	} {
		file := strings.Replace(plainJSON, c.old, c.new, 1)
		if file == plainJSON {
			t.Errorf("%q is not in the file", c.old)
		}
		if !strings.Contains(c.new, mark) {
			file = mark + file
		}
		wantError(t, file, c.text)
	}
}

// Other errors in a game have the place of the game.
func TestErrorsInJSONGames(t *testing.T) {
	for _, c := range []change{
		{`"winner": 1`, `"winner": 2`, "another result"},
		{`[3, 10, 17, 24]`, `[3, 10, 17, 25]`, "on other cells"},
		{`"first": 1`, `"first": 1, "fist": 1`, `unknown field "fist"`},
		{`"name": "Zoé", `, `"name": "Zoé", "color": "red", `, "unknown field"},
		{`"first": 1,`, ``, "A seat is"},
		{`"started": "2026-11-21T10:00:04Z", `, ``, "A time is written"},
		{`"2026-11-21T10:00:04Z"`, `"yesterday"`, "This is not a game"},
		{`"Zoé"`, `"Zoé "`, "A nickname"},
		{`"easy"`, `"mean"`, "no AI"},
		{`"colour": "blue"`, `"colour": "red"`, "Colours are"},
		{`"first": 1`, `"first": 1, "clock": {"move": 1}`, "A clock has"},
		{`"first": 1`, `"first": 1, "clock": {"move": -1}`, "A clock is written"},
		{`"first": 1`, `"first": 1, "starter": "me", "lag": []`, "There must be"},
		{`"first": 1`, `"first": 1, "room": "UP", "game": 1`, "ROOM/NUMBER"},
		{`"first": 1`, `"first": 1, "undone": 99999999`, "taken back"},
		{`"first": 1`, `"first": 1, "away": -1`, "A time is at least 0"},
		{`"first": 1`, `"first": 1, "credits": [{"ply": 2}]`, "Turns on a clock"},
		{`"first": 1`, `"first": 1, "credits": [{"ply": 2, "ms": -1}]`, "Outages are written"},
		{`"first": 1`, `"first": 1, "credits": [{"ply": 9223372036854775807, "ms": 1000}]`, "Outages are written"},
		{`"first": 1`, `"first": 1, "delegations": [{"seat": 1}]`, "no AI of that level"},
		{`"first": 1`, `"first": 1, "delegations": [{"seat": 1, "level": "easy", "from": 3, "to": 3}]`, "cannot have played"},
		{`"first": 1`, `"first": 1, "delegations": [{"seat": 1, "level": "mean", "from": 0, "to": 1}]`, "no AI of that level"},
		{`["4", "3", "4", "3"`, `["4", "3", "4", "0"`, "is not a column"},
		{`"ms": [1, `, `"ms": [`, "as many times"},
		{`"ms": [1, `, `"ms": [-1, `, "A time is at least 0"},
		{`"winner": 1`, `"winner": 3`, "The winner is"},
		{`"reason": "line"`, `"reason": "luck"`, "A game ends by"},
	} {
		file := strings.Replace(plainJSON, c.old, c.new, 1)
		if file == plainJSON {
			t.Errorf("%q is not in the file", c.old)
		}
		wantError(t, strings.Replace(file, "  {", "  "+mark+"{", 1), c.text)
	}
}

func TestLimits(t *testing.T) {
	many := strings.Repeat(plain, notation.MaxGames)
	if games := read(t, []byte(many)); len(games) != notation.MaxGames {
		t.Errorf("%d games", len(games))
	}
	wantError(t, many+mark+plain, "at most 1000 games")
	long := strings.Repeat("4 ", room.MaxEntries)
	wantError(t, strings.Replace(plain, "1. 4 3", "1. 4 3 4 3 4 3 4 "+mark+long, 1), "The game is over")
	_, _, err := notation.Read(make([]byte, notation.MaxBytes+1), now)
	if err == nil || !strings.Contains(err.Error(), "bytes") {
		t.Errorf("a file that is too large: %v", err)
	}
}
