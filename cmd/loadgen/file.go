package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
)

// This file reads and writes histories. Each client has one file of JSON lines: a header,
// then its records in order.

// headerLine is the first line of a file.
type headerLine struct {
	Client int    `json:"client"`
	Room   string `json:"room"`
	Player string `json:"player"` // player ID
	Role   role   `json:"role"`
}

// recordLine is a line for one record. At is in nanoseconds since the start of the run.
// recordKind explains the other fields.
type recordLine struct {
	At     int64  `json:"at"`
	What   string `json:"what"`
	N      uint32 `json:"n,omitempty"`
	From   uint32 `json:"from,omitempty"`
	Cmd    string `json:"cmd,omitempty"`
	Digest string `json:"digest,omitempty"`
	Text   string `json:"text,omitempty"`
}

const historyFiles = "client-*.jsonl"

// writeHistories writes the histories of all clients if -history is given.
func (r *run) writeHistories() error {
	if r.cfg.historyDir == "" {
		return nil
	}
	if err := os.MkdirAll(r.cfg.historyDir, 0o755); err != nil {
		return err
	}
	for _, rm := range r.allRooms() {
		for _, c := range rm.clients {
			if err := writeHistory(r.cfg.historyDir, &c.history); err != nil {
				return err
			}
		}
	}
	return nil
}

func writeHistory(folder string, h *history) (err error) {
	f, err := os.Create(filepath.Join(folder, fmt.Sprintf("client-%06d.jsonl", h.client)))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriter(f)
	if err := encodeHistory(w, h); err != nil {
		return err
	}
	return w.Flush()
}

func encodeHistory(w io.Writer, h *history) error {
	encoder := json.NewEncoder(w)
	if err := encoder.Encode(headerLine{h.client, h.room, h.player, h.role}); err != nil {
		return err
	}
	for _, r := range h.records {
		line := recordLine{
			At: r.at, What: recordKindNames[r.kind], N: r.n, From: r.from,
			Cmd: h.texts.commandID(r.cmd), Text: h.texts.lookup(uint32(r.text)),
		}
		if r.kind == recordSeen {
			line.Digest = fmt.Sprintf("%016x", r.digest)
		}
		if err := encoder.Encode(line); err != nil {
			return err
		}
	}
	return nil
}

// readHistory reads a history that writeHistory wrote.
func readHistory(from io.Reader, s *textTable) (*history, error) {
	lines := json.NewDecoder(bufio.NewReader(from))
	var head headerLine
	if err := lines.Decode(&head); err != nil {
		return nil, err
	}
	h := &history{client: head.Client, room: head.Room, player: head.Player, role: head.Role, texts: s}
	for {
		var line recordLine
		if err := lines.Decode(&line); errors.Is(err, io.EOF) {
			return h, nil
		} else if err != nil {
			return nil, fmt.Errorf("line %d: %w", len(h.records)+2, err)
		}
		r := record{at: line.At, n: line.N, from: line.From, cmd: s.commandRef([]byte(line.Cmd)), text: uint16(s.intern([]byte(line.Text)))}
		kind := -1
		for i, name := range recordKindNames {
			if name == line.What {
				kind = i
			}
		}
		if kind < 0 {
			return nil, fmt.Errorf("line %d: %s is not a kind of record", len(h.records)+2, strconv.Quote(line.What))
		}
		r.kind, r.digest = recordKind(kind), parseDigest([]byte(line.Digest))
		h.add(r)
	}
}

// checkHistories checks the histories of an earlier run.
func (r *run) checkHistories(ctx context.Context) (*report, error) {
	defer r.closeIdle()
	files, err := filepath.Glob(filepath.Join(r.cfg.historyDir, historyFiles))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no histories in %s", r.cfg.historyDir)
	}
	if err := checkReachable(ctx, r.cfg.urls); err != nil {
		return nil, err
	}
	byRoom := map[string][]*history{}
	var order []string
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		h, err := readHistory(f, &r.texts)
		if err := errors.Join(err, f.Close()); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if byRoom[h.room] == nil {
			order = append(order, h.room)
		}
		byRoom[h.room] = append(byRoom[h.room], h)
	}
	return &report{Verdict: r.checkRooms(ctx, order, byRoom)}, nil
}
