package admin

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/quatre/quatre/internal/plainjson"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/textfile"
)

// maxLine is the maximum length of a line of an export, in bytes: several times the longest
// log.
const maxLine = 64 << 20

// importWorkers is the number of rooms and games that are stored at once. Stores may
// combine concurrent writes.
const importWorkers = 32

// maxPlayerID is the maximum length of a player ID in a record, in bytes.
const maxPlayerID = 128

// ImportResult counts what an import has stored.
type ImportResult struct {
	Rooms, Games           int // stored
	KnownRooms, KnownGames int // already in the store
	Problems               Problems
}

// errTruncated is the error of an export without its end line.
var errTruncated = errors.New("the file is incomplete: its last line is missing; the lines before it were imported")

// Import stores the rooms and games of a file that Export has written. The rooms continue
// where they ended: deadlines run, and AI turns are queued. An import can be interrupted
// and repeated. If Import returns an error, it has not read the whole file. A room or game
// that could not be stored is in ImportResult.Problems.
func Import(ctx context.Context, store Store, executor play.Executor, from io.Reader) (ImportResult, error) {
	in := &importer{store: store, executor: executor}
	in.work, in.ctx = errgroup.WithContext(ctx)
	in.work.SetLimit(importWorkers)
	err := in.read(from)
	if stopped := in.work.Wait(); stopped != nil {
		err = stopped
	}
	return in.done, err
}

// read reads every line and submits its room or game. The SHA-256 is that of the lines with line feeds.
func (in *importer) read(from io.Reader) error {
	sum := sha256.New()
	all := textfile.NewScanner(from, maxLine)
	for number := 1; ; number++ {
		switch {
		case all.Scan():
		case all.Err() != nil:
			return fmt.Errorf("line %d of at most %d bytes: %w", number, maxLine, all.Err())
		case number == 1:
			return errors.New("the file is empty")
		default:
			return errTruncated
		}
		var l exportLine
		if err := plainjson.Unmarshal(all.Bytes(), &l); err != nil {
			if isCut := strings.HasPrefix(err.Error(), "unexpected end"); isCut && number > 1 && !all.Scan() {
				return errTruncated
			}
			return fmt.Errorf("line %d is not a line of an export: %w", number, err)
		}
		if number == 1 && (l.Quatre != exportKind || l.Format != exportFormat) {
			return fmt.Errorf("the file is not an export of format %d, as written by quatre export", exportFormat)
		}
		if l.End != nil {
			in.addMissing(l.End)
			if got := hex.EncodeToString(sum.Sum(nil)); got != l.End.SHA256 {
				return fmt.Errorf("the file was changed: its SHA-256 is %s, want %s; everything that could be read was imported", got, l.End.SHA256)
			}
			return nil
		}
		fmt.Fprintf(sum, "%s\n", all.Bytes())
		switch {
		case l.Room != "":
			in.submit(func() error { return in.importRoom(l) })
		case l.Game != nil:
			in.submit(func() error { return in.importGame(*l.Game) })
		case l.NameKey != nil:
			// If the target has a key, it keeps its own.
			if _, err := in.store.NameKey(in.ctx, l.NameKey); err != nil {
				return err
			}
		case number > 1:
			return fmt.Errorf("line %d is neither a room nor a game", number)
		}
		if err := in.ctx.Err(); err != nil {
			return err
		}
	}
}

// addMissing records the rooms and games that the export left out, according to its end line.
func (in *importer) addMissing(end *exportEnd) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for _, text := range end.Problems[:max(0, min(len(end.Problems), end.Missing))] {
		_ = in.done.Problems.add(in.ctx, fmt.Errorf("the export is incomplete: %s", text))
	}
	in.done.Problems.Count += max(0, end.Missing-len(end.Problems))
}

// importer stores rooms and games concurrently.
type importer struct {
	ctx      context.Context // ends with the first error that stops the import
	work     *errgroup.Group
	store    Store
	executor play.Executor

	mu   sync.Mutex
	done ImportResult
}

// submit runs do concurrently. It waits while importWorkers others run. An error of do is the problem
// of a room or game, or stops the import.
func (in *importer) submit(do func() error) {
	in.work.Go(func() error {
		err := do()
		if err == nil {
			return nil
		}
		in.mu.Lock()
		defer in.mu.Unlock()
		return in.done.Problems.add(in.ctx, err)
	})
}

func (in *importer) importRoom(l exportLine) error {
	if !l.Room.Valid() {
		return fmt.Errorf("%q is not a room ID", l.Room)
	}
	entries := make([]room.Entry, len(l.Entries))
	for i, raw := range l.Entries {
		var err error
		if entries[i], err = room.DecodeEntry(raw); err != nil {
			return fmt.Errorf("room %s: %w", l.Room, err)
		}
	}
	known, err := in.executor.Restore(in.ctx, in.store, l.Room, entries)
	if err != nil {
		return fmt.Errorf("room %s: %w", l.Room, err)
	}
	in.count(known, &in.done.KnownRooms, &in.done.Rooms)
	return nil
}

// count counts a room or game that the store has known or has stored now.
func (in *importer) count(known bool, asKnown, asStored *int) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if known {
		*asKnown++
	} else {
		*asStored++
	}
}

func (in *importer) importGame(r room.Record) error {
	if _, err := room.ParseGameID(r.ID().String()); err != nil {
		return err
	}
	if len(r.Players[0].ID) > maxPlayerID || len(r.Players[1].ID) > maxPlayerID || len(r.Imported) > maxPlayerID {
		return fmt.Errorf("game %s: a player ID has more than %d bytes", r.ID(), maxPlayerID)
	}
	known := false
	err := in.store.AddGame(in.ctx, r)
	if errors.Is(err, storage.ErrConflict) {
		known = true
		err = sameGame(in.ctx, in.store, r)
	}
	if err != nil {
		return fmt.Errorf("game %s: %w", r.ID(), err)
	}
	in.count(known, &in.done.KnownGames, &in.done.Games)
	return nil
}

// sameGame returns an error if the store has a different record of this game, or no record.
func sameGame(ctx context.Context, store Store, r room.Record) error {
	stored, err := store.Game(ctx, r.ID())
	if err != nil {
		return err
	}
	a, err := json.Marshal(r)
	if err != nil {
		return err
	}
	b, err := json.Marshal(stored)
	if err == nil && !bytes.Equal(a, b) {
		err = fmt.Errorf("%w: the store has a different record of it", storage.ErrConflict)
	}
	return err
}
