// Generate writes the dashboards in deploy/grafana/dashboards, which Grafana reads.
//
//	go -C deploy run ./grafana/generate
//
// A dashboard is rows of panels (players.go, ai.go, store.go, hubs.go, deploys.go). A panel
// has a title, a description, a unit, limits, and expressions. grafana.go adds the rest of
// Grafana's JSON model. A test fails if the files differ from what this program writes.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// folder is where the dashboards are, from the folder deploy.
const folder = "grafana/dashboards"

func main() {
	for _, d := range dashboards() {
		if err := os.WriteFile(filepath.Join(folder, d.file()), d.encode(), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// dashboards returns all dashboards.
func dashboards() []board {
	return []board{players(), ai(), store(), hubs(), deploys()}
}

// board is a dashboard.
type board struct {
	name  string // of the file and in URLs
	title string
	about string
	rows  []row
}

// row is a row of panels. Its heading is optional.
type row struct {
	heading string
	height  int // in Grafana's units of about 30 pixels
	panels  []panel
}

// panel is one graph, number or table.
type panel struct {
	kind          string // Grafana's type: "stat", "timeseries", "table"
	title         string
	about         string  // description: what it shows, and when to worry
	unit          string  // Grafana's unit: "s", "percentunit", "short" …
	limits        []limit // in ascending order
	queries       []query
	stacked       bool
	mayBeNegative bool // values may be below 0, so the axis has no minimum
}

// limit is the value from which a colour applies.
type limit struct {
	from  float64
	color string
}

// query is an expression and the legend of its series.
type query struct{ expr, legend string }

// value shows the latest value as a number, with its history as a faint line.
func value(title, unit, about, expr string, limits ...limit) panel {
	return panel{kind: "stat", title: title, unit: unit, about: about, limits: limits, queries: []query{{expr, ""}}}
}

// lines shows series over time.
func lines(title, unit, about string, queries ...query) panel {
	return panel{kind: "timeseries", title: title, unit: unit, about: about, queries: queries}
}

// areas shows stacked series: parts of a whole over time.
func areas(title, unit, about string, queries ...query) panel {
	p := lines(title, unit, about, queries...)
	p.stacked = true
	return p
}

// table shows the labels of the present series.
func table(title, about, expr string) panel {
	return panel{kind: "table", title: title, unit: "short", about: about, queries: []query{{expr, ""}}}
}

// with adds limits to a panel.
func (p panel) with(limits ...limit) panel {
	p.limits = limits
	return p
}

// signed allows values below 0.
func (p panel) signed() panel {
	p.mayBeNegative = true
	return p
}

// warn, bad and good return a limit with a colour for its meaning.
func warn(from float64) limit { return limit{from, "orange"} }
func bad(from float64) limit  { return limit{from, "red"} }
func good(from float64) limit { return limit{from, "green"} }

// quantile returns the expression for a quantile of a histogram's classic buckets. by lists the
// labels that tell series apart, such as "job, instance". If by is "", all series count as one.
func quantile(q float64, metric, matchers, by string) string {
	if by != "" {
		by = ", " + by
	}
	return fmt.Sprintf("histogram_quantile(%g, sum by (le%s) (rate(%s_bucket%s[$__rate_interval])))", q, by, metric, matchers)
}

// rate returns the expression for events a second. by is as in quantile.
func rate(metric, by string) string {
	if by == "" {
		return fmt.Sprintf("sum(rate(%s[$__rate_interval]))", metric)
	}
	return fmt.Sprintf("sum by (%s) (rate(%s[$__rate_interval]))", by, metric)
}

// file returns the name of the dashboard's file.
func (b board) file() string { return b.name + ".json" }

// encode returns the content of the dashboard's file.
func (b board) encode() []byte {
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false) // expressions have < and >
	e.SetIndent("", "  ")
	if err := e.Encode(b.grafana()); err != nil {
		panic(err) // cannot happen: maps, slices, strings and numbers encode
	}
	return buf.Bytes()
}
