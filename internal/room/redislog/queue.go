package redislog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

const (
	// pollInterval is how long a Take waits for a new job before it looks again for
	// silent workers and returned jobs. A blocking read cannot be interrupted, so Take may
	// notice the end of its context only after this time.
	pollInterval = 150 * time.Millisecond

	// clusterPollInterval is pollInterval on a Cluster. There one wait watches one shard
	// only, so a new job of another shard may stay unseen for this time.
	clusterPollInterval = 30 * time.Millisecond

	// maxBlocking is the greatest number of connections for reads that wait. One Take waits
	// at a time, and a broken connection may not be gone yet.
	maxBlocking = 2

	// tidyInterval is how often a process removes workers that have been silent for at
	// least tidyAfter.
	tidyInterval = time.Hour
	tidyAfter    = time.Hour
)

// Take implements storage.Queue. Each call begins with another shard, so that a shard
// with many jobs does not keep the others waiting. Within a shard the jobs go out in the
// order in which they were queued.
func (s *Store) Take(ctx context.Context, worker string) (storage.Job, error) {
	s.tidy()
	// One Take of this process at a time looks for jobs, and the others wait until it has
	// one. Otherwise each new job would wake them all, and all but one would ask all
	// shards in vain.
	select {
	case s.taking <- struct{}{}:
		defer func() { <-s.taking }()
	case <-ctx.Done():
		return storage.Job{}, ctx.Err()
	case <-s.ctx.Done():
		return storage.Job{}, errClosed
	}
	for {
		if err := ctx.Err(); err != nil {
			return storage.Job{}, err
		}
		if s.ctx.Err() != nil {
			return storage.Job{}, errClosed
		}
		job, keys, ids, err := s.round(ctx, worker)
		if err != nil || job.Token != "" {
			return job, err
		}
		if err := s.wait(ctx, keys, ids); err != nil {
			return storage.Job{}, err
		}
	}
}

// round asks every shard for a job, once. If there is none it returns streams to wait
// for, and the IDs up to which they have given out their jobs.
//
// On a Cluster a script has one slot, so round asks the shards one by one. It leaves out
// a shard that has failed until a probe finds that the shard is back. It fails if all
// are away.
func (s *Store) round(ctx context.Context, worker string) (job storage.Job, keys, ids []string, err error) {
	start := int(s.nextShard.Add(1) % uint64(len(s.shards)))
	streams := s.streams(start)
	if !s.cluster {
		job, ids, err = s.takeFrom(ctx, worker, streams)
		return job, streams, ids, err
	}
	var failed error
	for i := range streams {
		shard := (start + i) % len(streams)
		if s.awayShards.has(shard) {
			failed = cmp.Or(failed, errKnownAway)
			continue
		}
		job, last, err := s.takeFrom(ctx, worker, streams[i:i+1])
		switch {
		case err != nil && !storage.IsAway(err):
			return storage.Job{}, nil, nil, err
		case err != nil:
			s.markAway(shard)
			failed = err
		case job.Token != "":
			return job, nil, nil, nil
		case keys == nil:
			keys, ids = streams[i:i+1], last
		}
	}
	if keys == nil {
		return storage.Job{}, nil, nil, failed
	}
	return storage.Job{}, keys, ids, nil
}

// streams returns the keys of the jobs of all shards, beginning with shard start.
func (s *Store) streams(start int) []string {
	keys := make([]string, len(s.shards))
	for i := range keys {
		keys[i] = s.shards[(start+i)%len(keys)].jobs()
	}
	return keys
}

// takeFrom takes a job from one of the streams. If there is none it returns the ID up to
// which each stream has given out its jobs. The end of ctx does not interrupt it: a job
// that was given out at that moment would wait until its lease expires. On a Cluster it
// waits no longer than shardTimeout, so that the jobs of other shards do not wait.
func (s *Store) takeFrom(ctx context.Context, worker string, keys []string) (storage.Job, []string, error) {
	ctx = context.WithoutCancel(ctx)
	if s.cluster {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, shardTimeout)
		defer cancel()
	}
	reply, err := scriptTake.Run(ctx, s.client, keys,
		group, worker, max(1, s.set.idleLimit.Milliseconds())).Slice()
	if err != nil {
		return storage.Job{}, nil, wrap(ctx, err)
	}
	words := make([]string, len(reply)-1)
	for i := range words {
		words[i], _ = reply[i+1].(string)
	}
	if reply[0] == int64(0) {
		return storage.Job{}, words, nil
	}
	if len(words) != 3 {
		return storage.Job{}, nil, fmt.Errorf("redislog: malformed job %q", words)
	}
	job := storage.Job{Token: words[0], Room: room.ID(words[1])}
	if _, err := fmt.Sscan(words[2], &job.N); err != nil {
		return storage.Job{}, nil, fmt.Errorf("redislog: malformed job %q: %w", words, err)
	}
	return job, nil, nil
}

// wait waits until one of the streams has an entry after the given IDs, or for the poll
// interval. It does not take the job, because a read that takes would take one of
// each stream. If the shard of a Cluster goes away meanwhile, the next round asks the
// others.
func (s *Store) wait(ctx context.Context, keys, ids []string) error {
	if !s.cluster {
		return s.awaitEntry(context.WithoutCancel(ctx), keys, ids, pollInterval)
	}
	waiting, cancel := context.WithTimeout(context.WithoutCancel(ctx), clusterPollInterval+shardTimeout)
	defer cancel()
	err := s.awaitEntry(waiting, keys, ids, clusterPollInterval)
	if !storage.IsAway(err) {
		return err
	}
	s.markAway(slices.IndexFunc(s.shards, func(p shard) bool { return p.jobs() == keys[0] }))
	return sleep(ctx, clusterPollInterval) // the read may have failed at once, and may do so again
}

func (s *Store) awaitEntry(ctx context.Context, keys, ids []string, block time.Duration) error {
	err := s.blocking.XRead(ctx, &redis.XReadArgs{
		Streams: append(append(make([]string, 0, 2*len(keys)), keys...), ids...), Count: 1, Block: block,
	}).Err()
	if errors.Is(err, redis.Nil) {
		return nil
	}
	return wrap(ctx, err)
}

// tidy removes dead workers from the consumer groups, once in tidyInterval. If that fails,
// the next time tries again.
func (s *Store) tidy() {
	last, now := s.lastTidied.Load(), time.Now().Unix()
	if now-last < int64(tidyInterval/time.Second) || !s.lastTidied.CompareAndSwap(last, now) {
		return
	}
	_ = s.askReachable(s.ctx, func(ctx context.Context, i int) error {
		return s.domains[i].each(func(k int) error {
			_, err := s.batches.run(ctx, scriptTidy, []string{s.shards[k].jobs()}, group, tidyAfter.Milliseconds())
			return err
		})
	})
}

// Renew implements storage.Queue.
func (s *Store) Renew(ctx context.Context, worker string, job storage.Job) error {
	if !validToken(job.Token) {
		return notFound(job)
	}
	reply, err := s.batches.run(ctx, scriptRenew, []string{s.shardOf(job.Room).jobs()}, group, worker, job.Token)
	if err != nil {
		return err
	}
	if reply != int64(1) {
		return notFound(job)
	}
	return nil
}

func notFound(job storage.Job) error {
	return fmt.Errorf("redislog: job %s of room %s: %w", job.Token, job.Room, storage.ErrNotFound)
}

// Return implements storage.Queue. It does nothing if the job belongs to another worker
// now. A Take that is already waiting sees the job within pollInterval.
func (s *Store) Return(ctx context.Context, worker string, job storage.Job) error {
	if !validToken(job.Token) {
		return ctx.Err()
	}
	_, err := s.batches.run(ctx, scriptReturn, []string{s.shardOf(job.Room).jobs()}, group, worker, job.Token, returnedConsumer)
	return err
}

// Done implements storage.Queue.
func (s *Store) Done(ctx context.Context, job storage.Job) error {
	if !validToken(job.Token) {
		return ctx.Err() // not a job of this store
	}
	p := s.shardOf(job.Room)
	_, err := s.batches.run(ctx, scriptDone, []string{p.jobs(), p.queued()}, group, job.Token, string(job.Room))
	return err
}

// validToken reports whether t has the form of a stream's ID, MS-SEQUENCE.
func validToken(t string) bool {
	var ms, seq uint64
	var rest string
	n, _ := fmt.Sscanf(t, "%d-%d%s", &ms, &seq, &rest)
	return n == 2
}

// Backlog implements storage.Backlog.
func (s *Store) Backlog(ctx context.Context) (int, error) {
	var n atomic.Int64
	err := s.askReachable(ctx, func(ctx context.Context, i int) error {
		pipe := s.client.Pipeline()
		var replies []*redis.IntCmd
		for _, k := range s.domains[i] {
			replies = append(replies, pipe.XLen(ctx, s.shards[k].jobs()))
		}
		if _, err := pipe.Exec(ctx); err != nil {
			return wrap(ctx, err)
		}
		for _, r := range replies {
			n.Add(r.Val())
		}
		return nil
	})
	return int(n.Load()), err
}
