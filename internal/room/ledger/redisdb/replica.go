package redisdb

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/storage"
)

// waitLimit is how long Redis waits for a replica, if the address has wait=1. It is less than
// replyTimeout, so that Redis and not the connection gives up.
const waitLimit = time.Second

// luaMark writes a key, so that the next WAIT on its connection also covers what earlier commands
// have read, or have found stored already. A Redis whose memory is full runs this script too.
const luaMark = "#!lua flags=allow-oom\nreturn redis.call('SET', KEYS[1], '')"

// errNoReplica is the error of a command that no replica has confirmed. The master has the
// writes of the command. They may still reach a replica, or be lost in a failover.
var errNoReplica = fmt.Errorf("redisdb: no replica has confirmed (wait=1): %w", storage.ErrUnavailable)

// do sends a command with keys of the shard.
//
// With wait=1 it returns when a replica has everything that the command has written or read. WAIT
// must use the same connection. A Cluster's client would send WAIT to any server, since WAIT has no
// key. So do sends it to the shard's server itself. A redirection is then an error, until the client
// knows the shard's new server.
func (s *shard) do(ctx context.Context, args ...any) (reply any, err error) {
	if !s.db.wait {
		return s.db.client.Do(ctx, args...).Result()
	}
	pipe := s.db.client.Pipeline()
	cluster, ok := s.db.client.(*redis.ClusterClient)
	if ok {
		server, err := cluster.MasterForKey(ctx, s.prefix)
		if err != nil {
			return nil, err
		}
		pipe = server.Pipeline()
	}
	cmd := pipe.Do(ctx, args...)
	mark := pipe.Eval(ctx, luaMark, []string{s.prefix + "mark"})
	wait := pipe.Do(ctx, "wait", 1, s.db.set.waitLimit.Milliseconds())
	_, failure := pipe.Exec(ctx)
	if ok && redis.HasErrorPrefix(cmd.Err(), "MOVED") {
		cluster.ReloadState(ctx) // does not wait for the result
	}
	reply, err = cmd.Result()
	if err != nil {
		return nil, err
	}
	if reply == nil { // nothing was sent, because Redis refused the connection
		return nil, failure
	}
	replicas, err := wait.Int()
	if err = cmp.Or(mark.Err(), err); err != nil {
		return nil, fmt.Errorf("%w: %w", errNoReplica, err)
	}
	if replicas == 0 {
		return nil, errNoReplica
	}
	return reply, nil
}

// publish publishes what a replica has and commit.lua did not publish. If this process ends before
// that, or the connection breaks, hubs find the entries by Lengths.
func (s *shard) publish(ctx context.Context, ops []ledger.Op) {
	if len(ops) == 0 {
		return
	}
	pipe := s.db.client.Pipeline()
	for _, op := range ops {
		pipe.SPublish(ctx, s.prefix+op.Key, op.A)
	}
	_, _ = pipe.Exec(ctx)
}
