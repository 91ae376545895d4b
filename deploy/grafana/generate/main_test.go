package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// The folder contains exactly the files that this program writes.
func TestDashboardsAreUpToDate(t *testing.T) {
	var want []string
	for _, d := range dashboards() {
		want = append(want, d.file())
		text, err := os.ReadFile(filepath.Join("../dashboards", d.file()))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(text, d.encode()) {
			t.Errorf("%s is not up to date: go -C deploy run ./grafana/generate", d.file())
		}
	}
	files, err := filepath.Glob("../dashboards/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !slices.Contains(want, filepath.Base(f)) {
			t.Errorf("no dashboard writes %s", f)
		}
	}
}
