package main

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
)

func TestCommandsMatchProtocol(t *testing.T) {
	all := examples(t)
	for _, message := range []string{
		"move", "sit", "name", "resign", "rematch", "invite", "offer", "accept", "decline", "claim", "emote", "pace",
	} {
		if len(all[message]) == 0 {
			t.Errorf("%s has no example", message)
		}
		for _, e := range all[message] {
			if bytes.Contains(e.payload, []byte(`"seat":`)) {
				continue // only the web page names the second player of one device
			}
			var c command
			if err := json.Unmarshal(e.payload, &c); err != nil {
				t.Fatal(err)
			}
			got, err := json.Marshal(c)
			if err != nil {
				t.Fatal(err)
			}
			var g, w map[string]any
			if json.Unmarshal(got, &g) != nil || json.Unmarshal(e.payload, &w) != nil || !reflect.DeepEqual(g, w) {
				t.Errorf("%s, %s: got %s, want %s", message, e.name, got, e.payload)
			}
		}
	}
}

func TestHubMessages(t *testing.T) {
	for message, list := range examples(t) {
		if message == "admit" {
			continue // only clients send admit, and its field spectators is no number
		}
		for _, e := range list {
			m, ok := decode(e.payload)
			if !ok || m.T != message {
				t.Errorf("%s, %s: decoded as %q", message, e.name, m.T)
			}
		}
	}
	m, ok := decode([]byte(`{"t":"here","seats":[true,false],"spectators":3,"claim":[0,17]}`))
	if want := (presence{Seats: [2]bool{true, false}, Spectators: 3, Claim: [2]int64{0, 17}}); !ok || m.presence != want {
		t.Errorf("here: %+v", m.presence)
	}
	m, ok = decode([]byte(`{"t":"welcome","here":{"seats":[false,true],"spectators":1,"claim":[0,0]},"player":"p","from":4,"n":9,"now":12,"store":true}`))
	if !ok || !m.Here.Seats[1] || m.Player != "p" || m.From != 4 || m.N != 9 || m.Now != 12 || !m.Store {
		t.Errorf("welcome: %+v", m)
	}
	m, ok = decode([]byte(`{"t":"refused","id":"c7","code":"busy","text":"Try again.","retry":true,"n":8}`))
	if want := (refusal{Code: "busy", Text: "Try again.", Retry: true}); !ok || m.refusal != want || m.ID != "c7" {
		t.Errorf("refused: %+v", m)
	}
	if _, ok := decode([]byte(`nonsense`)); ok {
		t.Error("nonsense is decoded")
	}
}

// Names and sentences from others must not contain terminal control sequences.
func TestTextCannotControlTerminal(t *testing.T) {
	const evil = "\x1b]0;owned\x07\x1b[2JAna\u202e\r\n\u009b1m"
	text, err := json.Marshal(evil)
	if err != nil {
		t.Fatal(err)
	}
	m, ok := decode([]byte(`{"t":"refused","text":` + string(text) + `}`))
	if want := "]0;owned[2JAna1m"; !ok || m.Text != want {
		t.Errorf("sentence: got %q", m.Text)
	}
	var e entry
	if err := json.Unmarshal([]byte(`{"n":1,"type":"named","data":{"seat":1,"name":`+string(text)+`,"players":[{"name":`+string(text)+`}]}}`), &e); err != nil {
		t.Fatal(err)
	}
	if e.Data.Name != m.Text || e.Data.Players[0].Name != m.Text {
		t.Errorf("name: got %q", e.Data.Name)
	}
}

func TestUnreadableEntryAdvancesN(t *testing.T) {
	m, ok := decode([]byte(`{"t":"entries","entries":[{"n":5,"at":1,"type":"moved","data":{"seat":"first"},"digest":"d"}]}`))
	if !ok || len(m.Entries) != 1 || m.Entries[0].N != 5 || m.Entries[0].Digest != "d" {
		t.Fatalf("%+v", m)
	}
	if got := fold(roomState{n: 4, phase: playing, first: 1}, m.Entries[0]); got.n != 5 || got.moves != nil {
		t.Errorf("folded into %+v", got)
	}
}
