package room

// What things cost a store, in bytes. The figures are upper bounds for Redis, which needs
// more memory than a file; a test of package redislog measures it.
const (
	roomCost   = 6 << 10 // the log without moves, its deadline, its place in a list, who is there
	recordCost = 2 << 10 // a record without moves, and its places in lists
	moveCost   = 288     // an entry moved, and its part of the record
	adviceCost = 288     // an entry advised
	entryCost  = 32      // of any entry, besides its bytes
)

// MaxCost is more than any one step costs.
const MaxCost = 1 << 20

// cost returns Step.Cost of the entry that has led from s to next.
//
// A room and each game are paid for in advance, as if the game were as long as can be, so
// that a game that has begun can always be played to its end. A rematch costs less by what
// the game before it did not use. A takeback pays for the moves that will be made again.
func cost(s *State, e Entry, next *State) int {
	entry := len(e.Raw()) + entryCost
	switch ev := e.Event.(type) {
	case Created:
		return roomCost + entry + next.gameCost()
	case Rematch:
		if next.Phase == PhasePlaying {
			return max(entry, entry+next.gameCost()-s.unusedCost())
		}
		return entry
	case TakenBack:
		return entry + (len(s.Moves)-ev.Ply)*next.plyCost()
	case Offered, SeatOffered:
		return 2 * entry // the answer too
	case Paced:
		if s.Paused && !ev.Paused {
			return 0 // paid with the pause
		}
		return 2 * entry
	case Named, Emoted:
		return entry
	default:
		return 0 // once a room or a game, or paid in advance
	}
}

// gameCost is what a game can cost from its beginning on.
func (s *State) gameCost() int { return recordCost + s.Game.MaxPlies()*s.plyCost() }

// unusedCost is what was paid for moves of the present game that were not made.
func (s *State) unusedCost() int { return (s.Game.MaxPlies() - len(s.Moves)) * s.plyCost() }

// plyCost is what one more move can cost.
func (s *State) plyCost() int {
	if s.Advice != [2]bool{} {
		return moveCost + adviceCost
	}
	return moveCost
}
