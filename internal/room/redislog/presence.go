package redislog

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// maxReaped bounds the rooms from which one script removes an expired holder, so that other
// commands do not wait long for the script.
const maxReaped = 100

// holders are the holders that this process believes to have a heartbeat in a shard. On a
// Cluster a script may use only keys that the caller names, so the caller names those of
// all living holders. If a living holder is missing, the script does nothing and returns all of
// them.
type holders struct {
	mu    sync.Mutex
	names []string // set replaces the slice and never changes it
}

func (h *holders) get() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.names
}

func (h *holders) set(names []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.names = names
}

// Heartbeat implements storage.Presence. Each shard has a heartbeat of its own, since its
// rooms may be on another server. began is true if a heartbeat begins in any shard.
func (s *Store) Heartbeat(ctx context.Context, holder string) (began bool, err error) {
	var (
		wg      sync.WaitGroup
		mu      sync.Mutex
		expired = make([][]string, len(s.shards))
	)
	err = s.ask(ctx, func(ctx context.Context, i int) error {
		return s.domains[i].each(func(k int) error {
			beganIn, expiredIn, err := s.heartbeatIn(ctx, k, holder)
			mu.Lock()
			defer mu.Unlock()
			began = began || beganIn
			expired[k] = expiredIn
			return err
		})
	})
	if storage.IgnorePartial(err) != nil {
		return false, err
	}
	for i := range s.shards {
		wg.Go(func() {
			for _, name := range expired[i] {
				s.reapHolder(ctx, i, name)
			}
		})
	}
	wg.Wait()
	return began, err
}

// heartbeatIn renews the heartbeat in one shard. It returns the holders whose heartbeat
// has expired.
func (s *Store) heartbeatIn(ctx context.Context, shard int, holder string) (began bool, expired []string, err error) {
	p := s.shards[shard]
	keys := []string{p.holders(), p.held(holder), p.watched()}
	if s.recordsDowntime(shard) {
		keys = append(keys, p.silence())
	}
	// While no replica confirms appends, heartbeats fail too, so that hubs credit the time.
	reply, err := s.appends.run(ctx, scriptHeartbeat, keys,
		s.set.clock().UnixMilli(), storage.PresenceTTL.Milliseconds(), holder, storage.MinDowntime.Milliseconds())
	if err != nil {
		return false, nil, err
	}
	parts, _ := reply.([]any)
	if len(parts) != 3 {
		return false, nil, fmt.Errorf("redislog: presence: unexpected reply %v", reply)
	}
	s.holders[shard].set(texts(parts[1]))
	return parts[0] == int64(1), texts(parts[2]), nil
}

// reapHolder removes the announcements of a holder whose heartbeat has expired. If reapHolder
// fails, the next heartbeat calls it again.
func (s *Store) reapHolder(ctx context.Context, shard int, expired string) {
	for {
		left, err := s.runWithHolders(ctx, scriptReapHolder, shard, expired, expired, maxReaped, s.shards[shard].channel(""))
		if err != nil || left == int64(0) {
			return
		}
	}
}

// Announce implements storage.Presence.
func (s *Store) Announce(ctx context.Context, id room.ID, holder string, p storage.RoomPresence) error {
	part := ""
	if p != (storage.RoomPresence{}) {
		data, err := json.Marshal(p)
		if err != nil {
			return fmt.Errorf("redislog: presence: %w", err)
		}
		part = string(data)
	}
	i := s.indexOf(id)
	reply, err := s.runWithHolders(ctx, scriptAnnounce, i, "", holder, string(id), part, s.shards[i].channel(id))
	if err == nil && reply == int64(0) {
		return storage.ErrNotFound
	}
	return err
}

// Present implements storage.Presence.
func (s *Store) Present(ctx context.Context, id room.ID) (storage.RoomPresence, error) {
	reply, err := s.runWithHolders(ctx, scriptPresent, s.indexOf(id), "", string(id))
	if err != nil {
		return storage.RoomPresence{}, err
	}
	text, _ := reply.(string)
	return decodePresence([]byte(text))
}

// runWithHolders runs a script that begins with presence.lua. own are the script's own arguments.
// runWithHolders runs the script again until it has named all living holders to the script. If
// extra is not empty, it names the holder extra too.
func (s *Store) runWithHolders(ctx context.Context, script *redis.Script, shard int, extra string, own ...any) (any, error) {
	p := s.shards[shard]
	for {
		names := s.holders[shard].get()
		if extra != "" && !slices.Contains(names, extra) {
			names = append(slices.Clone(names), extra)
		}
		keys, args := []string{p.holders()}, []any{s.set.clock().UnixMilli(), len(names)}
		for _, name := range names {
			keys, args = append(keys, p.held(name)), append(args, name)
		}
		reply, err := s.batches.run(ctx, script, append(keys, p.watched()), append(args, own...)...)
		if err != nil {
			return nil, err
		}
		living, stale := reply.([]any)
		if !stale {
			return reply, nil
		}
		s.holders[shard].set(texts(living))
	}
}

// texts converts a reply that is an array of strings.
func texts(reply any) (all []string) {
	items, _ := reply.([]any)
	for _, item := range items {
		text, _ := item.(string)
		all = append(all, text)
	}
	return all
}

// decodePresence decodes a JSON array of announcements and merges them.
func decodePresence(data []byte) (all storage.RoomPresence, err error) {
	var parts []storage.RoomPresence
	if err := json.Unmarshal(data, &parts); err != nil {
		return all, fmt.Errorf("redislog: presence: %w", err)
	}
	for _, part := range parts {
		all = all.Merge(part)
	}
	return all, nil
}

// Asleep implements storage.Presence.
func (s *Store) Asleep(ctx context.Context, id room.ID) (bool, error) {
	p := s.shardOf(id)
	reply, err := s.batches.run(ctx, scriptAsleep, []string{p.watched(), s.queueOf(id).turns()},
		string(id), s.set.sleepAfter.Milliseconds())
	return reply == int64(1), err
}
