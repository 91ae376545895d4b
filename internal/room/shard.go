package room

import (
	"errors"
	"fmt"
)

// Shards says which rooms share their fate. A store may be spread over servers of
// which one can be away while the others answer: the rooms of a shard are away
// together, and each shard may be away by itself.
type Shards interface {
	// Shards returns how many there are, 1 or more: 1 where all rooms are in one place.
	// The number stays the same while the store is open.
	Shards() int

	// Shard returns in which of them a room is, from 0. Two stores of one address
	// agree about it.
	Shard(id ID) int
}

// Partly is the error of a call that asks all shards, of which some are away and
// others have answered: what these have is returned beside it. IsAway holds of it. If
// all are away the error is another one, and nothing is returned.
type Partly struct {
	Away []int // the shards that have not answered, in order
	Err  error // why one of them has not
}

func (p *Partly) Error() string {
	return fmt.Sprintf("room: %d shards of the store are away: %v", len(p.Away), p.Err)
}

func (p *Partly) Unwrap() error { return p.Err }

// Answered returns nil instead of an error that is a Partly: for who makes do with
// what the other shards have.
func Answered(err error) error {
	if partly := (*Partly)(nil); errors.As(err, &partly) {
		return nil
	}
	return err
}
