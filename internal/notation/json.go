package notation

import (
	"encoding/json"
	"strconv"

	"github.com/quatre/quatre/internal/room"
)

// version is the value of "quatre" in a JSON file.
const version = "1"

// readJSON reads games in the JSON format from the offset start. It reads one game after the
// other, so that only one game at a time is in memory as nodes.
func (r *reader) readJSON(start int) error {
	p, err := newParser(r.data, start)
	if err != nil {
		return err
	}
	_, at, err := p.next() // the {, which read has seen
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
			return errDuplicate(name, keyAt)
		case name == "quatre":
			err = readVersion(p)
		case name == "games":
			err = r.readGamesJSON(p)
		default:
			return errUnknownField(name, keyAt)
		}
		if err != nil {
			return err
		}
		seen[name] = true
	}
	if !seen["quatre"] || !seen["games"] {
		return errorAt(at, `A file of games has "quatre": %s and "games".`, version)
	}
	return nil
}

func readVersion(p *parser) error {
	v, err := p.readValue(0)
	if err != nil {
		return err
	}
	if v.kind != number || v.text != version {
		return errorAt(v.offset, "This hub reads files of version %s.", version)
	}
	return nil
}

func (r *reader) readGamesJSON(p *parser) error {
	token, at, err := p.next()
	switch {
	case err != nil:
		return err
	case token != json.Delim('['):
		return errorAt(at, "A list of games is expected here.")
	case !p.dec.More():
		return errorAt(at, "There is no game in this file.")
	}
	for p.dec.More() {
		item, err := p.readValue(0)
		if err != nil {
			return err
		}
		d := newDraft(item.offset)
		if err := d.fromJSON(item); err != nil {
			return err
		}
		if err := r.finish(d); err != nil {
			return err
		}
	}
	return p.readEnd()
}

// fromJSON sets the draft from a record.
func (d *draft) fromJSON(n *node) error {
	f, err := n.fields("room", "game", "variant", "players", "first", "starter", "clock", "advice", "started", "ended",
		"moves", "ms", "lag", "credits", "undone", "end", "by", "away", "n", "digest", "imported", "open", "name")
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
		func() error { return d.nonNegativeJSON("away", f["away"], &d.record.Away) },
		func() error { return d.endJSON(f["end"]) },
		func() error { return d.movesJSON(n, f["moves"], f["ms"], f["lag"]) },
		func() error { return d.creditsJSON(f["credits"]) },
	} {
		if err := read(); err != nil {
			return err
		}
	}
	return nil
}

// setJSON sets a part of the draft from n, for a part that the text format has in a tag.
func (d *draft) setJSON(tag string, n *node, k kind) error {
	if n.kind != k {
		return n.kindError()
	}
	return d.set(tag, n.text, n.offset, n.offset)
}

func (d *draft) roomJSON(id, game *node) error {
	if id == nil && game == nil || id != nil && id.kind == text && id.text == "" {
		return nil
	}
	if id == nil || game == nil || id.kind != text || game.kind != number {
		return errorAt(d.start, "A game is named by its room and its number in that room.")
	}
	return d.set("Room", id.text+"/"+game.text, id.offset, id.offset)
}

func (d *draft) playersJSON(n *node) error {
	if n == nil {
		return nil
	}
	d.offsets["players"] = n.offset
	if n.kind != array || len(n.items) != 2 {
		return errorAt(n.offset, "A game has two players.")
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
	d.offsets["clock"] = n.offset
	c := new(room.Clock)
	d.record.Clock = c
	for _, part := range []struct {
		value *node
		into  *int64
	}{{f["move"], &c.Move}, {f["base"], &c.Base}, {f["increment"], &c.Increment}} {
		if err := d.nonNegativeJSON("", part.value, part.into); err != nil {
			return err
		}
	}
	return nil
}

func (d *draft) adviceJSON(n *node) error {
	if n == nil {
		return nil
	}
	d.offsets["advice"] = n.offset
	if n.kind != array || len(n.items) != 2 {
		return errorAt(n.offset, "Advice is a list of two values, true or false, one for each seat.")
	}
	for i, item := range n.items {
		if item.kind != boolean {
			return item.kindError()
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
		return errorAt(n.offset, "An end has a winner, 0 for a draw, and a reason.")
	case winner.kind != number || winner.text != "0" && winner.text != "1" && winner.text != "2":
		return errorAt(winner.offset, "The winner is 0 (nobody), 1 or 2.")
	}
	if err := d.set("Result", results[winner.text[0]-'0'], n.offset, winner.offset); err != nil {
		return err
	}
	if err := d.setJSON("End", reason, text); err != nil {
		return err
	}
	d.endOffset = reason.offset
	cells := f["cells"]
	if cells == nil {
		return nil
	}
	list, err := cells.nonNegatives()
	for _, c := range list {
		d.record.End.Cells = append(d.record.End.Cells, int(c))
	}
	return err
}

// movesJSON reads the moves and the lists of their times.
func (d *draft) movesJSON(n, moves, ms, lag *node) error {
	if moves == nil || ms == nil {
		return errorAt(n.offset, `A game has "moves" and "ms".`)
	}
	if moves.kind != array {
		return moves.kindError()
	}
	d.offsets["ms"] = ms.offset
	d.record.Moves = make([]string, 0, len(moves.items))
	for _, item := range moves.items {
		if item.kind != text {
			return item.kindError()
		}
		d.record.Moves = append(d.record.Moves, item.text)
		d.moveOffsets = append(d.moveOffsets, item.offset)
	}
	var err error
	if d.record.MS, err = ms.nonNegatives(); err != nil {
		return err
	}
	if lag == nil {
		return nil
	}
	if d.record.Lag, err = lag.nonNegatives(); err != nil {
		return err
	}
	if len(d.record.Lag) != len(d.record.Moves) {
		return errorAt(lag.offset, "There must be as many times as moves.")
	}
	return nil
}

// nonNegativeJSON sets *into to a number of at least 0. If n is nil, it leaves *into unchanged.
func (d *draft) nonNegativeJSON(part string, n *node, into *int64) (err error) {
	if n == nil {
		return nil
	}
	d.offsets[part] = n.offset
	*into, err = n.nonNegative()
	return err
}
