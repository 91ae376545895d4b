package main

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
)

// allRows are the rows of a complete run. A row is one or more lines of the table.
const allRows = "small,large,open,idle,ai,dear,file,scale,cores"

// rows maps each value of -rows to the function that measures it.
var rows = map[string]func(*bench) ([]result, error){
	"small": func(b *bench) ([]result, error) { return b.closedLoop(50, smallBars) },
	"large": func(b *bench) ([]result, error) { return b.closedLoop(500, largeBars) },
	"open":  (*bench).openLoop,
	"idle":  (*bench).idle,
	"ai":    (*bench).aiExchange,
	"dear":  (*bench).dearPaths,
	"file":  (*bench).fileStore,
	"scale": (*bench).manyRooms,
	"cores": (*bench).twoCores,
}

// closedLoopBars are the bars of a closed loop: for the hub and for the hub with Redis,
// compared with the relay in memory and with the durable relay.
type closedLoopBars struct{ hub, all, hubDurable, allDurable float64 }

var (
	smallBars = closedLoopBars{2.7, 3.8, 1.6, 1.45}
	largeBars = closedLoopBars{2.2, 2.9, 1.65, 1.55}
)

// rooms is a closed loop: everybody moves as soon as the opponent has moved.
func (b *bench) rooms(n int) load {
	return load{fmt.Sprintf("%d rooms", n), saturates, []string{"-rooms", b.scaled(n)}}
}

// atRate is an open loop of 1,000 moves a second in 500 rooms.
func (b *bench) atRate() load {
	return load{"1,000 moves/s, 500 rooms", openLoop, []string{"-rooms", b.scaled(500), "-mode", "open", "-rate", b.scaled(1000)}}
}

// scaled returns n as an argument, or a twentieth of it in a quick run.
func (b *bench) scaled(n int) string {
	if b.quick {
		n = max(n/20, 2)
	}
	return strconv.Itoa(n)
}

func (b *bench) closedLoop(n int, bars closedLoopBars) ([]result, error) {
	l := b.rooms(n)
	m, err := b.measure(pair{relay, l}, pair{durableRelay, l}, pair{hub, l})
	if err != nil {
		return nil, err
	}
	memory, durable, hub := m[0], m[1], m[2]
	return []result{
		compare("hub CPU a move, "+l.title+" ÷ relay", "µs", hub, figures.server, memory, figures.server, bars.hub),
		compare("hub + Redis CPU a move, "+l.title+" ÷ relay", "µs", hub, figures.all, memory, figures.all, bars.all),
		compare("hub CPU a move, "+l.title+" ÷ durable relay", "µs", hub, figures.server, durable, figures.server, bars.hubDurable),
		compare("hub + Redis CPU a move, "+l.title+" ÷ durable relay + Redis", "µs", hub, figures.all, durable, figures.all, bars.allDurable),
	}, nil
}

func (b *bench) openLoop() ([]result, error) {
	l := b.atRate()
	m, err := b.measure(pair{relay, l}, pair{durableRelay, l}, pair{hub, l})
	if err != nil {
		return nil, err
	}
	memory, durable, hub := m[0], m[1], m[2]
	return []result{
		compare("p99 move to opponent, "+l.title+" ÷ relay", "ms", hub, figures.p99, memory, figures.p99, 2.1),
		compare("p99.9 ÷ relay", "ms", hub, figures.p999, memory, figures.p999, 3.2),
		compare("p99 ÷ durable relay", "ms", hub, figures.p99, durable, figures.p99, 0.86),
		compare("p99.9 ÷ durable relay", "ms", hub, figures.p999, durable, figures.p999, 0.45),
	}, nil
}

// idle measures connections on which nothing happens.
func (b *bench) idle() ([]result, error) {
	l := load{"10,000 idle connections", quiet, []string{"-rooms", "0", "-idle", b.scaled(10_000)}}
	settled := l // a hub compares the lengths of logs less often after a minute
	if !b.quick {
		settled.args = append(slices.Clone(l.args), "-warmup", "65s")
	}
	m, err := b.measure(pair{relay, l}, pair{hub, settled})
	if err != nil {
		return nil, err
	}
	return []result{
		compare("hub memory a connection, "+l.title+" ÷ relay", "kB", m[1], figures.memory, m[0], figures.memory, 0.9),
		compareWith("hub CPU, "+l.title+" ÷ a core", "%", m[1], figures.percent, 100, 0.005),
	}, nil
}

// aiExchange compares a move against the AI, with its reply, with a move between people at
// the same rate.
func (b *bench) aiExchange() ([]result, error) {
	human := b.atRate()
	ai := load{"1,000 AI exchanges/s, 500 rooms", openLoop, append([]string{"-ai", b.scaled(500), "-level", "very-easy"}, human.args...)}
	m, err := b.measure(pair{hub, human}, pair{hubAndWorker, ai}, pair{relay, b.rooms(50)})
	if err != nil {
		return nil, err
	}
	return []result{
		compare("hub + Redis CPU an AI exchange ÷ a move between people at this rate", "µs", m[1], figures.all, m[0], figures.all, 2),
		compare("worker CPU a turn beside its search ÷ relay, 50 rooms", "µs", m[1], figures.workerBesideSearch, m[2], figures.server, 22),
	}, nil
}

// dearPaths measures what a move costs if another hub must learn of it, if the store has a
// replica, and if each move changes a deadline, compared with a move without all that.
func (b *bench) dearPaths() ([]result, error) {
	plain := b.rooms(50)
	clocks := b.rooms(50)
	clocks.title += ", clocks"
	clocks.args = append(clocks.args, "-clock", "1m")
	m, err := b.measure(
		pair{hub, plain}, pair{twoHubs, plain}, pair{hubAndReplica, plain}, pair{hub, clocks},
		pair{twoHubsAndReplica, clocks},
	)
	if err != nil {
		return nil, err
	}
	var results []result
	for i, name := range []string{"two hubs", "a replica of Redis", "clocks", "two hubs, a replica and clocks"} {
		results = append(results, compare("hubs + Redis CPU a move, 50 rooms, "+name+" ÷ without", "µs", m[i+1], figures.all, m[0], figures.all, 1.5))
	}
	return results, nil
}

// fileStore compares moves that are kept in a file with the relay, and with the disk.
func (b *bench) fileStore() ([]result, error) {
	l := b.rooms(50)
	l.kind = waitsForDisk
	m, err := b.measure(pair{hubWithFile, l}, pair{relay, b.rooms(50)})
	if err != nil {
		return nil, err
	}
	if b.disk == 0 {
		if b.disk, err = diskWrite(); err != nil {
			return nil, err
		}
	}
	return []result{
		compare("file store: hub CPU a move, 50 rooms ÷ relay", "µs", m[0], figures.server, m[1], figures.server, 6.7),
		compareWith("file store: time for each move, 50 rooms ÷ a write and fsync of 4 KiB", "ms", m[0], figures.interval, b.disk, 0.27),
	}, nil
}

// manyRooms compares the cost of a move with many rooms and with few.
func (b *bench) manyRooms() ([]result, error) {
	m, err := b.measure(pair{hub, b.rooms(50)}, pair{hub, b.rooms(5000)})
	if err != nil {
		return nil, err
	}
	return []result{compare("hub + Redis CPU a move, 5,000 rooms ÷ 50", "µs", m[1], figures.all, m[0], figures.all, 1.5)}, nil
}

// coresForTwo is the number of cores for a hub with two: the generator and Redis need one
// each.
const coresForTwo = 4

// twoCores compares a hub on two cores with one on one core, with Redis elsewhere.
func (b *bench) twoCores() ([]result, error) {
	if n := runtime.NumCPU(); n < coresForTwo {
		return []result{{name: "GOMAXPROCS 2 ÷ 1", missing: fmt.Sprintf("not measured: needs %d cores, this machine has %d", coresForTwo, n)}}, nil
	}
	l := b.rooms(500)
	l.kind = quiet // the generator may be the slower one
	m, err := b.measure(pair{hubOnOneOfFour, l}, pair{hubOnTwoOfFour, l})
	if err != nil {
		return nil, err
	}
	return []result{
		compare("time for each move, 500 rooms, GOMAXPROCS 2 ÷ 1", "ms", m[1], figures.interval, m[0], figures.interval, 1/1.7),
		compare("p99 move to opponent, 500 rooms, GOMAXPROCS 2 ÷ 1", "ms", m[1], figures.p99, m[0], figures.p99, 1),
	}, nil
}
