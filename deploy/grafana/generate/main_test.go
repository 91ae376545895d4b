package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// The files are what this program writes, and there are no other files.
func TestDashboardsAreUpToDate(t *testing.T) {
	var want []string
	for _, d := range dashboards() {
		want = append(want, d.file())
		text, err := os.ReadFile(filepath.Join("../dashboards", d.file()))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(text, d.encode()) {
			t.Errorf("%s is not up to date: go run ./deploy/grafana/generate", d.file())
		}
	}
	files, err := filepath.Glob("../dashboards/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !slices.Contains(want, filepath.Base(f)) {
			t.Errorf("%s is written by no dashboard", f)
		}
	}
}
