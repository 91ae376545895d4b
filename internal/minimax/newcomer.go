package minimax

import (
	"slices"

	"github.com/quatre/quatre/internal/rules"
)

// newcomerMoves returns the moves from which a newcomer chooses at random: those that win at once, else those that
// leave the opponent no win with the next move, else all. A newcomer does not think of the cell above the own disc.
func newcomerMoves(pos rules.Position) []rules.Move {
	if wins := rules.WinningMoves(pos); len(wins) > 0 {
		return wins
	}
	var safe []rules.Move
	moves := pos.Moves(nil)
	for _, m := range moves {
		pos.Play(m)
		// In Connect Four, moves are columns: m opens a cell in its own column only, so any other win was there before.
		threatened := slices.ContainsFunc(rules.WinningMoves(pos), func(reply rules.Move) bool { return reply != m })
		if !threatened && pos.Outcome().Winner() == rules.NoSide {
			safe = append(safe, m)
		}
		pos.Undo()
	}
	if len(safe) > 0 {
		return safe
	}
	return moves
}
