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
	// Not one histogram by operation and result: it would have a thousand series.
	seconds := NewHistograms(reg, "quatre_store_operation_seconds", "Time of a call of the database, by operation.",
		Latencies, "operation", ledger.Operations...)
	calls := NewCounters(reg, "quatre_store_calls_total", "Calls of the database, by result.", "result", results...)
	return func(operation string, began time.Time, refused bool, err error) {
		seconds.WithLabelValues(operation).Observe(time.Since(began).Seconds())
		calls.WithLabelValues(resultOf(refused, err)).Inc()
	}
}
