package redislog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

const (
	// When a Take waits, tend looks after the queue: when the first lease of a job ends, but not
	// earlier than minTendPause and not later than maxTendPause after the last time. A lease that
	// begins in the meantime is at least that long, so tend misses the end of no lease.
	minTendPause = 150 * time.Millisecond
	maxTendPause = storage.JobLease

	// lastEntries is how many entries of its room come with a job. They are enough for a worker that
	// knows the room as it was at its turn before last, and for a room of three entries.
	lastEntries = 3

	// leftPlayer stands for the player of a job that a worker has left. No player has this ID.
	leftPlayer = "left"
)

// laneLetters are the letters that stand for the lanes in scripts.
var laneLetters = [...]string{room.LaneQuick: "q", room.LaneSlow: "s", room.LaneMachine: "m"}

// Take implements storage.Queue.
func (s *Store) Take(ctx context.Context, worker string, want storage.Want) (storage.Job, error) {
	// Of the calls of Take that want the same lanes, one at a time looks for a job. Otherwise
	// each new job would wake all these calls, and all but one would find no job.
	lanes := letters(want.AllLanes())
	done, err := s.queue.begin(ctx, s.ctx, lanes)
	if err != nil {
		return storage.Job{}, err
	}
	defer done()
	s.queue.subscribe(s)
	for {
		if err := ctx.Err(); err != nil {
			return storage.Job{}, err
		}
		if s.ctx.Err() != nil {
			return storage.Job{}, errClosed
		}
		if err := s.tend(ctx); err != nil {
			return storage.Job{}, err
		}
		news := s.queue.news(lanes)
		if !news.none.Load() {
			job, err := s.tryQueues(ctx, worker, lanes, want.Skip)
			if err != nil || job.Token != "" {
				return job, err
			}
			news.foundNone(want.Skip)
		}
		tend := time.NewTimer(s.queue.untilTend(time.Now()))
		select {
		case <-news.wake:
		case <-tend.C:
		case <-ctx.Done():
		case <-s.ctx.Done():
		}
		tend.Stop()
	}
}

func letters(lanes []room.Lane) string {
	var b strings.Builder
	for _, l := range lanes {
		b.WriteString(laneLetters[l])
	}
	return b.String()
}

// tryQueues looks once for a job in every queue. It returns the zero Job if there is no job.
//
// On a Cluster there are several queues, and each serves one origin after the other. To serve
// origins in this way across the queues too, tryQueues first looks for a job of an origin that this
// process has not served lately.
func (s *Store) tryQueues(ctx context.Context, worker, lanes string, skip []string) (storage.Job, error) {
	if !s.cluster {
		return s.takeFrom(ctx, s.shards[0], worker, lanes, skip)
	}
	recent := s.queue.recent(lanes)
	job, err := s.tryShards(ctx, worker, lanes, slices.Concat(skip, recent))
	if err == nil && job.Token == "" && len(recent) > 0 {
		job, err = s.tryShards(ctx, worker, lanes, skip)
	}
	if job.Token != "" {
		s.queue.served(lanes, job.Origin)
	}
	return job, err
}

// tryShards asks the shards of a Cluster one by one for a job. Each call begins with the next
// shard. It leaves out a shard that has failed until a probe finds that the shard is back. It
// fails if all shards are away.
func (s *Store) tryShards(ctx context.Context, worker, lanes string, skip []string) (storage.Job, error) {
	start := int(s.queue.nextShard.Add(1) % uint64(len(s.shards)))
	var failed error
	away := 0
	for i := range s.shards {
		k := (start + i) % len(s.shards)
		if s.awayShards.has(k) {
			away++
			failed = cmp.Or(failed, errKnownAway)
			continue
		}
		job, err := s.takeFrom(ctx, s.shards[k], worker, lanes, skip)
		switch {
		case err != nil && !storage.IsAway(err):
			return storage.Job{}, err
		case err != nil:
			s.markAway(k)
			away++
			failed = err
		case job.Token != "":
			return job, nil
		}
	}
	if away < len(s.shards) {
		return storage.Job{}, nil
	}
	return storage.Job{}, failed
}

// takeFrom takes a job from the queue of a shard. It returns the zero Job if there is no job.
// The end of ctx does not interrupt takeFrom: otherwise a job that Redis leases at that moment
// would wait until its lease expires. On a Cluster takeFrom waits for at most shardTimeout, so
// that the jobs of other shards do not wait.
func (s *Store) takeFrom(ctx context.Context, p shard, worker, lanes string, skip []string) (storage.Job, error) {
	ctx, cancel := s.uninterrupted(ctx)
	defer cancel()
	news := s.queue.news(lanes)
	entries := lastEntries
	if s.sender.replicated { // these calls do not wait for a replica, which may lack the entries
		entries = 0
	}
	reply, err := s.batches.run(ctx, scriptTake, []string{p.turns(), p.order(), p.leases()}, s.leaseArgs(worker, lanes, entries, skip)...)
	if errors.Is(err, redis.Nil) {
		return storage.Job{}, nil
	}
	if err != nil {
		return storage.Job{}, err
	}
	return s.leased(reply, news)
}

// leaseArgs returns the arguments of lease_job in leasing.lua.
func (s *Store) leaseArgs(worker, lanes string, entries int, skip []string) []any {
	args := append(make([]any, 0, 8), worker, max(1, s.set.jobLease.Milliseconds()), lanes, logFormat, len(s.shards), entries)
	for _, origin := range skip {
		args = append(args, origin)
	}
	return args
}

// leased reads the result of lease_job, and notes in news that no other job waits.
func (s *Store) leased(result any, news *jobNews) (storage.Job, error) {
	reply, _ := result.([]any)
	malformed := fmt.Errorf("redislog: malformed job %q", reply)
	if len(reply) != 7 {
		return storage.Job{}, malformed
	}
	token, _ := reply[0].(string)
	id, _ := reply[1].(string)
	n, _ := reply[2].(string)
	origin, _ := reply[3].(string)
	ms, _ := reply[4].(int64)
	job := storage.Job{Token: token, Room: room.ID(id), Origin: origin, Waited: time.Duration(ms) * time.Millisecond}
	if _, err := fmt.Sscan(n, &job.N); err != nil || token == "" {
		return storage.Job{}, malformed
	}
	lane := slices.Index(laneLetters[:], token[len(token)-1:])
	if lane < 0 {
		return storage.Job{}, malformed
	}
	job.Lane = room.Lane(lane)
	if reply[5] == int64(0) && !s.cluster { // on a Cluster other shards may have jobs
		news.foundNone(nil)
	}
	entries, _ := reply[6].([]any)
	for _, e := range slices.Backward(entries) {
		raw, _ := e.(string)
		job.Last = append(job.Last, []byte(raw))
	}
	return job, nil
}

// uninterrupted returns a context that goes on when ctx ends. On a Cluster it ends after
// shardTimeout.
func (s *Store) uninterrupted(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.cluster {
		return context.WithTimeout(context.WithoutCancel(ctx), shardTimeout)
	}
	return context.WithoutCancel(ctx), func() {}
}

// tend looks after the queues, if it is time. It fails if no shard answers.
func (s *Store) tend(ctx context.Context) error {
	if !s.queue.mayTend(time.Now(), min(s.set.jobLease, maxTendPause)) {
		return nil
	}
	err := s.askReachable(context.WithoutCancel(ctx), func(ctx context.Context, i int) error {
		p := s.shards[s.domains[i][0]]
		reply, err := s.batches.run(ctx, scriptTend, []string{p.turns(), p.order(), p.leases()})
		if err != nil {
			return err
		}
		return s.tended(reply)
	})
	return storage.IgnorePartial(err)
}

// tended reads the reply of tend.lua.
func (s *Store) tended(reply any) error {
	words, _ := reply.([]any)
	if len(words) != 2 {
		return fmt.Errorf("redislog: malformed reply %v of tend.lua", reply)
	}
	lanes, _ := words[0].(string)
	ms, _ := words[1].(int64)
	for _, lane := range lanes {
		s.queue.tell(string(lane))
	}
	if ms >= 0 {
		s.queue.tendIn(max(minTendPause, time.Duration(ms)*time.Millisecond))
	}
	return nil
}

// Renew implements storage.Queue.
func (s *Store) Renew(ctx context.Context, worker string, job storage.Job) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !validToken(job.Token) {
		return notFound(job)
	}
	p := s.queueOf(job.Room)
	reply, err := s.batches.run(ctx, scriptRenew, []string{p.turns(), p.leases()},
		worker, max(1, s.set.jobLease.Milliseconds()), job.Token)
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
// now.
func (s *Store) Return(ctx context.Context, worker string, job storage.Job) error {
	return s.giveBack(ctx, worker, job, "")
}

// Leave implements storage.Queue. It does nothing if the job belongs to another worker now.
func (s *Store) Leave(ctx context.Context, worker string, job storage.Job) error {
	return s.giveBack(ctx, worker, job, leftPlayer)
}

// giveBack ends the lease of a job. If player is not empty, the job then waits as a job of that
// player.
func (s *Store) giveBack(ctx context.Context, worker string, job storage.Job, player string) error {
	if !validToken(job.Token) {
		return ctx.Err()
	}
	p := s.queueOf(job.Room)
	_, err := s.batches.run(ctx, scriptReturn, []string{p.turns(), p.order(), p.leases()}, worker, job.Token, p.news(), player)
	return err
}

// Done implements storage.Queue.
func (s *Store) Done(ctx context.Context, job storage.Job) error {
	if !validToken(job.Token) {
		return ctx.Err() // not a job of this store
	}
	p := s.queueOf(job.Room)
	_, err := s.batches.run(ctx, scriptDone, []string{p.turns(), p.order(), p.leases()}, job.Token)
	return err
}

// jobID matches the IDs of jobs: see turns.lua.
var jobID = regexp.MustCompile(`^[0-9]{13,16}-[0-9]{16}[qsm]$`)

func validToken(t string) bool { return jobID.MatchString(t) }
