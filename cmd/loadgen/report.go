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

// report is the result of a run. Other programs read its JSON.
type report struct {
	Moves          int64            `json:"moves"` // acknowledged in the measured time
	Seconds        float64          `json:"seconds"`
	MovesPerSecond float64          `json:"moves_per_second"`
	Overdue        int              `json:"overdue"`            // open mode: moves that were due but not sent before the end
	Confirm        latency          `json:"confirm_ms"`         // from the time a move was due to its acknowledgement
	Opponent       latency          `json:"opponent_ms"`        // from the time a move was due to its arrival at the other player
	Reply          *latency         `json:"reply_ms,omitempty"` // from the time a move was due to the arrival of the AI's reply
	Errors         map[string]int64 `json:"errors"`             // refusals by code, and other errors
	Closes         map[string]int64 `json:"closes"`             // connections that ended before the run did, by close code
	Reconnects     int64            `json:"reconnects"`
	Connections    int              `json:"connections"`
	Verdict        *verdict         `json:"verdict,omitempty"`
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

// addThroughput adds the moves of the measured time to the report.
func (r *run) addThroughput(rep *report) {
	rep.Moves = r.moves.Load()
	rep.Seconds = min(r.now()-time.Duration(r.countFrom.Load()), r.cfg.duration).Seconds()
	rep.MovesPerSecond = float64(rep.Moves) / rep.Seconds
	for _, m := range r.activeMatches() {
		rep.Overdue += len(m.takeAllDue())
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

// write writes the report as a table.
func (rep *report) write(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "moves\t%d in %.1f s\t%.0f/s\n", rep.Moves, rep.Seconds, rep.MovesPerSecond)
	if rep.Overdue > 0 {
		fmt.Fprintf(t, "overdue\t%d\tmoves were not sent in time; the latencies do not include them\n", rep.Overdue)
	}
	fmt.Fprintf(t, "\tp50\tp99\tp99.9\tmax\n")
	writeLatency(t, "move → own confirmation", rep.Confirm)
	writeLatency(t, "move → opponent's screen", rep.Opponent)
	if rep.Reply != nil {
		writeLatency(t, "move → the AI's reply", *rep.Reply)
	}
	fmt.Fprintf(t, "connections\t%d\treconnects %d\n", rep.Connections, rep.Reconnects)
	writeCounts(t, "errors", rep.Errors)
	writeCounts(t, "closes", rep.Closes)
	_ = t.Flush() // an error on the terminal cannot be reported
	if rep.Verdict != nil {
		rep.Verdict.write(w)
	}
}

func writeLatency(w io.Writer, name string, l latency) {
	fmt.Fprintf(w, "%s\t%.2f ms\t%.2f ms\t%.2f ms\t%.2f ms\n", name, l.P50, l.P99, l.P999, l.Max)
}

func writeCounts(w io.Writer, title string, counts map[string]int64) {
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(w, "%s\t%s\t%d\n", title, name, counts[name])
	}
}

func (v *verdict) write(w io.Writer) {
	fmt.Fprintf(
		w,
		"checked %d rooms, %d acknowledged commands: lost %d, doubled %d, gaps %d, after the end %d, strangers %d, stuck %d, illegal %d, refused but stored %d, unreadable %d; rewinds %d\n",
		v.Rooms,
		v.Acknowledged,
		v.Lost,
		v.Doubled,
		v.Gaps,
		v.AfterEnd,
		v.Strangers,
		v.Stuck,
		v.Illegal,
		v.Unrefused,
		v.Unreadable,
		v.Rewinds,
	)
	for _, d := range v.Details {
		fmt.Fprintln(w, "  "+d)
	}
}

// counter counts events by name. The zero value is ready to use. It is safe for
// concurrent use.
type counter struct {
	mu sync.Mutex
	m  map[string]int64
}

func (c *counter) add(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.m == nil {
		c.m = map[string]int64{}
	}
	c.m[name]++
}

func (c *counter) all() map[string]int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := map[string]int64{}
	maps.Copy(all, c.m)
	return all
}
