package local

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
)

// Keeper keeps what must outlive a Room. One goroutine at a time calls its functions.
type Keeper struct {
	// Entry keeps the next entry of the log: one line of JSON. It is called before any frame tells
	// of the entry.
	Entry func(raw []byte)

	// Game is told of each game that ends. It is not called again for a game that ended before the
	// room was opened.
	Game func(*room.Record)
}

// Create returns the log of a new room: one line for each entry. The error is a *room.Refusal, or
// a *wire.Later.
func Create(id room.ID, request wire.NewRoom) ([]byte, error) {
	r, err := newGame(nil, id, request)
	if err != nil {
		return nil, err
	}
	return append(bytes.Clone(r.log.entries[0].Raw()), '\n'), nil
}

// Open opens a room that was kept, for a client that has read its log up to the entry with number
// after and this digest. The log has one line for each entry. A turn on a clock does not count the
// time in which the room was not open.
//
// Open fails with storage.ErrNotFound for an empty log, and with another error for a damaged one.
func Open(engine *Engine, id room.ID, log []byte, after uint64, digest string, keep Keeper) (*Room, error) {
	entries, err := readLog(log)
	if err != nil {
		return nil, err
	}
	r := newRoom(engine.search, id)
	r.log.entries = entries
	if r.replica, err = play.Open(context.Background(), r.log, id); err != nil {
		return nil, err
	}
	if _, read := r.replica.Since(after, digest); read {
		r.sent = after
	}
	r.log.keep, r.ended = keep.Entry, keep.Game
	now, s := time.Now(), r.replica.State()
	absence := []room.Outage{{Since: s.At, Until: now}}
	r.executor.Outages = func(room.ID) []room.Outage { return absence }
	fx := s.Effects(id, now, room.DefaultRetention)
	fx.Record = nil // kept when the game ended
	r.log.carryOut(fx)
	return r, nil
}

func readLog(log []byte) (entries []room.Entry, err error) {
	for line := range bytes.Lines(log) {
		e, err := room.DecodeEntry(bytes.TrimSuffix(line, []byte("\n")))
		if err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	if err := room.CheckLog(entries); err != nil {
		return nil, fmt.Errorf("local: %w", err)
	}
	return entries, nil
}
