// Generate writes the dashboards of deploy/grafana/dashboards, which Grafana reads.
//
//	go -C deploy run ./grafana/generate
//
// A dashboard is rows of panels (players.go, ai.go, store.go, hubs.go, deploys.go);
// a panel is a title, what it means, a unit, limits, and expressions. grafana.go
// knows what Grafana wants beside that. A test fails if the files are not what this
// program writes.
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

// dashboards returns all of them, in the order in which they are read.
func dashboards() []board {
	return []board{players(), ai(), store(), hubs(), deploys()}
}

// board is a dashboard.
type board struct {
	name  string // of the file and in addresses
	title string
	about string
	rows  []row
}

// row is panels beside one another, under a heading if it has one.
type row struct {
	heading string
	height  int // in Grafana's units of some 30 pixels
	panels  []panel
}

// panel is one thing to see.
type panel struct {
	kind    string // of Grafana's
	title   string
	about   string  // what it says, and when to worry
	unit    string  // of Grafana's: "s", "percentunit", "short" …
	limits  []limit // in ascending order
	queries []query
	stacked bool
	below0  bool // values may be below 0: the axis begins where the data does
}

// limit is where a value becomes something else than well.
type limit struct {
	from  float64
	color string
}

// query is an expression and what its series are called.
type query struct{ expr, legend string }

// value shows what is so now as a number, with a faint line of how it came to be.
func value(title, unit, about, expr string, limits ...limit) panel {
	return panel{kind: "stat", title: title, unit: unit, about: about, limits: limits, queries: []query{{expr, ""}}}
}

// lines shows how it came to be.
func lines(title, unit, about string, queries ...query) panel {
	return panel{kind: "timeseries", title: title, unit: unit, about: about, queries: queries}
}

// areas shows parts of a whole, one on the other.
func areas(title, unit, about string, queries ...query) panel {
	p := lines(title, unit, about, queries...)
	p.stacked = true
	return p
}

// table shows the labels of series that are there now.
func table(title, about, expr string) panel {
	return panel{kind: "table", title: title, unit: "short", about: about, queries: []query{{expr, ""}}}
}

// with draws limits into a panel.
func (p panel) with(limits ...limit) panel {
	p.limits = limits
	return p
}

// signed lets a panel's values be below 0.
func (p panel) signed() panel {
	p.below0 = true
	return p
}

// What limits mean.
func warn(from float64) limit { return limit{from, "orange"} }
func bad(from float64) limit  { return limit{from, "red"} }
func good(from float64) limit { return limit{from, "green"} }

// quantile asks for a quantile of a histogram's classic buckets, by some labels,
// such as "level" or "job, instance"; "": of all together.
func quantile(q float64, metric, matchers, by string) string {
	if by != "" {
		by = ", " + by
	}
	return fmt.Sprintf("histogram_quantile(%g, sum by (le%s) (rate(%s_bucket%s[$__rate_interval])))", q, by, metric, matchers)
}

// rate asks for events a second, by some labels.
func rate(metric, by string) string {
	if by == "" {
		return fmt.Sprintf("sum(rate(%s[$__rate_interval]))", metric)
	}
	return fmt.Sprintf("sum by (%s) (rate(%s[$__rate_interval]))", by, metric)
}

// file is the name of its file.
func (b board) file() string { return b.name + ".json" }

// encode returns the file.
func (b board) encode() []byte {
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false) // expressions have < and >
	e.SetIndent("", "  ")
	if err := e.Encode(b.grafana()); err != nil {
		panic(err) // it is made of what can be encoded
	}
	return buf.Bytes()
}
