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

// documentedMetric is a metric in docs/operate/metrics.md.
type documentedMetric struct {
	section, kind string
	labels        map[string][]string // allowed values by label; nil: see metricsPage.labels
}

// metricsPage is the content of docs/operate/metrics.md.
type metricsPage struct {
	metrics map[string]documentedMetric
	labels  map[string][]string // allowed values by label, or by a text such as "code of sockets"
}

var quoted = regexp.MustCompile("`([^`]*)`")

// quotedWords returns the words between backquotes.
func quotedWords(cell string) (all []string) {
	for _, m := range quoted.FindAllStringSubmatch(cell, -1) {
		all = append(all, m[1])
	}
	return all
}

// readPage reads the tables of docs/operate/metrics.md.
func readPage(t *testing.T) metricsPage {
	t.Helper()
	text, err := os.ReadFile("../../docs/operate/metrics.md")
	if err != nil {
		t.Fatal(err)
	}
	p := metricsPage{map[string]documentedMetric{}, map[string][]string{}}
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
			p.labels[name] = quotedWords(cells[1])
		case len(cells) == 4:
			kind, _, _ := strings.Cut(strings.TrimSpace(cells[1]), ",")
			p.metrics[quotedWords(cells[0])[0]] = documentedMetric{section, kind, labelsOf(cells[2])}
		}
	}
	return p
}

// labelsOf parses a table cell such as `game`, `reason`: `line`, `draw`; `result`: `won`.
func labelsOf(cell string) map[string][]string {
	labels := map[string][]string{}
	for part := range strings.SplitSeq(cell, ";") {
		names, values, _ := strings.Cut(part, ":")
		for _, name := range quotedWords(names) {
			labels[name] = nil
		}
		if all := quotedWords(names); values != "" {
			labels[all[len(all)-1]] = quotedWords(values)
		}
	}
	return labels
}

// allowed returns the values that a label of a metric may have, or nil for any value.
func (p metricsPage) allowed(metric, label string) []string {
	switch own := p.metrics[metric].labels[label]; {
	case own != nil:
		return own
	case metric == "quatre_hub_sockets_closed_total":
		return p.labels["code of sockets"]
	case metric == "quatre_hub_refusals_total":
		return p.labels["code of refusals"] // this test causes no other refusals
	default:
		return p.labels[label]
	}
}

// exportedMetric is a metric that a process exports.
type exportedMetric struct {
	kind   string
	series []map[string]string // labels of each series
}

var (
	typeLine   = regexp.MustCompile(`^# TYPE (quatre_\S+) (\S+)`)
	seriesLine = regexp.MustCompile(`^(quatre_[a-z0-9_]+)(?:\{(.*)\})? \S+$`)
	labelPair  = regexp.MustCompile(`([a-z_]+)="([^"]*)"`)
)

func readMetrics(text string) map[string]exportedMetric {
	all := map[string]exportedMetric{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if m := typeLine.FindStringSubmatch(line); m != nil {
			all[m[1]] = exportedMetric{kind: m[2]}
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

// TestMetricsMatchDocumentation compares the metrics of a hub, a worker and a hub with a
// file store with docs/operate/metrics.md: names, types, labels and label values.
func TestMetricsMatchDocumentation(t *testing.T) {
	c := startCluster(t)
	worker := c.startWorker(1)
	url, _, log := startHub(t, "-store", c.redis.URL(), "-workers", "0")
	hub := metricsAddress.FindStringSubmatch(log.String())[1]
	startAIGame(t, url)

	_, _, log = startHub(t, "-store", "file:"+filepath.Join(t.TempDir(), "quatre.db"))
	alone := metricsAddress.FindStringSubmatch(log.String())[1]

	p := readPage(t)
	inRedis := "Store in Redis: hubs and workers"
	both := []string{"Games: hubs and workers", "AI turns: hubs and workers", "Store: hubs and workers", "Process: hubs and workers"}
	for _, process := range []struct {
		name, address string
		sections      []string
	}{
		{"hub", hub, append([]string{"Hubs", inRedis}, both...)},
		{"worker", worker.metrics, append([]string{"Workers", inRedis}, both...)},
		{"hub with a file", alone, append([]string{"Hubs", "Workers"}, both...)},
	} {
		_, text := get(t, process.address)
		all := readMetrics(text)
		for name, d := range p.metrics {
			if name == "quatre_ai_reply_seconds" && process.name != "worker" {
				continue // it appears with the first reply that the process stores
			}
			if _, there := all[name]; slices.Contains(process.sections, d.section) != there {
				t.Errorf("%s: %s, section %q, exported: %v", process.name, name, d.section, there)
			}
		}
		for name, e := range all {
			if problem := p.check(name, e); problem != "" {
				t.Errorf("%s: %s: %s", process.name, name, problem)
			}
		}
		for _, runtime := range []string{"go_goroutines", "go_build_info", "process_resident_memory_bytes"} {
			if !strings.Contains(text, "\n"+runtime) {
				t.Errorf("%s: %s is missing", process.name, runtime)
			}
		}
		lint(t, process.name, text)
	}
	if len(p.metrics) < 25 {
		t.Errorf("docs/operate/metrics.md has only %d metrics", len(p.metrics))
	}
}

// check returns how a metric differs from the page, or "".
func (p metricsPage) check(name string, e exportedMetric) string {
	d, there := p.metrics[name]
	switch {
	case !there:
		return "is not documented"
	case d.kind != e.kind:
		return fmt.Sprintf("is a %s, documented as a %s", e.kind, d.kind)
	case len(e.series) == 0:
		return "has no series"
	}
	for _, labels := range e.series {
		if len(labels) != len(d.labels) {
			return fmt.Sprintf("has the labels %v, documented are %v", labels, d.labels)
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

// lint checks our own metrics with Prometheus' linter.
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

// metricsPage.check must find every kind of difference.
func TestMetricsPageCheck(t *testing.T) {
	p := metricsPage{map[string]documentedMetric{
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
