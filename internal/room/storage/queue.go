package storage

import (
	"context"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// Queue holds the turns that AI workers must play. A job is delivered at least once;
// the log refuses a reply that comes too late.
//
// A worker is one slot in one run of a process, under a unique name.
//
// Jobs wait in lanes. Within a lane one origin is served after the other, one player of an
// origin after the other, and the jobs of one player in the order in which they were queued.
// So any number of jobs of one origin delays another origin's job by one job only. Jobs without
// an origin count as those of one origin. A store of several servers keeps this order among the
// jobs of each server, and a process that takes jobs from all servers keeps it approximately.
type Queue interface {
	// Take waits for a job of a lane, and leases it to worker for JobLease. It leaves the jobs of
	// the origins in skip to other workers. While any Take waits, a job whose lease has expired goes
	// before all others. Take returns the error of ctx when ctx ends first.
	Take(ctx context.Context, worker string, lane room.Lane, skip ...string) (Job, error)

	// Renew renews the lease. Call it every JobRenewal. It fails with ErrNotFound if
	// the job is no longer this worker's.
	Renew(ctx context.Context, worker string, job Job) error

	// Reply stores e and carries out fx like Append, in the room of the job. In the same atomic step
	// it removes the job. So a stored reply leaves no job behind. Reply fails like Append; then the
	// worker still has the job.
	Reply(ctx context.Context, e room.Entry, fx room.Effects, worker string, job Job) error

	// Done removes the job, because the worker has replied or no reply is needed any more.
	Done(ctx context.Context, job Job) error

	// Return hands the job back, so that the next worker that asks for its lane takes it. But a
	// job of room.LaneMachine waits in its place again.
	Return(ctx context.Context, worker string, job Job) error

	// Leave hands back a job that another worker may be able to play. The left jobs of an origin
	// wait like the jobs of one additional player, so that they delay no other job for long.
	Leave(ctx context.Context, worker string, job Job) error

	// Pending returns the numbers of waiting and leased jobs, and the ages of the oldest. It may
	// fail with ErrPartial.
	Pending(ctx context.Context) (Pending, error)
}

// JobLease is how long a job stays with a worker that does not renew its lease. When a
// worker dies its job is late by JobLease, and by a little more until another worker notices.
const (
	JobLease   = 1200 * time.Millisecond
	JobRenewal = 400 * time.Millisecond
)

// Job asks for an AI's move in a room whose log ended at N when the job was queued.
type Job struct {
	Room   room.ID
	N      uint64
	Token  string // the store's name for the job; other packages only pass it on
	Lane   room.Lane
	Origin string
	Waited time.Duration // from queueing until Take, by the store's clock

	// Last are the last entries of the room's log when the job was taken, in order, as
	// room.Entry.Raw returned them. They save the worker a Read. A store may leave them out.
	Last [][]byte
}

// Pending is the state of a queue. A job of a worker that has died counts as running
// until another worker takes the job.
type Pending struct {
	Waiting, Running QueueLoad
	Lanes            [3]QueueLoad // the waiting jobs, by room.Lane
}

// QueueLoad is a number of jobs and the age of the oldest.
type QueueLoad struct {
	Jobs int           // number of jobs
	Age  time.Duration // since the oldest job was queued, by the store's clock; 0: no jobs
}

// Add counts one more job, of an age.
func (l *QueueLoad) Add(age time.Duration) {
	l.Jobs++
	l.Age = max(l.Age, age)
}
