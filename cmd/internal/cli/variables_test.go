package cli

import (
	"io"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A hub or worker names each variable that has no effect, and no other. It logs no values.
func TestParseServiceWarns(t *testing.T) {
	for name, value := range map[string]string{
		"QUATRE_STROE": "redis://:secret@h", "QUATRE_CONCURRENCY": "3", "QUATRE_EMPTY": "", "OTHER": "x", "QUATRE_ADMIN": "none",
		"QUATRE_STORE": "redis://:secret@h", "QUATRE_ADDR": ":80", "QUATRE_LOG_LEVEL": "debug", "QUATRE_RETENTION": "48h",
	} {
		t.Setenv(name, value)
	}
	fs := NewFlags("hub", "", "", io.Discard)
	store, addr, admin := fs.String("store", "", ""), fs.String("addr", "", ""), fs.String("admin", "", "")
	logger, retention := LogFlags(fs, io.Discard), RetentionFlag(fs)
	warn, err := ParseService(fs, []string{"-store", "file:a.db", "-addr", ":80", "-retention=24h"})
	if _, badLog := logger(); err != nil || badLog != nil {
		t.Fatal(err, badLog)
	}
	if d, err := retention(); err != nil || d.Hours() != 24 || *store != "file:a.db" || *addr != ":80" || *admin != "none" {
		t.Errorf("-retention %v, %v; -store %s, -addr %s, -admin %s", d, err, *store, *addr, *admin)
	}
	var log strings.Builder
	warn(slog.New(slog.NewTextHandler(&log, nil)))
	var named []string
	for _, m := range regexp.MustCompile(`level=WARN msg="variable ignored" variable=(\w+) reason="(the command line|neither)`).FindAllStringSubmatch(log.String(), -1) {
		named = append(named, m[1]+" "+m[2])
	}
	slices.Sort(named)
	want := []string{"QUATRE_RETENTION the command line", "QUATRE_STORE the command line", "QUATRE_STROE neither"}
	if !slices.Equal(named, want) || strings.Contains(log.String(), "secret") || strings.Count(log.String(), "\n") != len(want) {
		t.Errorf("warnings %q, want %q; the log:\n%s", named, want, &log)
	}
}

func TestParseServiceRefusesArguments(t *testing.T) {
	if _, err := ParseService(NewFlags("hub", "", "", io.Discard), []string{"store"}); err == nil || !strings.Contains(err.Error(), "takes flags only") {
		t.Errorf("an argument: %v", err)
	}
}

// serviceFlags has the flags of docs/host/settings.md, which a test in deploy compares with the programs.
func TestServiceFlagsAreComplete(t *testing.T) {
	page, err := os.ReadFile("../../../docs/host/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	var documented []string
	for _, row := range regexp.MustCompile("(?m)^\\| `-([a-z-]+)` \\|").FindAllSubmatch(page, -1) {
		documented = append(documented, string(row[1]))
	}
	slices.Sort(documented)
	if documented = slices.Compact(documented); !slices.Equal(documented, serviceFlags) {
		t.Errorf("serviceFlags are\n%q, and docs/host/settings.md has\n%q", serviceFlags, documented)
	}
}
