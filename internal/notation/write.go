package notation

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/quatre/quatre/internal/room"
)

// maxLine is the maximum length of a line with moves, in characters.
const maxLine = 80

// Writer writes games to a file, one after the other. It keeps no game in memory.
type Writer struct {
	w      io.Writer
	format Format
	games  int
}

// NewWriter returns a Writer that writes games to w in the format f.
func NewWriter(w io.Writer, f Format) *Writer { return &Writer{w: w, format: f} }

// Write writes one game. It fails if the record cannot be encoded or the underlying writer fails.
func (w *Writer) Write(r *room.Record) error {
	w.games++
	if w.format == Text {
		return w.writeText(r)
	}
	record, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("notation: %w", err)
	}
	before := `{"quatre":` + version + `,"games":[` + "\n"
	if w.games > 1 {
		before = ",\n"
	}
	return w.writeString(before + string(record))
}

// Close ends the file. It does not close the underlying writer, whose error it returns.
func (w *Writer) Close() error {
	switch {
	case w.format == Text:
		return nil
	case w.games == 0:
		return w.writeString(`{"quatre":` + version + `,"games":[]}` + "\n")
	default:
		return w.writeString("\n]}\n")
	}
}

func (w *Writer) writeString(s string) error {
	_, err := io.WriteString(w.w, s)
	return err
}

// writeText writes a game in the text format, with an empty line between two games.
func (w *Writer) writeText(r *room.Record) error {
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
	for i, token := range tokens(r) {
		if i > 0 && length+1+len(token) > maxLine {
			b.WriteByte('\n')
			length = 0
		} else if i > 0 {
			b.WriteByte(' ')
			length++
		}
		b.WriteString(token)
		length += len(token)
	}
	b.WriteByte('\n')
	return w.writeString(b.String())
}

var escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// tokens returns the text after the tags as parts between which a line may break.
func tokens(r *room.Record) []string {
	all := make([]string, 0, 3*len(r.Moves)+1)
	for i, move := range r.Moves {
		if i%2 == 0 {
			all = append(all, fmt.Sprintf("%d.", i/2+1))
		}
		if i < r.Given {
			all = append(all, move)
			continue
		}
		time := "{" + formatSeconds(r.MS[i])
		if r.Lag != nil && r.Lag[i] != 0 {
			time += " lag " + formatSeconds(r.Lag[i])
		}
		all = append(all, move, time+"}")
	}
	return append(all, results[r.End.Winner])
}
