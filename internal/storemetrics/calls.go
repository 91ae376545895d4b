package storemetrics

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/room/storage"
)

// call is one operation of a store.
type call struct {
	seconds prometheus.Observer // nil for calls that wait for work
	errors  map[string]prometheus.Counter
}

// done counts a call that began at start and returned err.
func (c *call) done(start time.Time, err error) {
	if c.seconds != nil {
		c.seconds.Observe(time.Since(start).Seconds())
	}
	if err != nil {
		c.errors[reasonOf(err)].Inc()
	}
}

// The kinds of errors, as the metric names them.
var reasons = []string{"unavailable", "timeout", "conflict", "not_found", "crowded", "cancelled", "other"}

func reasonOf(err error) string {
	switch {
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
	case errors.Is(err, storage.ErrQueueFull):
		return "crowded"
	default:
		return "other"
	}
}

// calls holds the metrics of all operations and notices.
type calls struct {
	append, restore, touch, read, delete, watch, due, rooms   call
	beat, announce, here                                      call
	take, keep, done, giveBack, backlog, pending, game, games call
	known, ask, watchAnswers, takeQuestion, keepQuestion      call
	publish, returnQuestion, questions                        call

	entry, presence, gone, lost prometheus.Counter
}

func newCalls(reg prometheus.Registerer) *calls {
	seconds := Register(reg, prometheus.NewHistogramVec(Native("quatre_store_operation_seconds",
		"Time of a call of the store, also of one that failed.", Latencies), []string{"operation"}))
	failed := Register(reg, prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "quatre_store_errors_total", Help: "Calls of the store that returned an error, by what it was.",
	}, []string{"operation", "error"}))
	notices := Register(reg, prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "quatre_store_notices_total", Help: "Notifications that watches of rooms were told, by kind; lost: some may have been missed.",
	}, []string{"kind"}))
	waits := func(operation string) call {
		c := call{errors: map[string]prometheus.Counter{}}
		for _, reason := range reasons {
			c.errors[reason] = failed.WithLabelValues(operation, reason)
		}
		return c
	}
	works := func(operation string) call {
		c := waits(operation)
		c.seconds = seconds.WithLabelValues(operation)
		return c
	}
	return &calls{
		append: works("append"), restore: works("restore"), touch: works("touch"), read: works("read"), delete: works("delete"),
		watch: works("watch"), due: works("due"), rooms: works("rooms"),
		beat: works("beat"), announce: works("announce"), here: works("here"),
		take: waits("take"), keep: works("keep"), done: works("done"), giveBack: works("return"),
		backlog: works("backlog"), pending: works("pending"), game: works("game"), games: works("games"),
		known: works("known"), ask: works("ask"), watchAnswers: works("watch_answers"), takeQuestion: waits("take_question"),
		keepQuestion: works("keep_question"), publish: works("publish"), returnQuestion: works("return_question"),
		questions: works("questions"),
		entry:     notices.WithLabelValues("entry"), presence: notices.WithLabelValues("here"),
		gone: notices.WithLabelValues("gone"), lost: notices.WithLabelValues("lost"),
	}
}

// told counts a notice.
func (c *calls) told(n storage.Notice) {
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
