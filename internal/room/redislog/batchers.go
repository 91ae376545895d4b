package redislog

import (
	"context"
	"strings"

	"github.com/redis/go-redis/v9"
)

// batchers are batchers that do not wait for each other. A pipeline ends when its last reply
// arrives. If all shards of a Cluster shared one batcher, a shard that hangs would delay the
// writes of all other shards.
type batchers struct {
	all   *batcher            // on one server
	byTag map[string]*batcher // on a Cluster: by hash tag
}

func (s *Store) newBatchers(send sender) batchers {
	if !s.cluster {
		return batchers{all: newBatcher(send)}
	}
	b := batchers{byTag: map[string]*batcher{hashTag(prefixAnalyses): newBatcher(send)}}
	for _, p := range s.shards {
		b.byTag[hashTag(string(p))] = newBatcher(send)
	}
	return b
}

// hashTag returns the part of a key that decides its slot.
func hashTag(key string) string {
	_, rest, _ := strings.Cut(key, "{")
	tag, _, _ := strings.Cut(rest, "}")
	return tag
}

// of returns the batcher for the slot of a key.
func (b batchers) of(key string) *batcher {
	if b.all != nil {
		return b.all
	}
	return b.byTag[hashTag(key)]
}

// run runs a script like batcher.run. keys must not be empty.
func (b batchers) run(ctx context.Context, script *redis.Script, keys []string, args ...any) (any, error) {
	return b.of(keys[0]).run(ctx, script, keys, args...)
}

// wait blocks until no script is under way.
func (b batchers) wait() {
	if b.all != nil {
		b.all.wait()
	}
	for _, one := range b.byTag {
		one.wait()
	}
}
