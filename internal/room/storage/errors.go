package storage

import (
	"context"
	"errors"
)

var (
	// ErrConflict: the log does not end where the caller believes. Nothing was
	// stored. The caller should read on and decide again.
	ErrConflict = errors.New("room: the log has moved on")

	// ErrNotFound: there is no such room, game, job or heartbeat.
	ErrNotFound = errors.New("room: not found")

	// ErrCursor: the cursor of a list is not one that the list has returned.
	ErrCursor = errors.New("room: not a cursor")

	// ErrUnavailable: the store did not answer. An append may or may not have been
	// stored; it is safe to send the same command again.
	ErrUnavailable = errors.New("room: the store is not available")

	// ErrDamaged: what the store holds cannot be read, or cannot be right. Asking again
	// does not help. Other rooms are not affected.
	ErrDamaged = errors.New("room: the store is damaged")

	// ErrFull: the disk of the store is full, or nearly.
	ErrFull = errors.New("room: the disk of the store is full")

	// ErrQueueFull: MaxQuestions questions wait or are being answered. Nothing was queued; the
	// caller may try again in a moment.
	ErrQueueFull = errors.New("room: too many questions wait for an answer")

	// ErrShareFull: MaxOriginQuestions questions of the asker's origin are waiting. Nothing
	// was queued; the caller may try again in a moment.
	ErrShareFull = errors.New("room: too many questions of this origin wait for an answer")
)

// IsAway reports whether err says that a store, or a shard, did not answer in time. The
// same call may succeed later.
func IsAway(err error) bool {
	return errors.Is(err, ErrUnavailable) || errors.Is(err, context.DeadlineExceeded)
}

// ErrPartial: of the shards that a call has asked, some did not answer. The call has also returned the
// results of the others. Its error wraps that of a shard, so IsAway is true for it. If no shard
// answers, the call fails with another error.
var ErrPartial = errors.New("room: some shards of the store are away")

// IgnorePartial returns nil for an ErrPartial, and every other error unchanged. It is for
// callers that need only the results of the shards that answer.
func IgnorePartial(err error) error {
	if errors.Is(err, ErrPartial) {
		return nil
	}
	return err
}
