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

// examples returns the examples of docs/asyncapi.yaml by message, as frames.
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

// The decoder reads every example, and the logs in them are valid games.
func TestDecodesProtocolExamples(t *testing.T) {
	frames := examples(t)
	if len(frames["entries"]) < 4 {
		t.Fatal("docs/asyncapi.yaml has no examples of entries")
	}
	for name, list := range frames {
		for _, frame := range list {
			var m message
			if !m.decode(frame) || string(m.kind) != name {
				t.Errorf("%s: decoded as %q: %s", name, m.kind, frame)
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
		t.Errorf("refusal: decoded as %+v", m)
	}
	m.decode(frames["welcome"][0])
	if m.n != 3 || m.from != 0 || string(m.player) != ana {
		t.Errorf("welcome: decoded as %+v", m)
	}
}

func TestCommandsAreJSON(t *testing.T) {
	for want, frame := range map[string][]byte{
		`{"t":"move","id":"c12-3","n":45,"move":"4"}`: appendCommand(nil, "move", []byte("c12-3"), 45, "4"),
		`{"t":"rematch","id":"c0-9","n":1}`:           appendCommand(nil, "rematch", []byte("c0-9"), 1, ""),
	} {
		if string(frame) != want || !json.Valid(frame) {
			t.Errorf("got %s, want %s", frame, want)
		}
	}
}

// The decoder must accept the same objects as encoding/json and read the same values.
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
			t.Fatalf("accepts %q, which is not a JSON object", frame)
		}
		if !got && want && !tooDeep(frame) {
			t.Fatalf("refuses %q", frame)
		}
		var plain map[string]json.RawMessage
		if !utf8.Valid(frame) {
			return // text frames are valid UTF-8; encoding/json replaces invalid bytes, the decoder does not
		}
		if !got || json.Unmarshal(frame, &plain) != nil {
			return
		}
		var id string
		if json.Unmarshal(plain["id"], &id) == nil && plain["id"] != nil && id != string(m.id) && bytes.Count(frame, []byte(`id"`)) == 1 {
			t.Fatalf("ID of %q: got %q, want %q", frame, m.id, id)
		}
	})
}

// tooDeep reports whether values are nested deeper than maxDepth.
func tooDeep(frame []byte) bool {
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
