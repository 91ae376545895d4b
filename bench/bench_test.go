package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A quick run prints a line for each ratio, with figures.
func TestQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", bin+"/", "../cmd/hub", "../cmd/aiworker", "../cmd/loadgen", "./relay")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	var table, stderr bytes.Buffer
	args := []string{"-bin", bin, "-quick", "-duration", "500ms", "-rows", "small,idle,open,ai,dear,file,cores"}
	if err := run(args, &table, &stderr); err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	if n := strings.Count(table.String(), "÷"); n != 4+2+4+2+4+2+1 {
		t.Errorf("%d lines:\n%s", n, table.String())
	}
	if strings.Contains(table.String(), "NaN") || strings.Contains(table.String(), "Inf") {
		t.Errorf("not measured:\n%s", table.String())
	}
}

// generate fails if loadgen fails, reports errors or prints no report.
func TestErrorsFail(t *testing.T) {
	for output, want := range map[string]string{
		`{"moves":9,"errors":{}}`:                                       "",
		`{"moves":9,"errors":{"stale":1,"no_answer":3}}`:                "no_answer 3, stale 1",
		`{"moves_per_second":100,"seconds":1,"overdue":50,"errors":{}}`: "50 moves were due",
		`no report`: "loadgen -rooms 2",
		`{"moves":9,"errors":{}}'; exit 1; echo '`:                          "exit status 1",
		`{"moves":9,"errors":{}}'; echo "lost 3" >&2; exit 1; echo 'a word`: "lost 3",
	} {
		bin := t.TempDir()
		script := "#!/bin/sh\necho '" + output + "'\n"
		if err := os.WriteFile(filepath.Join(bin, "loadgen"), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
		b := &bench{options: options{bin: bin}}
		if _, err := b.generate(false, []string{"-rooms", "2"}); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", output, err, want)
		}
	}
}

// The CPU time of all hubs counts. What nobody of the own processes used is foreign.
func TestFigures(t *testing.T) {
	b := &bench{options: options{bin: t.TempDir()}}
	script := `#!/bin/sh
echo '{"moves_per_second":1000,"seconds":10,"opponent_ms":{"p99":2,"p999":3},"processes":{
"server1":{"cpu_us_per_move":30,"cpu_seconds":3},"server2":{"cpu_us_per_move":20,"cpu_seconds":2},"redis":{"cpu_us_per_move":10,"cpu_seconds":1},
"loadgen":{"cpu_us_per_move":5,"cpu_seconds":5},"replica":{"cpu_us_per_move":5,"cpu_seconds":1}},"cores":[{"busy":0.7},{"busy":0.6,"steal":0.1}]}'
`
	if err := os.WriteFile(filepath.Join(b.bin, "loadgen"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	f, err := b.generate(false, nil)
	if err != nil {
		t.Fatal(err)
	}
	near := func(x, y float64) bool { return max(x-y, y-x) < 1e-9 }
	if !near(f.server(), 50) || !near(f.all(), 60) || !near(f.serverCore, 0.6) || !near(f.generatorCore, 0.6) || !near(f.foreign[0], 0.1) || !near(f.foreign[1], 0.1) {
		t.Errorf("%+v", f)
	}
}

// A measurement that cannot be trusted is no result, and a run with one fails.
func TestNoise(t *testing.T) {
	good := figures{moves: 1000, serverCPU: 10, p99ms: 1, serverCore: 0.99, generatorCore: 0.5}
	idle, foreign, slow := good, good, good
	idle.serverCore = 0.7
	foreign.foreign[1] = 0.3
	slow.serverCPU, slow.p99ms = 20, 4
	for _, c := range []struct {
		name   string
		kind   kind
		rounds []figures
		want   string
	}{
		{"saturated", saturates, []figures{good, good, good}, ""},
		{"not saturated", saturates, []figures{idle, idle, good}, "only 70 % busy"},
		{"one bad round of three", saturates, []figures{idle, good, good}, ""},
		{"an open loop leaves the core idle", openLoop, []figures{idle}, ""},
		{"foreign", openLoop, []figures{foreign}, "others used 30 % of the generator's core"},
		{"rounds differ", saturates, []figures{good, slow, good}, "rounds differ by 100 %"},
		{"latencies differ", openLoop, []figures{good, slow, good}, "differs by 300 %"},
	} {
		m := &measurement{pair: pair{hub, load{kind: c.kind}}, rounds: c.rounds, figures: medians(c.rounds)}
		if got := m.noise(); c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		b := &bench{measured: []*measurement{m}}
		if b.noisy() != (c.want != "") {
			t.Errorf("%s: noisy %v", c.name, b.noisy())
		}
		verdict := compare("", "", m, figures.server, m, figures.server, 2).verdict()
		if (verdict == "noise") != (c.want != "") {
			t.Errorf("%s: verdict %s", c.name, verdict)
		}
	}
}

// A run whose figures are noise fails.
func TestNoiseFails(t *testing.T) {
	rows["noise"] = func(b *bench) ([]result, error) {
		f := figures{moves: 1, serverCore: 0.1}
		b.measured = append(b.measured, &measurement{pair: pair{hub, b.rooms(2)}, figures: f, rounds: []figures{f}})
		return nil, nil
	}
	defer delete(rows, "noise")
	if err := run([]string{"-rows", "noise"}, &bytes.Buffer{}, &bytes.Buffer{}); !errors.Is(err, errNoise) {
		t.Errorf("got %v", err)
	}
}

func TestMedians(t *testing.T) {
	rounds := []figures{{serverCPU: 3, p99ms: 1}, {serverCPU: 1, p99ms: 9}, {serverCPU: 2, p99ms: 5}}
	if got := medians(rounds); got.serverCPU != 2 || got.p99ms != 5 {
		t.Errorf("medians of three: %+v", got)
	}
}

func TestUnknownRow(t *testing.T) {
	if err := run([]string{"-rows", "none"}, &bytes.Buffer{}, &bytes.Buffer{}); err == nil {
		t.Error("-rows accepts a row that does not exist")
	}
}
