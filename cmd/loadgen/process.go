package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// process is what a process on this machine has used.
type process struct {
	CPUPerMove         float64 `json:"cpu_us_per_move"`
	CPUSeconds         float64 `json:"cpu_seconds"` // while it counted
	RSS                int64   `json:"rss_bytes"`   // at the end of that time
	RSSBefore          int64   `json:"rss_before"`  // before the first connection
	BytesPerConnection float64 `json:"bytes_per_connection"`
}

// processes are those that -pid names.
type processes struct {
	pids map[string]int
	cpu  map[string]float64 // at the beginning of the time that counts
	rss  map[string]int64   // before the first connection
}

func watchProcesses(pids map[string]int) *processes {
	p := &processes{pids: pids, cpu: map[string]float64{}, rss: map[string]int64{}}
	for name, pid := range pids {
		p.rss[name], _ = residentBytes(pid) // a process that is not there has used nothing
	}
	return p
}

func (p *processes) begin() {
	for name, pid := range p.pids {
		p.cpu[name], _ = cpuSeconds(pid)
	}
}

func (p *processes) end(moves int64, connections int) map[string]process {
	used := map[string]process{}
	for name, pid := range p.pids {
		cpu, err := cpuSeconds(pid)
		if err != nil {
			continue // it has ended, or this is no Linux
		}
		u := process{CPUSeconds: cpu - p.cpu[name], RSSBefore: p.rss[name]}
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

// clockTicks is the unit of /proc/PID/stat: USER_HZ, 100 on every Linux that Go
// runs on.
const clockTicks = 100

// cpuSeconds returns what a process has computed, in user and system mode, from
// proc(5): the 14th and 15th fields of /proc/PID/stat, in units of 10 ms.
func cpuSeconds(pid int) (float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	// The second field is a name in parentheses, which may hold anything.
	_, rest, _ := strings.Cut(string(text[strings.LastIndexByte(string(text), ')')+1:]), " ")
	fields := strings.Fields(rest) // from the third on
	if len(fields) < 13 {
		return 0, fmt.Errorf("/proc/%d/stat is too short", pid)
	}
	user, err1 := strconv.ParseFloat(fields[11], 64)
	system, err2 := strconv.ParseFloat(fields[12], 64)
	if err1 != nil || err2 != nil {
		return 0, fmt.Errorf("/proc/%d/stat holds no times", pid)
	}
	return (user + system) / clockTicks, nil
}

// residentBytes returns the memory of a process that is in RAM, from proc(5): the
// second field of /proc/PID/statm, in pages.
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
