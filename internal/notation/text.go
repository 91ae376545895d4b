package notation

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// readText reads games in text form, from start.
func (r *reader) readText(start int) error {
	s := &scanner{data: r.data, at: start}
	for s.skip(); !s.over(); s.skip() {
		d := newDraft(s.at)
		if err := s.tags(d); err != nil {
			return err
		}
		if f := s.moves(d); f != nil {
			return d.earlier(f)
		}
		if err := r.finish(d); err != nil {
			return err
		}
	}
	return nil
}

// earlier returns the first of a fault of form in the moves and what is wrong
// with the moves before it.
func (d *draft) earlier(f *fault) *fault {
	for _, name := range required {
		if _, ok := d.places[strings.ToLower(name)]; !ok {
			return f
		}
	}
	d.end = f.at
	_, err := d.replay()
	if wrong, ok := err.(*fault); ok && wrong.at < f.at {
		return wrong
	}
	return f
}

// scanner goes through a text.
type scanner struct {
	data []byte
	at   int
}

func (s *scanner) over() bool { return s.at >= len(s.data) }

// rest returns what is left of the line.
func (s *scanner) rest() []byte {
	line, _, _ := bytes.Cut(s.data[s.at:], []byte{'\n'})
	return line
}

func (s *scanner) skip() {
	s.at = len(s.data) - len(bytes.TrimLeft(s.data[s.at:], whitespace))
}

// tags reads the lines before the moves.
func (s *scanner) tags(d *draft) error {
	if s.data[s.at] != '[' {
		return faultf(s.at, `A game begins with its tags, as in [Variant "connect4:7x6:4"].`)
	}
	for ; !s.over() && s.data[s.at] == '['; s.skip() {
		if err := s.tag(d); err != nil {
			return err
		}
	}
	return nil
}

// tag reads one line: [Name "value"].
func (s *scanner) tag(d *draft) error {
	const form = `A tag is written [Name "value"], on a line of its own.`
	tagAt := s.at + 1
	name, _, _ := bytes.Cut(s.rest()[1:], []byte{' '})
	s.at = tagAt + len(name)
	if len(name) == 0 || !bytes.HasPrefix(s.rest(), []byte(` "`)) {
		return &fault{tagAt, form}
	}
	s.at += len(` "`)
	valueAt := s.at
	var value []byte
	for line := s.rest(); ; {
		switch {
		case len(line) == 0:
			return &fault{s.at, form}
		case line[0] == '"':
			s.at++
			end := bytes.TrimRight(s.rest(), whitespace)
			if string(end) != "]" {
				return &fault{s.at, form}
			}
			s.at++
			return d.set(string(name), string(value), tagAt, valueAt)
		case line[0] == '\\':
			if len(line) < 2 || line[1] != '"' && line[1] != '\\' {
				return faultf(s.at, `After \ in a value stands " or \.`)
			}
			line = line[1:]
			s.at++
		}
		value = append(value, line[0])
		line = line[1:]
		s.at++
	}
}

// moves reads the moves up to and with the result.
func (s *scanner) moves(d *draft) *fault {
	r := &d.record
	r.Moves, r.MS = []string{}, []int64{}
	defer func() {
		if r.Lag != nil {
			r.Lag = append(r.Lag, make([]int64, len(r.MS)-len(r.Lag))...)
		}
	}()
	timed := true // whether the last move has its time, or there is none
	for {
		s.skip()
		d.end = s.at
		if s.over() || s.data[s.at] == '[' {
			return faultf(s.at, "The game ends without its result.")
		}
		if s.data[s.at] == '{' {
			if timed {
				return faultf(s.at, "A time stands after its move.")
			}
			if f := s.time(d); f != nil {
				return f
			}
			timed = true
			continue
		}
		at := s.at
		word := s.word()
		number, isNumber := strings.CutSuffix(word, ".")
		switch {
		case slices.Contains(results[:], word):
			if tagAt, ok := d.places["result"]; ok && word != results[r.End.Winner] {
				return faultf(at, "The tag in line %d has another result.", (&fault{at: tagAt}).in(s.data).Line)
			}
			return nil
		case isNumber:
			if len(r.Moves)%2 != 0 || number != strconv.Itoa(len(r.Moves)/2+1) {
				return faultf(at, "This is not the number of the next move.")
			}
		case len(r.Moves) == maxMoves:
			return faultf(at, "The game has more moves than a room holds.")
		default:
			r.Moves = append(r.Moves, word)
			r.MS = append(r.MS, 0)
			d.moves = append(d.moves, at)
			timed = false
		}
	}
}

// word returns what stands here up to white space or a time.
func (s *scanner) word() string {
	end := bytes.IndexAny(s.data[s.at:], whitespace+"{")
	if end < 0 {
		end = len(s.data) - s.at
	}
	s.at += end
	return string(s.data[s.at-end : s.at])
}

// time reads {seconds} or {seconds lag seconds}, for the last move.
func (s *scanner) time(d *draft) *fault {
	const form = "A time is written {2.000} or {2.000 lag 0.120}, in seconds."
	r := &d.record
	i := len(r.MS) - 1
	end := bytes.IndexByte(s.data[s.at:], '}')
	if end < 0 {
		return &fault{s.at, form}
	}
	fields := strings.Fields(string(s.data[s.at+1 : s.at+end]))
	if len(fields) != 1 && (len(fields) != 3 || fields[1] != "lag") {
		return &fault{s.at, form}
	}
	var ok bool
	if r.MS[i], ok = parseSeconds(fields[0]); !ok {
		return &fault{s.at, form}
	}
	if len(fields) == 3 {
		lag, ok := parseSeconds(fields[2])
		if !ok || lag == 0 {
			return &fault{s.at, form}
		}
		r.Lag = append(r.Lag, make([]int64, len(r.MS)-len(r.Lag))...)
		r.Lag[i] = lag
	}
	s.at += end + 1
	return nil
}
