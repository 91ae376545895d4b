package admin

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"sync"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// maxLine bounds a line of an export, in bytes: several times what the longest log
// takes.
const maxLine = 64 << 20

// writers is how many rooms and games are stored at once: a store may combine
// writes that come together.
const writers = 32

// maxID bounds the name of a player in a record, in bytes.
const maxID = 128

// Imported says what was brought into a store.
type Imported struct {
	Rooms, Games           int // stored
	KnownRooms, KnownGames int // the store had them already
	Problems               Problems
}

// errCutOff is for an export without its end.
var errCutOff = errors.New("the file ends before its last line: it was cut off; what it has was imported")

// Import brings in what Export has written. Rooms go on where they ended: deadlines
// run, and an AI that owes a move is asked for it. It can be broken off and done
// again. An error means that not everything was looked at.
func Import(ctx context.Context, store Store, door play.Executor, from io.Reader) (Imported, error) {
	in := newIntake(ctx, store, door)
	err := in.read(bufio.NewReaderSize(from, 1<<16))
	return in.finish(err)
}

// read hands every line to the writers.
func (in *intake) read(from *bufio.Reader) error {
	sum := sha256.New()
	for number := 1; ; number++ {
		line, err := readLine(from)
		switch {
		case errors.Is(err, io.EOF) && number == 1:
			return errors.New("the file is empty")
		case errors.Is(err, io.EOF):
			return errCutOff
		case err != nil:
			return fmt.Errorf("line %d: %w", number, err)
		}
		var l exportLine
		if err := json.Unmarshal(line, &l); err != nil {
			return fmt.Errorf("line %d is not of an export: %w", number, err)
		}
		if number == 1 && (l.Quatre != exportKind || l.Format != exportFormat) {
			return fmt.Errorf("this is no export of format %d, as hub export writes it", exportFormat)
		}
		if l.End != nil {
			return l.End.check(sum)
		}
		sum.Write(line)
		switch {
		case l.Room != "":
			in.give(func() error { return in.roomLine(l) })
		case l.Game != nil:
			in.give(func() error { return in.game(*l.Game) })
		case number > 1:
			return fmt.Errorf("line %d is neither a room nor a game", number)
		}
		if err := in.ctx.Err(); err != nil {
			return err
		}
	}
}

// readLine returns a line with its line feed.
func readLine(from *bufio.Reader) (line []byte, err error) {
	for {
		part, err := from.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == nil:
			return line, nil
		case len(line) > maxLine:
			return nil, fmt.Errorf("it has more than %d bytes", maxLine)
		case errors.Is(err, io.EOF) && len(line) > 0:
			return nil, errCutOff
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}

func (e *exportEnd) check(sum hash.Hash) error {
	if got := hex.EncodeToString(sum.Sum(nil)); got != e.SHA256 {
		return fmt.Errorf("the file is not as it was written: its SHA-256 is %s, not %s; what could be read was imported", got, e.SHA256)
	}
	return nil
}

// intake stores rooms and games, some at once.
type intake struct {
	ctx    context.Context
	cancel context.CancelCauseFunc // with what stops all
	store  Store
	door   play.Executor

	work chan func() error
	wg   sync.WaitGroup

	mu   sync.Mutex
	done Imported
}

func newIntake(ctx context.Context, store Store, door play.Executor) *intake {
	in := &intake{store: store, door: door, work: make(chan func() error)}
	in.ctx, in.cancel = context.WithCancelCause(ctx)
	for range writers {
		in.wg.Go(func() {
			for do := range in.work {
				if err := do(); err != nil {
					in.fail(err)
				}
			}
		})
	}
	return in
}

// give has something done soon.
func (in *intake) give(do func() error) { in.work <- do }

// fail notes an error of one room or game, or stops all.
func (in *intake) fail(err error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if err := in.done.Problems.add(in.ctx, err); err != nil {
		in.cancel(err)
	}
}

// finish waits for what was given.
func (in *intake) finish(err error) (Imported, error) {
	close(in.work)
	in.wg.Wait()
	if stopped := context.Cause(in.ctx); stopped != nil {
		err = stopped
	}
	in.cancel(nil)
	return in.done, err
}

func (in *intake) roomLine(l exportLine) error {
	if !l.Room.Valid() {
		return fmt.Errorf("%q is no room's name", l.Room)
	}
	entries := make([]room.Entry, len(l.Entries))
	for i, raw := range l.Entries {
		var err error
		if entries[i], err = room.DecodeEntry(raw); err != nil {
			return fmt.Errorf("room %s: %w", l.Room, err)
		}
	}
	return in.room(l.Room, entries)
}

func (in *intake) room(id room.ID, entries []room.Entry) error {
	known, err := in.door.Restore(in.ctx, in.store, id, entries)
	if err != nil {
		return fmt.Errorf("room %s: %w", id, err)
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if known {
		in.done.KnownRooms++
	} else {
		in.done.Rooms++
	}
	return nil
}

func (in *intake) game(r room.Record) error {
	if _, err := room.ParseGameID(r.ID().String()); err != nil {
		return err
	}
	if len(r.Players[0].ID) > maxID || len(r.Players[1].ID) > maxID || len(r.Imported) > maxID {
		return fmt.Errorf("game %s: the name of a player has more than %d bytes", r.ID(), maxID)
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
	in.mu.Lock()
	defer in.mu.Unlock()
	if known {
		in.done.KnownGames++
	} else {
		in.done.Games++
	}
	return nil
}

// sameGame returns an error if the store has another record of this game, or none.
func sameGame(ctx context.Context, store Store, r room.Record) error {
	there, err := store.Game(ctx, r.ID())
	if err != nil {
		return err
	}
	a, err := json.Marshal(r)
	if err != nil {
		return err
	}
	b, err := json.Marshal(there)
	if err == nil && !bytes.Equal(a, b) {
		err = fmt.Errorf("%w: the store has another record of it", storage.ErrConflict)
	}
	return err
}
