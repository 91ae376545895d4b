package main

import (
	"encoding/json"
	"strings"
	"unicode"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/plainjson"
	"github.com/quatre/quatre/internal/room"
)

// This file reads and writes the messages of docs/api/asyncapi.yaml. Packages wire and room have the
// types of their contents.

// decode parses a frame. If ok is false, the frame is to be ignored.
func decode(frame []byte) (m wire.Message, ok bool) {
	if err := plainjson.Unmarshal(frame, &m); err != nil {
		return wire.Message{}, false
	}
	m.Code, m.Text = printable(m.Code), printable(m.Text)
	return m, true
}

// decodeEntry decodes one entry of a message. An entry that this program cannot read becomes one of
// an unknown kind. It is then shown to be too new: if the program went on, it could show a wrong state.
func decodeEntry(raw []byte) room.Entry {
	e, err := room.DecodeEntry(raw)
	if err != nil {
		var head struct{ N uint64 }
		_ = json.Unmarshal(raw, &head) // without a number it is not the next entry
		return room.Entry{N: head.N, Event: room.Unknown{}}
	}
	return e
}

// command is any message to the hub. N is the number of the last entry that the sender
// had seen.
type command struct {
	T      string     `json:"t"`
	ID     string     `json:"id"`
	N      uint64     `json:"n"`
	Move   string     `json:"move,omitempty"`
	Name   string     `json:"name,omitempty"`
	Offer  room.Offer `json:"offer,omitempty"`
	Result string     `json:"result,omitempty"`
	Emote  string     `json:"emote,omitempty"`
	Level  string     `json:"level,omitempty"`
	Seat   room.Seat  `json:"seat,omitempty"`
	MS     *int64     `json:"ms,omitempty"`
	Paused *bool      `json:"paused,omitempty"`
}

// printable removes the characters that could control the terminal. Names and sentences
// come from other people. Joiners of letters and emoji stay: a name without them is another one.
// Tabs and all kinds of spaces become spaces.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsPrint(r), r == '\u200c', r == '\u200d':
			return r
		case r == '\t' || unicode.Is(unicode.Z, r):
			return ' '
		}
		return -1
	}, text)
}
