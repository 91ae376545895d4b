package redislog

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

var (
	//go:embed lua/mark.lua
	luaMark string
	//go:embed lua/tell.lua
	luaTell string

	scriptTell = redis.NewScript(luaTell)
)

// waitLimit is how long Redis waits for a replica, if the address has wait=1. It is less than
// replyTimeout, so that Redis and not the connection gives up.
const waitLimit = time.Second

// errNoReplica is the error of a pipeline that no replica has confirmed. The master has the
// writes of the pipeline. They may still reach a replica, or be lost in a failover.
var errNoReplica = fmt.Errorf("redislog: no replica has confirmed (wait=1): %w", storage.ErrUnavailable)

// sender sends pipelines. The keys of a pipeline must be in one slot.
//
// If replicated is true, exec returns when a replica of the server has everything that the
// pipeline's commands have written or read. WAIT must use the same connection. A Cluster's client
// would send WAIT to any server, since WAIT has no key. So exec sends the pipeline to the slot's
// server itself. A redirection is then an error, until the client knows the slot's new server.
type sender struct {
	client     redis.UniversalClient
	replicated bool
	limit      time.Duration // how long WAIT waits
}

// pipeline returns an empty pipeline to the server that has the slot of key.
func (s sender) pipeline(ctx context.Context, key string) (redis.Pipeliner, error) {
	cluster, ok := s.client.(*redis.ClusterClient)
	if !ok || !s.replicated {
		return s.client.Pipeline(), nil
	}
	server, err := cluster.MasterForKey(ctx, key)
	if err != nil {
		return nil, err
	}
	return server.Pipeline(), nil
}

// exec sends a pipeline. failure is the first error of its commands, or the reason why no command
// was sent. doubt is not nil if the replica may lack what commands without an error have written
// or read.
func (s sender) exec(ctx context.Context, pipe redis.Pipeliner, key string) (failure, doubt error) {
	if !s.replicated {
		_, failure = pipe.Exec(ctx)
		return failure, nil
	}
	n := pipe.Len()
	mark := pipe.Eval(ctx, luaMark, []string{markOf(key)})
	wait := pipe.Do(ctx, "wait", 1, s.limit.Milliseconds())
	cmds, err := pipe.Exec(ctx)
	if wait.Val() == nil && wait.Err() == nil {
		return err, err // nothing was sent
	}
	if cluster, ok := s.client.(*redis.ClusterClient); ok && slices.ContainsFunc(cmds, moved) {
		cluster.ReloadState(ctx) // does not wait for the result
	}
	if i := slices.IndexFunc(cmds[:n], func(cmd redis.Cmder) bool { return cmd.Err() != nil }); i >= 0 {
		failure = cmds[i].Err()
	}
	replicas, err := wait.Int()
	if err = cmp.Or(mark.Err(), err); err != nil {
		return failure, fmt.Errorf("%w: %w", errNoReplica, err)
	}
	if replicas == 0 {
		return failure, errNoReplica
	}
	return failure, nil
}

func moved(cmd redis.Cmder) bool { return redis.HasErrorPrefix(cmd.Err(), "MOVED") }

// markOf returns the key of mark.lua in the slot of another key.
func markOf(key string) string { return "quatre:{" + hashTag(key) + "}:mark" }

// read sends a pipeline of commands that read a log; fill adds the commands. If the first error of
// a command is a missing key, read ignores it, and the caller must look at the errors of the other
// commands.
func (s *Store) read(ctx context.Context, log string, fill func(redis.Pipeliner)) error {
	pipe, err := s.sender.pipeline(ctx, log)
	if err != nil {
		return wrap(ctx, err)
	}
	fill(pipe)
	failure, doubt := s.sender.exec(ctx, pipe, log)
	if failure != nil && !errors.Is(failure, redis.Nil) {
		return wrap(ctx, failure)
	}
	return wrap(ctx, doubt)
}

// scriptChannel returns the channel on which a script publishes an entry, as an argument. With
// wait=1 the argument is empty: tellReplicated publishes the entry when a replica has it.
func (s *Store) scriptChannel(id room.ID) *countedArg {
	if s.sender.replicated {
		return &countedArg{}
	}
	return &countedArg{text: s.shardOf(id).channel(id)}
}

// tellReplicated publishes an entry that a replica has, if the script that stored it did not. If
// this process ends before that, hubs find the entry by Lengths.
func (s *Store) tellReplicated(id room.ID, e room.Entry) {
	if s.sender.replicated {
		p := s.shardOf(id)
		s.batches.of(p.log(id)).start(scriptTell, []string{p.log(id)}, p.channel(id), string(messageEntry)+string(e.Raw()))
	}
}
