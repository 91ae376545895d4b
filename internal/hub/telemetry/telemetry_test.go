package telemetry

import (
	"log/slog"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
)

// A command of an unknown type is counted under the label "other".
func TestUnknownCommandsCountAsOther(t *testing.T) {
	r := New(slog.New(slog.DiscardHandler), prometheus.NewRegistry())
	r.Acknowledged("something new")
	var m dto.Metric
	if err := r.commands["other"].Write(&m); err != nil || m.Counter.GetValue() != 1 {
		t.Errorf("%v other commands, %v", &m, err)
	}
}
