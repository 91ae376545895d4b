package notation

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
)

// kind is a kind of JSON value, in the words of an error message.
type kind string

const (
	object  kind = "an object"
	array   kind = "a list"
	text    kind = "a text"
	number  kind = "a number"
	boolean kind = "true or false"
	null    kind = "null"
)

// node is a JSON value with its byte offset.
type node struct {
	offset int
	kind   kind
	text   string  // the value of a text, number or boolean
	keys   []*node // the keys of an object
	items  []*node // the items of a list, or the values of an object in the order of keys
}

func (n *node) kindError() error {
	return errorAt(n.offset, "This must not be %s.", n.kind)
}

func errUnknownField(name string, at int) error {
	return errorAt(at, "%s is not a known field.", quote(name))
}

func errDuplicate(name string, at int) error {
	return errorAt(at, "%s appears for the second time.", quote(name))
}

// fields returns the values of an object by name. It returns an error if the object has a
// field that is not in names. The value of a missing field is nil.
func (n *node) fields(names ...string) (map[string]*node, error) {
	if n.kind != object {
		return nil, n.kindError()
	}
	found := map[string]*node{}
	for _, name := range names {
		found[name] = nil
	}
	for i, key := range n.keys {
		before, known := found[key.text]
		switch {
		case !known:
			return nil, errUnknownField(key.text, key.offset)
		case before != nil:
			return nil, errDuplicate(key.text, key.offset)
		}
		found[key.text] = n.items[i]
	}
	return found, nil
}

// nonNegative returns the value of n, which must be a whole number of at least 0.
func (n *node) nonNegative() (int64, error) {
	v, err := strconv.ParseInt(n.text, 10, 64)
	if n.kind != number || err != nil || v < 0 {
		return 0, errorAt(n.offset, "A whole number of at least 0 is expected here.")
	}
	return v, nil
}

func (n *node) nonNegatives() ([]int64, error) {
	if n.kind != array {
		return nil, n.kindError()
	}
	list := make([]int64, 0, len(n.items))
	for _, item := range n.items {
		v, err := item.nonNegative()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

// parser builds nodes from valid JSON. It takes one value at a time, so that not all
// games are in memory as nodes.
type parser struct {
	dec   *json.Decoder
	data  []byte
	start int
	nodes int // the number of nodes in the current value
}

// newParser returns a parser for the JSON value in data[start:]. It fails if data[start:] is
// not exactly one valid value.
func newParser(data []byte, start int) (*parser, error) {
	body := data[start:]
	var syntax *json.SyntaxError
	if err := json.Unmarshal(body, new(json.RawMessage)); errors.As(err, &syntax) {
		at := start + int(syntax.Offset) - 1
		if strings.Contains(err.Error(), "unexpected end") {
			at = len(data)
		}
		return nil, errorAt(max(at, start), "This is not valid JSON: %v.", err)
	}
	p := &parser{dec: json.NewDecoder(bytes.NewReader(body)), data: data, start: start}
	p.dec.UseNumber()
	return p, nil
}

// next returns the next token and its offset.
func (p *parser) next() (json.Token, int, error) {
	at := p.start + int(p.dec.InputOffset())
	at = len(p.data) - len(bytes.TrimLeft(p.data[at:], whitespace+",:"))
	token, err := p.dec.Token()
	if err != nil {
		return nil, at, &offsetError{at, "This is not valid JSON."}
	}
	return token, at, nil
}

func (p *parser) readValue(depth int) (*node, error) {
	token, at, err := p.next()
	if err != nil {
		return nil, err
	}
	if depth == 0 {
		p.nodes = 0
	}
	if p.nodes++; p.nodes > maxNodes {
		return nil, errorAt(at, "This is longer than any game can be.")
	}
	n := &node{offset: at}
	switch t := token.(type) {
	case json.Delim:
		if depth == maxDepth {
			return nil, errorAt(at, "This is nested too deeply.")
		}
		n.kind = array
		if t == '{' {
			n.kind = object
		}
		return n, p.readItems(n, depth)
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

// readItems reads the content of an object or a list, and its end.
func (p *parser) readItems(n *node, depth int) error {
	for p.dec.More() {
		if n.kind == object {
			token, at, err := p.next()
			if err != nil {
				return err
			}
			key, _ := token.(string)
			n.keys = append(n.keys, &node{offset: at, kind: text, text: key})
		}
		item, err := p.readValue(depth + 1)
		if err != nil {
			return err
		}
		n.items = append(n.items, item)
	}
	return p.readEnd()
}

// readEnd reads the end of an object or a list.
func (p *parser) readEnd() error {
	_, _, err := p.next()
	return err
}
