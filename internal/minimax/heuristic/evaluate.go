package heuristic

import "math/bits"

// estimateScale is the score at which the expected result is tanh 1, 76 %.
const estimateScale = 400

// weights is what the evaluation counts, in points.
type weights struct {
	lacksTwo   [classes]int32 // an open window that lacks two discs
	lacksThree [classes]int32
	lacksFour  [classes]int32
	threat     int32 // an open window that lacks one, whatever else is said of its cell

	profit     int32 // the lowest threat of a column, in a row that profits its owner
	lost       int32 // the same in a row that profits the other side
	higher     int32 // a threat above the lowest of its column
	pair       int32 // the lowest threat of a column if the cell above is one too
	decide     int32 // winning once the free cells are filled, on an empty board
	decideFull int32 // what is added to decide on a full board
	move       int32 // having the move
}

// weightsOf holds the weights by the number of discs to align.
var weightsOf = [...]weights{
	3: {
		threat: 20, lacksTwo: [classes]int32{2, 4, 4, 4},
		profit: 80, lost: 40, higher: 15, pair: 200, decide: 60, decideFull: 200, move: 10,
	},
	4: {
		threat: 0, lacksTwo: [classes]int32{13, 30, 71, 38}, lacksThree: [classes]int32{2, 6, 20, 10},
		profit: 100, lost: 120, higher: 30, pair: 0, decide: -60, decideFull: 535, move: 56,
	},
	5: {
		threat: 18, lacksTwo: [classes]int32{5, 35, 80, 14}, lacksThree: [classes]int32{0, 6, 22, 4},
		lacksFour: [classes]int32{0, 1, 7, 0},
		profit:    10, lost: 30, higher: -40, pair: 190, decide: 250, decideFull: 300, move: 20,
	},
}

// setWeights fills the tables that depend on the weights.
func (g *geometry) setWeights() {
	k := g.weights
	for class := range classes {
		for n := 1; n < g.align; n++ {
			g.values[class][n*int(discOf[0])] = k.worth(g.align-n, likeFor(0, class))
			g.values[class][n*int(discOf[1])] = -k.worth(g.align-n, likeFor(1, class))
		}
	}
	g.setRanks()
}

// setRanks fills the tables by which moves are tried: what a move gains in its
// windows and takes from the opponent's.
func (g *geometry) setRanks() {
	for class := range classes {
		for side := range 2 {
			for n := range g.align {
				own, other := n*int(discOf[side]), n*int(discOf[1-side])
				gain := g.values[class][own]
				if n+1 < g.align {
					gain = g.values[class][own+int(discOf[side])] - gain
				}
				if n+2 == g.align {
					gain += (1 - 2*int32(side)) * (g.weights.profit + g.weights.lost) / 2
				}
				g.ranks[side][class][own] = (1 - 2*int32(side)) * gain
				if n > 0 {
					g.ranks[side][class][other] = (1 - 2*int32(side)) * -g.values[class][other]
				}
			}
		}
	}
}

// likeFor returns the class that a window is to the first player if side's place
// in it were the first player's.
func likeFor(side, class int) int {
	if side == 1 && class >= rowOfFirst {
		return rowOfFirst + rowOfSecond - class
	}
	return class
}

// worth returns the points of an open window that lacks some discs.
func (k *weights) worth(lacks, class int) int32 {
	return [...]int32{1: k.threat, 2: k.lacksTwo[class], 3: k.lacksThree[class], 4: k.lacksFour[class]}[lacks]
}

// threatCount is what the evaluation counts of the threats of both sides,
// first player minus second.
type threatCount struct {
	profit, lost, higher, pair int32
	decided                    int32 // 1 if the first player wins once the free cells are filled, -1 if the second
	free                       int   // cells that can be filled without giving anything away
}

// evaluate estimates the position for the side to move. Neither side may have
// a threat that could be carried out at once.
func (s *state) evaluate() Score {
	k := s.g.weights
	var t threatCount
	if s.g.use&useThreats != 0 {
		t = s.countThreats()
	}
	score := s.points + k.profit*t.profit + k.lost*t.lost + k.higher*t.higher + k.pair*t.pair
	if t.decided != 0 {
		score += t.decided * (k.decide + k.decideFull*int32(s.g.area-t.free)/int32(s.g.area))
	}
	if s.turn != 0 {
		score = -score
	}
	return Score(min(max(score+k.move, -int32(MaxHeuristic)), int32(MaxHeuristic)))
}

// countThreats looks at all columns of a word at once. In each column the
// lowest threat comes first: what stands above it matters only if its owner gives
// it up.
func (s *state) countThreats() (t threatCount) {
	var first, second, shared int32
	for w := range s.g.words {
		closed := s.open[w] &^ s.next[w]
		a, b := s.threats[0][w]&closed, s.threats[1][w]&closed
		low := lowest(a | b)
		t.free += bits.OnesCount64(s.open[w] & below(low>>1))
		if low == 0 {
			continue
		}
		lowA, lowB := low&a&^b, low&b&^a
		first += count(lowA)
		second += count(lowB)
		shared += count(low & a & b)
		profit := count(lowA&s.g.good[0][w]) - count(lowB&s.g.good[1][w])
		t.profit += profit
		t.lost += count(lowA) - count(lowB) - profit
		t.higher += count(a&^low) - count(b&^low)
		t.pair += count(low&a&(a>>1)) - count(low&b&(b>>1))
	}
	if first|second|shared != 0 && s.g.use&useDecide != 0 {
		t.decided = s.decide(t.free, [2]int32{first, second}, shared)
	}
	return t
}

func count(lanes uint64) int32 { return int32(bits.OnesCount64(lanes)) }

// decide returns who wins once the free cells are filled: 1 for the first
// player, -1 for the second, 0 for nobody. lows is in how many columns the
// lowest threat is of one side alone, shared in how many of both.
//
// The side that has to move then must give something away: if it has a column
// with a lowest threat of its own it can play under it, which costs the threat,
// else it must play under a threat of the opponent's and loses.
func (s *state) decide(free int, lows [2]int32, shared int32) int32 {
	squeezed := s.turn ^ free&1
	switch {
	case lows[squeezed] > 0:
		return s.concede(squeezed)
	case lows[squeezed^1]+shared > 0:
		return 2*int32(squeezed) - 1
	default:
		return 0
	}
}
