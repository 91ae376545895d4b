package minimax

import "github.com/quatre/quatre/internal/rules"

// newcomerMoves returns the moves from which a newcomer chooses at random: those that win at once, else those that
// leave the opponent no win with the next move, else all. A newcomer does not think of the cell above the own disc.
func newcomerMoves(pos rules.Position) []rules.Move {
	var wins, safe []rules.Move
	side, moves := pos.Turn(), pos.Moves(nil)
	for _, m := range moves {
		pos.Play(m)
		switch winner := pos.Outcome().Winner(); {
		case winner == side:
			wins = append(wins, m)
		case winner == rules.NoSide && !winsElsewhere(pos, m):
			safe = append(safe, m)
		}
		pos.Undo()
	}
	switch {
	case len(wins) > 0:
		return wins
	case len(safe) > 0:
		return safe
	}
	return moves
}

// winsElsewhere reports whether the side to move wins at once by a move other than last. In Connect Four, moves are
// columns: the last move opens a cell in its own column only, so such a win was there before it.
func winsElsewhere(pos rules.Position, last rules.Move) bool {
	side := pos.Turn()
	for _, m := range pos.Moves(nil) {
		pos.Play(m)
		won := pos.Outcome().Winner() == side
		pos.Undo()
		if won && m != last {
			return true
		}
	}
	return false
}
