package filelog

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// queue holds the jobs in memory, in the order in which workers get them. The file has the
// same jobs, but not their leases.
type queue struct {
	jobLease   time.Duration
	sleepAfter time.Duration

	mu     sync.Mutex
	jobs   map[uint64]*queued // all, by seq
	leased map[uint64]*queued // jobs that a worker has
	first  []*queued          // free jobs that are taken first: returned, or with an expired lease
	lanes  [3]fair[*queued]   // the other free jobs, by lane
	wake   chan struct{}      // closed and replaced when a job becomes free
}

// queued is a job in memory.
type queued struct {
	storedJob
	seq     uint64    // never 0
	at      time.Time // when the job was queued
	worker  string    // empty: free
	renewed time.Time // when the worker last renewed its lease
}

// leftOwner becomes the owner of every job that a worker has left (Leave). No player has this
// ID.
const leftOwner room.PlayerID = "left"

// storedJob is a job's form in the file.
type storedJob struct {
	Room   room.ID       `json:"room"`
	N      uint64        `json:"n"`
	At     int64         `json:"at,omitempty"`   // when the job was queued, in Unix milliseconds; 0 in older files
	Lane   string        `json:"lane,omitempty"` // the name of the lane; empty in older files
	Origin string        `json:"origin,omitempty"`
	Owner  room.PlayerID `json:"owner,omitempty"`
}

// lane returns the job's lane. Jobs of earlier versions have no lane and count as slow.
func (j *storedJob) lane() room.Lane {
	for _, l := range room.Lanes {
		if j.Lane == l.String() {
			return l
		}
	}
	return room.LaneSlow
}

func (q *queue) init(jobLease, sleepAfter time.Duration) {
	q.jobLease, q.sleepAfter = jobLease, sleepAfter
	q.jobs, q.leased = map[uint64]*queued{}, map[uint64]*queued{}
	q.wake = make(chan struct{})
}

// load reads the jobs of the file. A job without a time counts as queued at now. load removes
// damaged jobs, because the next sweep of a room queues its job again.
func (q *queue) load(tx *bolt.Tx, now time.Time) error {
	var bad [][]byte
	err := tx.Bucket(bucketJobs).ForEach(func(k, v []byte) error {
		j := &queued{seq: parseSequence(k), at: now}
		if err := json.Unmarshal(v, &j.storedJob); err != nil {
			bad = append(bad, k)
			return nil
		}
		if j.At != 0 {
			j.at = time.UnixMilli(j.At)
		}
		q.insert(j)
		return nil
	})
	for _, k := range bad {
		err = errors.Join(err, tx.Bucket(bucketJobs).Delete(k))
	}
	return err
}

// putJob stores a job and returns it.
func putJob(tx *bolt.Tx, job storedJob, now time.Time) (*queued, error) {
	b := tx.Bucket(bucketJobs)
	seq, err := b.NextSequence()
	if err != nil {
		return nil, err
	}
	job.At = now.UnixMilli()
	data, err := json.Marshal(job)
	if err != nil {
		return nil, err
	}
	return &queued{storedJob: job, seq: seq, at: now}, b.Put(sequenceKey(seq), data)
}

// add makes a stored job free to take. It does nothing if job is nil.
func (q *queue) add(job *queued) {
	if job == nil {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.insert(job)
	q.wakeAll()
}

func (q *queue) insert(job *queued) {
	q.jobs[job.seq] = job
	q.enqueue(job)
}

// enqueue puts a free job into its lane.
func (q *queue) enqueue(job *queued) { q.lanes[job.lane()].add(job.Origin, string(job.Owner), job) }

// free ends the lease of a job.
func (q *queue) free(job *queued) {
	job.worker = ""
	delete(q.leased, job.seq)
}

// remove removes a job. It does nothing if there is no such job.
func (q *queue) remove(seq uint64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	job := q.jobs[seq]
	if job == nil {
		return
	}
	delete(q.jobs, seq)
	if job.worker != "" {
		q.free(job)
		return
	}
	same := func(other *queued) bool { return other == job }
	q.first = slices.DeleteFunc(q.first, same)
	q.lanes[job.lane()].remove(same)
}

func (q *queue) wakeAll() {
	close(q.wake)
	q.wake = make(chan struct{})
}

// take leases the next free job to a worker. If no job is free, take returns the channel
// wake, which is closed when a job becomes free. The caller should then try again after poll,
// because a lease may have expired. If poll is 0, no job is leased.
func (q *queue) take(worker string, want storage.Want, now time.Time) (job storage.Job, ok bool, wake <-chan struct{}, poll time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, j := range q.leased {
		if now.Sub(j.renewed) >= q.jobLease {
			q.free(j)
			q.first = append(q.first, j)
		}
	}
	for _, lane := range want.AllLanes() {
		j, ok := q.next(lane, want.Skip)
		if !ok {
			continue
		}
		j.worker, j.renewed = worker, now
		q.leased[j.seq] = j
		return storage.Job{
			Room: j.Room, N: j.N, Token: strconv.FormatUint(j.seq, 10),
			Lane: lane, Origin: j.Origin, Waited: max(0, now.Sub(j.at)),
		}, true, nil, 0
	}
	if len(q.leased) > 0 {
		poll = max(q.jobLease/8, time.Millisecond)
	}
	return storage.Job{}, false, q.wake, poll
}

// next removes the next free job of a lane from the queue and returns it. It ignores the jobs
// of the origins in skip.
func (q *queue) next(lane room.Lane, skip []string) (*queued, bool) {
	i := slices.IndexFunc(q.first, func(j *queued) bool { return j.lane() == lane && !slices.Contains(skip, j.Origin) })
	if i < 0 {
		return q.lanes[lane].take(skip)
	}
	j := q.first[i]
	q.first = slices.Delete(q.first, i, i+1)
	return j, true
}

// Take implements storage.Queue.
func (s *Store) Take(ctx context.Context, worker string, want storage.Want) (storage.Job, error) {
	for {
		if err := ctx.Err(); err != nil {
			return storage.Job{}, err
		}
		job, ok, wake, poll := s.queue.take(worker, want, s.clock())
		if ok {
			return job, nil
		}
		var timer <-chan time.Time
		if poll > 0 {
			timer = time.After(poll)
		}
		select {
		case <-wake:
		case <-timer:
		case <-ctx.Done():
		case <-s.quit:
			return storage.Job{}, errClosed
		}
	}
}

// withJob calls fn with the job if the worker has its lease, and reports whether it does.
func (q *queue) withJob(worker string, job storage.Job, fn func(*queued)) bool {
	seq, err := strconv.ParseUint(job.Token, 10, 64)
	if err != nil {
		return false
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	j := q.jobs[seq]
	if j == nil || j.worker != worker || worker == "" {
		return false
	}
	fn(j)
	return true
}

// Renew implements storage.Queue.
func (s *Store) Renew(ctx context.Context, worker string, job storage.Job) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !s.queue.withJob(worker, job, func(j *queued) { j.renewed = s.clock() }) {
		return fmt.Errorf("filelog: job %s of room %s: %w", job.Token, job.Room, storage.ErrNotFound)
	}
	return nil
}

// Return implements storage.Queue. It does nothing if another worker has the job now.
func (s *Store) Return(ctx context.Context, worker string, job storage.Job) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.queue.withJob(worker, job, func(j *queued) {
		s.queue.free(j)
		if j.lane() == room.LaneMachine {
			s.queue.enqueue(j)
		} else {
			s.queue.first = append(s.queue.first, j)
		}
		s.queue.wakeAll()
	})
	return nil
}

// Leave implements storage.Queue. It does nothing if another worker has the job now.
func (s *Store) Leave(ctx context.Context, worker string, job storage.Job) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.queue.withJob(worker, job, func(j *queued) {
		s.queue.free(j)
		j.Owner = leftOwner
		s.queue.enqueue(j)
		s.queue.wakeAll()
	})
	return nil
}

// Reply implements storage.Queue. It takes no other job, because Take costs nothing here.
func (s *Store) Reply(ctx context.Context, e room.Entry, fx room.Effects, a storage.Answered) (storage.Job, error) {
	seq, _ := strconv.ParseUint(a.Job.Token, 10, 64) // 0, which no job has, if the job is not of this store
	return storage.Job{}, s.append(ctx, a.Job.Room, e, fx, seq)
}

// Done implements storage.Queue.
func (s *Store) Done(ctx context.Context, job storage.Job) error {
	seq, err := strconv.ParseUint(job.Token, 10, 64)
	if err != nil {
		return ctx.Err() // this store has no jobs with such a token
	}
	return s.submit(ctx, &change{
		apply: func(tx *bolt.Tx) error { return tx.Bucket(bucketJobs).Delete(sequenceKey(seq)) },
		then:  func() { s.queue.remove(seq) },
	})
}

// Backlog implements storage.Backlog.
func (s *Store) Backlog(ctx context.Context) (int, error) {
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	return len(s.queue.jobs), ctx.Err()
}

// Pending implements storage.Backlog.
func (s *Store) Pending(ctx context.Context) (storage.Pending, error) {
	now := s.clock()
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	var p storage.Pending
	for _, j := range s.queue.jobs {
		age := max(0, now.Sub(j.at))
		if j.worker != "" {
			count(&p.Running, age)
		} else {
			count(&p.Waiting, age)
			count(&p.Lanes[j.lane()], age)
		}
	}
	return p, ctx.Err()
}

// count adds a job of the given age to l.
func count(l *storage.QueueLoad, age time.Duration) {
	l.Jobs++
	l.Age = max(l.Age, age)
}
