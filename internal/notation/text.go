package notation

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quatre/quatre/internal/room"
)

// readText reads games in the text format from the offset start.
func (r *reader) readText(start int) error {
	s := &scanner{data: r.data, at: start}
	for s.skipSpace(); !s.done(); s.skipSpace() {
		d := newDraft(s.at)
		if err := s.readTags(d); err != nil {
			return err
		}
		if f := s.readMoves(d); f != nil {
			return d.firstError(f)
		}
		if err := r.finish(d); err != nil {
			return err
		}
	}
	return nil
}

// firstError returns the error that comes first in the file: the syntax error f in the
// moves, or an illegal move before it.
func (d *draft) firstError(f *offsetError) *offsetError {
	for _, name := range required {
		if _, ok := d.offsets[strings.ToLower(name)]; !ok {
			return f
		}
	}
	d.endOffset = f.at
	_, err := d.replay()
	if illegal, ok := err.(*offsetError); ok && illegal.at < f.at {
		return illegal
	}
	return f
}

// foreignSign names the first sign of a text that nothing but names may have, such as the dash or the
// quotation mark that a telephone has put in place of another. It returns "" if there is none.
func foreignSign(text string) string {
	i := strings.IndexFunc(text, func(r rune) bool { return r > unicode.MaxASCII && !unicode.IsSpace(r) })
	if i < 0 {
		return ""
	}
	sign, _ := utf8.DecodeRuneInString(text[i:])
	return fmt.Sprintf(" The sign %q (%U) is not accepted here.", string(sign), sign)
}

// scanner reads a text from the offset at.
type scanner struct {
	data []byte
	at   int
}

func (s *scanner) done() bool { return s.at >= len(s.data) }

// restOfLine returns the rest of the current line.
func (s *scanner) restOfLine() []byte {
	line, _, _ := bytes.Cut(s.data[s.at:], []byte{'\n'})
	return line
}

func (s *scanner) skipSpace() {
	s.at = len(s.data) - len(bytes.TrimLeftFunc(s.data[s.at:], unicode.IsSpace))
}

// readTags reads the lines before the moves.
func (s *scanner) readTags(d *draft) error {
	if s.data[s.at] != '[' {
		sign, _ := utf8.DecodeRune(s.data[s.at:])
		return errorAt(s.at, `A game begins with its tags, like [Variant "connect4:7x6:4"].%s`, foreignSign(string(sign)))
	}
	for ; !s.done() && s.data[s.at] == '['; s.skipSpace() {
		if err := s.readTag(d); err != nil {
			return err
		}
	}
	return nil
}

// readTag reads one line of the form [Name "value"].
func (s *scanner) readTag(d *draft) error {
	const form = `A tag is written [Name "value"], on a line of its own.`
	tagAt := s.at + 1
	rest := s.restOfLine()[1:]
	name := rest[:max(0, bytes.IndexFunc(rest, unicode.IsSpace))]
	value := bytes.TrimLeftFunc(rest[len(name):], unicode.IsSpace)
	if len(name) == 0 || len(value) == 0 || value[0] != '"' {
		before, _, _ := strings.Cut(string(rest), `"`)
		return &offsetError{tagAt, form + foreignSign(before)}
	}
	s.at += len(s.restOfLine()) - len(value) + 1
	valueAt := s.at
	value = nil
	for line := s.restOfLine(); ; {
		switch {
		case len(line) == 0 && isNameTag(string(name)):
			return &offsetError{s.at, form}
		case len(line) == 0:
			return &offsetError{s.at, form + foreignSign(string(value))}
		case line[0] == '"':
			s.at++
			end := bytes.TrimRightFunc(s.restOfLine(), unicode.IsSpace)
			if string(end) != "]" {
				return &offsetError{s.at, form + foreignSign(string(end))}
			}
			s.at++
			return d.set(string(name), string(value), tagAt, valueAt)
		case line[0] == '\\':
			if len(line) < 2 || line[1] != '"' && line[1] != '\\' {
				return errorAt(s.at, `In a value, \ must be followed by " or \.`)
			}
			line = line[1:]
			s.at++
		}
		value = append(value, line[0])
		line = line[1:]
		s.at++
	}
}

// readMoves reads the moves and the result.
func (s *scanner) readMoves(d *draft) *offsetError {
	r := &d.record
	r.Moves, r.MS = []string{}, []int64{}
	defer func() {
		if r.Lag != nil {
			r.Lag = append(r.Lag, make([]int64, len(r.MS)-len(r.Lag))...)
		}
	}()
	timed := true // the last move has its time already, or there is no move yet
	for {
		s.skipSpace()
		d.endOffset = s.at
		if s.done() || s.data[s.at] == '[' {
			return errorAt(s.at, "The game ends without its result.")
		}
		if s.data[s.at] == '{' {
			if timed {
				return errorAt(s.at, "A time must follow its move.")
			}
			if f := s.readTime(d); f != nil {
				return f
			}
			timed = true
			continue
		}
		at := s.at
		word := s.readWord()
		numbered := moveNumber.FindStringSubmatch(word)
		switch {
		case slices.Contains(results[:], word):
			if tagAt, ok := d.offsets["result"]; ok && word != results[r.End.Winner] {
				return errorAt(at, "The tag in line %d has another result.", (&offsetError{at: tagAt}).locate(s.data).Line)
			}
			return nil
		case numbered != nil:
			if numbered[1] != strconv.Itoa(len(r.Moves)/2+1) || (numbered[2] == ".") != (len(r.Moves)%2 == 0) {
				return errorAt(at, "This is not the number of the next move.")
			}
			s.at = at + len(numbered[0]) // a move may follow directly
		case len(r.Moves) == room.MaxEntries:
			return errorAt(at, "The game has more moves than a room holds.")
		default:
			r.Moves = append(r.Moves, word)
			r.MS = append(r.MS, 0)
			d.moveOffsets = append(d.moveOffsets, at)
			timed = false
		}
	}
}

// moveNumber matches the number before the first or the second move of a turn: 1. or 1...
var moveNumber = regexp.MustCompile(`^([0-9]+)(\.\.\.|…|\.)`)

// readWord returns the text up to the next white space or the { of a time.
func (s *scanner) readWord() string {
	end := bytes.IndexFunc(s.data[s.at:], func(r rune) bool { return r == '{' || unicode.IsSpace(r) })
	if end < 0 {
		end = len(s.data) - s.at
	}
	s.at += end
	return string(s.data[s.at-end : s.at])
}

// readTime reads {seconds} or {seconds lag seconds} for the last move.
func (s *scanner) readTime(d *draft) *offsetError {
	text, _, closed := bytes.Cut(s.data[s.at+1:], []byte{'}'})
	fields := strings.Fields(string(text))
	wrong := errorAt(s.at, "A time is written like {2.000} or {2.000 lag 0.120}, in seconds.%s", foreignSign(string(text)))
	if !closed || len(fields) != 1 && (len(fields) != 3 || fields[1] != "lag") {
		return wrong
	}
	r := &d.record
	i := len(r.MS) - 1
	var ok bool
	if r.MS[i], ok = parseSeconds(fields[0]); !ok {
		return wrong
	}
	if len(fields) == 3 {
		lag, ok := parseSeconds(fields[2])
		if !ok || lag == 0 {
			return wrong
		}
		r.Lag = append(r.Lag, make([]int64, len(r.MS)-len(r.Lag))...)
		r.Lag[i] = lag
	}
	s.at += len("{") + len(text) + len("}")
	return nil
}
