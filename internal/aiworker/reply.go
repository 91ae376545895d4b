package aiworker

import (
	"context"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// replyLog is the log in which the executor stores the reply to a job. One call of the store stores
// the reply, removes the job and may hand out the next one.
type replyLog struct {
	storage.Log
	queue    storage.Queue
	answered storage.Answered

	stored bool        // the reply is stored, and the job is removed
	next   storage.Job // the next job, the zero Job if there is none
}

// Append implements storage.Log.
func (l *replyLog) Append(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) (err error) {
	if e.By != room.Machine { // a credit for an outage, which Play stores before the reply
		return l.Log.Append(ctx, id, e, fx)
	}
	l.next, err = l.queue.Reply(ctx, e, fx, l.answered)
	l.stored = err == nil
	return err
}
