package filelog

import "github.com/quatre/quatre/internal/room"

// Shards implements storage.Shards. A file has one shard, because it fails as a whole.
func (s *Store) Shards() int { return 1 }

// Shard implements storage.Shards.
func (s *Store) Shard(room.ID) int { return 0 }
