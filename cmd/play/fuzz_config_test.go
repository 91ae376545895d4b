package main

import (
	"io"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/room"
)

// FuzzCommandLine checks that a link, an address and a clock are either refused with a
// message or lead to a valid hub and room.
func FuzzCommandLine(f *testing.F) {
	for _, seed := range [][3]string{
		{"https://Example.org/r/k7m2p9x4w3tq", "http://localhost:8080", "none"},
		{"k7m2p9x4w3tq", "https://example.org/", "30s"},
		{"http://localhost:8080/r/k7m2p9x4w3tq/?from=mail", "", "5m+3s"},
		{"javascript:alert(1)//r/x", "ftp://h", "9999999h+1ns"},
		{"//h/r/../r/x", "http://u:p@h", "-5m+-3s"},
		{"", "http://[::1", "+"},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	f.Fuzz(func(t *testing.T, link, hub, clock string) {
		cfg, err := parseConfig([]string{"-hub=" + hub, "-clock=" + clock, "--", link}, io.Discard)
		if err == nil {
			if o := cfg.origin; o.Scheme != "http" && o.Scheme != "https" || o.Host == "" || !room.ID(cfg.room).Valid() {
				t.Fatalf("%q at %q: origin %v, room %q", link, hub, o, cfg.room)
			}
			if name := secretFileName(cfg.origin); strings.ContainsAny(name, "/\\:\x00") || strings.HasPrefix(name, ".") {
				t.Fatalf("the secret file for %v is %q", cfg.origin, name)
			}
		} else if err.Error() == "" {
			t.Fatalf("%q at %q: refused without a message", link, hub)
		}
		if c, err := parseClock(cfg.lang, clock); err == nil && c != nil && c.Move != 0 && (c.Base != 0 || c.Increment != 0) {
			t.Fatalf("-clock %q: %+v", clock, c)
		}
	})
}
