package minimax

import "github.com/quatre/quatre/internal/rules"

const (
	// historySize is the number of counters for each side. Moves share one if
	// their codes are equal modulo the size, which only makes the order worse.
	historySize = 256

	// historyLimit bounds the counters; they are halved when one reaches it, so
	// that what a cut says wears off.
	historyLimit = 1 << 20
)

// orderer puts the moves that will probably cut first. It keeps for each ply
// the two last moves that cut there ("killers", Selim Akl and Monroe Newborn,
// 1977), and for each move of each side how often it cut, deep cuts counting
// more ("history heuristic", Jonathan Schaeffer, 1983).
type orderer struct {
	killers [maxDepth + 1][2]killer
	history [2][historySize]int32
}

// killer is a move plus 1, or 0 for none.
type killer uint32

// sort orders the moves of side at a ply, the most promising first. It is an
// insertion sort, for moves are few and stay in the rules' order if equal.
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

// cut records that moves[i] cut at a ply, searched to depth.
func (o *orderer) cut(moves []rules.Move, i int, side rules.Side, ply, depth int) {
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
