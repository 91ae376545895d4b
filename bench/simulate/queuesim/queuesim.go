// Package queuesim simulates the AI queue: how long a turn waits for a worker, and how long
// a player waits for the AI's move, for a number of workers and a load.
//
// It promises that the same Config gives the same Result, on any machine, and that the
// results agree with the closed formulas where these exist: M/M/1, M/M/c (Erlang C),
// M/G/1 (Pollaczek and Khinchine), M/M/1//N, and M/M/1 with two preemptive classes. Its
// tests compare them.
//
// It simulates internal/aiworker and its queue. Slots (workers times their concurrency)
// take turns from one queue, first in, first out. An analysis starts only in a slot that
// no turn needs, is preempted when a turn needs the slot, and resumes later where it stopped.
//
// It leaves out what the queue does for fairness: its lanes, one origin after the other, the
// share of the slots that an origin may have, and hurried searches. docs/scaling.md says how
// each would change the results. Turns of AI against AI are like analyses.
//
// It also leaves out three small things. Workers ask one shard after the other, so turns
// overtake each other a little. The analysis that is preempted is not always the cheapest one.
// A worker whose cores do other work is slower.
//
// The simulation is event by event (J. Banks and J. S. Carson, Discrete-Event System
// Simulation, 1984): a heap of future events, and a clock that jumps to the next one. Times
// are seconds, as float64.
package queuesim

import (
	"errors"
	"fmt"
	"math/rand/v2"
)

// Config is a load and the slots that serve it.
type Config struct {
	// Slots is how many turns are searched at once: workers times their concurrency.
	Slots int

	// Turns are the classes of turns, usually one for each level.
	Turns []Class

	// Analyses is the class of analyses, which use slots that no turn needs. Its Rooms
	// must be 0.
	Analyses Class

	// Overhead is the time in seconds for which a turn keeps its slot in addition to the
	// search: taking the job, reading the room, storing the reply.
	Overhead float64

	// Jobs is the number of turns that are counted. Before them, a tenth as many turns run
	// as a warm-up.
	Jobs int

	Seed uint64
}

// Class is one kind of job. At most one of Rate and Rooms is above 0. If both are 0, there
// are no such jobs.
type Class struct {
	Name string

	// Rate is the number of arrivals per second, at random times (a Poisson process):
	// many independent players.
	Rate float64

	// Rooms is a fixed number of players. Each moves again after a pause of Think.
	Rooms int
	Think Dist

	Service Dist // duration of the search
}

// Result is the result of a simulation.
type Result struct {
	Turns    Times            // of all classes
	ByClass  map[string]Times // by the class's name
	Analyses Times            // Wait is all the time without a slot, also after preemptions

	Seconds             float64 // simulated time after the warm-up
	Utilisation         float64 // share of the slots' time that turns used
	AnalysisUtilisation float64 // share of the slots' time that analyses used
}

// Rate returns the number of turns answered per second.
func (r Result) Rate() float64 { return float64(len(r.Turns.Reply)) / r.Seconds }

// maxJobs limits the memory of a simulation. It keeps 32 bytes for each turn.
const maxJobs = 50_000_000

func (c Config) check() error {
	switch {
	case c.Slots < 1:
		return errors.New("the number of slots must be at least 1")
	case c.Jobs < 1 || c.Jobs > maxJobs:
		return fmt.Errorf("%d jobs: must be between 1 and %d", c.Jobs, maxJobs)
	case c.Overhead < 0:
		return errors.New("the overhead must not be negative")
	case c.Analyses.Rooms != 0:
		return errors.New("analyses must have a rate, not rooms")
	}
	hasTurns := false
	for i, class := range append(c.Turns[:len(c.Turns):len(c.Turns)], c.Analyses) {
		hasJobs := class.Rate > 0 || class.Rooms > 0
		hasTurns = hasTurns || hasJobs && i < len(c.Turns)
		switch {
		case class.Rate < 0 || class.Rooms < 0 || class.Rate > 0 && class.Rooms > 0:
			return fmt.Errorf("%s: must have either a rate or rooms, above 0", class.Name)
		case hasJobs && class.Service == nil || class.Rooms > 0 && class.Think == nil:
			return fmt.Errorf("%s: Service or Think is missing", class.Name)
		}
	}
	if !hasTurns {
		return errors.New("there are no turns")
	}
	return nil
}

// Load returns the share of the slots' time that the turns of classes with a Rate take. At 1
// and above, the queue grows without end. Classes with Rooms are left out, because their
// rate follows from the simulation.
func (c Config) Load() float64 {
	sum := 0.0
	for _, class := range c.Turns {
		if class.Rate > 0 {
			sum += class.Rate * (class.Service.Mean() + c.Overhead)
		}
	}
	return sum / float64(c.Slots)
}

// Run simulates c. It returns an error if c is invalid.
func Run(c Config) (Result, error) {
	if err := c.check(); err != nil {
		return Result{}, err
	}
	s := &sim{Config: c, rng: rand.New(rand.NewPCG(c.Seed, 0)), warmup: c.Jobs / 10}
	s.result.ByClass = make(map[string]Times)
	return s.run(), nil
}
