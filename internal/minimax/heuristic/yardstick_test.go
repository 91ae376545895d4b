package heuristic

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/quatre/quatre/internal/rules"
)

// yardstick is a fixed opponent to measure the engine's strength against. It is a copy of
// an early search of package minimax for all games, with its evaluator for Connect Four:
// alpha-beta with iterative deepening, killers and history, and an evaluation that counts
// open windows.
type yardstick struct {
	pos     *rules.Connect4Position
	eval    yardstickEvaluator
	stop    func() bool
	stopped bool
	nodes   int
	depth   int
	root    []yardstickMove
	killers [maxPly][2]int
	history [2][maxSide]int32
	buffers [maxPly][]rules.Move
}

type yardstickMove struct {
	move  rules.Move
	score Score
}

// yardstickChoose searches until stop returns true. It returns one of the best moves of the
// deepest finished search, and the depth of that search.
func yardstickChoose(pos *rules.Connect4Position, stop func() bool, rng *rand.Rand) (rules.Move, int) {
	y := yardstick{pos: pos.Clone().(*rules.Connect4Position), stop: stop}
	y.eval = newYardstickEvaluator(y.pos)
	columns, rows, _ := pos.Size()
	for _, m := range pos.Moves(nil) {
		y.root = append(y.root, yardstickMove{move: m})
	}
	var best []rules.Move
	finished := 0
	for depth := 1; depth <= columns*rows-pos.Ply(); depth++ {
		if y.depth = depth; !y.iterate() {
			break
		}
		best, finished = best[:0], depth
		for _, m := range y.root {
			if m.score == y.root[0].score {
				best = append(best, m.move)
			}
		}
		if _, mate := y.root[0].score.Mate(); mate || len(y.root) == 1 {
			break
		}
	}
	return best[rng.IntN(len(best))], finished
}

func (y *yardstick) iterate() bool {
	root, best := slices.Clone(y.root), -infinity
	for i := range root {
		root[i].score = y.searchMove(root[i].move, y.depth, 0, max(best-1, -infinity), infinity)
		if y.stopped {
			return false
		}
		best = max(best, root[i].score)
	}
	slices.SortStableFunc(root, func(a, b yardstickMove) int { return int(b.score - a.score) })
	y.root = root
	return true
}

func (y *yardstick) searchMove(m rules.Move, depth, ply int, alpha, beta Score) Score {
	y.pos.Play(m)
	score := -y.negamax(depth-1, ply+1, -beta, -alpha)
	y.pos.Undo()
	return score
}

func (y *yardstick) negamax(depth, ply int, alpha, beta Score) Score {
	if y.nodes++; y.nodes%256 == 0 && y.depth > 1 && y.stop() {
		y.stopped = true
	}
	if y.stopped {
		return 0
	}
	if y.pos.Outcome().Winner() != rules.NoSide {
		return Score(ply) - Win
	}
	if y.pos.Outcome().Over() {
		return 0
	}
	if depth == 0 {
		return y.eval.score()
	}
	y.buffers[ply] = y.pos.Moves(y.buffers[ply][:0])
	moves, side := y.buffers[ply], y.pos.Turn()-rules.First
	y.sort(moves, int(side), ply)
	best := -infinity
	for _, m := range moves {
		best = max(best, y.searchMove(m, depth, ply, max(alpha, best), beta))
		if y.stopped {
			return 0
		}
		if best >= beta {
			if k := &y.killers[ply]; k[0] != int(m)+1 {
				k[1], k[0] = k[0], int(m)+1
			}
			if h := &y.history[side]; h[m] > 1<<20 {
				for i := range h {
					h[i] /= 2
				}
			}
			y.history[side][m] += int32(depth * depth)
			break
		}
	}
	return best
}

func (y *yardstick) sort(moves []rules.Move, side, ply int) {
	rank := func(m rules.Move) int32 {
		switch int(m) + 1 {
		case y.killers[ply][0]:
			return 1 << 22
		case y.killers[ply][1]:
			return 1<<22 - 1
		default:
			return y.history[side][m]
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

// yardstickEvaluator counts the open windows that lack one or two discs, 8 and 3 points,
// and the discs in the middle and next to it, 4 and 2 points.
type yardstickEvaluator struct {
	pos          *rules.Connect4Position
	align, words int
	directions   [4]int
	starts       [4]rules.Bitboard
	centre, near rules.Bitboard
}

func newYardstickEvaluator(pos *rules.Connect4Position) yardstickEvaluator {
	columns, rows, align := pos.Size()
	stride := rows + 1
	e := yardstickEvaluator{
		pos: pos, align: align, words: (columns*stride + 63) / 64,
		directions: [4]int{1, stride, stride + 1, stride - 1},
	}
	set := func(b *rules.Bitboard, bit int) { b[bit/64] |= 1 << (bit % 64) }
	steps := [4][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}}
	for c := range columns {
		fromCentre := max(2*c+1-columns, columns-1-2*c) / 2
		for r := range rows {
			for i, step := range steps {
				endColumn, endRow := c+(align-1)*step[0], r+(align-1)*step[1]
				if endColumn < columns && 0 <= endRow && endRow < rows {
					set(&e.starts[i], c*stride+r)
				}
			}
			if fromCentre == 0 {
				set(&e.centre, c*stride+r)
			}
			if fromCentre <= 1 {
				set(&e.near, c*stride+r)
			}
		}
	}
	return e
}

func (e *yardstickEvaluator) score() Score {
	turn := e.pos.Turn()
	own, other := e.pos.Discs(turn), e.pos.Discs(turn.Other())
	points := 0
	more := func(a, b uint64) int { return bits.OnesCount64(a) - bits.OnesCount64(b) }
	for w := range e.words {
		points += 4*more(own[w]&e.centre[w], other[w]&e.centre[w]) + 2*more(own[w]&e.near[w], other[w]&e.near[w])
	}
	for i, d := range e.directions {
		if e.words == 1 {
			ours, theirs := yardstickCountOneWord(own[0], d, e.align), yardstickCountOneWord(other[0], d, e.align)
			points += e.open(ours, theirs, e.starts[i][0])
			continue
		}
		ours, theirs := e.count(own, d), e.count(other, d)
		for w := range e.words {
			points += e.open(ours[w], theirs[w], e.starts[i][w])
		}
	}
	return Score(points)
}

func (e *yardstickEvaluator) open(ours, theirs yardstickCounter, starts uint64) int {
	toUs, toThem := starts&^theirs.any(), starts&^ours.any()
	more := func(a, b uint64) int { return bits.OnesCount64(a) - bits.OnesCount64(b) }
	return 8*more(toUs&ours.is(e.align-1), toThem&theirs.is(e.align-1)) +
		3*more(toUs&ours.is(e.align-2), toThem&theirs.is(e.align-2))
}

func yardstickCountOneWord(discs uint64, d, align int) (c yardstickCounter) {
	for range align {
		c = c.add(discs)
		discs >>= uint(d) % 64
	}
	return c
}

func (e *yardstickEvaluator) count(discs *rules.Bitboard, d int) (c [4]yardstickCounter) {
	x := *discs
	for range e.align {
		for w := range e.words {
			c[w] = c[w].add(x[w])
		}
		x = x.Down(d)
	}
	return c
}

// yardstickCounter is 64 numbers from 0 to 7, one for each bit position.
type yardstickCounter struct{ ones, twos, fours uint64 }

func (c yardstickCounter) add(bits uint64) yardstickCounter {
	carry := c.ones & bits
	return yardstickCounter{c.ones ^ bits, c.twos ^ carry, c.fours | c.twos&carry}
}

func (c yardstickCounter) any() uint64 { return c.ones | c.twos | c.fours }

func (c yardstickCounter) is(n int) uint64 {
	ones, twos, fours := -uint64(n&1), -uint64(n>>1&1), -uint64(n>>2&1)
	return ^((c.ones ^ ones) | (c.twos ^ twos) | (c.fours ^ fours))
}
