package main

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
)

// This file holds the messages of docs/asyncapi.yaml that this program uses.

// proto is the protocol version.
const proto = 1

// Close codes with a special meaning for clients. After the 4xxx codes a client does not
// reconnect by itself.
const (
	closeTooBig    = 1009 // the client's last frame was too large
	closeReplaced  = 4001 // a newer connection has the seat
	closeMalformed = 4003 // too many malformed frames
	closeNoRoom    = 4004 // there is no such room, or it was deleted
	closeOutdated  = 4009 // the hub requires a newer client
	closeNotLetIn  = 4010 // the owner has shut spectators out
)

// seat is 1 or 2; 0 is no seat.
type seat int

func (s seat) other() seat { return 3 - s }

func (s seat) valid() bool { return s == 1 || s == 2 }

// player is the holder of a seat. A seat without ID and level is free.
type player struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Level  string `json:"level"`
	Colour string `json:"colour"`
}

func (p player) free() bool { return p.ID == "" && p.Level == "" }

// ending is the result of a game. Cells are those of the winning lines, numbered row by
// row from 0 at the bottom left.
type ending struct {
	Winner seat   `json:"winner"`
	Reason string `json:"reason"`
	Cells  []int  `json:"cells"`
}

// clockSetting is the clock of a room, in milliseconds: either Move for each turn, or
// Base for each seat and game plus Increment after each turn.
type clockSetting struct {
	Move      int64 `json:"move,omitempty"`
	Base      int64 `json:"base,omitempty"`
	Increment int64 `json:"increment,omitempty"`
}

// event is the data of an entry. Each entry type uses some of the fields.
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
	Advice   [2]bool       `json:"advice"` // whether each seat gets advice
	Paused   bool          `json:"paused"`
}

// entry is one entry of a room's log.
type entry struct {
	N         uint64 // from 1
	At        int64  // Unix milliseconds
	By        string
	Cmd       string
	Type      string
	Ignorable bool // clients that do not know Type may ignore the entry
	Data      event
	Digest    string
}

// knownTypes lists the entry types that fold handles or deliberately ignores.
var knownTypes = []string{
	"created", "joined", "named", "moved", "advised", "offered", "declined", "takenback", "resigned", "drawn", "claimed",
	"flagged", "credited", "rematch", "emoted", "paced", "admitted", "delegated", "levelset", "seatoffered", "seatmoved", "closed",
}

// tooNew reports whether this program does not understand the entry and must not ignore
// it. If the program continued, it could show a wrong state.
func (e entry) tooNew() bool { return !e.Ignorable && !slices.Contains(knownTypes, e.Type) }

// UnmarshalJSON implements json.Unmarshaler. An entry whose data cannot be read becomes
// an entry of unknown type.
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

// makePrintable removes unprintable characters from all text that may be shown.
func (d *event) makePrintable() {
	for _, text := range []*string{&d.Variant, &d.Name, &d.Level, &d.Move, &d.Reason, &d.Offer, &d.Emote} {
		*text = printable(*text)
	}
	for i := range d.Players {
		p := &d.Players[i]
		p.Name, p.Level, p.Colour = printable(p.Name), printable(p.Level), printable(p.Colour)
	}
}

// presence says who is connected. Claim holds, for each seat, the time from which the other
// player may claim the game, in Unix milliseconds of the hub's clock; 0: may not claim.
type presence struct {
	Seats      [2]bool  `json:"seats"`
	Spectators int      `json:"spectators"`
	Claim      [2]int64 `json:"claim"`
}

// hubMessage is any message from the hub. Each message type uses some of the fields.
type hubMessage struct {
	T       string   `json:"t"`
	From    uint64   `json:"from"`
	N       uint64   `json:"n"`
	Now     int64    `json:"now"`
	Player  string   `json:"player"`
	Here    presence `json:"here"`
	Store   bool     `json:"store"`
	Up      bool     `json:"up"`
	Entries []entry  `json:"entries"`
	ID      string   `json:"id"`
	refusal
	presence // inlined in a "here" message
}

// refusal says why the hub refused a command. If Retry is set, the same command may
// succeed later.
type refusal struct {
	Code  string `json:"code"`
	Text  string `json:"text"`
	Retry bool   `json:"retry"`
}

// decode parses a frame. If ok is false, the frame is to be ignored.
func decode(frame []byte) (m hubMessage, ok bool) {
	if err := json.Unmarshal(frame, &m); err != nil {
		return hubMessage{}, false
	}
	m.Code, m.Text = printable(m.Code), printable(m.Text)
	return m, true
}

// command is any message to the hub. N is the number of the last entry that the sender
// had seen.
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
	Seat   seat   `json:"seat,omitempty"`
	MS     *int64 `json:"ms,omitempty"`
	Paused *bool  `json:"paused,omitempty"`
}

// printable removes the characters that could control the terminal. Names and sentences
// come from other people.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, text)
}
