package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// result is one line of the table of ratios.
type result struct {
	name           string
	unit           string
	hub, reference float64
	bar            float64 // the highest ratio that is acceptable
	noise          bool    // a figure does not count
	missing        string  // why nothing was measured
}

// figure is a figure of a measurement.
type figure func(figures) float64

// compare compares a figure of the hub with one of a reference.
func compare(name, unit string, hub *measurement, hubs figure, reference *measurement, references figure, bar float64) result {
	r := result{
		name: name, unit: unit, bar: bar, noise: hub.noise() != "" || reference.noise() != "",
		hub: hubs(hub.figures), reference: references(reference.figures),
	}
	if r.reference == 0 { // the clock of CPU time has steps of 10 ms
		r.missing = "not measured: the time was too short"
	}
	return r
}

// compareWith compares a figure of the hub with a number.
func compareWith(name, unit string, hub *measurement, hubs figure, reference, bar float64) result {
	return result{name: name, unit: unit, bar: bar, noise: hub.noise() != "", hub: hubs(hub.figures), reference: reference}
}

func (r result) verdict() string {
	switch {
	case r.noise:
		return "noise"
	case r.hub <= r.bar*r.reference: // false for NaN, if it could not be measured
		return "holds"
	}
	return "over"
}

// writeResults writes the ratios as a table in Markdown.
func writeResults(w io.Writer, results []result) error {
	t := newTable(w, "what", "hub", "reference", "ratio", "bar", "")
	for _, r := range results {
		if r.missing != "" {
			t.row(r.name, "", "", "", "", r.missing)
			continue
		}
		t.row(r.name, number(r.hub)+" "+r.unit, number(r.reference)+" "+r.unit, number(r.hub/r.reference), number(r.bar), r.verdict())
	}
	return t.flush()
}

// writeMeasurements writes the figures behind the ratios as a table in Markdown.
func (b *bench) writeMeasurements(w io.Writer) error {
	t := newTable(
		w, "server", "load", "moves/s", "CPU a move: server", "Redis", "p99", "p99.9",
		"server's core", "generator's core", "others on both", "rounds differ", "",
	)
	for _, m := range b.measured {
		percent := func(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }
		noise := m.noise()
		if noise != "" {
			noise = "noise: " + noise
		}
		cells := []string{m.servers.title, m.load.title, "", "", "", "", ""}
		if m.moves > 0 {
			cells = []string{
				m.servers.title, m.load.title, fmt.Sprintf("%.0f", m.moves), number(m.serverCPU) + " µs", number(m.redisCPU) + " µs",
				number(m.p99ms) + " ms", number(m.p999ms) + " ms",
			}
		}
		others := percent(m.foreign[0]) + ", " + percent(m.foreign[1])
		t.row(append(cells, percent(m.serverCore), percent(m.generatorCore), others, percent(m.spread(figures.all)), noise)...)
	}
	return t.flush()
}

// number writes a figure with three digits.
func number(x float64) string {
	switch {
	case x == 0:
		return "0"
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	case x >= 0.1:
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.4f", x)
}

// table writes a table in Markdown with aligned columns.
type table struct {
	w    io.Writer
	tabs *tabwriter.Writer
}

func newTable(w io.Writer, head ...string) table {
	t := table{w, tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)}
	t.row(head...)
	t.row(strings.Split(strings.Repeat("-", len(head)), "")...)
	return t
}

func (t table) row(cells ...string) { fmt.Fprintln(t.tabs, "| "+strings.Join(cells, "\t| ")+"\t|") }

func (t table) flush() error {
	fmt.Fprintln(t.tabs)
	return t.tabs.Flush()
}
