package main

import (
	"io"
	"strings"
	"testing"
	"unicode"
)

// FuzzConfigure checks that a command line is either refused with a message or gives a valid
// config. Each line of the text is an argument.
func FuzzConfigure(f *testing.F) {
	for _, args := range []string{
		"", "-h", "-addr\n:0\n-admin\nnone", "-store\nredis://u:p@h/1\n-workers\n0", "-workers\n-2", "-offer\nhttps://a.example, http://b.example:8080",
		"-offer\nexample.org", "-log\njson\n-log-level\ndebug", "-addr\n[::1]:8080", "-addr\nlocalhost", "extra", "-retention\n-1h", "-trusted-proxies\n10.0.0.0/8,::1",
	} {
		f.Add(args)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var args []string
		for line := range strings.Lines(text) {
			args = append(args, strings.TrimSuffix(line, "\n"))
		}
		cfg, err := parseConfig(args, io.Discard)
		if err != nil {
			if err.Error() == "" {
				t.Fatalf("%q: refused without a message", args)
			}
			return
		}
		if cfg.workers < 0 || cfg.log == nil || cfg.addr == "" || cfg.retention < 0 {
			t.Fatalf("%q: %+v", args, cfg)
		}
		for _, origin := range cfg.offer {
			if !strings.HasPrefix(strings.ToLower(origin), "http") || strings.ContainsFunc(origin, unicode.IsControl) || strings.Contains(origin, ",") {
				t.Fatalf("%q: invalid origin %q", args, origin)
			}
		}
		for _, p := range cfg.trustedProxies {
			if !p.IsValid() {
				t.Fatalf("%q: invalid proxies %v", args, cfg.trustedProxies)
			}
		}
	})
}
