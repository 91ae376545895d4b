package main

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
)

// FuzzConfigure checks that a command line is either refused with a message or gives a
// valid config. Each line of the text is an argument.
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
		cfg, err := parseConfig(args, io.Discard)
		if err != nil {
			if err.Error() == "" {
				t.Fatalf("%q: refused without a message", args)
			}
			return
		}
		for _, u := range cfg.urls {
			scheme, host, _ := strings.Cut(u, "://")
			if again, err := parseURLs(u); scheme != "http" && scheme != "https" || host == "" || err != nil || !slices.Equal(again, []string{u}) {
				t.Fatalf("%q: invalid address %q", args, u)
			}
		}
		if len(cfg.urls) == 0 || cfg.onlyCheck && cfg.historyDir == "" {
			t.Fatalf("%q: %+v", args, cfg)
		}
		if cfg.onlyCheck {
			return
		}
		if cfg.game == nil || cfg.duration <= 0 || cfg.rooms < 0 || cfg.idleClients < 0 || cfg.rooms+cfg.idleClients <= 0 || cfg.aiRooms > cfg.rooms || cfg.settle < 0 ||
			cfg.mode == modeOpen && !(cfg.rate > 0 && cfg.rate < maxRate+1) {
			t.Fatalf("%q: %+v", args, cfg)
		}
		for name, pid := range cfg.pids {
			if name == "" || pid <= 0 {
				t.Fatalf("%q: invalid pids %v", args, cfg.pids)
			}
		}
	})
}

// FuzzEntries checks that the checker does not panic on any answer of a hub.
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
		var s textTable
		v := &verdict{}
		l := newLogCheck("room")
		h := &history{player: "a", texts: &s, role: rolePlayer, records: []record{{kind: recordOpened}}}
		for i := range m.entries {
			e := &m.entries[i]
			l.add(e, &s, v)
			h.add(record{kind: recordSeen, n: uint32(e.n), digest: parseDigest(e.digest), cmd: s.commandRef(e.cmd), text: uint16(s.intern(e.kind))})
			l.game.turn()
			if ref := s.commandRef(e.cmd); s.commandID(ref) != string(e.cmd) {
				t.Fatalf("command %q: kept as %q", e.cmd, s.commandID(ref))
			}
		}
		l.compare([]*history{h}, "", v)
		if len(m.entries) > 0 && v.ok() != (len(v.Details) == 0) {
			t.Fatalf("%q: %+v", frame, v)
		}
	})
}

// FuzzHistory checks that a history that can be read is written unchanged.
func FuzzHistory(f *testing.F) {
	f.Add(`{"client":3,"room":"abc","player":"Vt3m","role":"player"}` + "\n" +
		`{"at":1,"what":"open","n":3}` + "\n" + `{"at":2,"what":"seen","n":1,"digest":"00000000000000ff","cmd":"c0","text":"created"}` + "\n" +
		`{"at":3,"what":"sent","n":1,"cmd":"c3-1","text":"move"}` + "\n" + `{"at":4,"what":"ok","n":2,"cmd":"c3-1"}`)
	for _, text := range []string{"", "{}", "{}{}", `{}{"what":"dance"}`, `{}{"at":1e99,"what":"ok"}`, `{"client":-1}{"what":"seen","n":4294967296}`, `{}{"what":"later","cmd":"c999999999-999999999"}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var s textTable
		h, err := readHistory(strings.NewReader(text), &s)
		if err != nil {
			return
		}
		for i := range h.records {
			if h.records[i].kind != recordSeen {
				h.records[i].digest = 0 // meaningless for other kinds
			}
		}
		var file bytes.Buffer
		if err := encodeHistory(&file, h); err != nil {
			t.Fatalf("%q: cannot write the history: %v", text, err)
		}
		again, err := readHistory(bytes.NewReader(file.Bytes()), &s)
		if err != nil || again.room != h.room || again.client != h.client || !slices.Equal(again.records, h.records) {
			t.Fatalf("%q: written as %q, error %v, records %+v", text, &file, err, h.records)
		}
	})
}
