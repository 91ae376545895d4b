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

// cost returns Step.Cost of the entry that has led from s to next.
//
// The first entry of a game pays in advance for a game of the greatest length. So every
// game that has begun can be played to its end. A rematch pays less: the unused cost of the
// previous game is subtracted. A takeback pays for the moves that will be made again.
func cost(s *State, e Entry, next *State) int {
	if ev, ok := e.Event.(costly); ok {
		return ev.cost(s, next, len(e.Raw())+entryCost)
	}
	return 0 // paid in advance by the first entry of the room or game
}

// gameCost returns an upper bound of the cost of a whole game, in bytes.
func (s *State) gameCost() int {
	levels := len(s.Players[0].Level) + len(s.Players[1].Level) // the texts of custom levels can be long
	return recordCost + levelCopies*levels + s.Game.MaxPlies()*s.plyCost()
}

// unusedCost returns the part of gameCost for moves that were not made.
func (s *State) unusedCost() int { return (s.Game.MaxPlies() - len(s.Moves)) * s.plyCost() }

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
