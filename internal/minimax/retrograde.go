package minimax

import "slices"

// worth says what a position is worth to the side to move: n if it wins with
// the n-th ply from now, -n if it loses with it, 0 if neither side can win.
type worth int16

// score turns a worth into the Score of a position.
func (w worth) score() Score {
	switch {
	case w > 0:
		return Win - Score(w)
	case w < 0:
		return -Win - Score(w)
	default:
		return 0
	}
}

// before returns what a turn that leads to a position is worth to the side that
// makes it.
func (w worth) before() worth {
	switch {
	case w > 0:
		return -w - 1
	case w < 0:
		return -w + 1
	default:
		return 0
	}
}

// graph is a game that can go round in circles: positions by number, turns that
// lead from one to another, and turns whose worth is known, mostly because the
// game is over then. solve makes of it what each position is worth.
//
// That is retrograde analysis as Ken Thompson described it ("Retrograde analysis
// of certain endgames", 1986): it begins at the known ends, and goes back from
// each position that is decided to those that lead to it. A position is won if
// one turn leads to one that is lost, and lost once all turns are known to lead
// to ones that are won. Ends are taken up in the order of their distance, so the
// first verdict is the soonest win or the latest loss. What is never reached is
// drawn.
type graph struct {
	turns []link
	known [][]news // by plies to the end
	open  []int32  // by position: turns that are not known to lose
}

// link is a turn from a position to another.
type link struct{ from, to int32 }

// news is a turn of a position whose worth has become known.
type news struct {
	position int32
	wins     bool
}

// newGraph returns a graph of so many positions without any turns.
func newGraph(positions int) *graph { return &graph{open: make([]int32, positions)} }

// grow adds a position and returns its number.
func (g *graph) grow() int32 {
	g.open = append(g.open, 0)
	return int32(len(g.open) - 1)
}

// turn adds a turn between two positions.
func (g *graph) turn(from, to int32) {
	g.turns = append(g.turns, link{from, to})
	g.open[from]++
}

// end adds a turn of known worth to the side that makes it.
func (g *graph) end(from int32, w worth) {
	g.open[from]++
	if w != 0 {
		g.hear(int(max(w, -w)), news{from, w > 0})
	}
}

// hear puts off news to the round of their number of plies.
func (g *graph) hear(plies int, n news) {
	for len(g.known) <= plies {
		g.known = append(g.known, nil)
	}
	g.known[plies] = append(g.known[plies], n)
}

// solve returns the worth of each position. It uses the graph up.
func (g *graph) solve() []worth {
	worths := make([]worth, len(g.open))
	leading, first := g.reverse()
	for plies := 1; plies < len(g.known); plies++ {
		for _, n := range g.known[plies] {
			if worths[n.position] != 0 {
				continue
			}
			if !n.wins {
				if g.open[n.position]--; g.open[n.position] > 0 {
					continue
				}
			}
			worths[n.position] = worth(plies)
			if !n.wins {
				worths[n.position] = worth(-plies)
			}
			for _, from := range leading[first[n.position]:first[n.position+1]] {
				g.hear(plies+1, news{from, !n.wins})
			}
		}
		g.known[plies] = nil
	}
	return worths
}

// reverse returns the positions that turns lead from, ordered by the position
// that they lead to, and where those of each position begin.
func (g *graph) reverse() (leading, first []int32) {
	first = make([]int32, len(g.open)+1)
	for _, t := range g.turns {
		first[t.to+1]++
	}
	for i := range g.open {
		first[i+1] += first[i]
	}
	leading, next := make([]int32, len(g.turns)), slices.Clone(first)
	for _, t := range g.turns {
		leading[next[t.to]] = t.from
		next[t.to]++
	}
	return leading, first
}
