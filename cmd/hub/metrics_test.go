package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
)

// described is a metric as docs/metrics.md has it.
type described struct {
	section, kind string
	labels        map[string][]string // their values; nil: those of the page's table of labels, or any
}

// page is docs/metrics.md.
type page struct {
	metrics map[string]described
	labels  map[string][]string // by name; "code of sockets"
}

var quoted = regexp.MustCompile("`([^`]*)`")

func words(cell string) (all []string) {
	for _, m := range quoted.FindAllStringSubmatch(cell, -1) {
		all = append(all, m[1])
	}
	return all
}

// readPage reads the tables of the page.
func readPage(t *testing.T) page {
	t.Helper()
	text, err := os.ReadFile("../../docs/metrics.md")
	if err != nil {
		t.Fatal(err)
	}
	p := page{map[string]described{}, map[string][]string{}}
	section := ""
	for line := range strings.Lines(string(text)) {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			section = strings.TrimSpace(title)
			continue
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		switch {
		case !strings.HasPrefix(line, "| `"):
		case section == "Labels":
			name := strings.ReplaceAll(strings.TrimSpace(cells[0]), "`", "")
			p.labels[name] = words(cells[1])
		case len(cells) == 4:
			kind, _, _ := strings.Cut(strings.TrimSpace(cells[1]), ",")
			p.metrics[words(cells[0])[0]] = described{section, kind, labelsOf(cells[2])}
		}
	}
	return p
}

// labelsOf reads a cell such as `game`, `reason`: `line`, `draw`; `result`: `won`.
func labelsOf(cell string) map[string][]string {
	labels := map[string][]string{}
	for part := range strings.SplitSeq(cell, ";") {
		names, values, _ := strings.Cut(part, ":")
		for _, name := range words(names) {
			labels[name] = nil
		}
		if all := words(names); values != "" {
			labels[all[len(all)-1]] = words(values)
		}
	}
	return labels
}

// allowed returns the values that a label of a metric may have; nil: any.
func (p page) allowed(metric, label string) []string {
	switch own := p.metrics[metric].labels[label]; {
	case own != nil:
		return own
	case metric == "quatre_hub_sockets_closed_total":
		return p.labels["code of sockets"]
	case metric == "quatre_hub_refusals_total":
		return p.labels["code of refusals"] // a room refuses nothing in this test
	default:
		return p.labels[label]
	}
}

// exported is a metric as a process exports it.
type exported struct {
	kind   string
	series []map[string]string // labels
}

var (
	typeLine   = regexp.MustCompile(`^# TYPE (quatre_\S+) (\S+)`)
	seriesLine = regexp.MustCompile(`^(quatre_[a-z0-9_]+)(?:\{(.*)\})? \S+$`)
	labelPair  = regexp.MustCompile(`([a-z_]+)="([^"]*)"`)
)

func readMetrics(text string) map[string]exported {
	all := map[string]exported{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if m := typeLine.FindStringSubmatch(line); m != nil {
			all[m[1]] = exported{kind: m[2]}
			continue
		}
		m := seriesLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		name := m[1]
		for _, suffix := range []string{"_bucket", "_sum", "_count"} {
			if base, ok := strings.CutSuffix(name, suffix); ok && all[base].kind == "histogram" {
				name = base
			}
		}
		labels := map[string]string{}
		for _, pair := range labelPair.FindAllStringSubmatch(m[2], -1) {
			if pair[1] != "le" {
				labels[pair[1]] = pair[2]
			}
		}
		e := all[name]
		e.series = append(e.series, labels)
		all[name] = e
	}
	return all
}

// TestMetricsAreAsDocumented starts a hub and a worker, has them play, and a hub with a
// file, and compares what they export with docs/metrics.md: names, types, labels and
// their values.
func TestMetricsAreAsDocumented(t *testing.T) {
	c := startCluster(t)
	work := c.worker(1)
	url, _, log := start(t, "-store", c.redis.URL(), "-workers", "0")
	hub := metricsAddress.FindStringSubmatch(log.String())[1]
	playAI(t, url)

	_, _, log = start(t, "-store", "file:"+filepath.Join(t.TempDir(), "quatre.db"))
	alone := metricsAddress.FindStringSubmatch(log.String())[1]

	p := readPage(t)
	inRedis, inFile := "Store in Redis: hubs and workers", "Store in a file: hubs"
	both := []string{"Games: hubs and workers", "AI turns: hubs and workers", "Store: hubs and workers", "Process: hubs and workers"}
	for _, process := range []struct {
		name, address string
		sections      []string
	}{
		{"hub", hub, append([]string{"Hubs", inRedis}, both...)},
		{"worker", work.metrics, append([]string{"Workers", inRedis}, both...)},
		{"hub with a file", alone, append([]string{"Hubs", "Workers", inFile}, both...)},
	} {
		_, text := get(t, process.address)
		all := readMetrics(text)
		for name, d := range p.metrics {
			if _, there := all[name]; slices.Contains(process.sections, d.section) != there {
				t.Errorf("%s: %s, of %q, is exported: %v", process.name, name, d.section, there)
			}
		}
		for name, e := range all {
			if problem := p.check(name, e); problem != "" {
				t.Errorf("%s: %s: %s", process.name, name, problem)
			}
		}
		for _, runtime := range []string{"go_goroutines", "go_build_info", "process_resident_memory_bytes"} {
			if !strings.Contains(text, "\n"+runtime) {
				t.Errorf("%s: there is no %s", process.name, runtime)
			}
		}
		lint(t, process.name, text)
	}
	if len(p.metrics) < 50 {
		t.Errorf("the page has %d metrics only: is it read?", len(p.metrics))
	}
}

// check returns what is wrong with a metric by the page.
func (p page) check(name string, e exported) string {
	d, there := p.metrics[name]
	switch {
	case !there:
		return "is not documented"
	case d.kind != e.kind:
		return fmt.Sprintf("is a %s, and documented as a %s", e.kind, d.kind)
	case len(e.series) == 0:
		return "has no series"
	}
	for _, labels := range e.series {
		if len(labels) != len(d.labels) {
			return fmt.Sprintf("has the labels %v, and documented are %v", labels, d.labels)
		}
		for label, value := range labels {
			if _, there := d.labels[label]; !there {
				return fmt.Sprintf("has the label %s, which is not documented", label)
			}
			if values := p.allowed(name, label); values != nil && !slices.Contains(values, value) {
				return fmt.Sprintf("has %s=%q, which is none of %v", label, value, values)
			}
		}
	}
	return ""
}

// lint has Prometheus' own linter look at the metrics that are ours.
func lint(t *testing.T, process, text string) {
	t.Helper()
	problems, err := promlint.New(strings.NewReader(text)).Lint()
	if err != nil {
		t.Errorf("%s: %v", process, err)
	}
	for _, problem := range problems {
		if strings.HasPrefix(problem.Metric, "quatre_") {
			t.Errorf("%s: %s: %s", process, problem.Metric, problem.Text)
		}
	}
}

// The page's check finds what it is there to find.
func TestPageChecks(t *testing.T) {
	p := page{map[string]described{
		"quatre_a_total": {"Hubs", "counter", labelsOf("`game`, `by`: `human`, `ai`")},
	}, map[string][]string{"game": {"tictactoe"}}}
	for text, want := range map[string]string{
		"# TYPE quatre_a_total counter\nquatre_a_total{game=\"tictactoe\",by=\"ai\"} 1\n":                  "",
		"# TYPE quatre_a_total counter\nquatre_a_total{game=\"chess\",by=\"ai\"} 1\n":                      "none of [tictactoe]",
		"# TYPE quatre_a_total counter\nquatre_a_total{game=\"tictactoe\",by=\"x\"} 1\n":                   "none of [human ai]",
		"# TYPE quatre_a_total counter\nquatre_a_total{game=\"tictactoe\"} 1\n":                            "has the labels",
		"# TYPE quatre_a_total counter\nquatre_a_total{game=\"tictactoe\",of=\"x\"} 1\n":                   "is not documented",
		"# TYPE quatre_a_total gauge\nquatre_a_total{game=\"tictactoe\",by=\"ai\"} 1\n":                    "is a gauge",
		"# TYPE quatre_a_total counter\n":                                                                  "no series",
		"# TYPE quatre_b_seconds histogram\nquatre_b_seconds_bucket{le=\"1\"} 1\nquatre_b_seconds_sum 1\n": "is not documented",
	} {
		for name, e := range readMetrics(text) {
			if got := p.check(name, e); want == "" && got != "" || !strings.Contains(got, want) {
				t.Errorf("%s: %q, want %q", text, got, want)
			}
		}
	}
}
