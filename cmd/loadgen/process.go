package main

import (
	"fmt"
	"maps"
	"os"
	"strconv"
	"strings"
	"time"
)

// processUsage holds the CPU time and memory that a local process used.
type processUsage struct {
	CPUPerMove         float64 `json:"cpu_us_per_move"`
	CPUSeconds         float64 `json:"cpu_seconds"` // in the measured time
	RSS                int64   `json:"rss_bytes"`   // at the end of the measured time
	RSSBefore          int64   `json:"rss_before"`  // before the first connection
	BytesPerConnection float64 `json:"bytes_per_connection"`
}

// coreUsage says how much of the measured time a core of this machine was in use.
type coreUsage struct {
	Busy  float64 `json:"busy"`  // share of the time, by all processes
	Steal float64 `json:"steal"` // share of the time that the hypervisor gave to other machines
}

// ownProcess is the name of this program in the report.
const ownProcess = "loadgen"

// processMonitor measures this process, the processes given by -pid, and the cores.
type processMonitor struct {
	pids    map[string]int
	rss     map[string]int64   // before the first connection
	started time.Time          // start of the measured time
	cpu     map[string]float64 // at the start of the measured time
	cores   []coreUsage        // seconds, at the start of the measured time
}

func newProcessMonitor(pids map[string]int) *processMonitor {
	p := &processMonitor{pids: map[string]int{ownProcess: os.Getpid()}, cpu: map[string]float64{}, rss: map[string]int64{}}
	maps.Copy(p.pids, pids)
	for name, pid := range p.pids {
		p.rss[name], _ = residentBytes(pid) // 0 if there is no such process
	}
	return p
}

// start begins the measured time.
func (p *processMonitor) start() {
	p.started, p.cores = time.Now(), coreSeconds()
	for name, pid := range p.pids {
		p.cpu[name], _ = cpuSeconds(pid)
	}
}

// stop ends the measured time. moves is the number of moves in this time, connections the
// number of clients.
func (p *processMonitor) stop(moves int64, connections int) (used map[string]processUsage, cores []coreUsage) {
	used = map[string]processUsage{}
	seconds := time.Since(p.started).Seconds()
	for i, core := range coreSeconds() {
		if i < len(p.cores) {
			cores = append(cores, coreUsage{(core.Busy - p.cores[i].Busy) / seconds, (core.Steal - p.cores[i].Steal) / seconds})
		}
	}
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
	return used, cores
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

// coreSeconds returns the seconds that each core was in use since the machine started, from
// /proc/stat (see proc(5)): user, nice, system, irq and softirq are fields 1, 2, 3, 6 and 7,
// steal is field 8. It returns nil if this is not Linux.
func coreSeconds() (cores []coreUsage) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) < 9 || fields[0] == "cpu" || !strings.HasPrefix(fields[0], "cpu") {
			continue
		}
		seconds := func(i int) float64 {
			ticks, _ := strconv.ParseFloat(fields[i], 64) // the kernel writes numbers
			return ticks / clockTicks
		}
		cores = append(cores, coreUsage{Busy: seconds(1) + seconds(2) + seconds(3) + seconds(6) + seconds(7), Steal: seconds(8)})
	}
	return cores
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
