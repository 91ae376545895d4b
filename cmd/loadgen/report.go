package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"sync"
	"text/tabwriter"
	"time"
)

// report is what a run has measured and found: the JSON that other programs
// read.
type report struct {
	Moves          int64              `json:"moves"` // acknowledged while it counted
	Seconds        float64            `json:"seconds"`
	MovesPerSecond float64            `json:"moves_per_second"`
	Overdue        int                `json:"overdue"`     // open: moves that were due, and could not be sent before the end
	Confirm        latency            `json:"confirm_ms"`  // from a move (open: from when it was due) to its own ok
	Opponent       latency            `json:"opponent_ms"` // to the other player's connection
	Errors         map[string]int64   `json:"errors"`      // refusals by code, and what else went wrong
	Closes         map[string]int64   `json:"closes"`      // connections ended by something else than this program's end, by close code
	Reconnects     int64              `json:"reconnects"`
	Connections    int                `json:"connections"`
	Processes      map[string]process `json:"processes"`
	Verdict        *verdict           `json:"verdict,omitempty"`
}

// latency is a distribution in milliseconds.
type latency struct {
	P50  float64 `json:"p50"`
	P99  float64 `json:"p99"`
	P999 float64 `json:"p999"`
	Max  float64 `json:"max"`
}

func (h *histogram) latency() latency {
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	return latency{ms(h.quantile(0.5)), ms(h.quantile(0.99)), ms(h.quantile(0.999)), ms(h.quantile(1))}
}

// throughput takes what was done in the time that counted.
func (r *run) throughput(rep *report) {
	rep.Moves = r.moves.Load()
	rep.Seconds = min(r.now()-time.Duration(r.from.Load()), r.cfg.duration).Seconds()
	rep.MovesPerSecond = float64(rep.Moves) / rep.Seconds
	for _, t := range r.active() {
		rep.Overdue += len(t.abandon())
	}
}

// writeJSON writes the report into a file, or to standard output for "-".
func (rep *report) writeJSON(file string, stdout io.Writer) error {
	text, err := json.MarshalIndent(rep, "", "  ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if file == "-" {
		_, err = stdout.Write(text)
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

// write writes the report as a table for people.
func (rep *report) write(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "moves\t%d in %.1f s\t%.0f/s\n", rep.Moves, rep.Seconds, rep.MovesPerSecond)
	if rep.Overdue > 0 {
		fmt.Fprintf(t, "overdue\t%d\tmoves could not be sent in time: the latencies lack them\n", rep.Overdue)
	}
	fmt.Fprintf(t, "\tp50\tp99\tp99.9\tmax\n")
	for _, l := range []struct {
		name string
		latency
	}{{"move → own confirmation", rep.Confirm}, {"move → opponent's screen", rep.Opponent}} {
		fmt.Fprintf(t, "%s\t%.2f ms\t%.2f ms\t%.2f ms\t%.2f ms\n", l.name, l.P50, l.P99, l.P999, l.Max)
	}
	fmt.Fprintf(t, "connections\t%d\treconnects %d\n", rep.Connections, rep.Reconnects)
	writeCounts(t, "errors", rep.Errors)
	writeCounts(t, "closes", rep.Closes)
	for _, name := range slices.Sorted(maps.Keys(rep.Processes)) {
		p := rep.Processes[name]
		fmt.Fprintf(t, "%s\t%.1f µs CPU a move\t%.2f s CPU\t%.1f MB, %.1f MB before\t%.0f bytes a connection\n",
			name, p.CPUPerMove, p.CPUSeconds, float64(p.RSS)/1e6, float64(p.RSSBefore)/1e6, p.BytesPerConnection)
	}
	_ = t.Flush() // an error of the screen's has nowhere to go
	if rep.Verdict != nil {
		rep.Verdict.write(w)
	}
}

func writeCounts(w io.Writer, title string, counts map[string]int64) {
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(w, "%s\t%s\t%d\n", title, name, counts[name])
	}
}

func (v *verdict) write(w io.Writer) {
	fmt.Fprintf(w, "checked %d rooms, %d acknowledged commands: lost %d, doubled %d, gaps %d, after the end %d, strangers %d, stuck %d, illegal %d, refused yet stored %d, unreadable %d; rewinds %d\n",
		v.Rooms, v.Acknowledged, v.Lost, v.Doubled, v.Gaps, v.AfterEnd, v.Strangers, v.Stuck, v.Illegal, v.Unrefused, v.Unreadable, v.Rewinds)
	for _, d := range v.Details {
		fmt.Fprintln(w, "  "+d)
	}
}

// counts are numbers by name.
type counts struct {
	mu sync.Mutex
	m  map[string]int64
}

func (c *counts) add(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.m == nil {
		c.m = map[string]int64{}
	}
	c.m[name]++
}

func (c *counts) all() map[string]int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := map[string]int64{}
	maps.Copy(all, c.m)
	return all
}
