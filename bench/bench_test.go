package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A quick run prints every selected line, with figures.
func TestQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", bin+"/", "../cmd/hub", "../cmd/loadgen", "./relay")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	var table, stderr bytes.Buffer
	args := []string{"-bin", bin, "-quick", "-duration", "400ms", "-rows", "small,idle,open"}
	if err := run(args, &table, &stderr); err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	if n := strings.Count(table.String(), "÷ relay"); n != 4 {
		t.Errorf("%d lines of 4:\n%s", n, table.String())
	}
	if strings.Contains(table.String(), "NaN") || strings.Contains(table.String(), "Inf") {
		t.Errorf("not measured:\n%s", table.String())
	}
}

// generate fails if loadgen fails, reports errors or prints no report.
func TestErrorsFail(t *testing.T) {
	for output, want := range map[string]string{
		`{"moves":9,"errors":{}}`:                        "",
		`{"moves":9,"errors":{"stale":1,"no_answer":3}}`: "no_answer 3, stale 1",
		`no report`: "loadgen -rooms 2",
		`{"moves":9,"errors":{}}'; exit 1; echo '`: "exit status 1",
	} {
		bin := t.TempDir()
		script := "#!/bin/sh\necho '" + output + "'\n"
		if err := os.WriteFile(filepath.Join(bin, "loadgen"), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
		b := &bench{options: options{bin: bin}}
		if _, err := b.generate([]string{"-rooms", "2"}); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", output, err, want)
		}
	}
}

func TestMedians(t *testing.T) {
	rounds := []figures{{cpu: 3, p99: 1}, {cpu: 1, p99: 9}, {cpu: 2, p99: 5}}
	if got := medians(rounds); got.cpu != 2 || got.p99 != 5 {
		t.Errorf("medians of three: %+v", got)
	}
}

func TestUnknownRow(t *testing.T) {
	if err := run([]string{"-rows", "none"}, &bytes.Buffer{}, &bytes.Buffer{}); err == nil {
		t.Error("-rows accepts a measurement that does not exist")
	}
}
