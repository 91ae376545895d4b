package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// A client's history lists what it sent and received, in order, with times since the
// start of the run. The checker knows nothing else about a client.

// recordKind is the kind of a record.
type recordKind string

const (
	recordOpened  recordKind = "open"    // a connection was welcomed; N is the last entry of the log, entries after From will follow
	recordClosed  recordKind = "close"   // a connection ended; Text is the close code
	recordSent    recordKind = "sent"    // a command was sent, maybe again; Text is its type, N the last entry seen
	recordOK      recordKind = "ok"      // a command was acknowledged as entry N
	recordRefused recordKind = "refused" // a command was refused finally; Text is the code
	recordRetry   recordKind = "later"   // a command was refused but may be sent again; Text is the code
	recordSeen    recordKind = "seen"    // entry N was received, with its digest and command; Text is its type
	recordSettled recordKind = "end"     // the run ended; the log ended with entry N, so the client should have it
)

// record is one line of a history.
type record struct {
	At     int64      `json:"at"` // nanoseconds since the start of the run
	Kind   recordKind `json:"what"`
	N      uint64     `json:"n,omitempty"`
	From   uint64     `json:"from,omitempty"`
	Cmd    string     `json:"cmd,omitempty"`
	Digest string     `json:"digest,omitempty"`
	Text   string     `json:"text,omitempty"`
}

// role says what a client does.
type role string

const (
	rolePlayer    role = "player"
	roleSpectator role = "spectator"
	roleSlow      role = "slow"
)

// history lists what one client sent and received in one room.
type history struct {
	Client  int      `json:"client"`
	Room    string   `json:"room"`
	Player  string   `json:"player"` // player ID
	Role    role     `json:"role"`
	Records []record `json:"-"`
}

func (h *history) add(r record) { h.Records = append(h.Records, r) }

// writeHistories writes the histories of all clients if -history is given: for each client a
// file of JSON lines, with a header and its records in order.
func (r *run) writeHistories() error {
	if r.cfg.historyDir == "" {
		return nil
	}
	if err := os.MkdirAll(r.cfg.historyDir, 0o755); err != nil {
		return err
	}
	for _, m := range r.allMatches() {
		for _, c := range m.clients {
			if err := c.history.write(r.cfg.historyDir); err != nil {
				return err
			}
		}
	}
	return nil
}

func (h *history) write(folder string) (err error) {
	f, err := os.Create(filepath.Join(folder, fmt.Sprintf("client-%06d.jsonl", h.Client)))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriter(f)
	lines := json.NewEncoder(w)
	if err := lines.Encode(h); err != nil {
		return err
	}
	for _, r := range h.Records {
		if err := lines.Encode(r); err != nil {
			return err
		}
	}
	return w.Flush()
}
