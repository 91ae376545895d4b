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

// queue holds the jobs in memory, in their order. The file has the same jobs, but not
// their leases.
type queue struct {
	idleLimit time.Duration

	mu    sync.Mutex
	jobs  []*queued     // by seq
	wake  chan struct{} // closed and replaced when a job becomes free
	taken int           // the number of jobs that have a worker
}

// queued is a job in memory.
type queued struct {
	seq     uint64 // never 0
	room    room.ID
	n       uint64
	at      time.Time // when it was queued
	worker  string    // empty: free
	renewed time.Time // when the worker last renewed its lease
}

// storedJob is a job's form in the file.
type storedJob struct {
	Room room.ID `json:"room"`
	N    uint64  `json:"n"`
	At   int64   `json:"at,omitempty"` // when it was queued, in Unix milliseconds; 0 in files of earlier versions
}

func (q *queue) init(idleLimit time.Duration) {
	q.idleLimit = idleLimit
	q.wake = make(chan struct{})
}

// load reads the jobs of the file. A job without a time counts as queued at now. It removes
// damaged jobs: the sweep of their rooms queues them again.
func (q *queue) load(tx *bolt.Tx, now time.Time) error {
	var bad [][]byte
	err := tx.Bucket(bucketJobs).ForEach(func(k, v []byte) error {
		var j storedJob
		if err := json.Unmarshal(v, &j); err != nil {
			bad = append(bad, k)
			return nil
		}
		at := now
		if j.At != 0 {
			at = time.UnixMilli(j.At)
		}
		q.jobs = append(q.jobs, &queued{seq: parseSequence(k), room: j.Room, n: j.N, at: at})
		return nil
	})
	for _, k := range bad {
		err = errors.Join(err, tx.Bucket(bucketJobs).Delete(k))
	}
	return err
}

// putJob stores a job and returns it.
func putJob(tx *bolt.Tx, id room.ID, n uint64, now time.Time) (*queued, error) {
	b := tx.Bucket(bucketJobs)
	seq, err := b.NextSequence()
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(storedJob{id, n, now.UnixMilli()})
	if err != nil {
		return nil, err
	}
	return &queued{seq: seq, room: id, n: n, at: now}, b.Put(sequenceKey(seq), data)
}

// add makes a stored job free to take. It does nothing for nil.
func (q *queue) add(job *queued) {
	if job == nil {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.jobs = append(q.jobs, job)
	q.wakeAll()
}

// remove removes a job, if it is there.
func (q *queue) remove(seq uint64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	i, ok := q.find(seq)
	if !ok {
		return
	}
	if q.jobs[i].worker != "" {
		q.taken--
	}
	q.jobs = slices.Delete(q.jobs, i, i+1)
}

func (q *queue) find(seq uint64) (int, bool) {
	return slices.BinarySearchFunc(q.jobs, seq, func(j *queued, seq uint64) int {
		switch {
		case j.seq < seq:
			return -1
		case j.seq > seq:
			return 1
		}
		return 0
	})
}

func (q *queue) wakeAll() {
	close(q.wake)
	q.wake = make(chan struct{})
}

// take leases the oldest job that is free, or whose worker is silent. If there is none it
// returns a channel that is closed when a job becomes free. poll is how long to wait before
// looking for silent workers (0: no worker has a job).
func (q *queue) take(worker string, now time.Time) (job storage.Job, ok bool, wake <-chan struct{}, poll time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, j := range q.jobs {
		if j.worker != "" && now.Sub(j.renewed) < q.idleLimit {
			continue
		}
		if j.worker == "" {
			q.taken++
		}
		j.worker, j.renewed = worker, now
		return storage.Job{Room: j.room, N: j.n, Token: strconv.FormatUint(j.seq, 10)}, true, nil, 0
	}
	if q.taken > 0 {
		poll = max(q.idleLimit/8, time.Millisecond)
	}
	return storage.Job{}, false, q.wake, poll
}

// Take implements storage.Queue. Jobs go out in the order in which they were queued.
func (s *Store) Take(ctx context.Context, worker string) (storage.Job, error) {
	for {
		if err := ctx.Err(); err != nil {
			return storage.Job{}, err
		}
		job, ok, wake, poll := s.queue.take(worker, s.clock())
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

// withJob calls fn with the job if the worker has its lease. It reports whether the worker
// has it.
func (q *queue) withJob(worker string, job storage.Job, fn func(*queued)) bool {
	seq, err := strconv.ParseUint(job.Token, 10, 64)
	if err != nil {
		return false
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	i, ok := q.find(seq)
	if !ok || q.jobs[i].worker != worker || worker == "" {
		return false
	}
	fn(q.jobs[i])
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

// Return implements storage.Queue. It does nothing if the job belongs to another worker
// now.
func (s *Store) Return(ctx context.Context, worker string, job storage.Job) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.queue.withJob(worker, job, func(j *queued) {
		j.worker = ""
		s.queue.taken--
		s.queue.wakeAll()
	})
	return nil
}

// Done implements storage.Queue.
func (s *Store) Done(ctx context.Context, job storage.Job) error {
	seq, err := strconv.ParseUint(job.Token, 10, 64)
	if err != nil {
		return ctx.Err() // not a job of this store
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
	for _, j := range s.queue.jobs { // the oldest first
		load := &p.Waiting
		if j.worker != "" {
			load = &p.Running
		}
		if load.Jobs == 0 {
			load.Age = max(0, now.Sub(j.at))
		}
		load.Jobs++
	}
	return p, ctx.Err()
}
