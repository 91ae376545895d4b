package room

// The bytes that rooms and games take in a store. They are upper bounds for Redis, which
// needs more memory than a file. TestCostCoversRedis of package ledger measures the memory.
const (
	roomCost    = 6 << 10 // the log without moves, its deadline, its place in a list, presence
	recordCost  = 2 << 10 // a record without moves, and its places in lists
	moveCost    = 288     // an entry "moved", and the move's part of the record
	adviceCost  = 288     // an entry "advised"
	thoughtCost = 336     // a thought of MaxThoughtBytes, per AI and move: an AI makes every other move
	entryCost   = 32      // any entry, in addition to its JSON

	levelCopies = 3 // of a level's name, besides its entry: in the record, the room's snapshot and the list of rooms
)

// MaxCost is more than any step costs, in bytes.
const MaxCost = 1 << 20

// cost returns Step.Cost of the entry that has led from s to next. It is what the step adds to the
// reserve: a room and a game pay in advance, so that every game that has begun can be played to its
// end, and a takeback pays for the moves that will be made again. An entry that a full log refuses
// costs its bytes too, and as much for the entry that may answer it.
func cost(s *State, e Entry, next *State) int {
	bytes := max(0, next.reserve()-s.reserve())
	if RefusedWhenFull(e.Event) {
		bytes += 2 * (len(e.Raw()) + entryCost)
	}
	if e.N == 1 {
		bytes += roomCost + len(e.Raw()) + entryCost
	}
	return bytes
}

// reserve returns an upper bound of the bytes that the game may still make the store keep. What a game
// has not used when it ends is left for the next one.
func (s *State) reserve() int {
	if s.Phase == PhaseNone || s.Phase == PhaseClosed {
		return 0
	}
	bytes := (s.Game.MaxPlies() + s.Given - len(s.Moves)) * s.plyCost()
	if s.Phase != PhaseFinished {
		levels := len(s.Players[0].Level) + len(s.Players[1].Level) // the texts of custom levels can be long
		bytes += recordCost + levelCopies*levels
	}
	if s.IsHinted() && s.Advised == "" {
		bytes += adviceCost
	}
	return bytes
}

// plyCost returns an upper bound of the cost of one move, in bytes.
func (s *State) plyCost() int {
	bytes := moveCost
	if s.Advice != [2]bool{} {
		bytes += adviceCost
	}
	for _, seat := range [2]Seat{1, 2} {
		if s.machineLevel(seat) != "" {
			bytes += thoughtCost
		}
	}
	return bytes
}
