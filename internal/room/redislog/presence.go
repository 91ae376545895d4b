package redislog

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/quatre/quatre/internal/room"
)

// Announce implements room.Presence. It also tells the watchers when it finds
// that what another holder said has expired.
func (s *Store) Announce(ctx context.Context, id room.ID, holder string, here room.Here) (room.Here, error) {
	part := ""
	if here != (room.Here{}) {
		data, err := json.Marshal(here)
		if err != nil {
			return room.Here{}, fmt.Errorf("redislog: presence: %w", err)
		}
		part = string(data)
	}
	p := s.shardOf(id)
	reply, err := s.batches.run(ctx, scriptAnnounce, []string{p.here(id)},
		s.set.clock().UnixMilli(), room.PresenceTTL.Milliseconds(), holder, part, p.channel(id))
	if err != nil {
		return room.Here{}, err
	}
	text, _ := reply.(string)
	return merge([]byte(text))
}

// merge reads a JSON array of what holders say.
func merge(data []byte) (all room.Here, err error) {
	var parts []room.Here
	if err := json.Unmarshal(data, &parts); err != nil {
		return all, fmt.Errorf("redislog: presence: %w", err)
	}
	for _, part := range parts {
		all = all.Merge(part)
	}
	return all, nil
}
