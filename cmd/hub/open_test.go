package main

import (
	"io"
	"path/filepath"
	"strings"
	"testing"
)

// -open moves the default file into the user's data folder, and leaves any other -store alone.
func TestOpenKeepsItsFileInTheDataFolder(t *testing.T) {
	data := t.TempDir()
	t.Setenv("XDG_DATA_HOME", data)
	for store, want := range map[string]string{
		defaultStore: "file:" + filepath.Join(data, "quatre", "quatre.db"), "file:other.db": "file:other.db", "redis://localhost": "redis://localhost",
	} {
		if cfg, err := parseConfig([]string{"-open", "-store", store}, io.Discard); err != nil || cfg.store != want || !cfg.open {
			t.Errorf("-open -store %s: %q, %v, want %q", store, cfg.store, err, want)
		}
	}
	if cfg, err := parseConfig(nil, io.Discard); err != nil || cfg.open || cfg.store != defaultStore {
		t.Errorf("without a click: -open %v, %q, %v", cfg.open, cfg.store, err)
	}
}

// After a second click, the hub that runs is shown, and no other starts.
func TestSecondClick(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Setenv("PATH", t.TempDir()) // no program that opens pages
	url, _, _ := startHub(t, "-store", "file:"+filepath.Join(t.TempDir(), "quatre.db"))
	if status := run(t.Context(), []string{"-open", "-addr", strings.TrimPrefix(url, "http://")}, io.Discard, io.Discard); status != 0 {
		t.Errorf("status %d", status)
	}
}
