package main

import (
	"strings"
	"testing"
)

func TestMaxOutboxBytes(t *testing.T) {
	cfg, err := parseConfig([]string{"-max-outbox-bytes", "40000"}, &strings.Builder{})
	if err != nil || cfg.limits.OutboxBytes != 40_000 {
		t.Errorf("%d bytes, %v", cfg.limits.OutboxBytes, err)
	}
	if _, err := parseConfig([]string{"-max-outbox-bytes", "8"}, &strings.Builder{}); err == nil {
		t.Error("an outbox that is too small for a part of a log is accepted")
	}
}
