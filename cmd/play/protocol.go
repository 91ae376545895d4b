package main

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
)

// This file is the public protocol as this program speaks it: the messages of
// docs/asyncapi.yaml, and nothing about what they mean.

// proto is the version of the protocol.
const proto = 1

// The close codes after which a client does not come back by itself.
const (
	closeTooBig    = 1009 // the frame sent last was too large
	closeReplaced  = 4001 // the seat was opened on a newer connection
	closeMalformed = 4003 // too many malformed frames
	closeNoRoom    = 4004 // there is no such room, or no longer
	closeOutdated  = 4009 // the hub talks to newer programs only
)

// seat is 1 or 2; 0 is nobody.
type seat int

func (s seat) other() seat { return 3 - s }

func (s seat) valid() bool { return s == 1 || s == 2 }

// player is who holds a seat; one with neither id nor level is free.
type player struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Level  string `json:"level"`
	Colour string `json:"colour"`
}

func (p player) free() bool { return p.ID == "" && p.Level == "" }

// ending is how a game ended. Cells are counted from the bottom left, row by
// row, from 0.
type ending struct {
	Winner seat   `json:"winner"`
	Reason string `json:"reason"`
	Cells  []int  `json:"cells"`
}

// clockSetting is what a room's clock allows, in milliseconds: Move for each
// turn, or Base for each seat's game with Increment after each turn.
type clockSetting struct {
	Move      int64 `json:"move,omitempty"`
	Base      int64 `json:"base,omitempty"`
	Increment int64 `json:"increment,omitempty"`
}

// event is the data of any entry: each type uses some of the fields.
type event struct {
	Variant  string        `json:"variant"`
	Players  [2]player     `json:"players"`
	First    seat          `json:"first"`
	Clock    *clockSetting `json:"clock"`
	Imported bool          `json:"imported"`
	Seat     seat          `json:"seat"`
	Player   string        `json:"player"`
	Name     string        `json:"name"`
	Level    string        `json:"level"`
	Move     string        `json:"move"`
	MS       int64         `json:"ms"`
	Lag      int64         `json:"lag"`
	End      *ending       `json:"end"`
	Game     int           `json:"game"`
	Reason   string        `json:"reason"`
	Offer    string        `json:"offer"`
	Ply      int           `json:"ply"`
	Emote    string        `json:"emote"`
	Pace     int64         `json:"pace"`
	Paused   bool          `json:"paused"`
}

// entry is one line of a room's log. At is in Unix milliseconds.
type entry struct {
	N         uint64
	At        int64
	By        string
	Cmd       string
	Type      string
	Ignorable bool // by who does not know the type
	Data      event
	Digest    string
}

// knownTypes are those that fold knows, if only to pass over them.
var knownTypes = []string{
	"created", "joined", "named", "moved", "advised", "offered", "declined", "takenback", "resigned", "drawn", "claimed",
	"flagged", "credited", "rematch", "emoted", "paced", "seatoffered", "seatmoved", "closed",
}

// tooNew reports whether this program is too old for the entry: what it showed
// from then on might be wrong.
func (e entry) tooNew() bool { return !e.Ignorable && !slices.Contains(knownTypes, e.Type) }

// UnmarshalJSON reads an entry. One of a known type whose data cannot be read
// counts as one of an unknown type.
func (e *entry) UnmarshalJSON(b []byte) error {
	var raw struct {
		N         uint64          `json:"n"`
		At        int64           `json:"at"`
		By        string          `json:"by"`
		Cmd       string          `json:"cmd"`
		Type      string          `json:"type"`
		Ignorable bool            `json:"ignorable"`
		Data      json.RawMessage `json:"data"`
		Digest    string          `json:"digest"`
	}
	if err := json.Unmarshal(b, &raw); err != nil {
		return err
	}
	*e = entry{N: raw.N, At: raw.At, By: raw.By, Cmd: raw.Cmd, Type: raw.Type, Ignorable: raw.Ignorable, Digest: raw.Digest}
	if len(raw.Data) > 0 && json.Unmarshal(raw.Data, &e.Data) != nil {
		e.Type, e.Data = "", event{}
	}
	e.Data.makePrintable()
	return nil
}

// clean makes everything that may be shown printable.
func (d *event) makePrintable() {
	for _, text := range []*string{&d.Variant, &d.Name, &d.Level, &d.Move, &d.Reason, &d.Offer, &d.Emote} {
		*text = printable(*text)
	}
	for i := range d.Players {
		p := &d.Players[i]
		p.Name, p.Level, p.Colour = printable(p.Name), printable(p.Level), printable(p.Colour)
	}
}

// here is who is connected. Claim holds, by seat, the hub's time from which
// that seat's absence may be claimed; 0: it cannot be.
type presence struct {
	Seats      [2]bool  `json:"seats"`
	Spectators int      `json:"spectators"`
	Claim      [2]int64 `json:"claim"`
}

// fromHub is any message of the hub.
type hubMessage struct {
	T       string  `json:"t"`
	From    uint64  `json:"from"`
	N       uint64  `json:"n"`
	Now     int64   `json:"now"`
	Player  string  `json:"player"`
	Here    presence    `json:"here"`
	Store   bool    `json:"store"`
	Up      bool    `json:"up"`
	Entries []entry `json:"entries"`
	ID      string  `json:"id"`
	refusal
	presence // of a "here" message, whose fields lie one level higher
}

// refusal is why a command was not carried out.
type refusal struct {
	Code  string `json:"code"`
	Text  string `json:"text"`
	Retry bool   `json:"retry"`
}

// decode reads a frame; what is not of this protocol is to be ignored.
func decode(frame []byte) (m hubMessage, ok bool) {
	if err := json.Unmarshal(frame, &m); err != nil {
		return hubMessage{}, false
	}
	m.Code, m.Text = printable(m.Code), printable(m.Text)
	return m, true
}

// command is any message to the hub. N is the last entry that its sender had
// seen.
type command struct {
	T      string `json:"t"`
	ID     string `json:"id"`
	N      uint64 `json:"n"`
	Move   string `json:"move,omitempty"`
	Name   string `json:"name,omitempty"`
	Offer  string `json:"offer,omitempty"`
	Result string `json:"result,omitempty"`
	Emote  string `json:"emote,omitempty"`
	Level  string `json:"level,omitempty"`
	MS     *int64 `json:"ms,omitempty"`
	Paused *bool  `json:"paused,omitempty"`
}

// printable drops whatever could move a terminal's cursor or change its state:
// names and sentences come from others.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, text)
}
