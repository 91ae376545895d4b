package storage

import "github.com/quatre/quatre/internal/room"

// Shards says which rooms share their fate. A store may be spread over servers of
// which one can be away while the others answer: the rooms of a shard are away
// together, and each shard may be away by itself.
type Shards interface {
	// Shards returns how many there are, 1 or more: 1 where all rooms are in one place.
	// The number stays the same while the store is open.
	Shards() int

	// Shard returns in which of them a room is, from 0. Two stores of one address
	// agree about it.
	Shard(id room.ID) int
}
