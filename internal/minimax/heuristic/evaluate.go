package heuristic

import "math/bits"

// estimateScale is the score at which Estimate is tanh 1, which is 76 %.
const estimateScale = 400

// weights has the weights of the evaluation, in points.
type weights struct {
	lacksTwo   [classes]int32 // an open window that lacks two discs, by class
	lacksThree [classes]int32
	lacksFour  [classes]int32
	threat     int32 // an open window that lacks one disc, in addition to the weights of its cell

	goodRowThreat  int32 // the lowest threat of a column, in a row that favours its owner
	badRowThreat   int32 // the lowest threat of a column, in a row that favours the other side
	higherThreat   int32 // a threat above the lowest threat of its column
	stackedThreats int32 // the lowest threat of a column if the cell above is a threat too
	endgameWin     int32 // winning the endgame, on an empty board
	endgameWinFull int32 // what a full board adds to endgameWin
	tempo          int32 // being the side to move
}

// weightsOf has the weights by the number of discs to align. TestFit fits weights to
// games; docs/teach/wide.md describes how these were found.
var weightsOf = [...]weights{
	3: {
		threat: 20, lacksTwo: [classes]int32{2, 4, 4, 4},
		goodRowThreat: 80, badRowThreat: 40, higherThreat: 15, stackedThreats: 200, endgameWin: 60, endgameWinFull: 200, tempo: 10,
	},
	4: {
		threat: 0, lacksTwo: [classes]int32{13, 30, 71, 38}, lacksThree: [classes]int32{2, 6, 20, 10},
		goodRowThreat: 100, badRowThreat: 120, higherThreat: 30, stackedThreats: 0, endgameWin: -60, endgameWinFull: 535, tempo: 56,
	},
	5: {
		threat: 18, lacksTwo: [classes]int32{5, 35, 80, 14}, lacksThree: [classes]int32{0, 6, 22, 4},
		lacksFour:     [classes]int32{0, 1, 7, 0},
		goodRowThreat: 10, badRowThreat: 30, higherThreat: -40, stackedThreats: 190, endgameWin: 250, endgameWinFull: 300, tempo: 20,
	},
}

// setWeights fills the tables that depend on the weights.
func (g *geometry) setWeights() {
	k := g.weights
	for class := range classes {
		for n := 1; n < g.align; n++ {
			g.values[class][n*int(discOf[0])] = k.windowPoints(g.align-n, classFor(0, class))
			g.values[class][n*int(discOf[1])] = -k.windowPoints(g.align-n, classFor(1, class))
		}
	}
	g.setRanks()
}

// setRanks fills the tables of move ranks: what a move gains in its windows, and what it
// takes from the windows of the opponent.
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
					gain += (1 - 2*int32(side)) * (g.weights.goodRowThreat + g.weights.badRowThreat) / 2
				}
				g.ranks[side][class][own] = (1 - 2*int32(side)) * gain
				if n > 0 {
					g.ranks[side][class][other] = (1 - 2*int32(side)) * -g.values[class][other]
				}
			}
		}
	}
}

// classFor returns the class of a window as side sees it: for the second player, the
// classes of rows are swapped.
func classFor(side, class int) int {
	if side == 1 && class >= rowOfFirst {
		return rowOfFirst + rowOfSecond - class
	}
	return class
}

// windowPoints returns the points of an open window that lacks this many discs.
func (k *weights) windowPoints(lacks, class int) int32 {
	return [...]int32{1: k.threat, 2: k.lacksTwo[class], 3: k.lacksThree[class], 4: k.lacksFour[class]}[lacks]
}

// threatCount has numbers of threats by kind: those of the first player minus those of the
// second.
type threatCount struct {
	goodRow, badRow, higher, stacked int32
	endgame                          int32 // 1 if the first player wins the endgame, -1 if the second does
	free                             int   // cells that can be filled without giving up a threat
}

// evaluate estimates the position for the side to move. Neither side may have a threat
// that can be played at once.
func (s *state) evaluate() Score {
	k := s.g.weights
	t := s.countThreats()
	score := s.points + k.goodRowThreat*t.goodRow + k.badRowThreat*t.badRow + k.higherThreat*t.higher + k.stackedThreats*t.stacked
	if t.endgame != 0 {
		score += t.endgame * (k.endgameWin + k.endgameWinFull*int32(s.g.cellCount-t.free)/int32(s.g.cellCount))
	}
	if s.turn != 0 {
		score = -score
	}
	return Score(min(max(score+k.tempo, -int32(MaxHeuristic)), int32(MaxHeuristic)))
}

// countThreats counts the threats in all columns of a word at once. In each column the lowest
// threat comes first: the cells above it only matter once its owner gives it up.
func (s *state) countThreats() (t threatCount) {
	var first, second, shared int32
	for w := range s.g.words {
		closed := s.open[w] &^ s.next[w]
		a, b := s.threats[0][w]&closed, s.threats[1][w]&closed
		low := lowest(a | b)
		t.free += bits.OnesCount64(s.open[w] & cellsBelow(low>>1))
		if low == 0 {
			continue
		}
		lowA, lowB := low&a&^b, low&b&^a
		first += count(lowA)
		second += count(lowB)
		shared += count(low & a & b)
		profit := count(lowA&s.g.goodRows[0][w]) - count(lowB&s.g.goodRows[1][w])
		t.goodRow += profit
		t.badRow += count(lowA) - count(lowB) - profit
		t.higher += count(a&^low) - count(b&^low)
		t.stacked += count(low&a&(a>>1)) - count(low&b&(b>>1))
	}
	if first|second|shared != 0 {
		t.endgame = s.endgameWinner(t.free, [2]int32{first, second}, shared)
	}
	return t
}

func count(lanes uint64) int32 { return int32(bits.OnesCount64(lanes)) }

// endgameWinner returns who wins after the free cells are filled: 1 for the first player, -1
// for the second, 0 for nobody. lows[side] is the number of columns whose lowest threat is a
// threat of that side only. shared is the number of columns whose lowest threat is a threat of
// both sides.
//
// Once the free cells are filled, the side to move is in zugzwang. If the lowest threat of
// some column is its own, it plays below that threat and so gives it up. Otherwise it must
// play below a threat of the opponent, and loses.
func (s *state) endgameWinner(free int, lows [2]int32, shared int32) int32 {
	inZugzwang := s.turn ^ free&1
	switch {
	case lows[inZugzwang] > 0:
		return s.playOutEndgame(inZugzwang)
	case lows[inZugzwang^1]+shared > 0:
		return 2*int32(inZugzwang) - 1
	default:
		return 0
	}
}
