package storemetrics

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// call holds the metrics of one operation of a store.
type call struct {
	seconds prometheus.Observer // nil for operations that wait for work
	errors  map[string]prometheus.Counter
}

// observe counts a call that began at start and returned err.
func (c *call) observe(start time.Time, err error) {
	if c.seconds != nil {
		c.seconds.Observe(time.Since(start).Seconds())
	}
	if err != nil {
		c.errors[reasonOf(err)].Inc()
	}
}

// reasons are the kinds of errors, as the metric names them.
var reasons = []string{"unavailable", "timeout", "conflict", "not_found", "crowded", "cancelled", "damaged", "other"}

func reasonOf(err error) string {
	switch {
	case errors.Is(err, storage.ErrDamaged), errors.Is(err, room.ErrDamaged):
		return "damaged"
	case errors.Is(err, storage.ErrConflict):
		return "conflict"
	case errors.Is(err, storage.ErrNotFound):
		return "not_found"
	case errors.Is(err, context.Canceled):
		return "cancelled"
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case errors.Is(err, storage.ErrUnavailable):
		return "unavailable"
	case errors.Is(err, storage.ErrQueueFull), errors.Is(err, storage.ErrShareFull):
		return "crowded"
	default:
		return "other"
	}
}

// calls holds the metrics of all operations and notices. Some operations keep an older name as
// their label.
type calls struct {
	append, restore, touch, read, delete, watch, due, rooms     call
	tail, keepSnapshot                                          call
	heartbeat, announce, present                                call
	take, renew, done, returnJob, backlog, pending, game, games call
	cached, ask, watchAnswers, takeQuestion, renewQuestion      call
	publish, returnQuestion, questions                          call

	entry, presence, gone, lost prometheus.Counter // notices
}

func newCalls(reg prometheus.Registerer) *calls {
	seconds := Register(reg, prometheus.NewHistogramVec(Native("quatre_store_operation_seconds",
		"Time of a call of the store, also of one that failed.", Latencies), []string{"operation"}))
	failed := Register(reg, prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "quatre_store_errors_total", Help: "Store calls that returned an error, by kind of error.",
	}, []string{"operation", "error"}))
	notices := Register(reg, prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "quatre_store_notices_total", Help: "Notifications that watches of rooms were told, by kind; lost: some may have been missed.",
	}, []string{"kind"}))
	untimed := func(operation string) call {
		c := call{errors: map[string]prometheus.Counter{}}
		for _, reason := range reasons {
			c.errors[reason] = failed.WithLabelValues(operation, reason)
		}
		return c
	}
	timed := func(operation string) call {
		c := untimed(operation)
		c.seconds = seconds.WithLabelValues(operation)
		return c
	}
	return &calls{
		append: timed("append"), restore: timed("restore"), touch: timed("touch"), read: timed("read"), delete: timed("delete"),
		watch: timed("watch"), due: timed("due"), rooms: timed("rooms"),
		tail: timed("tail"), keepSnapshot: timed("keep_snapshot"),
		heartbeat: timed("beat"), announce: timed("announce"), present: timed("here"),
		take: untimed("take"), renew: timed("keep"), done: timed("done"), returnJob: timed("return"),
		backlog: timed("backlog"), pending: timed("pending"), game: timed("game"), games: timed("games"),
		cached: timed("known"), ask: timed("ask"), watchAnswers: timed("watch_answers"), takeQuestion: untimed("take_question"),
		renewQuestion: timed("keep_question"), publish: timed("publish"), returnQuestion: timed("return_question"),
		questions: timed("questions"),
		entry:     notices.WithLabelValues("entry"), presence: notices.WithLabelValues("here"),
		gone: notices.WithLabelValues("gone"), lost: notices.WithLabelValues("lost"),
	}
}

// countNotice counts a notice.
func (c *calls) countNotice(n storage.Notice) {
	switch {
	case n.Entry != nil:
		c.entry.Inc()
	case n.Presence != nil:
		c.presence.Inc()
	case n.Gone:
		c.gone.Inc()
	case n.Lost:
		c.lost.Inc()
	}
}
