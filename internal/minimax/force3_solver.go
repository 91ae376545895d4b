package minimax

import (
	"strings"

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
type force3Solver map[string]*force3Table // by variant

func newForce3Solver() force3Solver {
	s := force3Solver{}
	for _, variant := range []string{"force3", "force3:placed", "force3:report"} {
		s[variant] = newForce3Table(variant)
	}
	return s
}

// table returns the table for the variant of pos. A fair variant has the same table as the variant
// that is not fair, because only its first turns are fewer, and no turn leads back to the start.
func (s force3Solver) table(pos *rules.Force3Position) *force3Table {
	return s[strings.TrimSuffix(pos.Game().Variant(), ":fair")]
}

// solve implements gameSolver. It does not check the limits. It takes some milliseconds, or a fraction
// of a second if it must fill a table or call solveWithRepetitions.
func (s force3Solver) solve(_ *limits, pos rules.Position, _ solveRequest) (Analysis, error) {
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
		key := exactKey(p)
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
	hands := inHand(p)
	distances := solveForce3(p, p.Game(), exactKey, func(p *rules.Force3Position) (distance, bool) {
		if d := known(p); d == 0 || inHand(p) != hands {
			return d, true
		}
		return 0, nearRepetition[exactKey(p)]
	})
	return func(p *rules.Force3Position) distance {
		if d, ok := distances[exactKey(p)]; ok {
			return d
		}
		return known(p)
	}, len(distances)
}
