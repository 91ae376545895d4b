package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// measureOnce puts a load on new servers, once.
func (b *bench) measureOnce(p pair) (f figures, err error) {
	dir, err := os.MkdirTemp("", "quatre-bench-")
	if err != nil {
		return figures{}, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	r := &running{b: b, dir: dir, priority: b.priority && p.load.kind == openLoop}
	defer r.stop()
	if err := r.start(p.servers); err != nil {
		return figures{}, err
	}
	warmup := "2s"
	if b.quick {
		warmup = "100ms"
	}
	args := []string{
		"-raw", "-url", strings.Join(r.urls, ","), "-relay=" + strconv.FormatBool(p.servers.program == "relay"),
		"-duration", b.duration.String(), "-warmup", warmup,
	}
	for _, pid := range r.pids {
		args = append(args, "-pid", pid)
	}
	if f, err = b.generate(r.priority, append(args, p.load.args...)); err != nil || !p.servers.worker {
		return f, err
	}
	f.search, err = meanSearch(r.metrics)
	return f, err
}

// report is the part of loadgen's report that bench uses.
type report struct {
	Rate      float64            `json:"moves_per_second"`
	Seconds   float64            `json:"seconds"`
	Overdue   int                `json:"overdue"`
	Opponent  map[string]float64 `json:"opponent_ms"`
	Reply     map[string]float64 `json:"reply_ms"` // only with AIs
	Errors    map[string]int     `json:"errors"`
	Processes map[string]struct {
		CPU     float64 `json:"cpu_us_per_move"`
		Seconds float64 `json:"cpu_seconds"`
		Memory  float64 `json:"bytes_per_connection"`
	} `json:"processes"`
	Cores []struct {
		Busy  float64 `json:"busy"`
		Steal float64 `json:"steal"`
	} `json:"cores"`
}

// generate runs loadgen. It fails if loadgen finds a lost or wrong move, or if a request
// was refused.
func (b *bench) generate(priority bool, args []string) (figures, error) {
	cmd := command(generatorCore, priority, filepath.Join(b.bin, "loadgen"), append(args, "-json", "-")...)
	cmd.Env = append(cmd.Environ(), "GOMAXPROCS=1")
	var table strings.Builder
	cmd.Stderr = &table
	text, err := cmd.Output()
	var rep report
	if decodeErr := json.Unmarshal(text, &rep); err != nil || decodeErr != nil {
		return figures{}, fmt.Errorf("loadgen %s: %w\n%s", strings.Join(args, " "), errors.Join(err, decodeErr), table.String())
	}
	if len(rep.Errors) > 0 {
		return figures{}, fmt.Errorf("loadgen %s: some moves were lost, wrong or refused, so the figures are void: %s", strings.Join(args, " "), formatCounts(rep.Errors))
	}
	if maxOverdue := 0.01 * rep.Rate * rep.Seconds; float64(rep.Overdue) > max(maxOverdue, 1) && !b.quick {
		return figures{}, fmt.Errorf("loadgen %s: %d moves were due and could not be sent", strings.Join(args, " "), rep.Overdue)
	}
	return rep.figures(), nil
}

func (rep *report) figures() figures {
	f := figures{moves: rep.Rate, p99ms: rep.Opponent["p99"], p999ms: rep.Opponent["p999"]}
	if rep.Reply != nil {
		f.p99ms, f.p999ms = rep.Reply["p99"], rep.Reply["p999"]
	}
	for name, p := range rep.Processes {
		share := p.Seconds / rep.Seconds
		switch {
		case strings.HasPrefix(name, "server"):
			f.serverCPU += p.CPU
			f.connection += p.Memory
			f.serverShare += share
			f.serverCore += share
		case name == "redis":
			f.redisCPU = p.CPU
			f.serverCore += share
		case name == "worker":
			f.workerCPU = p.CPU
			f.generatorCore += share
		default: // loadgen, and a replica
			f.generatorCore += share
		}
	}
	for i, own := range []float64{f.serverCore, f.generatorCore} {
		if i < len(rep.Cores) {
			f.foreign[i] = max(rep.Cores[i].Busy+rep.Cores[i].Steal-own, 0)
		}
	}
	return f
}

// formatCounts formats a list of errors, such as "no_answer 3, stale 1".
func formatCounts(errs map[string]int) string {
	var list []string
	for _, code := range slices.Sorted(maps.Keys(errs)) {
		list = append(list, fmt.Sprintf("%s %d", code, errs[code]))
	}
	return strings.Join(list, ", ")
}

// meanSearch returns the mean time of the worker's searches in microseconds.
func meanSearch(addr string) (float64, error) {
	resp, err := http.Get("http://" + addr + "/metrics")
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	var sum, count float64
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		name, value, _ := strings.Cut(lines.Text(), " ")
		x, _ := strconv.ParseFloat(value, 64) // 0 for other lines
		switch {
		case strings.HasPrefix(name, "quatre_ai_search_seconds_sum"):
			sum += x
		case strings.HasPrefix(name, "quatre_ai_search_seconds_count"):
			count += x
		}
	}
	if count == 0 {
		return 0, errors.New("the worker's metrics have no search")
	}
	return 1e6 * sum / count, nil
}

// diskWrites is the number of writes that diskWrite measures.
const diskWrites = 300

// diskWrite measures how long the disk needs to keep 4 KiB more at the end of a file, in
// milliseconds: the mean of many writes, each with fsync.
func diskWrite() (ms float64, err error) {
	file, err := os.CreateTemp("", "quatre-bench-")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, file.Close(), os.Remove(file.Name())) }()
	page := make([]byte, 4096)
	start := time.Now()
	for range diskWrites {
		if _, err := file.Write(page); err != nil {
			return 0, err
		}
		if err := file.Sync(); err != nil {
			return 0, err
		}
	}
	return time.Since(start).Seconds() * 1000 / diskWrites, nil
}
