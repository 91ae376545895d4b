package main

import (
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/hub/limits"
)

// The deprecated -max-outbox makes outboxes larger, never smaller. The hub logs which flag to
// use instead.
func TestMaxOutboxIsDeprecated(t *testing.T) {
	for _, c := range []struct {
		args string
		want int
		warn bool
	}{
		{"", limits.Default().OutboxBytes, false},
		{"-max-outbox 16", limits.Default().OutboxBytes, true},
		{"-max-outbox 1000", 1_024_000, true},
		{"-max-outbox-bytes 40000", 40_000, false},
	} {
		var log strings.Builder
		cfg, err := parseConfig(strings.Fields(c.args), &log)
		if err != nil || cfg.limits.OutboxBytes != c.want || strings.Contains(log.String(), "deprecated: set") != c.warn {
			t.Errorf("%q: %d bytes, %v, log %q", c.args, cfg.limits.OutboxBytes, err, &log)
		}
	}
	if _, err := parseConfig([]string{"-max-outbox-bytes", "8"}, &strings.Builder{}); err == nil {
		t.Error("an outbox that is too small for a part of a log is accepted")
	}
}
