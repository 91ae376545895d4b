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
	// pollEvery is how long a Take waits for a new job before it looks for
	// silent workers and returned jobs again, and for how long it may overlook
	// that its context has ended: a blocking read cannot be interrupted.
	pollEvery = 150 * time.Millisecond

	// pollCluster is the same on a Cluster, where one wait can watch over one
	// shard only, so that it is also how long a new job may stay unseen.
	pollCluster = 30 * time.Millisecond

	// maxWaiting is how many connections there are to wait with: one Take waits at a time,
	// and a broken connection may not be gone yet.
	maxWaiting = 2

	// tidyEvery is how often a process forgets workers that have been silent
	// for longer than tidyAfter.
	tidyEvery = time.Hour
	tidyAfter = time.Hour
)

// Take implements room.Queue. The shards are asked in turn, beginning with
// another one each time, so that a shard with many jobs cannot keep the others
// waiting; within a shard jobs are handed out in the order in which they were
// queued.
func (s *Store) Take(ctx context.Context, worker string) (storage.Job, error) {
	s.tidy()
	// One Take of this process looks and waits, the others wait for it to have a job: else
	// each new job would wake them all, and each would ask all shards for it in vain, which
	// takes Redis 0.2 ms. 32 of them kept it busy for 5 % of its time when there was no job.
	select {
	case s.looking <- struct{}{}:
		defer func() { <-s.looking }()
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

// round asks every shard for a job, once. If there is none it returns streams to wait for,
// and the ids up to which they have been asked.
//
// On a Cluster a script has one slot, so the shards are asked one by one, and those that are
// away do not keep the others' jobs: one that has failed is left alone until a probe says that
// it is back. It is an error if all are away.
func (s *Store) round(ctx context.Context, worker string) (job storage.Job, keys, ids []string, err error) {
	start := int(s.turn.Add(1) % uint64(len(s.shards)))
	streams := s.streams(start)
	if !s.cluster {
		job, ids, err = s.takeFrom(ctx, worker, streams)
		return job, streams, ids, err
	}
	var failed error
	for i := range streams {
		shard := (start + i) % len(streams)
		if s.absent.is(shard) {
			failed = cmp.Or(failed, errAbsent)
			continue
		}
		job, last, err := s.takeFrom(ctx, worker, streams[i:i+1])
		switch {
		case err != nil && !storage.IsAway(err):
			return storage.Job{}, nil, nil, err
		case err != nil:
			s.missed(shard)
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

// streams returns the jobs of all shards, beginning with one of them.
func (s *Store) streams(start int) []string {
	keys := make([]string, len(s.shards))
	for i := range keys {
		keys[i] = s.shards[(start+i)%len(keys)].jobs()
	}
	return keys
}

// takeFrom takes a job from one of the streams, or returns up to which id each
// of them has none. It is not interrupted: a job that was handed out while the
// caller's context ends would wait for JobIdleLimit. Nor does it wait for longer than
// shardTimeout, which on a Cluster those of other shards would have to.
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

// wait waits until one of the streams has an entry after the given ids, or for
// a moment. It takes nothing: what it would be given might be a job of each. If a
// Cluster's shard goes away meanwhile, the next round has the others' jobs.
func (s *Store) wait(ctx context.Context, keys, ids []string) error {
	if !s.cluster {
		return s.grown(context.WithoutCancel(ctx), keys, ids, pollEvery)
	}
	waiting, cancel := context.WithTimeout(context.WithoutCancel(ctx), pollCluster+shardTimeout)
	defer cancel()
	err := s.grown(waiting, keys, ids, pollCluster)
	if !storage.IsAway(err) {
		return err
	}
	s.missed(slices.IndexFunc(s.shards, func(p shard) bool { return p.jobs() == keys[0] }))
	return rest(ctx, pollCluster) // it may have failed at once, and do so again
}

func (s *Store) grown(ctx context.Context, keys, ids []string, block time.Duration) error {
	err := s.blocking.XRead(ctx, &redis.XReadArgs{
		Streams: append(append(make([]string, 0, 2*len(keys)), keys...), ids...), Count: 1, Block: block,
	}).Err()
	if errors.Is(err, redis.Nil) {
		return nil
	}
	return wrap(ctx, err)
}

// tidy forgets dead workers, now and then. It is in the way of one Take an
// hour; what fails is done the next time.
func (s *Store) tidy() {
	last, now := s.tidied.Load(), time.Now().Unix()
	if now-last < int64(tidyEvery/time.Second) || !s.tidied.CompareAndSwap(last, now) {
		return
	}
	_ = s.askPresent(s.ctx, func(ctx context.Context, i int) error {
		return s.domains[i].each(func(k int) error {
			_, err := s.batches.run(ctx, scriptTidy, []string{s.shards[k].jobs()}, group, tidyAfter.Milliseconds())
			return err
		})
	})
}

// Keep implements room.Queue.
func (s *Store) Renew(ctx context.Context, worker string, job storage.Job) error {
	if !validToken(job.Token) {
		return notFound(job)
	}
	reply, err := s.batches.run(ctx, scriptKeep, []string{s.shardOf(job.Room).jobs()}, group, worker, job.Token)
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

// Return implements room.Queue. It does nothing if the job is another's by
// now. A worker that waits already sees the job within pollEvery.
func (s *Store) Return(ctx context.Context, worker string, job storage.Job) error {
	if !validToken(job.Token) {
		return ctx.Err()
	}
	_, err := s.batches.run(ctx, scriptReturn, []string{s.shardOf(job.Room).jobs()}, group, worker, job.Token, nobody)
	return err
}

// Done implements room.Queue.
func (s *Store) Done(ctx context.Context, job storage.Job) error {
	if !validToken(job.Token) {
		return ctx.Err() // no job of ours: nothing to remove
	}
	p := s.shardOf(job.Room)
	_, err := s.batches.run(ctx, scriptDone, []string{p.jobs(), p.queued()}, group, job.Token, string(job.Room))
	return err
}

// validToken reports whether t has the form of a stream's id, MS-SEQUENCE.
func validToken(t string) bool {
	var ms, seq uint64
	var rest string
	n, _ := fmt.Sscanf(t, "%d-%d%s", &ms, &seq, &rest)
	return n == 2
}

// Backlog implements room.Queue.
func (s *Store) Backlog(ctx context.Context) (int, error) {
	var n atomic.Int64
	err := s.askPresent(ctx, func(ctx context.Context, i int) error {
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
