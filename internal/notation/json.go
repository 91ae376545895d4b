package notation

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/quatre/quatre/internal/room"
)

// version is what a JSON file has under "quatre".
const version = "1"

// readJSON reads games in JSON form, from start: one after the other, so that no
// more than one is in memory as JSON.
func (r *reader) readJSON(start int) error {
	p, err := newParser(r.data, start)
	if err != nil {
		return err
	}
	_, at, err := p.next() // {, by which the form was told
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for p.dec.More() {
		key, keyAt, err := p.next()
		if err != nil {
			return err
		}
		name, _ := key.(string)
		switch {
		case seen[name]:
			return twice(name, keyAt)
		case name == "quatre":
			err = checkVersion(p)
		case name == "games":
			err = r.gamesJSON(p)
		default:
			return unknown(name, keyAt)
		}
		if err != nil {
			return err
		}
		seen[name] = true
	}
	if !seen["quatre"] || !seen["games"] {
		return faultf(at, `A file of games has "quatre": %s and "games".`, version)
	}
	return nil
}

func checkVersion(p *parser) error {
	v, err := p.value(0)
	if err != nil {
		return err
	}
	if v.kind != number || v.text != version {
		return faultf(v.at, "This hub reads files of version %s.", version)
	}
	return nil
}

func (r *reader) gamesJSON(p *parser) error {
	token, at, err := p.next()
	switch {
	case err != nil:
		return err
	case token != json.Delim('['):
		return faultf(at, "A list of games belongs here.")
	case !p.dec.More():
		return faultf(at, "There is no game in this file.")
	}
	for p.dec.More() {
		item, err := p.value(0)
		if err != nil {
			return err
		}
		d := newDraft(item.at)
		if err := d.fromJSON(item); err != nil {
			return err
		}
		if err := r.finish(d); err != nil {
			return err
		}
	}
	return p.close()
}

// fromJSON takes in a record.
func (d *draft) fromJSON(n *node) error {
	f, err := n.fields("room", "game", "variant", "players", "first", "starter", "clock", "advice", "started", "ended",
		"moves", "ms", "lag", "undone", "end", "by", "away", "n", "digest", "imported")
	if err != nil {
		return err
	}
	for _, part := range []struct {
		tag   string
		value *node
		kind  kind
	}{
		{"Variant", f["variant"], text},
		{"First", f["first"], number},
		{"Starter", f["starter"], text},
		{"Started", f["started"], text},
		{"Ended", f["ended"], text},
		{"Undone", f["undone"], number},
		{"By", f["by"], number},
	} {
		if part.value != nil {
			if err := d.setJSON(part.tag, part.value, part.kind); err != nil {
				return err
			}
		}
	}
	for _, read := range []func() error{
		func() error { return d.roomJSON(f["room"], f["game"]) },
		func() error { return d.playersJSON(f["players"]) },
		func() error { return d.clockJSON(f["clock"]) },
		func() error { return d.adviceJSON(f["advice"]) },
		func() error { return d.millisJSON("away", f["away"], &d.record.Away) },
		func() error { return d.endJSON(f["end"]) },
		func() error { return d.movesJSON(n, f["moves"], f["ms"], f["lag"]) },
	} {
		if err := read(); err != nil {
			return err
		}
	}
	return nil
}

// setJSON takes in what the text form has in a tag.
func (d *draft) setJSON(tag string, n *node, k kind) error {
	if n.kind != k {
		return n.wrong()
	}
	return d.set(tag, n.text, n.at, n.at)
}

func (d *draft) roomJSON(id, game *node) error {
	if id == nil && game == nil || id != nil && id.kind == text && id.text == "" {
		return nil
	}
	if id == nil || game == nil || id.kind != text || game.kind != number {
		return faultf(d.at, "A game is named by its room and its number in it.")
	}
	return d.set("Room", id.text+"/"+game.text, id.at, id.at)
}

func (d *draft) playersJSON(n *node) error {
	if n == nil {
		return nil
	}
	d.places["players"] = n.at
	if n.kind != array || len(n.items) != 2 {
		return faultf(n.at, "There are two players.")
	}
	for i, item := range n.items {
		f, err := item.fields("name", "id", "level", "colour")
		if err != nil {
			return err
		}
		seat := strconv.Itoa(i + 1)
		for _, part := range []struct {
			tag   string
			value *node
		}{{"Player" + seat, f["name"]}, {"Player" + seat + "Id", f["id"]}, {"Level" + seat, f["level"]}, {"Colour" + seat, f["colour"]}} {
			if part.value == nil || part.value.kind == text && part.value.text == "" {
				continue
			}
			if err := d.setJSON(part.tag, part.value, text); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *draft) clockJSON(n *node) error {
	if n == nil || n.kind == null {
		return nil
	}
	f, err := n.fields("move", "base", "increment")
	if err != nil {
		return err
	}
	d.places["clock"] = n.at
	c := new(room.Clock)
	d.record.Clock = c
	for _, part := range []struct {
		value *node
		into  *int64
	}{{f["move"], &c.Move}, {f["base"], &c.Base}, {f["increment"], &c.Increment}} {
		if err := d.millisJSON("", part.value, part.into); err != nil {
			return err
		}
	}
	return nil
}

func (d *draft) adviceJSON(n *node) error {
	if n == nil {
		return nil
	}
	d.places["advice"] = n.at
	if n.kind != array || len(n.items) != 2 {
		return faultf(n.at, "Advice is two times true or false, by seat.")
	}
	for i, item := range n.items {
		if item.kind != boolean {
			return item.wrong()
		}
		d.record.Advice[i] = item.text == "true"
	}
	return nil
}

func (d *draft) endJSON(n *node) error {
	if n == nil {
		return nil
	}
	f, err := n.fields("winner", "reason", "cells")
	if err != nil {
		return err
	}
	winner, reason := f["winner"], f["reason"]
	switch {
	case winner == nil || reason == nil:
		return faultf(n.at, "An end has a winner, 0 for a draw, and a reason.")
	case winner.kind != number || winner.text != "0" && winner.text != "1" && winner.text != "2":
		return faultf(winner.at, "The winner is 0 (nobody), 1 or 2.")
	}
	if err := d.set("Result", results[winner.text[0]-'0'], n.at, winner.at); err != nil {
		return err
	}
	if err := d.setJSON("End", reason, text); err != nil {
		return err
	}
	d.end = reason.at
	cells := f["cells"]
	if cells == nil {
		return nil
	}
	list, err := cells.millis()
	for _, c := range list {
		d.record.End.Cells = append(d.record.End.Cells, int(c))
	}
	return err
}

// movesJSON reads the moves and their times, which stand side by side.
func (d *draft) movesJSON(n, moves, ms, lag *node) error {
	if moves == nil || ms == nil {
		return faultf(n.at, `A game has "moves" and "ms".`)
	}
	if moves.kind != array {
		return moves.wrong()
	}
	d.places["ms"] = ms.at
	d.record.Moves = make([]string, 0, len(moves.items))
	for _, item := range moves.items {
		if item.kind != text {
			return item.wrong()
		}
		d.record.Moves = append(d.record.Moves, item.text)
		d.moves = append(d.moves, item.at)
	}
	var err error
	if d.record.MS, err = ms.millis(); err != nil {
		return err
	}
	if lag == nil {
		return nil
	}
	if d.record.Lag, err = lag.millis(); err != nil {
		return err
	}
	if len(d.record.Lag) != len(d.record.Moves) {
		return faultf(lag.at, "There must be as many times as moves.")
	}
	return nil
}

// millisJSON reads milliseconds; none if there is no node.
func (d *draft) millisJSON(part string, n *node, into *int64) (err error) {
	if n == nil {
		return nil
	}
	d.places[part] = n.at
	*into, err = n.milli()
	return err
}

// kind is a kind of JSON value.
type kind string

const (
	object  kind = "an object"
	array   kind = "a list"
	text    kind = "a text"
	number  kind = "a number"
	boolean kind = "true or false"
	null    kind = "null"
)

// node is a JSON value and where it stands.
type node struct {
	at    int
	kind  kind
	text  string  // of texts, numbers and booleans
	keys  []*node // of objects
	items []*node // of lists, and of objects beside their keys
}

func (n *node) wrong() error { return faultf(n.at, "Something else belongs here than %s.", n.kind) }

func unknown(name string, at int) error {
	return faultf(at, "%s is nothing that belongs here.", quote(name))
}

func twice(name string, at int) error {
	return faultf(at, "%s stands here for the second time.", quote(name))
}

// fields returns an object's values by their names, of which only these may be
// there.
func (n *node) fields(names ...string) (map[string]*node, error) {
	if n.kind != object {
		return nil, n.wrong()
	}
	found := map[string]*node{}
	for _, name := range names {
		found[name] = nil
	}
	for i, key := range n.keys {
		before, known := found[key.text]
		switch {
		case !known:
			return nil, unknown(key.text, key.at)
		case before != nil:
			return nil, twice(key.text, key.at)
		}
		found[key.text] = n.items[i]
	}
	return found, nil
}

// milli reads a whole number that is not negative.
func (n *node) milli() (int64, error) {
	v, err := strconv.ParseInt(n.text, 10, 64)
	if n.kind != number || err != nil || v < 0 {
		return 0, faultf(n.at, "A whole number from 0 on belongs here.")
	}
	return v, nil
}

func (n *node) millis() ([]int64, error) {
	if n.kind != array {
		return nil, n.wrong()
	}
	list := make([]int64, 0, len(n.items))
	for _, item := range n.items {
		v, err := item.milli()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

// parser builds nodes of valid JSON.
type parser struct {
	dec   *json.Decoder
	data  []byte
	start int
	nodes int // in the value that is being read
}

// newParser returns a parser of the one JSON value that data holds from start on.
func newParser(data []byte, start int) (*parser, error) {
	body := data[start:]
	var syntax *json.SyntaxError
	if err := json.Unmarshal(body, new(json.RawMessage)); errors.As(err, &syntax) {
		at := start + int(syntax.Offset) - 1
		if strings.Contains(err.Error(), "unexpected end") {
			at = len(data)
		}
		return nil, faultf(max(at, start), "This is no JSON: %v.", err)
	}
	p := &parser{dec: json.NewDecoder(bytes.NewReader(body)), data: data, start: start}
	p.dec.UseNumber()
	return p, nil
}

// next returns the next token and where it stands.
func (p *parser) next() (json.Token, int, error) {
	at := p.start + int(p.dec.InputOffset())
	at = len(p.data) - len(bytes.TrimLeft(p.data[at:], whitespace+",:"))
	token, err := p.dec.Token()
	if err != nil {
		return nil, at, &fault{at, "This is no JSON."}
	}
	return token, at, nil
}

func (p *parser) value(depth int) (*node, error) {
	token, at, err := p.next()
	if err != nil {
		return nil, err
	}
	if depth == 0 {
		p.nodes = 0
	}
	if p.nodes++; p.nodes > maxNodes {
		return nil, faultf(at, "This is longer than any game.")
	}
	n := &node{at: at}
	switch t := token.(type) {
	case json.Delim:
		if depth == maxDepth {
			return nil, faultf(at, "So deep is nothing here.")
		}
		n.kind = array
		if t == '{' {
			n.kind = object
		}
		return n, p.inside(n, depth)
	case string:
		n.kind, n.text = text, t
	case json.Number:
		n.kind, n.text = number, t.String()
	case bool:
		n.kind, n.text = boolean, strconv.FormatBool(t)
	default:
		n.kind = null
	}
	return n, nil
}

// inside reads what is in an object or a list, with its end.
func (p *parser) inside(n *node, depth int) error {
	for p.dec.More() {
		if n.kind == object {
			token, at, err := p.next()
			if err != nil {
				return err
			}
			key, _ := token.(string)
			n.keys = append(n.keys, &node{at: at, kind: text, text: key})
		}
		item, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		n.items = append(n.items, item)
	}
	return p.close()
}

// close reads the end of a list or an object.
func (p *parser) close() error {
	_, _, err := p.next()
	return err
}
