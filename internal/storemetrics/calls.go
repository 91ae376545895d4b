package storemetrics

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/storage"
)

// results are the values of the label result.
var results = []string{"ok", "conflict", "unavailable", "timeout", "cancelled", "full", "damaged", "other"}

func resultOf(refused bool, err error) string {
	switch {
	case refused:
		return "conflict"
	case err == nil:
		return "ok"
	case errors.Is(err, storage.ErrDamaged):
		return "damaged"
	case errors.Is(err, storage.ErrFull):
		return "full"
	case errors.Is(err, context.Canceled):
		return "cancelled"
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case errors.Is(err, storage.ErrUnavailable):
		return "unavailable"
	default:
		return "other"
	}
}

// newCalls returns an observer of the calls of a database.
func newCalls(reg prometheus.Registerer) ledger.Observer {
	seconds := Register(reg, prometheus.NewHistogramVec(Native("quatre_store_operation_seconds",
		"Time of a call of the database, by operation and result.", Latencies), []string{"operation", "result"}))
	for _, o := range ledger.Operations {
		for _, r := range results {
			seconds.WithLabelValues(o, r)
		}
	}
	return func(operation string, began time.Time, refused bool, err error) {
		seconds.WithLabelValues(operation, resultOf(refused, err)).Observe(time.Since(began).Seconds())
	}
}
