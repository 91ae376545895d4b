package main

import (
	"encoding/json"
	"io"
	"math"
	"os"
	"slices"
	"sync"
	"time"
)

// report is the result of a run. Other programs read its JSON.
type report struct {
	Moves          int64            `json:"moves"` // acknowledged in the measured time
	Seconds        float64          `json:"seconds"`
	MovesPerSecond float64          `json:"moves_per_second"`
	Overdue        int              `json:"overdue"`            // with -rate: moves that were due but not sent before the end
	Confirm        latency          `json:"confirm_ms"`         // from the time a move was due to its acknowledgement
	Opponent       latency          `json:"opponent_ms"`        // from the time a move was due to its arrival at the other player
	Reply          *latency         `json:"reply_ms,omitempty"` // from the time a move was due to the arrival of the AI's reply
	Errors         map[string]int64 `json:"errors"`             // refusals by code, and other errors
	Closes         map[string]int64 `json:"closes"`             // connections that ended before the run did, by close code
	Reconnects     int64            `json:"reconnects"`
	Connections    int              `json:"connections"`
	Verdict        *verdict         `json:"verdict"`
}

// latency is a distribution in milliseconds.
type latency struct {
	P50  float64 `json:"p50"`
	P99  float64 `json:"p99"`
	P999 float64 `json:"p999"`
	Max  float64 `json:"max"`
}

// write writes the report as JSON into a file, or to standard output for "-".
func (rep *report) write(file string, stdout io.Writer) error {
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

// latencies are the measured times of one kind. The zero value is empty. It is safe for concurrent
// use.
type latencies struct {
	mu    sync.Mutex
	times []time.Duration
}

// record adds one time; a negative one counts as 0.
func (l *latencies) record(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.times = append(l.times, max(0, d))
}

// latency returns the distribution of the times. A quantile is the smallest time that this share of all
// times does not exceed (the nearest rank); 0 if there are none.
func (l *latencies) latency() latency {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.times) == 0 {
		return latency{}
	}
	slices.Sort(l.times)
	ms := func(q float64) float64 {
		return float64(l.times[int(math.Ceil(q*float64(len(l.times))))-1].Microseconds()) / 1000
	}
	return latency{ms(0.5), ms(0.99), ms(0.999), ms(1)}
}
