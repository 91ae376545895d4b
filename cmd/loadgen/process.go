package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// processUsage holds the CPU time and memory that a local process used.
type processUsage struct {
	CPUPerMove         float64 `json:"cpu_us_per_move"`
	CPUSeconds         float64 `json:"cpu_seconds"` // in the measured time
	RSS                int64   `json:"rss_bytes"`   // at the end of the measured time
	RSSBefore          int64   `json:"rss_before"`  // before the first connection
	BytesPerConnection float64 `json:"bytes_per_connection"`
}

// processMonitor measures the processes given by -pid.
type processMonitor struct {
	pids map[string]int
	cpu  map[string]float64 // at the start of the measured time
	rss  map[string]int64   // before the first connection
}

func newProcessMonitor(pids map[string]int) *processMonitor {
	p := &processMonitor{pids: pids, cpu: map[string]float64{}, rss: map[string]int64{}}
	for name, pid := range pids {
		p.rss[name], _ = residentBytes(pid) // 0 if there is no such process
	}
	return p
}

// start begins the measured time.
func (p *processMonitor) start() {
	for name, pid := range p.pids {
		p.cpu[name], _ = cpuSeconds(pid)
	}
}

// stop ends the measured time. moves is the number of moves in this time, connections the
// number of clients.
func (p *processMonitor) stop(moves int64, connections int) map[string]processUsage {
	used := map[string]processUsage{}
	for name, pid := range p.pids {
		cpu, err := cpuSeconds(pid)
		if err != nil {
			continue // the process has ended, or this is not Linux
		}
		u := processUsage{CPUSeconds: cpu - p.cpu[name], RSSBefore: p.rss[name]}
		u.RSS, _ = residentBytes(pid)
		if moves > 0 {
			u.CPUPerMove = u.CPUSeconds * 1e6 / float64(moves)
		}
		if connections > 0 {
			u.BytesPerConnection = float64(u.RSS-u.RSSBefore) / float64(connections)
		}
		used[name] = u
	}
	return used
}

// clockTicks is USER_HZ, the number of ticks per second in /proc/PID/stat. It is 100 on
// every Linux that Go supports.
const clockTicks = 100

// cpuSeconds returns the CPU time of a process in user and system mode: fields 14 and 15
// of /proc/PID/stat, see proc(5).
func cpuSeconds(pid int) (float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	// The second field is a name in parentheses. It may contain spaces.
	_, rest, _ := strings.Cut(string(text[strings.LastIndexByte(string(text), ')')+1:]), " ")
	fields := strings.Fields(rest) // fields 3 and following
	if len(fields) < 13 {
		return 0, fmt.Errorf("/proc/%d/stat is too short", pid)
	}
	user, err1 := strconv.ParseFloat(fields[11], 64)
	system, err2 := strconv.ParseFloat(fields[12], 64)
	if err1 != nil || err2 != nil {
		return 0, fmt.Errorf("/proc/%d/stat: invalid CPU times", pid)
	}
	return (user + system) / clockTicks, nil
}

// residentBytes returns the resident memory of a process: field 2 of /proc/PID/statm, in
// pages, see proc(5).
func residentBytes(pid int) (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0, fmt.Errorf("/proc/%d/statm is too short", pid)
	}
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize()), err
}
