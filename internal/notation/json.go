package notation

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quatre/quatre/internal/plainjson"
	"github.com/quatre/quatre/internal/room"
)

// version is the value of "quatre" in a JSON file.
const version = "1"

// gameJSON is a game in a JSON file: a record as the API returns it.
type gameJSON struct {
	room.Record
	Name json.RawMessage `json:"name"` // a name that the hub gives the game; not read
}

// readJSON reads games in the JSON format from the offset start. It decodes one game after the other.
func (r *reader) readJSON(start int) error {
	body := bytes.TrimRightFunc(r.data[start:], unicode.IsSpace)
	if err := checkJSON(body, start); err != nil {
		return err
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	at := func() int { return start + int(dec.InputOffset()) }
	_, _ = dec.Token() // the {, which read has seen; from here on there are no syntax errors
	seen := map[json.Token]bool{}
	for dec.More() {
		key, _ := dec.Token()
		seen[key] = true
		switch key {
		case "quatre":
			var v json.RawMessage
			if _ = dec.Decode(&v); string(v) != version {
				return errorAt(at()-len(v), "This hub reads files of version %s.", version)
			}
		case "games":
			if token, _ := dec.Token(); token != json.Delim('[') {
				return errorAt(at(), "A list of games is expected here.")
			}
			for dec.More() {
				var game json.RawMessage
				_ = dec.Decode(&game)
				if err := r.readGameJSON(game, at()-len(game)); err != nil {
					return err
				}
			}
			if _, _ = dec.Token(); len(r.games) == 0 {
				return errorAt(at(), "There is no game in this file.")
			}
		default:
			return errorAt(at(), "%.32q is not a known field.", fmt.Sprint(key))
		}
	}
	if !seen["quatre"] || !seen["games"] {
		return errorAt(start, `A file of games has "quatre": %s and "games".`, version)
	}
	return nil
}

// checkJSON returns an error if body, at the offset start of the file, is not one valid JSON value that
// plainjson.Unmarshal accepts.
func checkJSON(body []byte, start int) error {
	err := plainjson.Unmarshal(body, new(json.RawMessage))
	var flaw *plainjson.Flaw
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &flaw):
		return errorAt(start+flaw.At, "This JSON has %s.", flaw.Text)
	case !errors.As(err, &syntax):
		return nil
	case strings.Contains(err.Error(), "unexpected end"):
		return errorAt(start+len(body), "This is not valid JSON: %v.", err)
	}
	at := max(0, int(syntax.Offset)-1)
	sign, _ := utf8.DecodeRune(body[at:])
	if foreign := foreignSign(string(sign)); foreign != "" {
		return errorAt(start+at, "This is not valid JSON.%s", foreign) // package json calls its first byte a character
	}
	return errorAt(start+at, "This is not valid JSON: %v.", err)
}

// readGameJSON reads the game at an offset of the file. An error in it has this offset, or that of a
// value of the wrong type.
func (r *reader) readGameJSON(text []byte, at int) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	var g gameJSON
	err := dec.Decode(&g)
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		return errorAt(at+max(0, int(wrong.Offset)-1), "The value of %.32q must not be a %s.", strings.TrimPrefix(wrong.Field, "Record."), wrong.Value)
	case err != nil:
		return errorAt(at, "This is not a game: %s.", strings.TrimPrefix(err.Error(), "json: "))
	}
	d := newDraft(at)
	if err := d.setRecord(g.Record); err != nil {
		return err
	}
	return r.finish(d)
}

// setRecord sets the draft from a decoded record. It checks what the type of a field does not.
func (d *draft) setRecord(record room.Record) error {
	if record.Moves == nil || record.MS == nil {
		return errorAt(d.start, `A game has "moves" and "ms".`)
	}
	if record.Lag != nil && len(record.Lag) != len(record.Moves) {
		return errorAt(d.start, "There must be as many times as moves.")
	}
	if !record.End.Winner.Valid() && record.End.Winner != 0 {
		return errorAt(d.start, "The winner is 0 (nobody), 1 or 2.")
	}
	for _, times := range [][]int64{record.MS, record.Lag, {record.Away}} {
		for _, ms := range times {
			if ms < 0 {
				return errorAt(d.start, "A time is at least 0.")
			}
		}
	}
	for i := range record.Delegations {
		level, err := room.SeatableLevel(record.Delegations[i].Level, true)
		if err != nil {
			return errorAt(d.start, "%s", err)
		}
		record.Delegations[i].Level = level.Name
	}
	// The tags of the text format check the other fields, and set some in their usual form.
	for _, t := range tags {
		if value := t.get(&record); value != "" {
			if err := d.set(t.name, value, d.start, d.start); err != nil {
				return err
			}
		}
	}
	usual := d.record
	record.Players, record.Started, record.Ended = usual.Players, usual.Started, usual.Ended
	record.Imported, record.Open = "", false
	d.record = record
	return nil
}
