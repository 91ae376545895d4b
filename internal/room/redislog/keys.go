package redislog

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"time"

	"github.com/quatre/quatre/internal/room"
)

const (
	keyMeta = "quatre:meta"

	// logFormat is the form of the key of a log, for scripts: see leasing.lua.
	logFormat = "quatre:{s%02d}:log:%s"
)

// lists are the lists that scripts know, in the order of their keys in KEYS. The key of the
// first list is KEYS[firstListKey].
var lists = []room.List{room.Waiting, room.Playing, room.OpenWaiting, room.OpenPlaying}

const firstListKey = 3

// shard is the prefix of the keys of a shard.
type shard string

func makeShards(n int) []shard {
	shards := make([]shard, n)
	for i := range shards {
		shards[i] = shard(fmt.Sprintf("quatre:{s%02d}:", i))
	}
	return shards
}

// indexOf returns the shard of a room. leasing.lua computes it too.
func (s *Store) indexOf(id room.ID) int {
	h := fnv.New32a()
	h.Write([]byte(id))
	return int(h.Sum32() % uint32(len(s.shards)))
}

func (s *Store) shardOf(id room.ID) shard { return s.shards[s.indexOf(id)] }

func (p shard) log(id room.ID) string      { return string(p) + "log:" + string(id) }
func (p shard) snapshot(id room.ID) string { return string(p) + "snapshot:" + string(id) }
func (p shard) due() string                { return string(p) + "due" }
func (p shard) list(l room.List) string    { return string(p) + "list:" + string(l) }
func (p shard) turns() string              { return string(p) + "turns" }
func (p shard) order() string              { return string(p) + "order" }
func (p shard) leases() string             { return string(p) + "leases" }
func (p shard) news() string               { return string(p) + "news" }
func (p shard) origins() string            { return string(p) + "origins" }
func (p shard) watched() string            { return string(p) + "watched" }
func (p shard) holders() string            { return string(p) + "holders" }
func (p shard) held(holder string) string  { return string(p) + "held:" + holder }
func (p shard) game(name string) string    { return string(p) + "game:" + name }
func (p shard) imported() string           { return string(p) + "imported" }
func (p shard) sweep(id room.ID, due int64) string {
	return string(p) + "sweep:" + string(id) + ":" + strconv.FormatInt(due, 10)
}
func (p shard) channel(id room.ID) string { return string(p) + "room:" + string(id) }
func (p shard) played() string            { return string(p) + "games" }
func (p shard) games(id room.PlayerID) string {
	if id == "" {
		return string(p) + "open-games"
	}
	return string(p) + "games:" + string(id)
}

// roomKeys returns KEYS[1] to KEYS[11] of effects.lua.
func (s *Store) roomKeys(id room.ID) []string {
	p, q := s.shardOf(id), s.queueOf(id)
	keys := make([]string, 0, 15)
	keys = append(keys, p.log(id), p.due())
	for _, l := range lists {
		keys = append(keys, p.list(l))
	}
	return append(keys, q.turns(), q.order(), q.leases(), p.origins(), p.watched())
}

// queueOf returns the shard that has the queue of the room's jobs. On a Cluster each shard has
// its own queue. On one server the first shard has the queue of all rooms, so that all jobs
// share one order.
func (s *Store) queueOf(id room.ID) shard {
	if s.cluster {
		return s.shardOf(id)
	}
	return s.shards[0]
}

// queues returns the shards that have a queue.
func (s *Store) queues() []shard {
	if s.cluster {
		return s.shards
	}
	return s.shards[:1]
}

// deadline returns t as a score, rounded up so that nothing is due early. It returns ""
// for the zero time, which means never.
func deadline(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return strconv.FormatInt(t.Add(time.Millisecond-1).UnixMilli(), 10)
}
