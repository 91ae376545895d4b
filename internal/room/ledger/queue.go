package ledger

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// A job has a token that says all about it. It waits in the fair queue of its lane, or has a lease.
//
//	jobs        hash  token to the time at which the job was queued, for all jobs
//	last        hash  room to the token of its last job, while that is in jobs
//	~queue:LANE       the fair queue of a lane; an item is a token
//	~worker     hash  token to the worker that has the lease
//	~leases     set   token by the end of its lease
//	~news       channel: the lane and the origin of a job that is free to take
const (
	jobNews = "~news"
	leases  = "~leases"
	workers = "~worker"
	jobs    = "jobs"
	last    = "last"
)

func queueOf(l room.Lane) fair { return fair("~queue:" + l.String()) }

// leftOver is the player to whose jobs the left jobs of an origin belong.
const leftOver = "-"

// token is MICROSECONDS/N/LANE/ORIGIN/PLAYER/ROOM.
type token struct {
	at     int64 // when the job was queued
	n      uint64
	lane   room.Lane
	origin string
	player string
	room   room.ID
}

func (t token) String() string {
	return strings.Join([]string{itoa(t.at), utoa(t.n), strconv.Itoa(int(t.lane)), t.origin, t.player, string(t.room)}, "/")
}

func parseToken(s string) (t token, ok bool) {
	words := strings.SplitN(s, "/", 6)
	if len(words) != 6 {
		return t, false
	}
	at, errAt := strconv.ParseInt(words[0], 10, 64)
	n, errN := strconv.ParseUint(words[1], 10, 64)
	lane, errLane := strconv.Atoi(words[2])
	t = token{at, n, room.Lane(lane), words[3], words[4], room.ID(words[5])}
	return t, errAt == nil && errN == nil && errLane == nil && slices.Contains(room.Lanes, t.lane)
}

func (t token) news() string { return t.lane.String() + " " + t.origin }

// add queues the job, and makes it the last one of its room.
func (t token) add(b *Batch, now int64) {
	name := t.String()
	b.set(jobs, name, itoa(t.at))
	b.set(last, string(t.room), name)
	queueOf(t.lane).add(b, t.origin, t.player, name, t.at, now)
	b.publish(jobNews, t.news())
}

// answered removes a job that a worker has the lease of, in a batch that appends the answer. If the
// room has another job by now, that one stays in the queue, but is not its last one any more.
func (t token) answered(b *Batch, worker string) {
	b.ifField(workers, t.String(), worker)
	t.release(b)
	b.drop(jobs, t.String())
	b.drop(last, string(t.room))
}

func (t token) release(b *Batch) {
	b.drop(workers, t.String())
	b.remove(leases, t.String())
}

// handBack ends the lease of the job, which then waits again; see fair.add for place and now.
func (t token) handBack(b *Batch, place, now int64) {
	t.release(b)
	queueOf(t.lane).add(b, t.origin, t.player, t.String(), place, now)
	b.publish(jobNews, t.news())
}

// forget removes the job, wherever it is. The conditions that it adds may be on what has changed
// since it read, but hold if the job is gone already: its token is not used again.
func (t token) forget(ctx context.Context, d Driver, b *Batch) error {
	name := t.String()
	holder, err := b.read(ctx, d, workers, name)
	if err != nil {
		return err
	}
	queued, err := b.read(ctx, d, jobs, name)
	if err != nil || queued == "" {
		return err
	}
	latest, err := b.read(ctx, d, last, string(t.room))
	if err != nil {
		return err
	}
	b.drop(jobs, name)
	if latest == name {
		b.drop(last, string(t.room))
	}
	if holder != "" {
		t.release(b)
		return nil
	}
	queueOf(t.lane).remove(b, t.origin, t.player, name)
	return nil
}

// Take implements storage.Queue.
func (s *Store) Take(ctx context.Context, worker string, lane room.Lane, skip ...string) (j storage.Job, err error) {
	wants := func(news string) bool {
		of, origin, _ := strings.Cut(news, " ")
		return of == lane.String() && !slices.Contains(skip, origin)
	}
	err = s.takers.wait(ctx, fmt.Sprint(lane, skip), wants, func() (found bool, err error) {
		j, found, err = s.take(ctx, worker, lane, skip)
		return found, err
	})
	return j, err
}

// take looks once. To serve one origin after the other across the shards, it first leaves out the
// origins that this process has served lately.
func (s *Store) take(ctx context.Context, worker string, lane room.Lane, skip []string) (j storage.Job, ok bool, err error) {
	if len(s.shards) > 1 {
		if j, ok, err = s.takeFrom(ctx, worker, lane, slices.Concat(skip, s.served.Keys())); ok || err != nil {
			s.served.Add(j.Origin, struct{}{})
			return j, ok, err
		}
	}
	return s.takeFrom(ctx, worker, lane, skip)
}

// takeFrom asks one shard after the other, each time another one first. It leaves out the shards
// that are away, unless all are.
func (s *Store) takeFrom(ctx context.Context, worker string, lane room.Lane, skip []string) (j storage.Job, ok bool, err error) {
	begin, away := int(s.turn.Add(1)), 0
	for i := range s.shards {
		j, ok, err = s.lease(ctx, s.shards[(begin+i)%len(s.shards)], worker, lane, skip)
		if ok || err != nil && !storage.IsAway(err) {
			return j, ok, err
		}
		if err != nil {
			away++
		}
	}
	if away < len(s.shards) {
		err = nil
	}
	return j, false, err
}

// Entries that come with a job: its own one and some before it, from which a worker that follows
// the room goes on, and those that were appended since.
const (
	entriesBefore  = 2
	entriesWithJob = 16
)

// lease takes a job out of the queue of one shard.
func (s *Store) lease(ctx context.Context, d Driver, worker string, lane room.Lane, skip []string) (j storage.Job, ok bool, err error) {
	var t token
	var reading sync.WaitGroup // the entries, while the commit is under way
	item, err := s.takeFirst(ctx, d, queueOf(lane), skip, func(b *Batch, item string) error {
		reading.Wait() // of the try before
		if t, ok = parseToken(item); !ok {
			return fmt.Errorf("ledger: malformed job %q: %w", item, storage.ErrDamaged)
		}
		b.set(workers, item, worker)
		b.put(leases, item, s.inMS(s.options.JobLease))
		reading.Go(func() {
			j.Last, _ = d.Log(ctx, logOf(t.room), max(t.n, entriesBefore+1)-entriesBefore-1, entriesWithJob)
		})
		return nil
	})
	reading.Wait()
	if err != nil || item == "" {
		return storage.Job{}, false, err
	}
	j.Room, j.N, j.Token, j.Lane, j.Origin, j.Waited = t.room, t.n, item, t.lane, t.origin, t.age(s.Now())
	return j, true, nil
}

func (t token) age(now time.Time) time.Duration { return max(0, now.Sub(time.UnixMicro(t.at))) }

// returnExpiredJobs puts the jobs whose lease has expired in front of their queues. A worker that
// renews a lease at the same moment loses it.
func (s *Store) returnExpiredJobs(ctx context.Context) {
	_ = s.each(ctx, func(ctx context.Context, d Driver) error {
		expired, err := d.Members(ctx, leases, upTo(ms(s.Now()), 100))
		if err != nil || len(expired) == 0 {
			return err
		}
		holders, err := d.Fields(ctx, workers, names(expired)...)
		if err != nil {
			return err
		}
		var batches []*Batch
		for i, m := range expired {
			if t, ok := parseToken(m.Name); ok {
				b := new(Batch)
				b.ifField(workers, m.Name, holders[i])
				b.ifScore(leases, m.Name, m.Score)
				t.handBack(b, inFront, 0)
				batches = append(batches, b)
			}
		}
		_, err = d.Commit(ctx, batches...)
		return err
	})
}

// queueAgain queues all jobs in a database that has lost its queues.
func (s *Store) queueAgain(ctx context.Context) error {
	return s.each(ctx, func(ctx context.Context, d Driver) error {
		all, err := d.All(ctx, jobs)
		if err != nil {
			return err
		}
		var tokens []token
		for name := range all {
			if t, ok := parseToken(name); ok {
				tokens = append(tokens, t)
			}
		}
		slices.SortFunc(tokens, func(a, b token) int { return int(a.at - b.at) })
		b := new(Batch)
		for _, t := range tokens {
			queueOf(t.lane).add(b, t.origin, t.player, t.String(), t.at, s.stamp())
		}
		if len(b.Do) == 0 {
			return nil
		}
		_, err = commit(ctx, d, b)
		return err
	})
}

// held returns a batch whose first condition is that worker has the lease of the job.
func held(worker string, job storage.Job) (t token, b *Batch, ok bool) {
	t, ok = parseToken(job.Token)
	b = new(Batch)
	b.ifField(workers, job.Token, worker)
	return t, b, ok && worker != ""
}

// Renew implements storage.Queue.
func (s *Store) Renew(ctx context.Context, worker string, job storage.Job) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	lost := fmt.Errorf("ledger: job %s: %w", job.Token, storage.ErrNotFound)
	t, b, ok := held(worker, job)
	if !ok {
		return lost
	}
	b.put(leases, job.Token, s.inMS(s.options.JobLease))
	failed, err := commit(ctx, s.of(t.room), b)
	if err == nil && failed > 0 {
		err = lost
	}
	return err
}

// Return implements storage.Queue.
func (s *Store) Return(ctx context.Context, worker string, job storage.Job) error {
	t, b, ok := held(worker, job)
	if !ok {
		return ctx.Err()
	}
	now := s.stamp()
	place := -now
	if t.lane == room.LaneMachine {
		place = t.at
	}
	t.handBack(b, place, now)
	_, err := commit(ctx, s.of(t.room), b)
	return err
}

// Leave implements storage.Queue.
func (s *Store) Leave(ctx context.Context, worker string, job storage.Job) error {
	t, _, ok := held(worker, job)
	if !ok {
		return ctx.Err()
	}
	d := s.of(t.room)
	return change(ctx, d, map[int]error{1: nil}, func(b *Batch) error {
		b.ifField(workers, job.Token, worker)
		latest, err := b.read(ctx, d, last, string(t.room))
		if err != nil {
			return err
		}
		t.release(b)
		b.drop(jobs, job.Token)
		left := t
		left.player = leftOver
		left.add(b, s.stamp())
		if latest != job.Token {
			b.set(last, string(t.room), latest)
		}
		return nil
	})
}

// Done implements storage.Queue.
func (s *Store) Done(ctx context.Context, job storage.Job) error {
	t, ok := parseToken(job.Token)
	if !ok {
		return ctx.Err()
	}
	d := s.of(t.room)
	return change(ctx, d, nil, func(b *Batch) error { return t.forget(ctx, d, b) })
}

// Pending implements storage.Queue.
func (s *Store) Pending(ctx context.Context) (p storage.Pending, err error) {
	var mu sync.Mutex
	now := s.Now()
	err = s.each(ctx, func(ctx context.Context, d Driver) error {
		all, err := d.All(ctx, jobs)
		if err != nil {
			return err
		}
		running, err := d.All(ctx, workers)
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		for name := range all {
			t, ok := parseToken(name)
			if !ok {
				continue
			}
			if running[name] != "" {
				p.Running.Add(t.age(now))
				continue
			}
			p.Waiting.Add(t.age(now))
			p.Lanes[t.lane].Add(t.age(now))
		}
		return nil
	})
	return p, err
}
