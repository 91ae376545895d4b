package storage

import (
	"context"
	"errors"
	"fmt"
)

// What every method of a Store may return, besides the errors of its context.
var (
	// ErrConflict: the log does not end where the caller believes. Nothing was
	// stored; read on and decide again.
	ErrConflict = errors.New("room: the log has moved on")

	// ErrNotFound: there is no such room or game.
	ErrNotFound = errors.New("room: not found")

	// ErrUnavailable: the store could not be asked, or did not answer. An append
	// may or may not have been stored; sending the same command again is safe.
	ErrUnavailable = errors.New("room: the store is not available")
)

// IsAway reports whether err shows a store that does not answer, or not in time:
// what was asked may work later.
func IsAway(err error) bool {
	return errors.Is(err, ErrUnavailable) || errors.Is(err, context.DeadlineExceeded)
}

// Partly is the error of a call that asks all shards, of which some are away and
// others have answered: what these have is returned beside it. IsAway holds of it. If
// all are away the error is another one, and nothing is returned.
type PartialError struct {
	Away []int // the shards that have not answered, in order
	Err  error // why one of them has not
}

func (p *PartialError) Error() string {
	return fmt.Sprintf("room: %d shards of the store are away: %v", len(p.Away), p.Err)
}

func (p *PartialError) Unwrap() error { return p.Err }

// Answered returns nil instead of an error that is a Partly: for who makes do with
// what the other shards have.
func IgnorePartial(err error) error {
	if partly := (*PartialError)(nil); errors.As(err, &partly) {
		return nil
	}
	return err
}
