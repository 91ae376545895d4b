package local

import (
	"context"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// memoryLog is the log of one room, with the effects of its last entry. It implements
// storage.Log. Only the goroutine of the room uses it.
type memoryLog struct {
	entries []room.Entry
	due     time.Time    // when the room must be swept
	job     bool         // the AI's turn is queued
	record  *room.Record // of a game that has just ended

	keep func(raw []byte) // stores an entry elsewhere, before anybody is told of it; nil: nobody does
}

// takeRecord returns the record of a game that has ended since the last call, or nil.
func (l *memoryLog) takeRecord() *room.Record {
	r := l.record
	l.record = nil
	return r
}

func (l *memoryLog) carryOut(fx room.Effects) {
	l.due = fx.Due
	l.job = l.job || fx.Job
	if fx.Record != nil {
		l.record = fx.Record
	}
}

// Append implements storage.Log.
func (l *memoryLog) Append(_ context.Context, _ room.ID, e room.Entry, fx room.Effects) error {
	if e.N != uint64(len(l.entries))+1 {
		return storage.ErrConflict
	}
	if l.keep != nil {
		l.keep(e.Raw())
	}
	l.entries = append(l.entries, e)
	l.carryOut(fx)
	return nil
}

// Touch implements storage.Log.
func (l *memoryLog) Touch(_ context.Context, _ room.ID, n uint64, fx room.Effects) error {
	if n != uint64(len(l.entries)) {
		return storage.ErrConflict
	}
	l.carryOut(fx)
	return nil
}

// Read implements storage.Log.
func (l *memoryLog) Read(_ context.Context, _ room.ID, after uint64, limit int) ([]room.Entry, error) {
	entries := l.entries[min(after, uint64(len(l.entries))):]
	return entries[:min(limit, len(entries))], nil
}

// Tail implements storage.Log.
func (l *memoryLog) Tail(context.Context, room.ID) ([]byte, []room.Entry, error) {
	return nil, l.entries, nil
}

// KeepSnapshot implements storage.Log. A snapshot may be lost at any time, and reading a log of this
// process costs little.
func (l *memoryLog) KeepSnapshot(context.Context, room.ID, uint64, []byte) error { return nil }

// Delete implements storage.Log. It keeps the log: the person at the keyboard may still look at
// the game when the retention of a hub would be over.
func (l *memoryLog) Delete(context.Context, room.ID, uint64) error {
	l.due = time.Time{}
	return nil
}
