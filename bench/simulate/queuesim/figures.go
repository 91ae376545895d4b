package queuesim

import "time"

// figure is something that was measured, on one core as far as it is time.
type figure struct {
	what  string
	value float64
	unit  string
	how   string // docs/scaling.md has the commands
}

// The figures from which WritePlan computes. To measure again, use the
// commands in docs/scaling.md, change the figures, and run
// go test ./bench/simulate/queuesim -update.
var (
	hubMove     = figure{"hub: a move between two people, to both screens", 124, "µs", "A: 124 with 50 rooms, 122 with 500"}
	hubAITurn   = figure{"hub: a move against an AI and its reply", 471, "µs", "B"}
	hubSocket   = figure{"hub: an open socket, a second", 3.6, "µs", "C"}
	hubMemory   = figure{"hub: memory of an open socket", 21, "kB", "A"}
	redisMove   = figure{"Redis: a move between two people", 45, "µs", "A: 45 with 50 rooms, 39 with 500"}
	redisAITurn = figure{"Redis: a move against an AI, its job and its reply", 475, "µs", "B"}
	redisWorker = figure{"Redis: a worker process of 8 slots, a second, when there is no job", 6000, "µs", "D"}
	redisRoom   = figure{
		"Redis: memory of a room with one game, until the log expires",
		6,
		"kB",
		"E: 25 entries of 0.2 kB, and its places in indexes",
	}
	redisGame  = figure{"Redis: memory of a finished game", 0.85, "kB", "E: a record of 0.63 kB and two places in lists"}
	workerTurn = figure{"worker: a turn beside the search, on the processor", 0.5, "ms", "B, less the search"}
	workerSlot = figure{"worker: a turn beside the search, of its slot's time", 1.0, "ms", "B: 979 turns a second in one slot"}
)

func figures() []figure {
	return []figure{
		hubMove,
		hubAITurn,
		hubSocket,
		hubMemory,
		redisMove,
		redisAITurn,
		redisWorker,
		redisRoom,
		redisGame,
		workerTurn,
		workerSlot,
	}
}

// TurnOverhead is what a turn keeps its slot for beside the search, as it was measured.
const TurnOverhead = time.Millisecond

// The assumptions: what players do, and how full things may be. Nobody has measured them.
const (
	movesPerMinute = 4.0  // of a player who is online, the time between two games included
	aiShare        = 0.4  // of the players: those who play an AI
	gameMoves      = 24.0 // of both sides
	hubUse         = 0.6  // of a core, so that a burst and a hub's death find room
	redisUse       = 0.5  // of a master's one core: snapshots and its replica take of it too
	workerUse      = 0.85 // of the slots
	waitLimit      = 0.1  // seconds, p99 of the wait for a slot
	meanOnline     = 0.4  // of those online at the busiest time, over a whole day
	slotsEach      = 8    // of a worker process
)

// levelMix is how the turns are spread over the levels.
var levelMix = []struct {
	level string
	part  float64
}{{"very-easy", 0.1}, {"easy", 0.35}, {"normal", 0.25}, {"difficult", 0.15}, {"strong", 0.1}, {"expert", 0.03}, {"perfect", 0.02}}
