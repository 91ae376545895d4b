package deploy

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// rule is a rule of Prometheus: an alert or a recorded series.
type rule struct {
	Record, Alert, Expr string
	Labels, Annotations map[string]string
	For                 string
}

// rules returns the rules of all files.
func rules(t *testing.T) (all []rule) {
	t.Helper()
	for _, file := range glob(t, "deploy/prometheus/rules/*.yml") {
		var content struct{ Groups []struct{ Rules []rule } }
		if err := yaml.Unmarshal([]byte(read(t, file)), &content); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, g := range content.Groups {
			all = append(all, g.Rules...)
		}
	}
	if len(all) < 30 {
		t.Fatalf("the test has found only %d rules", len(all))
	}
	return all
}

// alerts returns the rules that are alerts.
func alerts(t *testing.T) []rule {
	t.Helper()
	return slices.DeleteFunc(rules(t), func(r rule) bool { return r.Alert == "" })
}

// glob returns the files of the repository that match a pattern.
func glob(t *testing.T, pattern string) (files []string) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(repository, pattern))
	if err != nil || len(found) == 0 {
		t.Fatalf("%s matches %v (%v), want at least one file", pattern, found, err)
	}
	for _, f := range found {
		rel, err := filepath.Rel(repository, f)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, rel)
	}
	return files
}

// promtool runs Prometheus' own tool on files. If it is not installed, the test fails
// instead of being skipped.
func promtool(t *testing.T, command []string, files ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "promtool", append(command, files...)...)
	cmd.Dir = repository
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("promtool %s: %v (make setup installs it)\n%s", strings.Join(command, " "), err, out)
	}
}

func TestRulesAreValid(t *testing.T) {
	promtool(t, []string{"check", "rules"}, glob(t, "deploy/prometheus/rules/*.yml")...)
	promtool(t, []string{"check", "config"}, "deploy/prometheus/prometheus.yml")
}

// The Prometheus configuration in docs/operate/operations.md is valid, and its jobs have the names
// that the repository's rules need.
func TestDocumentedPrometheus(t *testing.T) {
	block := documented(t, "docs/operate/operations.md", "In `/etc/prometheus/prometheus.yml`")
	file := filepath.Join(t.TempDir(), "prometheus.yml")
	write(t, file, block)
	promtool(t, []string{"check", "config", "--syntax-only"}, file)
	if got, want := jobs(t, block), jobs(t, read(t, "deploy/prometheus/prometheus.yml")); len(got) < 2 || !slices.Equal(got, want[:len(got)]) {
		t.Errorf("docs/operate/operations.md has the jobs %v, deploy/prometheus %v", got, want)
	}
}

// jobs returns the names of a configuration's jobs.
func jobs(t *testing.T, text string) (names []string) {
	t.Helper()
	var config struct {
		Jobs []struct {
			Name string `yaml:"job_name"`
		} `yaml:"scrape_configs"`
	}
	if err := yaml.Unmarshal([]byte(text), &config); err != nil {
		t.Fatal(err)
	}
	for _, j := range config.Jobs {
		names = append(names, j.Name)
	}
	return names
}

// The unit tests of the alerts pass.
func TestAlertsFire(t *testing.T) {
	t.Parallel() // slow
	promtool(t, []string{"test", "rules"}, glob(t, "deploy/prometheus/tests/*.yml")...)
}

// firing is the expression by which the unit tests get all firing alerts.
const firing = `count by (alertname, severity) (ALERTS{alertstate="firing"})`

// Each alert, at each severity, has a unit test in which it fires at one time and is
// silent at another.
func TestAlertsHaveUnitTests(t *testing.T) {
	fired, silent := map[string]bool{}, map[string]bool{}
	name := regexp.MustCompile(`alertname="(\w+)", severity="(\w+)"`)
	for _, file := range glob(t, "deploy/prometheus/tests/*.yml") {
		var content struct {
			Tests []struct {
				Name   string
				Checks []struct {
					Expr    string
					Samples []struct{ Labels string } `yaml:"exp_samples"`
				} `yaml:"promql_expr_test"`
			}
		}
		if err := yaml.Unmarshal([]byte(read(t, file)), &content); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, test := range content.Tests {
			var checks [][]string // the firing alerts of each check
			for _, c := range test.Checks {
				if c.Expr != firing {
					continue
				}
				var now []string
				for _, s := range c.Samples {
					if m := name.FindStringSubmatch(s.Labels); m != nil {
						now = append(now, m[1]+" "+m[2])
					}
				}
				checks = append(checks, now)
			}
			for _, alert := range slices.Concat(checks...) {
				fired[alert] = true
				for _, others := range checks {
					silent[alert] = silent[alert] || !slices.Contains(others, alert)
				}
			}
		}
	}
	for _, a := range alerts(t) {
		if alert := a.Alert + " " + a.Labels["severity"]; !fired[alert] || !silent[alert] {
			t.Errorf("%s: unit tests have a check in which it fires: %v, and one in which it is silent: %v", alert, fired[alert], silent[alert])
		}
	}
}

// Each alert has a severity, a summary, a description and a link to the runbook. The
// runbook has an entry with all three parts for each alert, no other entries, and no
// broken links between them.
func TestRunbook(t *testing.T) {
	const runbook = "https://github.com/quatre/quatre/blob/main/docs/operate/runbook.md#"
	text := read(t, "docs/operate/runbook.md")
	entries := map[string]string{}
	for part := range strings.SplitSeq(text, "\n## ") {
		heading, body, _ := strings.Cut(part, "\n")
		if strings.HasPrefix(heading, "Quatre") {
			body, _, _ = strings.Cut(body, "\n# ")
			entries[strings.ToLower(heading)] = body
		}
	}
	known := map[string]bool{}
	for _, a := range alerts(t) {
		anchor := strings.ToLower(a.Alert)
		known[anchor] = true
		if s := a.Labels["severity"]; s != "critical" && s != "warning" {
			t.Errorf("%s: severity %q, want critical or warning", a.Alert, s)
		}
		if a.Annotations["summary"] == "" || a.Annotations["description"] == "" {
			t.Errorf("%s has no summary or no description", a.Alert)
		}
		if got := a.Annotations["runbook_url"]; got != runbook+anchor {
			t.Errorf("%s: runbook_url is %s, want %s", a.Alert, got, runbook+anchor)
		}
		for _, part := range []string{"**Means**", "**Look at**", "**Do**"} {
			if !strings.Contains(entries[anchor], part) {
				t.Errorf("docs/operate/runbook.md: %s has no part %s", a.Alert, part)
			}
		}
	}
	for heading := range entries {
		if !known[heading] {
			t.Errorf("docs/operate/runbook.md has an entry for %s, which is not an alert", heading)
		}
	}
	for _, m := range regexp.MustCompile(`\]\(#(\w+)\)`).FindAllStringSubmatch(text, -1) {
		if !known[m[1]] {
			t.Errorf("docs/operate/runbook.md links to #%s, which does not exist", m[1])
		}
	}
}

// Each panel that the runbook names is on the dashboard that the runbook names with it.
func TestRunbookNamesPanels(t *testing.T) {
	panels, named := map[string]bool{}, 0
	for _, d := range readDashboards(t) {
		for _, p := range d.Panels {
			panels[strings.TrimPrefix(d.Title, "Quatre: ")+p.Title] = true
		}
	}
	quoted := regexp.MustCompile(`"[^"]+"`)
	text := strings.Join(strings.Fields(read(t, "docs/operate/runbook.md")), " ")
	for _, m := range regexp.MustCompile(`\*(\w+)\*((?:(?:,| and| or) "[^"]+")+)`).FindAllStringSubmatch(text, -1) {
		for _, panel := range quoted.FindAllString(m[2], -1) {
			named++
			if !panels[m[1]+strings.Trim(panel, `"`)] {
				t.Errorf("docs/operate/runbook.md names the panel %s, which is not on the dashboard %s", panel, m[1])
			}
		}
	}
	if named == 0 {
		t.Error("docs/operate/runbook.md names no panel in the form that this test reads")
	}
}

// docs/operate/metrics.md describes all metrics that the rules use.
func TestRulesUseDocumentedMetrics(t *testing.T) {
	known := readKnownMetrics(t)
	for _, r := range rules(t) {
		for _, s := range selectors(r.Expr) {
			if !known.has(s) {
				t.Errorf("%s%s uses %s, which docs/operate/metrics.md does not describe", r.Record, r.Alert, s)
			}
		}
	}
}

// knownMetrics has the metrics that expressions may use.
type knownMetrics struct {
	metrics  string // docs/operate/metrics.md
	recorded []rule
}

func readKnownMetrics(t *testing.T) knownMetrics {
	return knownMetrics{read(t, "docs/operate/metrics.md"), rules(t)}
}

// has reports whether a selector's metric is a recorded series, a described metric or part
// of a described histogram, or comes from Prometheus or its client library.
func (v knownMetrics) has(selector string) bool {
	name, _, _ := strings.Cut(selector, "{")
	switch {
	case strings.HasPrefix(name, "quatre:"):
		return slices.ContainsFunc(v.recorded, func(r rule) bool { return r.Record == name })
	case !strings.HasPrefix(name, "quatre_"):
		return true
	}
	for _, suffix := range []string{"_bucket", "_sum", "_count"} {
		name = strings.TrimSuffix(name, suffix)
	}
	return strings.Contains(v.metrics, "\n| `"+name+"` |")
}

// selector matches a metric of Quatre, of the runtime or of Prometheus, and its matchers.
// Values of matchers must not contain a brace.
var selector = regexp.MustCompile(`\b(?:quatre[_:][a-z0-9_:]+|process_[a-z_]+|go_[a-z_]+|up)\b(?:\{[^}]*\})?`)

// selectors returns the selectors of an expression.
func selectors(expr string) []string {
	return selector.FindAllString(expr, -1)
}
