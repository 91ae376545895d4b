package notation

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
)

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
