// Package notation writes finished games to files and reads them back, in two
// forms: a text that people can read and write, and JSON.
//
// It promises:
//
//   - Round trip. What was written is read as the same game, in both forms.
//   - Nothing false. A game that is read has been played again, move by move, by the
//     rules and by the room: it could have been played here exactly so.
//   - A place. What is wrong is said with line and column, and of several faults
//     it is the first (in JSON, faults of form come before all others).
//   - No surprise. Whatever the input, reading it takes bounded time and memory,
//     and never panics.
//
// Its users owe it the time, against which dates are checked, and not more than
// MaxBytes of input. A longer file in text form can be split between any two games.
//
// # The text
//
// A game is its tags, one a line, an empty line, and its moves. Games are
// separated by an empty line. It is PGN (S. J. Edwards, 1994) in spirit, with
// tags of its own, of which tags.go has the list:
//
//	[Variant "connect4:7x6:4"]
//	[Player1 "Ana"]
//	[Colour1 "red"]
//	[Level2 "easy"]
//	[Colour2 "yellow"]
//	[First "1"]
//	[Started "2026-11-21T10:00:04.000Z"]
//	[Ended "2026-11-21T10:00:10.000Z"]
//	[Result "1-0"]
//	[End "line"]
//
//	1. 4 {2.000} 3 {1.500} 2. 4 {0.500} 3 {0.500} 3. 4 {0.500} 3 {0.500}
//	4. 4 {0.500} 1-0
//
// In braces stand the seconds that the move took, and after "lag" those that the
// network took of them and no clock counted. A move without braces took no time.
// By these times a game whose last move ended it must come to its end, if no moves
// were taken back.
// Results are seat 1's and seat 2's, whoever moved first.
//
// # The JSON
//
// It is {"quatre": 1, "games": [record, …]}, with records as the API returns
// them: room.Record.
package notation

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/archive"
)

// Limits of what Read takes.
const (
	MaxBytes = 4 << 20
	MaxGames = 1000

	// MaxPlayerID bounds the public id of a player, in characters.
	MaxPlayerID = 64

	// ClockSkew is how far in the future a game may have ended: on other machines
	// it may be later.
	ClockSkew = 24 * time.Hour

	// What bounds the memory that one game takes while it is read: its moves, how
	// deep its JSON may be nested, and how many values it may have.
	maxMoves = room.MaxEntries
	maxDepth = 8
	maxNodes = 4 * maxMoves
)

// Format is a form in which games are written.
type Format string

// The forms.
const (
	Text Format = "text"
	JSON Format = "json"
)

// ContentType returns the media type of the form.
func (f Format) ContentType() string {
	if f == Text {
		return "text/plain; charset=utf-8"
	}
	return "application/json"
}

// Extension returns how the names of such files end.
func (f Format) Extension() string {
	if f == Text {
		return ".txt"
	}
	return ".json"
}

// Error is what is wrong with a file, and where.
type Error struct {
	Line   int // from 1
	Column int // in characters, from 1
	Text   string
}

func (e *Error) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Text)
}

// Read reads all games of a file in either form, at least one. What belongs to
// a store and not to a game (N, Digest, Imported) is not taken over; what may be
// left out is filled in. The error is an *Error.
func Read(data []byte, now time.Time) ([]room.Record, error) {
	r := &reader{data: data, now: now}
	err := r.read()
	var f *fault
	if errors.As(err, &f) {
		return nil, f.in(data)
	}
	return r.games, err
}

// fault is an error before its line and column are counted.
type fault struct {
	at   int // in bytes
	text string
}

func (f *fault) Error() string { return f.text }

func faultf(at int, format string, args ...any) *fault {
	return &fault{at, fmt.Sprintf(format, args...)}
}

// in turns the place into line and column.
func (f *fault) in(data []byte) *Error {
	before := data[:min(f.at, len(data))]
	line := before[bytes.LastIndexByte(before, '\n')+1:]
	return &Error{Line: 1 + bytes.Count(before, []byte{'\n'}), Column: 1 + utf8.RuneCount(line), Text: f.text}
}

// reader is one call of Read.
type reader struct {
	data  []byte
	now   time.Time
	games []room.Record
}

const byteOrderMark = "\ufeff"

func (r *reader) read() error {
	if len(r.data) > MaxBytes {
		return faultf(MaxBytes, "A file has at most %d bytes. Split it: in the text form between any two games.", MaxBytes)
	}
	if err := r.checkCharacters(); err != nil {
		return err
	}
	start := len(r.data) - len(bytes.TrimPrefix(r.data, []byte(byteOrderMark)))
	first := start + len(r.data[start:]) - len(bytes.TrimLeft(r.data[start:], whitespace))
	var err error
	switch {
	case first == len(r.data):
		return faultf(first, "There is no game in this file.")
	case r.data[first] == '{':
		err = r.readJSON(start)
	default:
		err = r.readText(start)
	}
	return err
}

const whitespace = " \t\r\n"

// checkCharacters refuses what no file of games has in it: then it is something
// else, or damaged.
func (r *reader) checkCharacters() error {
	for at := 0; at < len(r.data); {
		c, size := utf8.DecodeRune(r.data[at:])
		switch {
		case c == utf8.RuneError && size == 1:
			return faultf(at, "Here are bytes that are no text (UTF-8).")
		case unicode.IsControl(c) && !strings.ContainsRune(whitespace, c):
			return faultf(at, "Here is a control character.")
		}
		at += size
	}
	return nil
}

// draft is a game as far as it was read, and where its parts stand.
type draft struct {
	record room.Record
	at     int            // where the game begins
	places map[string]int // of the parts, by their tags' names in lower case
	moves  []int          // of the moves
	end    int            // of the end
}

func newDraft(at int) *draft { return &draft{at: at, places: map[string]int{}, end: at} }

// place returns where a part stands, or where the game begins.
func (d *draft) place(part string) int {
	if at, ok := d.places[part]; ok {
		return at
	}
	return d.at
}

// required are the tags that no game is without.
var required = []string{"Variant", "First", "Started", "Ended", "Result", "End"}

// finish checks a game that was read whole and keeps it.
func (r *reader) finish(d *draft) error {
	for _, name := range required {
		if _, ok := d.places[strings.ToLower(name)]; !ok {
			return faultf(d.at, "The game does not say its %s.", strings.ToLower(name))
		}
	}
	if d.record.Ended.Before(d.record.Started) {
		return faultf(d.place("ended"), "The game ends before it begins.")
	}
	for i, p := range d.record.Players {
		if name := fmt.Sprintf("player%d", i+1); p.IsAI() && p.ID != "" {
			return faultf(d.place(name+"id"), "An AI has no id.")
		} else if p.IsAI() && p.Name != "" {
			return faultf(d.place(name), "An AI has no name but its level.")
		}
	}
	if d.record.Ended.After(r.now.Add(ClockSkew)) {
		return faultf(d.place("ended"), "The game ends in the future.")
	}
	if len(r.games) == MaxGames {
		return faultf(d.at, "A file has at most %d games. Split it: in the text form before this one.", MaxGames)
	}
	game, err := d.replay()
	if err != nil {
		return err
	}
	r.games = append(r.games, game)
	return nil
}

// replay plays the game again and returns it complete.
func (d *draft) replay() (room.Record, error) {
	_, game, err := archive.Rebuild("", "", d.record)
	var flaw *archive.Flaw
	switch {
	case errors.As(err, &flaw) && flaw.Ply < 0:
		return game, &fault{d.partPlace(flaw.Part), flaw.Text}
	case errors.As(err, &flaw) && flaw.Ply < len(d.moves):
		return game, &fault{d.moves[flaw.Ply], flaw.Text}
	case errors.As(err, &flaw):
		return game, &fault{d.end, flaw.Text}
	case err != nil:
		return game, &fault{d.at, err.Error()}
	}
	game.Room, game.Game, game.N, game.Digest = d.record.Room, d.record.Game, 0, ""
	return game, nil
}

// partPlace returns where a part of a record stands; players are several tags.
func (d *draft) partPlace(part string) int {
	if part != "players" {
		return d.place(part)
	}
	for _, tag := range []string{"colour2", "level1", "player1id", "player1", "level2", "player2id", "player2"} {
		if at, ok := d.places[tag]; ok {
			return at
		}
	}
	return d.at
}
