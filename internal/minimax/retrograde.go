package minimax

import "slices"

// distance is the value of a position as a number of plies: n if the side to move wins with
// the n-th ply from now, -n if it loses with the n-th ply from now, 0 if neither side can
// force a win.
type distance int16

// score returns the Score of a position with the distance.
func (d distance) score() Score {
	switch {
	case d > 0:
		return Win - Score(d)
	case d < 0:
		return -Win - Score(d)
	default:
		return 0
	}
}

// beforeTurn returns the distance of a turn, for the side that makes it, if the position after
// the turn has the distance d.
func (d distance) beforeTurn() distance {
	switch {
	case d > 0:
		return -d - 1
	case d < 0:
		return -d + 1
	default:
		return 0
	}
}

// graph is a game in which positions can repeat. It has positions by number, turns from
// one position to another, and turns with a known distance, such as those that end the
// game. solve computes the distance of each position.
//
// The method is retrograde analysis (Ken Thompson, "Retrograde Analysis of Certain
// Endgames", 1986). It starts from the known ends and goes back from each decided position to
// the positions that lead there. A position is won if one of its turns leads to a lost
// position. It is lost if all its turns lead to won positions. Turns are processed by
// increasing distance, so the first result is the soonest win or the latest loss. A position
// without a result is a draw.
type graph struct {
	turns     []turnEdge
	resolved  [][]resolvedTurn // queued turns by plies to the end
	remaining []int32          // by position, the number of turns that are not known to lose
}

// turnEdge is a turn from one position to another.
type turnEdge struct{ from, to int32 }

// resolvedTurn is a turn from a position whose result has become known.
type resolvedTurn struct {
	position int32
	wins     bool
}

// addPosition adds a position and returns its number.
func (g *graph) addPosition() int32 {
	g.remaining = append(g.remaining, 0)
	return int32(len(g.remaining) - 1)
}

// addTurn adds a turn between two positions.
func (g *graph) addTurn(from, to int32) {
	g.turns = append(g.turns, turnEdge{from, to})
	g.remaining[from]++
}

// addEnd adds a turn of known distance for the side that makes it.
func (g *graph) addEnd(from int32, d distance) {
	g.remaining[from]++
	if d != 0 {
		g.enqueue(int(max(d, -d)), resolvedTurn{from, d > 0})
	}
}

// enqueue adds a turn to the queue for a number of plies to the end.
func (g *graph) enqueue(plies int, n resolvedTurn) {
	for len(g.resolved) <= plies {
		g.resolved = append(g.resolved, nil)
	}
	g.resolved[plies] = append(g.resolved[plies], n)
}

// solve returns the distance of each position. The graph cannot be used afterwards.
func (g *graph) solve() []distance {
	distances := make([]distance, len(g.remaining))
	sources, first := g.predecessors()
	for plies := 1; plies < len(g.resolved); plies++ {
		for _, n := range g.resolved[plies] {
			if distances[n.position] != 0 {
				continue
			}
			if !n.wins {
				if g.remaining[n.position]--; g.remaining[n.position] > 0 {
					continue
				}
			}
			distances[n.position] = distance(plies)
			if !n.wins {
				distances[n.position] = distance(-plies)
			}
			for _, from := range sources[first[n.position]:first[n.position+1]] {
				g.enqueue(plies+1, resolvedTurn{from, !n.wins})
			}
		}
		g.resolved[plies] = nil
	}
	return distances
}

// predecessors returns the start positions of all turns, grouped by target. The start
// positions of the turns to position p are sources[first[p]:first[p+1]].
func (g *graph) predecessors() (sources, first []int32) {
	first = make([]int32, len(g.remaining)+1)
	for _, t := range g.turns {
		first[t.to+1]++
	}
	for i := range g.remaining {
		first[i+1] += first[i]
	}
	sources, next := make([]int32, len(g.turns)), slices.Clone(first)
	for _, t := range g.turns {
		sources[next[t.to]] = t.from
		next[t.to]++
	}
	return sources, first
}
