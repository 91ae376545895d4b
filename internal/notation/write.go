package notation

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/quatre/quatre/internal/room"
)

// maxLine is how long the lines with moves are, at most.
const maxLine = 80

// Writer writes games to a file, one after the other. It holds none of them.
type Writer struct {
	w      io.Writer
	format Format
	games  int
}

// NewWriter returns a Writer of files in this form.
func NewWriter(w io.Writer, f Format) *Writer { return &Writer{w: w, format: f} }

// Write adds a game.
func (w *Writer) Write(r *room.Record) error {
	w.games++
	if w.format == Text {
		return w.text(r)
	}
	record, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("notation: %w", err)
	}
	before := `{"quatre":` + version + `,"games":[` + "\n"
	if w.games > 1 {
		before = ",\n"
	}
	return w.print(before + string(record))
}

// Close ends the file. It does not close what it is written to.
func (w *Writer) Close() error {
	switch {
	case w.format == Text:
		return nil
	case w.games == 0:
		return w.print(`{"quatre":` + version + `,"games":[]}` + "\n")
	default:
		return w.print("\n]}\n")
	}
}

func (w *Writer) print(s string) error {
	_, err := io.WriteString(w.w, s)
	return err
}

// text writes a game in text form, and before it an empty line if it is not the
// first.
func (w *Writer) text(r *room.Record) error {
	var b strings.Builder
	if w.games > 1 {
		b.WriteByte('\n')
	}
	for _, t := range tags {
		if value := t.get(r); value != "" {
			fmt.Fprintf(&b, "[%s \"%s\"]\n", t.name, escape.Replace(value))
		}
	}
	b.WriteByte('\n')
	length := 0
	for i, word := range words(r) {
		if i > 0 && length+1+len(word) > maxLine {
			b.WriteByte('\n')
			length = 0
		} else if i > 0 {
			b.WriteByte(' ')
			length++
		}
		b.WriteString(word)
		length += len(word)
	}
	b.WriteByte('\n')
	return w.print(b.String())
}

var escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// words returns what stands after the tags: what must not be torn apart is one.
func words(r *room.Record) []string {
	all := make([]string, 0, 3*len(r.Moves)+1)
	for i, move := range r.Moves {
		if i%2 == 0 {
			all = append(all, fmt.Sprintf("%d.", i/2+1))
		}
		time := "{" + formatSeconds(r.MS[i])
		if r.Lag != nil && r.Lag[i] != 0 {
			time += " lag " + formatSeconds(r.Lag[i])
		}
		all = append(all, move, time+"}")
	}
	return append(all, results[r.End.Winner])
}
