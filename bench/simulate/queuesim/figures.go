package queuesim

import "time"

// figure is a measurement. Times are CPU time of one core, unless the name says otherwise.
type figure struct {
	name  string
	value float64
	unit  string
	how   string // letter of the command in docs/scaling.md, and details
}

// The figures from which WritePlan computes. To measure again, use the
// commands in docs/scaling.md, change the figures, and run
// go test ./bench/simulate/queuesim -update.
var (
	hubMove     = figure{"hub: a move between two people, to both screens", 70, "µs", "A: 70 with 5,000 rooms, 58 with 500, 36 with 50"}
	hubAITurn   = figure{"hub: a move against an AI and its reply", 199, "µs", "B"}
	hubSocket   = figure{"hub: an open socket, a second", 2.0, "µs", "A"}
	hubMemory   = figure{"hub: memory of an open socket", 25, "kB", "A"}
	redisMove   = figure{"Redis: a move between two people", 15, "µs", "A: 15 with 5,000 rooms, 15 with 500, 13 with 50"}
	redisAITurn = figure{"Redis: a move against an AI, its job and its reply", 288, "µs", "B"}
	redisWorker = figure{"Redis: a worker process of 8 slots, a second, when there is no job", 3000, "µs", "D"}
	redisRoom   = figure{
		"Redis: memory of a room with one game, until the log expires",
		6,
		"kB",
		"E: 25 entries of 0.2 kB, and its places in indexes",
	}
	redisGame  = figure{"Redis: memory of a finished game", 0.85, "kB", "E: a record of 0.63 kB and two places in lists"}
	workerTurn = figure{"worker: CPU time of a turn, without its search", 0.19, "ms", "B"}
	workerSlot = figure{"worker: time that a turn keeps its slot, without its search", 1.0, "ms", "C: 979 turns a second in one slot"}
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

// TurnOverhead is the measured time for which a turn keeps its slot in addition to the search.
const TurnOverhead = time.Millisecond

// Assumptions about players, and limits of load. Nobody has measured them.
const (
	movesPerMinute = 4.0  // per player online, including the time between two games
	aiShare        = 0.4  // share of the players who play an AI
	gameMoves      = 24.0 // per game, of both sides
	maxHubLoad     = 0.6  // max load of a hub's core: bursts and the failure of a hub need the rest
	maxRedisLoad   = 0.5  // max load of a master's one core: snapshots and replication need the rest
	maxSlotLoad    = 0.85 // max load of the slots
	maxWait        = 0.1  // max p99 of the wait for a slot, in seconds
	meanOnline     = 0.4  // mean number of players online over a day, as a share of the peak
	slotsPerWorker = 8    // search slots of a worker process
)

// levelMix has each level's share of the turns.
var levelMix = []struct {
	level string
	share float64
}{{"very-easy", 0.1}, {"easy", 0.35}, {"normal", 0.25}, {"difficult", 0.15}, {"strong", 0.1}, {"expert", 0.03}, {"perfect", 0.02}}
