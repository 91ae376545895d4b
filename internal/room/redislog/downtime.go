package redislog

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/quatre/quatre/internal/room"
)

func (p shard) silence() string { return string(p) + "silence" }

// recordsDowntime reports whether the heartbeats in a shard record downtimes. On a Cluster
// every shard records them. On one server only the first shard does, because every holder
// renews its heartbeat in all shards.
func (s *Store) recordsDowntime(shard int) bool { return shard < len(s.domains) }

// LastDowntime implements storage.Presence.
func (s *Store) LastDowntime(ctx context.Context, shard int) (room.Outage, error) {
	if err := ctx.Err(); err != nil {
		return room.Outage{}, err
	}
	fields, err := s.client.HMGet(ctx, s.shards[shard].silence(), "since", "until").Result()
	if err != nil {
		return room.Outage{}, wrap(ctx, err)
	}
	var times [2]time.Time
	for i, field := range fields {
		text, ok := field.(string)
		if !ok {
			return room.Outage{}, nil // no downtime is known
		}
		ms, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return room.Outage{}, fmt.Errorf("redislog: downtime: %w", err)
		}
		times[i] = time.UnixMilli(ms).UTC()
	}
	return room.Outage{Since: times[0], Until: times[1], NoHubAlive: true}, nil
}
