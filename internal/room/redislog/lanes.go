package redislog

import (
	"context"
	"strings"

	"github.com/redis/go-redis/v9"
)

// lanes are batchers that do not wait for each other. A pipeline is over when its last
// answer is there: with one for a whole Cluster a shard that hangs would hold up the
// writes of all others.
type lanes struct {
	all  *batcher            // on one server
	tags map[string]*batcher // on a Cluster: by what is in the braces of the keys
}

func (s *Store) newLanes() lanes {
	if !s.cluster {
		return lanes{all: newBatcher(s.client)}
	}
	l := lanes{tags: map[string]*batcher{tag(slotAnalyses): newBatcher(s.client)}}
	for _, p := range s.shards {
		l.tags[tag(string(p))] = newBatcher(s.client)
	}
	return l
}

// tag returns what decides the slot of a key of this store.
func tag(key string) string {
	_, rest, _ := strings.Cut(key, "{")
	name, _, _ := strings.Cut(rest, "}")
	return name
}

// run runs a script as batcher.run does.
func (l lanes) run(ctx context.Context, script *redis.Script, keys []string, args ...any) (any, error) {
	lane := l.all
	if lane == nil {
		lane = l.tags[tag(keys[0])]
	}
	return lane.run(ctx, script, keys, args...)
}

// wait blocks until nothing is under way.
func (l lanes) wait() {
	if l.all != nil {
		l.all.wait()
	}
	for _, lane := range l.tags {
		lane.wait()
	}
}
