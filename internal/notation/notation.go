// Package notation writes finished games to files and reads them back, in two formats: a
// text that people can read and write, and JSON.
//
// It promises:
//
//   - Round trip. Reading a written file gives the same games, in both formats.
//   - Verified games. Read replays every game, move by move, with package rules and
//     package room. It returns only games that could have been played here.
//   - Positions of errors. An error has a line and a column. Of several errors in a file,
//     Read reports the first, except that JSON syntax errors come before all others. An error in a
//     JSON game has the place of the game, or of a value of the wrong type.
//   - Bounded work. For any input, Read takes bounded time and memory and does not panic.
//
// Callers must pass the current time, against which Read checks dates, and at most
// MaxBytes of input. Callers can split a longer file in the text format between two games.
//
// # Text format
//
// A game is its tags, one on each line, an empty line, and its moves. An empty line
// separates two games. The format follows PGN (S. J. Edwards, 1994) but has its own tags,
// which tags.go lists:
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
// The braces after a move have the seconds that it took. The seconds after "lag" are
// the part of these seconds that the network took and no clock counted. A move without braces
// took no time. If a game ended with its last move and no moves were taken back, the times
// must add up to the duration of the game. A result has the points of seat 1, then those of
// seat 2, no matter who moved first. As in PGN, a number may stand directly before its move, and
// 1... before the second move of a turn. Unknown tags are dropped.
//
// # JSON format
//
// The file is {"quatre": 1, "games": [record, …]}, with records as the API returns them:
// room.Record.
package notation

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/archive"
	"github.com/quatre/quatre/internal/rules"
)

// Limits of the input of Read.
const (
	MaxBytes = 4 << 20
	MaxGames = 1000

	// MaxPlayerID is the maximum length of a player ID, in characters.
	MaxPlayerID = 64

	// ClockSkew is how far in the future the end of a game may be, because the clock of
	// another machine may be ahead.
	ClockSkew = 24 * time.Hour

	maxDropped = 20 // unknown tags that Read names
)

// Format is a file format for games.
type Format string

// The formats.
const (
	Text Format = "text"
	JSON Format = "json"
)

// ContentType returns the media type of the format.
func (f Format) ContentType() string {
	if f == Text {
		return "text/plain; charset=utf-8"
	}
	return "application/json"
}

// Extension returns the file name extension of the format, with its dot.
func (f Format) Extension() string {
	if f == Text {
		return ".txt"
	}
	return ".json"
}

// Error is an error in a file, with its position.
type Error struct {
	Line   int // from 1
	Column int // in characters, from 1
	Text   string
}

func (e *Error) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Text)
}

// Read reads all games of a file in either format. A file must have at least one game. Read
// fills in optional parts that are missing. It leaves the fields empty that belong to a store
// and not to a game (N, Digest, Imported). dropped has the names of unknown tags, each once. If there
// are many, it ends with "…". The error is an *Error.
func Read(data []byte, now time.Time) (games []room.Record, dropped []string, err error) {
	r := &reader{data: withLineFeeds(data), now: now}
	err = r.read()
	if e, ok := errors.AsType[*offsetError](err); ok {
		return nil, nil, e.locate(r.data)
	}
	slices.Sort(r.dropped)
	if dropped = slices.Compact(r.dropped); len(dropped) > maxDropped {
		dropped = append(dropped[:maxDropped], "…")
	}
	return r.games, dropped, err
}

// withLineFeeds returns data with a line feed for each carriage return that ends a line alone.
func withLineFeeds(data []byte) []byte {
	if !bytes.ContainsRune(data, '\r') {
		return data
	}
	data = bytes.Clone(data)
	for i, c := range data {
		if c == '\r' && !bytes.HasPrefix(data[i+1:], []byte{'\n'}) {
			data[i] = '\n'
		}
	}
	return data
}

// offsetError is an error at a byte offset of the file.
type offsetError struct {
	at   int // byte offset
	text string
}

func (e *offsetError) Error() string { return e.text }

func errorAt(at int, format string, args ...any) *offsetError {
	return &offsetError{at, fmt.Sprintf(format, args...)}
}

// locate converts the offset to a line and a column.
func (e *offsetError) locate(data []byte) *Error {
	before := data[:min(e.at, len(data))]
	line := bytes.TrimSuffix(before[bytes.LastIndexByte(before, '\n')+1:], []byte{'\r'}) // of the end of the line
	return &Error{Line: 1 + bytes.Count(before, []byte{'\n'}), Column: 1 + utf8.RuneCount(line), Text: e.text}
}

// reader is the state of one call of Read.
type reader struct {
	data    []byte
	now     time.Time
	games   []room.Record
	dropped []string // the unknown tags, as often as they appear
}

const byteOrderMark = "\ufeff"

func (r *reader) read() error {
	if len(r.data) > MaxBytes {
		return errorAt(MaxBytes, "A file may have at most %d bytes. Split it; the text format can be split between any two games.", MaxBytes)
	}
	if err := r.checkCharacters(); err != nil {
		return err
	}
	start := len(r.data) - len(bytes.TrimPrefix(r.data, []byte(byteOrderMark)))
	first := len(r.data) - len(bytes.TrimLeftFunc(r.data[start:], unicode.IsSpace))
	var err error
	switch advice := rules.Foreign(string(r.data[start:])); {
	case first == len(r.data):
		return errorAt(first, "There is no game in this file.")
	case advice != "":
		return &offsetError{first, advice}
	case r.data[first] == '{':
		err = r.readJSON(first)
	default:
		err = r.readText(start)
	}
	return err
}

// checkCharacters returns an error for characters that no file of games contains. A file with
// such characters is damaged or of another kind.
func (r *reader) checkCharacters() error {
	for at := 0; at < len(r.data); {
		c, size := utf8.DecodeRune(r.data[at:])
		switch {
		case c == utf8.RuneError && size == 1:
			return errorAt(at, "These bytes are not valid UTF-8 text.")
		case unicode.IsControl(c) && !unicode.IsSpace(c):
			return errorAt(at, "A control character is not allowed here.")
		}
		at += size
	}
	return nil
}

// draft is a game while Read reads it, with the byte offsets of its parts.
type draft struct {
	record      room.Record
	start       int            // the offset of the game
	unknown     []string       // the names of unknown tags
	unknownAt   int            // the offset of the first of them
	offsets     map[string]int // the offset of each part, by the name of its tag in lower case
	moveOffsets []int          // the offset of each move
	endOffset   int            // the offset of the first text after the moves and their times
}

func newDraft(at int) *draft { return &draft{start: at, offsets: map[string]int{}, endOffset: at} }

// offset returns the offset of a part. If the game does not have the part, it returns the
// offset of the game.
func (d *draft) offset(part string) int {
	if at, ok := d.offsets[part]; ok {
		return at
	}
	return d.start
}

// required lists the tags that every game must have.
var required = []string{"Variant", "First", "Started", "Ended", "Result", "End"}

// finish checks a complete draft, and adds its game to the result of Read.
func (r *reader) finish(d *draft) error {
	for _, name := range required {
		switch _, ok := d.offsets[strings.ToLower(name)]; {
		case !ok && d.unknown != nil:
			return errorAt(d.unknownAt, "%q is not a known tag, and the game does not state its %s.", d.unknown[0], strings.ToLower(name))
		case !ok:
			return errorAt(d.start, "The game does not state its %s.", strings.ToLower(name))
		}
	}
	if d.record.Ended.Before(d.record.Started) {
		return errorAt(d.offset("ended"), "The game ends before it begins.")
	}
	for i, p := range d.record.Players {
		if name := fmt.Sprintf("player%d", i+1); p.IsAI() && p.ID != "" {
			return errorAt(d.offset(name+"id"), "An AI has no id.")
		} else if p.IsAI() && p.Name != "" {
			return errorAt(d.offset(name), "An AI has no name but its level.")
		}
	}
	if d.record.Ended.After(r.now.Add(ClockSkew)) {
		return errorAt(d.offset("ended"), "The game ends in the future.")
	}
	if len(r.games) == MaxGames {
		return errorAt(d.start, "A file may have at most %d games. Split it; the text format can be split before this game.", MaxGames)
	}
	game, err := d.replay()
	if err != nil {
		return err
	}
	r.games = append(r.games, game)
	r.dropped = append(r.dropped, d.unknown...)
	return nil
}

// replay plays the game by the rules and returns the complete record.
func (d *draft) replay() (room.Record, error) {
	_, game, err := archive.Rebuild("", "", d.record)
	var flaw *archive.Flaw
	switch {
	case errors.As(err, &flaw) && flaw.Ply < 0:
		return game, &offsetError{d.partOffset(flaw.Part), flaw.Text}
	case errors.As(err, &flaw) && flaw.Ply < len(d.moveOffsets):
		return game, &offsetError{d.moveOffsets[flaw.Ply], flaw.Text + foreignSign(d.record.Moves[flaw.Ply])}
	case errors.As(err, &flaw):
		return game, &offsetError{d.endOffset, flaw.Text}
	case err != nil:
		return game, &offsetError{d.start, err.Error()}
	}
	game.Room, game.Game, game.N, game.Digest = d.record.Room, d.record.Game, 0, ""
	return game, nil
}

// partOffset returns the offset of a part of a record. The part "players" has several
// tags.
func (d *draft) partOffset(part string) int {
	if part != "players" {
		return d.offset(part)
	}
	for _, tag := range []string{"colour2", "level1", "player1id", "player1", "level2", "player2id", "player2"} {
		if at, ok := d.offsets[tag]; ok {
			return at
		}
	}
	return d.start
}
