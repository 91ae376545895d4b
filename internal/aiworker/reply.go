package aiworker

import (
	"context"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// replyLog is the log in which the executor stores the reply to a job. One call of the store stores
// the reply and removes the job.
type replyLog struct {
	storage.Log
	queue  storage.Queue
	worker string
	job    storage.Job

	stored bool // the reply is stored, and the job is removed
}

// Append implements storage.Log.
func (l *replyLog) Append(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) (err error) {
	if e.By != room.Machine { // a credit for an outage, which Play stores before the reply
		return l.Log.Append(ctx, id, e, fx)
	}
	err = l.queue.Reply(ctx, e, fx, l.worker, l.job)
	l.stored = err == nil
	return err
}
