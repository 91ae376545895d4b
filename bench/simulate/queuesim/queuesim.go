// Package queuesim simulates the AI queue: how long a turn waits for a worker, and how long
// a player waits for the AI's move, for a number of workers and a load.
//
// It promises that the same Config gives the same Result, on any machine, and that the
// results agree with the closed formulas where there are some: M/M/1, M/M/c (Erlang C),
// M/G/1 (Pollaczek and Khinchine), M/M/1//N, and M/M/1 with two preemptive classes. Its
// tests compare them.
//
// It simulates internal/aiworker and its queue. Slots (workers times their concurrency)
// take turns from one queue, first in, first out. An analysis starts only in a slot that
// no turn needs, is preempted when one does, and resumes later where it stopped.
//
// It leaves out three things. Workers ask one shard after the other, so turns overtake
// each other a little. The analysis that is preempted is not always the cheapest one. A
// worker whose cores do other work is slower.
//
// The simulation is event by event (J. Banks and J. S. Carson, Discrete-Event System
// Simulation, 1984): a heap of what happens next, and a clock that jumps there. Times are
// seconds, as float64.
package queuesim

import (
	"errors"
	"fmt"
	"math/rand/v2"
)

// Config is a load and what is there to carry it.
type Config struct {
	// Slots is how many turns are searched at once: workers times their concurrency.
	Slots int

	// Turns are the turns' classes, one for each level as a rule.
	Turns []Class

	// Analyses are the questions that are worked on in slots to spare. Their Rooms
	// must be 0.
	Analyses Class

	// Overhead is what a turn keeps its slot for beside the search, in seconds:
	// taking the job, reading the room, storing the reply.
	Overhead float64

	// Jobs is how many turns are counted, after a tenth as many that are not.
	Jobs int

	Seed uint64
}

// Class is one kind of job. Either Rate or Rooms is above 0; if both are 0 there are none.
type Class struct {
	Name string

	// Rate is the number of arrivals per second, at random times (a Poisson process):
	// many independent players.
	Rate float64

	// Rooms is a fixed number of players. Each moves again Think after the reply.
	Rooms int
	Think Dist

	Service Dist // of the search
}

// Result is what a simulation has found.
type Result struct {
	Turns    Times            // all of them
	ByClass  map[string]Times // by the class's name
	Analyses Times            // Wait is until the end of the analysis, less its own time

	Seconds     float64 // that were simulated and counted
	Utilisation float64 // of the slots' time, by turns
	Spare       float64 // and by analyses
}

// Rate is how many turns were replied to a second.
func (r Result) Rate() float64 { return float64(len(r.Turns.Reply)) / r.Seconds }

// maxJobs bounds what a simulation keeps in memory, 16 bytes a job.
const maxJobs = 50_000_000

func (c Config) check() error {
	switch {
	case c.Slots < 1:
		return errors.New("there has to be a slot")
	case c.Jobs < 1 || c.Jobs > maxJobs:
		return fmt.Errorf("%d jobs: there can be 1 to %d", c.Jobs, maxJobs)
	case c.Overhead < 0:
		return errors.New("the overhead is 0 or more")
	case c.Analyses.Rooms != 0:
		return errors.New("analyses come at a rate, not from rooms")
	}
	some := false
	for i, class := range append(c.Turns[:len(c.Turns):len(c.Turns)], c.Analyses) {
		is := class.Rate > 0 || class.Rooms > 0
		some = some || is && i < len(c.Turns)
		switch {
		case class.Rate < 0 || class.Rooms < 0 || class.Rate > 0 && class.Rooms > 0:
			return fmt.Errorf("%s: either a rate or rooms, above 0", class.Name)
		case is && class.Service == nil || class.Rooms > 0 && class.Think == nil:
			return fmt.Errorf("%s: how long it takes is missing", class.Name)
		}
	}
	if !some {
		return errors.New("there are no turns")
	}
	return nil
}

// Load is the part of the slots' time that the turns take if none of them waits for a
// player: at 1 and above the queue grows without end. With rooms it is not known
// beforehand, and 0.
func (c Config) Load() float64 {
	sum := 0.0
	for _, class := range c.Turns {
		if class.Rate > 0 {
			sum += class.Rate * (class.Service.Mean() + c.Overhead)
		}
	}
	return sum / float64(c.Slots)
}

// Run simulates. The error says what is wrong with the Config.
func Run(c Config) (Result, error) {
	if err := c.check(); err != nil {
		return Result{}, err
	}
	s := &sim{Config: c, rng: rand.New(rand.NewPCG(c.Seed, 0)), skip: c.Jobs / 10}
	s.result.ByClass = make(map[string]Times)
	return s.run(), nil
}
