package minimax

import (
	"sync"

	"github.com/quatre/quatre/internal/rules"
)

// force3Solver knows the worth of every position of Force 3: for a game without
// a past from its tables, and otherwise as the rules of repetition and of the
// longest game have it.
//
// The table's wins come nearer with each turn, so they never go through one
// position twice, and what has stood once before is no obstacle: it would have
// to stand twice more. There are two that are. A position that has stood twice
// draws when it is reached again; with such ones about, what can be reached from
// here is solved anew with them as draws (see worn). And no win counts that
// comes after rules.Force3MaxPlies: as the table's is the soonest there is, the
// game is then a draw.
type force3Solver struct {
	free, placed func() force3Table
}

func newForce3Solver() *force3Solver {
	table := func(variant string) func() force3Table {
		return sync.OnceValue(func() force3Table {
			g, err := rules.Parse(variant)
			if err != nil {
				panic(err) // the names are rules' own
			}
			return newForce3Table(g)
		})
	}
	return &force3Solver{free: table("force3"), placed: table("force3:placed")}
}

// table returns the table for the variant of pos. The first call makes it.
func (s *force3Solver) table(pos *rules.Force3Position) force3Table {
	if pos.Placed() {
		return s.placed()
	}
	return s.free()
}

// solve implements gameSolver. It does not look at the limits once it has begun:
// it takes some milliseconds, and a fraction of a second where it has to make a
// table or solve anew.
func (s *force3Solver) solve(limits *limits, pos rules.Position, _ question) (Analysis, error) {
	if err := limits.check(); err != nil && err != errBudget {
		return Analysis{}, err
	}
	p := pos.Clone().(*rules.Force3Position)
	known := s.table(p).worth
	var a Analysis
	if worn := wornOf(p, known); len(worn) > 0 {
		known, a.Nodes = solveWorn(p, known, worn)
	}
	for _, m := range p.Moves(nil) {
		a.Moves = append(a.Moves, MoveValue{m, exactly(force3Worth(p, m, known).score())})
		a.Nodes++
	}
	a.settle()
	return a, nil
}

// force3Worth returns what a turn is worth to the side that makes it, given what
// the positions without a past are worth.
func force3Worth(p *rules.Force3Position, m rules.Move, known func(*rules.Force3Position) worth) worth {
	mover := p.Turn()
	p.Play(m)
	defer p.Undo()
	if outcome := p.Outcome(); outcome.Over() {
		return endWorth(outcome, mover)
	}
	w := known(p)
	if p.Ply()+int(max(w, -w)) > rules.Force3MaxPlies {
		return 0
	}
	return w.before()
}

// worth returns what a position without a past is worth.
func (t force3Table) worth(p *rules.Force3Position) worth { return t[force3Number(p)] }

// force3Key is a position without its past.
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

// inHand returns how many discs the sides have in hand together.
func inHand(p *rules.Force3Position) int { return p.Hand(rules.First) + p.Hand(rules.Second) }

// wornOf returns the positions that have stood so often that the game is drawn
// when they stand again. It leaves out those that are drawn anyway, and those
// with fewer discs than there are now, which cannot come again.
func wornOf(pos *rules.Force3Position, known func(*rules.Force3Position) worth) map[force3Key]bool {
	p := pos.Clone().(*rules.Force3Position)
	hands := inHand(p)
	worn, times := map[force3Key]bool{}, map[force3Key]int{}
	for inHand(p) == hands {
		key := force3KeyOf(p)
		if times[key]++; times[key] == rules.Force3Repetitions-1 && known(p) != 0 {
			worn[key] = true
		}
		if p.Ply() == 0 {
			break
		}
		p.Undo()
	}
	return worn
}

// solveWorn solves anew what can be reached from p without placing a disc, with
// the worn positions as draws. It returns what positions are then worth, of those
// that a turn from p leads to, and how many positions it took.
//
// What is drawn without them stays drawn, for they help neither side to win; so
// the search goes no further there.
func solveWorn(p *rules.Force3Position, known func(*rules.Force3Position) worth, worn map[force3Key]bool) (func(*rules.Force3Position) worth, int) {
	w := wornGraph{graph: newGraph(0), known: known, worn: worn, game: p.Game(), number: map[force3Key]int32{}}
	w.visit(p)
	for i := 0; i < len(w.texts); i++ {
		w.expand(int32(i))
	}
	worths := w.graph.solve()
	return func(p *rules.Force3Position) worth {
		if i, ok := w.number[force3KeyOf(p)]; ok {
			return worths[i]
		}
		return known(p)
	}, len(worths)
}

// wornGraph is the part of the game that solveWorn looks at.
type wornGraph struct {
	graph  *graph
	known  func(*rules.Force3Position) worth
	worn   map[force3Key]bool
	game   rules.Game
	number map[force3Key]int32
	texts  []string // the positions by number, as rules.Setup takes them
	moves  []rules.Move
}

// visit returns the number of a position.
func (w *wornGraph) visit(p *rules.Force3Position) int32 {
	key := force3KeyOf(p)
	i, seen := w.number[key]
	if !seen {
		i = w.graph.grow()
		w.number[key] = i
		w.texts = append(w.texts, rules.FormatSetup(p))
	}
	return i
}

// expand adds the turns of a position.
func (w *wornGraph) expand(i int32) {
	pos, err := rules.Setup(w.game, w.texts[i])
	if err != nil {
		panic(err) // it was reached by turns
	}
	p := pos.(*rules.Force3Position)
	hands := inHand(p)
	w.moves = p.Moves(w.moves[:0])
	for _, m := range w.moves {
		mover := p.Turn()
		p.Play(m)
		if outcome := p.Outcome(); outcome.Over() {
			w.graph.end(i, endWorth(outcome, mover))
		} else if known := w.known(p); known == 0 || inHand(p) != hands {
			w.graph.end(i, known.before())
		} else if w.worn[force3KeyOf(p)] {
			w.graph.end(i, 0)
		} else {
			w.graph.turn(i, w.visit(p))
		}
		p.Undo()
	}
}
