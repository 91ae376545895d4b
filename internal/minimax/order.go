package minimax

import (
	"cmp"
	"slices"

	"github.com/quatre/quatre/internal/rules"
)

const (
	// historySize is the number of history counters of each side. Moves whose codes are
	// equal modulo this size share a counter, which can only make the ordering worse.
	historySize = 256

	// historyLimit limits the counters. When a counter reaches it, all are halved, so that
	// old cutoffs count less.
	historyLimit = 1 << 20
)

// orderer orders moves so that those likely to cause a beta cutoff come first. For each
// ply it keeps the last two moves that caused a cutoff ("killers", Selim Akl and Monroe
// Newborn, 1977). For each move of each side it keeps how often the move caused a cutoff,
// weighted by depth ("history heuristic", Jonathan Schaeffer, 1983).
type orderer struct {
	killers [maxDepth + 1][2]killer
	history [2][historySize]int32
}

// killer is a move plus 1, or 0 for none.
type killer uint32

// sort sorts the moves of side at a ply, the most promising first. It uses insertion sort,
// because there are few moves and equal moves must stay in the order of the rules: from the
// centre.
func (o *orderer) sort(moves []rules.Move, side rules.Side, ply int) {
	killers, history := &o.killers[ply], &o.history[side-rules.First]
	rank := func(m rules.Move) int32 {
		switch killer(m + 1) {
		case killers[0]:
			return 2 * historyLimit
		case killers[1]:
			return 2*historyLimit - 1
		default:
			return history[m%historySize]
		}
	}
	for i := 1; i < len(moves); i++ {
		m := moves[i]
		r, j := rank(m), i
		for ; j > 0 && rank(moves[j-1]) < r; j-- {
			moves[j] = moves[j-1]
		}
		moves[j] = m
	}
}

// sortByBoard sorts moves as somebody does who knows nothing about the game: columns from the
// left, cells row by row. The rules list promising moves first: those near the centre. So a
// search without ordering must not search them in the order of the rules. fromTop sorts by compareFromTop.
func sortByBoard(pos rules.Position, moves []rules.Move, fromTop bool) {
	if !fromTop {
		slices.Sort(moves)
		return
	}
	slices.SortFunc(moves, func(a, b rules.Move) int { return compareFromTop(pos, a, b) })
}

// compareFromTop compares two moves of pos by their places, with the cells of tic-tac-toe in the order in which programs
// number them: from the top left.
func compareFromTop(pos rules.Position, a, b rules.Move) int {
	if _, ok := pos.(*rules.TicTacToePosition); ok && a/side3 != b/side3 {
		return cmp.Compare(b, a)
	}
	return cmp.Compare(a, b)
}

// recordCutoff records that moves[i] caused a cutoff at a ply, searched to depth.
func (o *orderer) recordCutoff(moves []rules.Move, i int, side rules.Side, ply, depth int) {
	k := killer(moves[i] + 1)
	if o.killers[ply][0] != k {
		o.killers[ply][1], o.killers[ply][0] = o.killers[ply][0], k
	}
	history := &o.history[side-rules.First]
	counter := &history[moves[i]%historySize]
	if *counter += int32(depth * depth); *counter >= historyLimit {
		for j := range history {
			history[j] /= 2
		}
	}
}
