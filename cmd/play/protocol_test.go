package main

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

func TestCommandsMatchProtocol(t *testing.T) {
	onlyPage := []string{"admit", "handover", "take"} // this program does not send them
	for message, list := range examples(t) {
		for _, e := range list {
			if r, err := wire.Decode(e.payload); err != nil || r.Action == nil || slices.Contains(onlyPage, message) {
				continue
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
	if want := (wire.Presence{Seats: [2]bool{true, false}, Spectators: 3, Claim: [2]int64{0, 17}}); !ok || m.Presence != want {
		t.Errorf("here: %+v", m.Presence)
	}
	m, ok = decode([]byte(`{"t":"welcome","here":{"seats":[false,true],"spectators":1,"claim":[0,0]},"player":"p","from":4,"n":9,"now":12,"store":true}`))
	if !ok || !m.Here.Seats[1] || m.Player != "p" || m.From != 4 || m.N != 9 || m.Now != 12 || !m.Store {
		t.Errorf("welcome: %+v", m)
	}
	m, ok = decode([]byte(`{"t":"refused","id":"c7","code":"busy","text":"Try again.","retry":true,"n":8}`))
	if !ok || m.Code != "busy" || m.Text != "Try again." || !m.Retry || m.ID != "c7" {
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
	log := []room.Entry{sealed(t, 1, ana, room.Created{Variant: "tictactoe", First: 1, Players: [2]room.Player{{ID: ana, Name: evil}, {ID: zoe}}})}
	screen := newScreen(t, config{}).showLog(ana, log)
	screen.nextEntry(room.Emoted{Seat: 1, Emote: evil})
	screen.nextEntry(room.Advised{Seat: 1, Move: evil})
	if text := screen.text(); strings.ContainsFunc(strings.ReplaceAll(text, "\n", ""), func(r rune) bool { return !unicode.IsPrint(r) }) {
		t.Errorf("the screen has control characters: %q", text)
	}
}
