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
	"github.com/quatre/quatre/internal/room/storage"
)

// An export is text with one JSON object per line:
//
//	{"quatre":"export","format":1,"name_key":"…"}   the key of the public names of games
//	{"room":"abc","entries":[…]}       a room's whole log, each entry as it is stored
//	{"game":{…}}                       the record of a finished game
//	{"end":{"rooms":R,"games":G,"sha256":"…"}}   number of lines; SHA-256 of all bytes before this line
//
// All rooms come before all games. A file without the end line is incomplete. If parts of the
// store could not be read, the end line also has "missing", the number of these problems, and
// "problems", the texts of the first problems.

const (
	exportKind   = "export"
	exportFormat = 1
)

// exportLine is any line of an export. Either Quatre and Format, Room and Entries, Game, or
// End are set.
type exportLine struct {
	Quatre  string            `json:"quatre,omitempty"`
	Format  int               `json:"format,omitempty"`
	NameKey []byte            `json:"name_key,omitempty"` // in the first line
	Room    room.ID           `json:"room,omitempty"`
	Entries []json.RawMessage `json:"entries,omitempty"`
	Game    *room.Record      `json:"game,omitempty"`
	End     *exportEnd        `json:"end,omitempty"`
}

type exportEnd struct {
	Rooms  int    `json:"rooms"`
	Games  int    `json:"games"`
	SHA256 string `json:"sha256"`

	Missing  int      `json:"missing,omitempty"`
	Problems []string `json:"problems,omitempty"`
}

// ExportResult counts the content of an export.
type ExportResult struct {
	Rooms, Games int
	Problems     Problems // what could not be read
}

// Export writes all rooms and all records of finished games to w. Hubs may use the store
// meanwhile. Each log is consistent: it is the log at one moment, with the records of the
// games that had ended by then. If Export returns an error, the export is incomplete.
func Export(ctx context.Context, store Store, w io.Writer) (result ExportResult, err error) {
	x := &exporter{store: store, sum: sha256.New(), written: map[room.ID]uint64{}}
	x.w = bufio.NewWriterSize(io.MultiWriter(w, x.sum), 1<<16)
	// A copy of the store needs the same key, otherwise links that people have shared no longer work. A
	// store without a key has no such links.
	key, err := store.NameKey(ctx, nil)
	if err != nil {
		err = x.done.Problems.add(ctx, fmt.Errorf("the key of the public names of games cannot be read: %w", err))
	}
	if err != nil {
		return x.done, err
	}
	if err := x.writeLine(exportLine{Quatre: exportKind, Format: exportFormat, NameKey: key}); err != nil {
		return x.done, err
	}
	err = walk(ctx, &x.done.Problems, store.AllRooms(ctx), x.writeRoom)
	if err == nil {
		err = walk(ctx, &x.done.Problems, store.AllGames(ctx), x.writeGame)
	}
	if err == nil {
		err = x.w.Flush()
	}
	if err != nil {
		return x.done, err
	}
	end := exportEnd{
		Rooms: x.done.Rooms, Games: x.done.Games, SHA256: hex.EncodeToString(x.sum.Sum(nil)),
		Missing: x.done.Problems.Count, Problems: x.done.Problems.First,
	}
	if err := x.writeLine(exportLine{End: &end}); err != nil {
		return x.done, err
	}
	return x.done, x.w.Flush()
}

type exporter struct {
	store   Store
	w       *bufio.Writer
	sum     hash.Hash
	written map[room.ID]uint64 // number of entries written, by room
	done    ExportResult
}

func (x *exporter) writeLine(l exportLine) error {
	data, err := json.Marshal(l)
	if err != nil {
		return err
	}
	_, err = x.w.Write(append(data, '\n'))
	return err
}

// writeRoom writes a log. It writes the stored bytes, because digests are hashes of them.
func (x *exporter) writeRoom(ctx context.Context, id room.ID) error {
	if x.written[id] != 0 {
		return nil
	}
	entries, err := x.store.Read(ctx, id, 0, storage.All)
	if err == nil && len(entries) == 0 { // it was deleted meanwhile
		return nil
	}
	if err == nil {
		err = room.CheckLog(entries)
	}
	if err != nil {
		return x.done.Problems.add(ctx, fmt.Errorf("room %s cannot be read: %w", id, err))
	}
	fmt.Fprintf(x.w, `{"room":"%s","entries":[`, id)
	for i, e := range entries {
		if i > 0 {
			_ = x.w.WriteByte(',') // the last write returns the error
		}
		_, _ = x.w.Write(e.Raw())
	}
	x.written[id] = uint64(len(entries))
	x.done.Rooms++
	_, err = x.w.WriteString("]}\n")
	return err
}

// writeGame writes a record. It leaves out a game that ended after the log of its room was
// read: in the export that game is still in progress.
func (x *exporter) writeGame(_ context.Context, r room.Record) error {
	if n, ok := x.written[r.Room]; ok && r.N > n {
		return nil
	}
	x.done.Games++
	return x.writeLine(exportLine{Game: &r})
}
