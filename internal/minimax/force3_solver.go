package minimax

import (
	"sync"

	"github.com/quatre/quatre/internal/rules"
)

// force3Solver is the gameSolver of Force 3. Tables give the value of each position without
// its history. The solver adds the rules that depend on the history: repetition and the
// maximum length of a game.
//
// In the table the distance to a win shrinks with each turn of perfect play, so a side that
// wins need not repeat a position. History matters in two cases:
//
//  1. A position that has occurred Force3Repetitions-1 times is a draw when it occurs again.
//     If a game has such positions, solveWithRepetitions solves the positions reachable from
//     here again, with these positions as draws.
//  2. A win after rules.Force3MaxPlies does not count. The table has the soonest win, so if
//     that is too late, the game is a draw.
type force3Solver struct {
	free, placed func() force3Table
}

func newForce3Solver() *force3Solver {
	table := func(variant string) func() force3Table {
		return sync.OnceValue(func() force3Table {
			g, err := rules.Parse(variant)
			if err != nil {
				panic(err) // cannot happen: the names are from package rules
			}
			return newForce3Table(g)
		})
	}
	return &force3Solver{free: table("force3"), placed: table("force3:placed")}
}

// table returns the table for the variant of pos. The first call computes it.
func (s *force3Solver) table(pos *rules.Force3Position) force3Table {
	if pos.Placed() {
		return s.placed()
	}
	return s.free()
}

// solve implements gameSolver. It checks the limits only before it starts. It takes some
// milliseconds, or a fraction of a second if it must compute a table or call
// solveWithRepetitions.
func (s *force3Solver) solve(limits *limits, pos rules.Position, _ solveRequest) (Analysis, error) {
	if err := limits.check(); err != nil && err != errBudget {
		return Analysis{}, err
	}
	p := pos.Clone().(*rules.Force3Position)
	known := s.table(p).distance
	var a Analysis
	if nearRepetition := positionsNearRepetition(p, known); len(nearRepetition) > 0 {
		known, a.Nodes = solveWithRepetitions(p, known, nearRepetition)
	}
	for _, m := range p.Moves(nil) {
		a.Moves = append(a.Moves, MoveValue{m, exactValue(turnDistance(p, m, known).score())})
		a.Nodes++
	}
	a.updateValue()
	return a, nil
}

// turnDistance returns the distance of a turn for the side that makes it. known gives the
// distances of positions without history.
func turnDistance(p *rules.Force3Position, m rules.Move, known func(*rules.Force3Position) distance) distance {
	mover := p.Turn()
	p.Play(m)
	defer p.Undo()
	if outcome := p.Outcome(); outcome.Over() {
		return endDistance(outcome, mover)
	}
	w := known(p)
	if p.Ply()+int(max(w, -w)) > rules.Force3MaxPlies {
		return 0
	}
	return w.beforeTurn()
}

// distance returns the distance of a position without its history.
func (t force3Table) distance(p *rules.Force3Position) distance { return t[force3Number(p)] }

// force3Key is a position without its history.
type force3Key struct {
	first, second uint16
	hole, ban     int8 // ban is -1 if there is none
	turn          rules.Side
}

func force3KeyOf(p *rules.Force3Position) force3Key {
	key := force3Key{p.Discs(rules.First), p.Discs(rules.Second), int8(p.Hole()), -1, p.Turn()}
	if ban, banned := p.Ban(); banned {
		key.ban = int8(ban)
	}
	return key
}

// inHand returns how many discs both sides have in hand together.
func inHand(p *rules.Force3Position) int { return p.Hand(rules.First) + p.Hand(rules.Second) }

// positionsNearRepetition returns the positions that have occurred in the game so far, and would
// be a draw by repetition if they occurred once more. It leaves out positions that are draws anyway, and
// positions with fewer discs than pos, which cannot occur again.
func positionsNearRepetition(pos *rules.Force3Position, known func(*rules.Force3Position) distance) map[force3Key]bool {
	p := pos.Clone().(*rules.Force3Position)
	hands := inHand(p)
	nearRepetition, times := map[force3Key]bool{}, map[force3Key]int{}
	for inHand(p) == hands {
		key := force3KeyOf(p)
		if times[key]++; times[key] == rules.Force3Repetitions-1 && known(p) != 0 {
			nearRepetition[key] = true
		}
		if p.Ply() == 0 {
			break
		}
		p.Undo()
	}
	return nearRepetition
}

// solveWithRepetitions solves all positions that can be reached from p without placing a disc,
// with the positions in nearRepetition as draws. It returns a function that gives the distance
// of every position that one turn from p reaches, and the number of positions solved.
//
// It does not go beyond positions that are draws without history. More draws help neither
// side to win, so these positions remain draws.
func solveWithRepetitions(
	p *rules.Force3Position,
	known func(*rules.Force3Position) distance,
	nearRepetition map[force3Key]bool,
) (func(*rules.Force3Position) distance, int) {
	w := repetitionGraph{graph: newGraph(0), known: known, drawn: nearRepetition, game: p.Game(), number: map[force3Key]int32{}}
	w.visit(p)
	for i := 0; i < len(w.texts); i++ {
		w.expand(int32(i))
	}
	distances := w.graph.solve()
	return func(p *rules.Force3Position) distance {
		if i, ok := w.number[force3KeyOf(p)]; ok {
			return distances[i]
		}
		return known(p)
	}, len(distances)
}

// repetitionGraph is the part of the game that solveWithRepetitions solves.
type repetitionGraph struct {
	graph  *graph
	known  func(*rules.Force3Position) distance
	drawn  map[force3Key]bool
	game   rules.Game
	number map[force3Key]int32
	texts  []string // the positions by number, as rules.Setup takes them
	moves  []rules.Move
}

// visit returns the number of a position.
func (w *repetitionGraph) visit(p *rules.Force3Position) int32 {
	key := force3KeyOf(p)
	i, seen := w.number[key]
	if !seen {
		i = w.graph.addPosition()
		w.number[key] = i
		w.texts = append(w.texts, rules.FormatSetup(p))
	}
	return i
}

// expand adds the turns of a position.
func (w *repetitionGraph) expand(i int32) {
	pos, err := rules.Setup(w.game, w.texts[i])
	if err != nil {
		panic(err) // cannot happen: legal turns lead to the position
	}
	p := pos.(*rules.Force3Position)
	hands := inHand(p)
	w.moves = p.Moves(w.moves[:0])
	for _, m := range w.moves {
		mover := p.Turn()
		p.Play(m)
		if outcome := p.Outcome(); outcome.Over() {
			w.graph.addEnd(i, endDistance(outcome, mover))
		} else if known := w.known(p); known == 0 || inHand(p) != hands {
			w.graph.addEnd(i, known.beforeTurn())
		} else if w.drawn[force3KeyOf(p)] {
			w.graph.addEnd(i, 0)
		} else {
			w.graph.addTurn(i, w.visit(p))
		}
		p.Undo()
	}
}
