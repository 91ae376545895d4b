package admin

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io"

	"github.com/quatre/quatre/internal/room"
)

// An export is text, one JSON object a line:
//
//	{"quatre":"export","format":1}
//	{"room":"abc","entries":[…]}       a room's whole log, each entry as it is stored
//	{"game":{…}}                       the record of a finished game
//	{"end":{"rooms":R,"games":G,"sha256":"…"}}   of how many lines, and all bytes before this one
//
// All rooms come before all games. A copy that lacks its end was cut off.

const (
	exportKind   = "export"
	exportFormat = 1
)

// exportLine is any line of an export: exactly one field is set, or Quatre and
// Format.
type exportLine struct {
	Quatre  string            `json:"quatre,omitempty"`
	Format  int               `json:"format,omitempty"`
	Room    room.ID           `json:"room,omitempty"`
	Entries []json.RawMessage `json:"entries,omitempty"`
	Game    *room.Record      `json:"game,omitempty"`
	End     *exportEnd        `json:"end,omitempty"`
}

type exportEnd struct {
	Rooms  int    `json:"rooms"`
	Games  int    `json:"games"`
	SHA256 string `json:"sha256"`
}

// Exported says what an export holds.
type Exported struct {
	Rooms, Games int
	Problems     Problems // rooms that could not be read
}

// Export writes all rooms and all records of finished games. The store can be in
// use: each log is as it was at one moment, and with it are the records of the games
// that it has ended. An error means that the export is not whole.
func Export(ctx context.Context, store Store, w io.Writer) (done Exported, err error) {
	x := &exporter{store: store, sum: sha256.New(), lengths: map[room.ID]uint64{}}
	x.w = bufio.NewWriterSize(io.MultiWriter(w, x.sum), 1<<16)
	if err := x.line(exportLine{Quatre: exportKind, Format: exportFormat}); err != nil {
		return x.done, err
	}
	for id, err := range store.AllRooms(ctx) {
		if err == nil {
			err = x.room(ctx, id)
		}
		if err != nil {
			return x.done, err
		}
	}
	for r, err := range store.AllGames(ctx) {
		if err == nil {
			err = x.game(r)
		}
		if err != nil {
			return x.done, err
		}
	}
	if err := x.w.Flush(); err != nil {
		return x.done, err
	}
	end := exportEnd{x.done.Rooms, x.done.Games, hex.EncodeToString(x.sum.Sum(nil))}
	if err := x.line(exportLine{End: &end}); err != nil {
		return x.done, err
	}
	return x.done, x.w.Flush()
}

type exporter struct {
	store   Store
	w       *bufio.Writer
	sum     hash.Hash
	lengths map[room.ID]uint64 // of the logs written
	done    Exported
}

func (x *exporter) line(l exportLine) error {
	data, err := json.Marshal(l)
	if err != nil {
		return err
	}
	_, err = x.w.Write(append(data, '\n'))
	return err
}

// room writes a log, byte for byte: its digests are of bytes.
func (x *exporter) room(ctx context.Context, id room.ID) error {
	if x.lengths[id] != 0 {
		return nil
	}
	entries, err := readLog(ctx, x.store, id)
	if err != nil {
		return x.done.Problems.add(ctx, fmt.Errorf("room %s was left out: %w", id, err))
	}
	if entries == nil {
		return nil
	}
	fmt.Fprintf(x.w, `{"room":"%s","entries":[`, id)
	for i, e := range entries {
		if i > 0 {
			_ = x.w.WriteByte(',') // the last write has their error
		}
		_, _ = x.w.Write(e.Raw())
	}
	x.lengths[id] = uint64(len(entries))
	x.done.Rooms++
	_, err = x.w.WriteString("]}\n")
	return err
}

// game writes a record, unless its game ended after its room's log was read: where
// the log is brought in the game ends anew.
func (x *exporter) game(r room.Record) error {
	if n, ok := x.lengths[r.Room]; ok && r.N > n {
		return nil
	}
	x.done.Games++
	return x.line(exportLine{Game: &r})
}

// readLog returns a room's log, nil if there is none, or none of a room: a hub that
// is asked whether it is ready writes and deletes one such entry.
func readLog(ctx context.Context, store Store, id room.ID) ([]room.Entry, error) {
	entries, err := store.Read(ctx, id, 0)
	if err != nil || len(entries) == 0 {
		return nil, err
	}
	if _, shut := entries[0].Event.(room.Closed); shut {
		return nil, nil
	}
	return entries, room.CheckLog(entries)
}
