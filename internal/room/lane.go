package room

import "time"

// Lane is the part of the AI's queue in which a turn waits. Each lane is served separately, so
// a turn waits only for other turns in its lane.
type Lane uint8

// The lanes, the most urgent first.
const (
	LaneQuick   Lane = iota // a person waits for a level that replies in milliseconds
	LaneSlow                // a person waits for a level that may use its budget, or for advice
	LaneMachine             // AI against AI, at any level
)

// Lanes are all lanes, the most urgent first.
var Lanes = []Lane{LaneQuick, LaneSlow, LaneMachine}

// String returns the lane's name in metrics.
func (l Lane) String() string { return [...]string{"quick", "slow", "machine"}[l] }

// SleepAfter is the time without a watcher after which a room of AI against AI sleeps: its
// next turn is not queued. The room wakes when somebody watches again. A room counts as
// watched at the moment at which it is created or restored.
const SleepAfter = time.Minute

// lane returns the lane for the AI's reply r.
func (s *State) lane(r Reply) Lane {
	switch {
	case s.BothAI():
		return LaneMachine
	case r.Level.Quick && !r.Advice:
		return LaneQuick
	default:
		return LaneSlow
	}
}
