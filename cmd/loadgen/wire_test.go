package main

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"testing"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// examples are the messages of docs/asyncapi.yaml that a hub sends, as frames.
func examples(t testing.TB) map[string][][]byte {
	t.Helper()
	text, err := os.ReadFile("../../docs/asyncapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Components struct {
			Messages map[string]struct {
				Examples []struct{ Payload any }
			}
		}
	}
	if err := yaml.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	frames := map[string][][]byte{}
	for name, m := range doc.Components.Messages {
		for _, e := range m.Examples {
			frame, err := json.Marshal(e.Payload)
			if err != nil {
				t.Fatal(err)
			}
			frames[name] = append(frames[name], frame)
		}
	}
	return frames
}

// Every message of the protocol is read, and its logs are those of real games.
func TestExamplesAreRead(t *testing.T) {
	frames := examples(t)
	if len(frames["entries"]) < 4 {
		t.Fatal("docs/asyncapi.yaml has no examples of entries")
	}
	for name, list := range frames {
		for _, frame := range list {
			var m message
			if !m.decode(frame) || string(m.kind) != name {
				t.Errorf("%s is read as %q: %s", name, m.kind, frame)
			}
			var g game
			for i := range m.entries {
				if fault := g.apply(&m.entries[i]); fault != noFault && string(m.entries[0].variant) != "force3" {
					t.Errorf("entry %d of %s: %s", i+1, frame, fault)
				}
			}
		}
	}
	var m message
	m.decode(frames["refused"][1])
	if string(m.code) != "store_away" || !m.retry || m.n != 8 || string(m.id) != "c7" {
		t.Errorf("a refusal is read as %+v", m)
	}
	m.decode(frames["welcome"][0])
	if m.n != 3 || m.from != 0 || string(m.player) != ana {
		t.Errorf("a welcome is read as %+v", m)
	}
}

func TestCommandsAreJSON(t *testing.T) {
	for want, frame := range map[string][]byte{
		`{"t":"move","id":"c12-3","n":45,"move":"4"}`: commandFrame("move", "c12-3", 45, "4"),
		`{"t":"rematch","id":"c0-9","n":1}`:           commandFrame("rematch", "c0-9", 1, ""),
	} {
		if string(frame) != want || !json.Valid(frame) {
			t.Errorf("%s, not %s", frame, want)
		}
	}
}

// The decoder accepts exactly the objects that encoding/json does, and reads the
// same from them.
func FuzzDecode(f *testing.F) {
	for _, list := range examples(f) {
		for _, frame := range list {
			f.Add(frame)
		}
	}
	for _, s := range []string{
		`{}`, `{"t":"ok","id":"a\u00e9\"b","n":12}`, `{"n":1e3}`, `{"n":01}`, `{"t":"ok"}}`, `{"t":{"a":[1,{"b":null}]}}`, `{"t":"a`, `{"entries":[{"n":1},2,null]}`, "{\"t\":\"\x00\"}", `{"a":-1.5e+3,}`,
		`{"n":99999999999999999999}`, ` { "t" : "ok" , "retry" : true } `, `{"t":"\ud800"}`, `[1]`, `{1:2}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, frame []byte) {
		var m message
		got := m.decode(frame)
		first := bytes.TrimLeft(frame, " \t\r\n")
		want := json.Valid(frame) && bytes.HasPrefix(first, []byte("{"))
		if got && !want {
			t.Fatalf("reads %q, which is no JSON object", frame)
		}
		if !got && want && !deep(frame) {
			t.Fatalf("does not read %q", frame)
		}
		var plain map[string]json.RawMessage
		if !utf8.Valid(frame) {
			return // no text frame of a websocket is; encoding/json mends it, the decoder leaves it
		}
		if !got || json.Unmarshal(frame, &plain) != nil {
			return
		}
		var id string
		if json.Unmarshal(plain["id"], &id) == nil && plain["id"] != nil && id != string(m.id) && bytes.Count(frame, []byte(`id"`)) == 1 {
			t.Fatalf("the id of %q is %q, not %q", frame, m.id, id)
		}
	})
}

// deep reports whether values are nested deeper than the decoder follows.
func deep(frame []byte) bool {
	depth := 0
	return slices.ContainsFunc(frame, func(c byte) bool {
		switch c {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		return depth > maxDepth
	})
}
