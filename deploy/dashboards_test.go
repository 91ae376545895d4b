package deploy

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/quatre/quatre/internal/redistest"
)

// dashboard has the fields of a dashboard that the tests read.
type dashboard struct {
	UID, Title    string
	SchemaVersion int
	Panels        []struct {
		ID                       int
		Type, Title, Description string
		Datasource               struct{ UID string }
		GridPos                  struct{ X, Y, W, H int }
		Targets                  []struct{ Expr string }
		FieldConfig              struct{ Defaults struct{ Unit string } }
	}
	Templating  struct{ List []struct{ Name, Type string } }
	Annotations struct{ List []struct{ Expr string } }
}

func readDashboards(t *testing.T) map[string]dashboard {
	t.Helper()
	all := map[string]dashboard{}
	for _, file := range glob(t, "deploy/grafana/dashboards/*.json") {
		var d dashboard
		if err := json.Unmarshal([]byte(read(t, file)), &d); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all[file] = d
	}
	return all
}

// expressions returns the queries of a dashboard, with values for Grafana's variables.
func (d dashboard) expressions() (all []string) {
	for _, p := range d.Panels {
		for _, target := range p.Targets {
			all = append(all, strings.ReplaceAll(target.Expr, "$__rate_interval", "15s"))
		}
	}
	for _, a := range d.Annotations.List {
		all = append(all, a.Expr)
	}
	return all
}

// Each dashboard has its own uid and a data source that can be chosen. Its panels have
// descriptions, do not overlap, and use documented metrics.
func TestDashboardsAreSound(t *testing.T) {
	known, uids := readKnownMetrics(t), map[string]string{}
	for file, d := range readDashboards(t) {
		if other := uids[d.UID]; other != "" || d.UID == "" || d.Title == "" || d.SchemaVersion < 41 {
			t.Errorf("%s: uid %q (%s has it too), title %q, schema %d", file, d.UID, other, d.Title, d.SchemaVersion)
		}
		uids[d.UID] = file
		if l := d.Templating.List; len(l) == 0 || l[0].Name != "datasource" || l[0].Type != "datasource" {
			t.Errorf("%s: the first variable is not the data source: %v", file, l)
		}
		taken, titles := map[[2]int]string{}, map[string]bool{}
		for _, p := range d.Panels {
			name := fmt.Sprintf("%s: panel %d, %q", file, p.ID, p.Title)
			if p.Type != "row" && (p.Description == "" || p.FieldConfig.Defaults.Unit == "" || p.Datasource.UID != "${datasource}" || len(p.Targets) == 0) {
				t.Errorf("%s lacks a description, a unit, the source or a query", name)
			}
			if p.Title == "" || titles[p.Type+p.Title] {
				t.Errorf("%s: the title is missing, or another panel has it", name)
			}
			titles[p.Type+p.Title] = true
			for x := p.GridPos.X; x < p.GridPos.X+p.GridPos.W; x++ {
				for y := p.GridPos.Y; y < p.GridPos.Y+p.GridPos.H; y++ {
					if other := taken[[2]int{x, y}]; other != "" || x >= 24 {
						t.Fatalf("%s overlaps %q, or is beyond the edge", name, other)
					}
					taken[[2]int{x, y}] = p.Title
				}
			}
		}
		for _, expr := range d.expressions() {
			for _, s := range selectors(expr) {
				if !known.has(s) {
					t.Errorf("%s uses %s, which docs/operate/metrics.md does not describe", file, s)
				}
			}
		}
	}
}

// loadTime is the longest time that the test waits under load. Usually all metrics exist
// after about five seconds.
const loadTime = 40 * time.Second

// TestDashboards runs a real Prometheus, with the repository's rules and jobs, against
// real hubs and a worker under load. It waits until each expression of a dashboard or
// recording rule has returned a number, and each series of an alert exists.
func TestDashboards(t *testing.T) {
	t.Parallel() // most of it is waiting
	s := startService(t)
	if exists, err := s.query("quatre_nonsense"); exists || err != nil {
		t.Fatalf("a metric that does not exist returns a number: %v, %v", exists, err)
	}
	missing := expectedExpressions(t)
	for end := time.Now().Add(loadTime); len(missing) > 0 && time.Now().Before(end); time.Sleep(time.Second) {
		for expr := range missing {
			if exists, err := s.query(expr); err != nil {
				t.Fatalf("%s\n%v", expr, err)
			} else if exists {
				delete(missing, expr)
			}
		}
	}
	for expr, user := range missing {
		t.Errorf("%s: this expression returns nothing:\n%s", user, expr)
	}
	s.checkRules(t)
}

// expectedExpressions returns the expressions that must return a number. Each value is the
// dashboard or rule that uses the expression.
func expectedExpressions(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for file, d := range readDashboards(t) {
		for _, expr := range d.expressions() {
			all[expr] = file
		}
	}
	for _, r := range rules(t) {
		if r.Record != "" {
			all[r.Expr] = r.Record
			all[r.Record] = r.Record
		}
		for _, s := range selectors(r.Expr) {
			all["count("+s+")"] = r.Record + r.Alert
		}
	}
	if len(all) < 100 {
		t.Fatalf("the test has found only %d expressions", len(all))
	}
	return all
}

// monitored is a running service with its Prometheus.
type monitored struct{ prometheus string } // host:port

// startService starts Redis, two hubs, a worker, a hub with a file, Prometheus, and two
// load generators: one cuts all connections every two seconds, the other does not.
func startService(t *testing.T) *monitored {
	t.Helper()
	bin := t.TempDir()
	compile := exec.CommandContext(t.Context(), "go", "build", "-o", bin, "./cmd/hub", "./cmd/aiworker", "./cmd/loadgen")
	compile.Dir = repository
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	store := redistest.New(t, "--maxmemory", "1gb").URL()
	var urls, hubs []string
	for range 2 {
		public, admin := redistest.FreeAddr(t), redistest.FreeAddr(t)
		start(t, filepath.Join(bin, "hub"), "-store", store, "-workers", "0", "-addr", public, "-admin", admin)
		urls, hubs = append(urls, "http://"+public), append(hubs, admin)
	}
	fileHub := redistest.FreeAddr(t)
	start(t, filepath.Join(bin, "hub"), "-store", "file:"+filepath.Join(t.TempDir(), "quatre.db"), "-workers", "0",
		"-addr", redistest.FreeAddr(t), "-admin", fileHub)
	hubs = append(hubs, fileHub)
	worker := redistest.FreeAddr(t)
	start(t, filepath.Join(bin, "aiworker"), "-store", store, "-concurrency", "1", "-admin", worker)

	s := &monitored{redistest.FreeAddr(t)}
	start(t, "prometheus", "--config.file="+configure(t, hubs, []string{worker}, s.prometheus), "--storage.tsdb.path="+t.TempDir(),
		"--web.listen-address="+s.prometheus, "--log.level=warn")
	redistest.Await(t, "Prometheus to reach hubs and worker", func() bool {
		exists, err := s.query("sum(up) == 5")
		return err == nil && exists
	})
	for _, flags := range [][]string{
		{"-rooms", "6", "-ai", "3", "-spectators", "1", "-storm", "2s", "-level", "normal"},
		{"-rooms", "2", "-variant", "force3", "-level", "strong", "-ai", "1"},
	} {
		start(t, filepath.Join(bin, "loadgen"), append(flags, "-url", strings.Join(urls, ","), "-think", "100ms",
			"-duration", loadTime.String(), "-settle", "0s")...)
	}
	return s
}

// start starts a program and ends it with the test.
func start(t *testing.T, program string, args ...string) {
	t.Helper()
	var output strings.Builder
	cmd := exec.Command(program, args...)
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Start(); err != nil {
		t.Fatalf("%v (make setup installs Redis and Prometheus)", err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
		if t.Failed() {
			text := output.String()
			t.Logf("%s %v output:\n%s", program, args, text[max(0, len(text)-2000):])
		}
	})
}

// longInterval matches the interval of the rules that Prometheus evaluates every two minutes.
var longInterval = regexp.MustCompile(`(?m)^    interval: 2m$`)

// configure writes the repository's configuration with the given addresses and an interval of
// one second, and returns the file's name. own is the address of Prometheus itself.
func configure(t *testing.T, hubs, workers []string, own string) string {
	t.Helper()
	folder := t.TempDir()
	for _, file := range glob(t, "deploy/prometheus/rules/*.yml") {
		write(t, filepath.Join(folder, filepath.Base(file)), longInterval.ReplaceAllString(read(t, file), "    interval: 1s"))
	}
	var config map[string]any
	if err := yaml.Unmarshal([]byte(read(t, "deploy/prometheus/prometheus.yml")), &config); err != nil {
		t.Fatal(err)
	}
	config["global"] = map[string]any{"scrape_interval": "1s", "scrape_timeout": "1s", "evaluation_interval": "1s"}
	config["rule_files"] = []string{filepath.Join(folder, "*.yml")}
	targets := map[string][]string{"hub": hubs, "aiworker": workers, "prometheus": {own}}
	for _, job := range config["scrape_configs"].([]any) {
		job := job.(map[string]any)
		name := job["job_name"].(string)
		maps.DeleteFunc(job, func(key string, _ any) bool { return strings.HasSuffix(key, "_sd_configs") })
		job["static_configs"] = []any{map[string]any{"targets": targets[name]}}
		delete(targets, name)
	}
	if len(targets) > 0 {
		t.Fatalf("deploy/prometheus/prometheus.yml has no job %v", slices.Collect(maps.Keys(targets)))
	}
	text, err := yaml.Marshal(config)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "prometheus.yaml") // not .yml: rule_files would match it
	write(t, file, string(text))
	return file
}

// ask sends a request to Prometheus' API and decodes the data of the answer.
func (m *monitored) ask(path string, data any) error {
	client := http.Client{Timeout: 10 * time.Second}
	resp, err := client.Get("http://" + m.prometheus + path)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	answer := struct {
		Status, Error string
		Data          any
	}{Data: data}
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		return fmt.Errorf("%s: %w", resp.Status, err)
	}
	if answer.Status != "success" {
		return fmt.Errorf("%s: %s", answer.Status, answer.Error)
	}
	return nil
}

// query reports whether an expression returns a number.
func (m *monitored) query(expr string) (bool, error) {
	var data struct {
		ResultType string
		Result     []struct{ Value [2]any }
	}
	if err := m.ask("/api/v1/query?query="+url.QueryEscape(expr), &data); err != nil {
		return false, err
	}
	for _, r := range data.Result {
		if r.Value[1] != "NaN" {
			return true, nil
		}
	}
	return false, nil
}

// checkRules fails the test unless Prometheus evaluates all rules.
func (m *monitored) checkRules(t *testing.T) {
	t.Helper()
	var data struct {
		Groups []struct {
			Rules []struct{ Name, Health, LastError string }
		}
	}
	if err := m.ask("/api/v1/rules", &data); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, g := range data.Groups {
		for _, r := range g.Rules {
			n++
			if r.Health != "ok" || r.LastError != "" {
				t.Errorf("%s is %s: %s", r.Name, r.Health, r.LastError)
			}
		}
	}
	if want := len(rules(t)); n != want {
		t.Errorf("Prometheus has %d rules of %d", n, want)
	}
}
