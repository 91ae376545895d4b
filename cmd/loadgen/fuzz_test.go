package main

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"
)

// FuzzConfigure: a command line is refused in words, or what it says can be run. Each
// line of the text is an argument.
func FuzzConfigure(f *testing.F) {
	for _, args := range []string{
		"", "-h", "check\n-history\nx", "check", "-rooms\n3\n-ai\n4", "-mode\nopen\n-rate\n1e3", "-mode\nopen\n-rate\nNaN", "-mode\nopen\n-rate\n+Inf",
		"-url\nhttp://a:8080, https://b/", "-url\nhttp://u:p@h?q#f", "-url\nhttp://[::1%25eth0]:80", "-url\n", "-pid\nhub=1\n-pid\nhub=2", "-pid\n=3", "-pid\nhub=-1",
		"-variant\nforce3:placed\n-spectators\n9", "-duration\n-1s", "-storm\n9223372036854775807ns", "-rooms\n0\n-idle\n1\n-slow\n1", "-seed\n-1", "-relay\n-check",
	} {
		f.Add(args)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var args []string
		for line := range strings.Lines(text) {
			args = append(args, strings.TrimSuffix(line, "\n"))
		}
		cfg, err := configure(args, io.Discard)
		if err != nil {
			if err.Error() == "" {
				t.Fatalf("%q: refused without a word", args)
			}
			return
		}
		for _, u := range cfg.urls {
			scheme, host, _ := strings.Cut(u, "://")
			if again, err := parseURLs(u); scheme != "http" && scheme != "https" || host == "" || err != nil || !slices.Equal(again, []string{u}) {
				t.Fatalf("%q: the address %q", args, u)
			}
		}
		if len(cfg.urls) == 0 || cfg.onlyCheck && cfg.history == "" {
			t.Fatalf("%q: %+v", args, cfg)
		}
		if cfg.onlyCheck {
			return
		}
		if cfg.game == nil || cfg.duration <= 0 || cfg.rooms < 0 || cfg.idle < 0 || cfg.rooms+cfg.idle <= 0 || cfg.ai > cfg.rooms || cfg.settle < 0 ||
			cfg.mode == modeOpen && !(cfg.rate > 0 && cfg.rate < maxRate+1) {
			t.Fatalf("%q: %+v", args, cfg)
		}
		for name, pid := range cfg.pids {
			if name == "" || pid <= 0 {
				t.Fatalf("%q: the processes %v", args, cfg.pids)
			}
		}
	})
}

// FuzzEntries has the checker read any answer of a hub: it finds faults, and has none
// of its own.
func FuzzEntries(f *testing.F) {
	for _, frame := range examples(f)["entries"] {
		f.Add(frame)
	}
	for _, data := range []string{
		`"type":"created","data":{"variant":"tictactoe","first":7,"players":[{},{},{}]}`, `"type":"created","data":{"variant":"none","first":1}`,
		`"type":"joined","data":{"seat":9,"player":"x"}`, `"type":"moved","data":{"seat":3,"move":"b2"}`, `"type":"rematch","data":{"seat":0,"game":2,"first":5}`,
		`"type":"takenback","data":{"seat":1,"ply":99}`, `"type":"moved","data":{"seat":1,"move":"4","end":{"winner":8}}`,
	} {
		f.Add([]byte(`{"entries":[{"n":1,"type":"created","by":"a","data":{"variant":"tictactoe","first":1,"players":[{"id":"a"},{"id":"b"}]}},{"n":2,"by":"a","cmd":"c1-1",` + data + `}]}`))
	}
	f.Fuzz(func(t *testing.T, frame []byte) {
		var m message
		if !m.decode(frame) {
			return
		}
		var s names
		v := &verdict{}
		l := readLog("room")
		h := &history{player: "a", names: &s, role: roleMover, records: []record{{what: opened}}}
		for i := range m.entries {
			e := &m.entries[i]
			l.add(e, &s, v)
			h.add(record{what: seen, n: uint32(e.n), digest: parseDigest(e.digest), cmd: s.ref(e.cmd), text: uint16(s.add(e.kind))})
			l.game.turn()
			if ref := s.ref(e.cmd); s.id(ref) != string(e.cmd) {
				t.Fatalf("the command %q is kept as %q", e.cmd, s.id(ref))
			}
		}
		l.finish([]*history{h}, "", v)
		if len(m.entries) > 0 && v.ok() != (len(v.Details) == 0) {
			t.Fatalf("%q: %+v", frame, v)
		}
	})
}

// FuzzHistory reads any file of a client's history. What is read is written as it was.
func FuzzHistory(f *testing.F) {
	f.Add(`{"client":3,"room":"abc","player":"Vt3m","role":"player"}` + "\n" +
		`{"at":1,"what":"open","n":3}` + "\n" + `{"at":2,"what":"seen","n":1,"digest":"00000000000000ff","cmd":"c0","text":"created"}` + "\n" +
		`{"at":3,"what":"sent","n":1,"cmd":"c3-1","text":"move"}` + "\n" + `{"at":4,"what":"ok","n":2,"cmd":"c3-1"}`)
	for _, text := range []string{"", "{}", "{}{}", `{}{"what":"dance"}`, `{}{"at":1e99,"what":"ok"}`, `{"client":-1}{"what":"seen","n":4294967296}`, `{}{"what":"later","cmd":"c999999999-999999999"}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var s names
		h, err := readHistory(strings.NewReader(text), &s)
		if err != nil {
			return
		}
		for i := range h.records {
			if h.records[i].what != seen {
				h.records[i].digest = 0 // of no meaning
			}
		}
		var file bytes.Buffer
		if err := encodeHistory(&file, h); err != nil {
			t.Fatalf("%q is read and not written: %v", text, err)
		}
		again, err := readHistory(bytes.NewReader(file.Bytes()), &s)
		if err != nil || again.room != h.room || again.client != h.client || !slices.Equal(again.records, h.records) {
			was, _ := json.Marshal(h.records)
			t.Fatalf("%q is written as %q: %v, %s", text, &file, err, was)
		}
	})
}
