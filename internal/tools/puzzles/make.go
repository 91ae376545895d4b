package main

import (
	"context"
	"math/rand/v2"
	"strings"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/minimax/solver"
	"github.com/quatre/quatre/internal/puzzle"
	"github.com/quatre/quatre/internal/rules"
)

const (
	openingPlies = 2  // random discs with which a game begins, so that games differ
	minDiscs     = 12 // discs in the position of a puzzle: with fewer, exact scores take long
	minMoves     = 5  // columns that a person can choose from
	tableBytes   = 64 << 20
)

// players are the levels whose games give positions. Stronger ones leave too few wins to find.
var players = []string{"easy", "normal", "difficult", "strong"}

// maker makes puzzles.
type maker struct {
	rng    *rand.Rand
	engine *minimax.Engine
	game   rules.Game
	levels []minimax.Level
	finder *finder

	byDay [7][]puzzle.Puzzle
	seen  map[string]bool // canonical positions of the puzzles
}

func newMaker(seed uint64) (*maker, error) {
	m := &maker{
		rng:    rand.New(rand.NewPCG(seed, 0)),
		engine: minimax.NewEngine(minimax.Options{TableBytes: tableBytes}),
		finder: newFinder(),
		seen:   map[string]bool{},
	}
	for _, name := range players {
		level, err := minimax.ParseLevel(name)
		if err != nil {
			return nil, err
		}
		m.levels = append(m.levels, level)
	}
	var err error
	m.game, err = rules.Parse(puzzle.Variant)
	return m, err
}

// collect returns the puzzles of some weeks in the order of the days. It calls progress after each game.
func (m *maker) collect(weeks int, progress func(games, found int)) ([]puzzle.Puzzle, error) {
	for games, found := 1, 0; found < 7*weeks; games++ {
		moves, err := m.play()
		if err != nil {
			return nil, err
		}
		if m.take(moves, weeks) {
			found++
		}
		progress(games, found)
	}
	puzzles := make([]puzzle.Puzzle, 0, 7*weeks)
	for week := range weeks {
		for weekday := range m.byDay {
			puzzles = append(puzzles, m.byDay[weekday][week])
		}
	}
	return puzzles, nil
}

// play plays a game and returns its moves.
func (m *maker) play() ([]rules.Move, error) {
	sides := [2]minimax.Level{m.levels[m.rng.IntN(len(m.levels))], m.levels[m.rng.IntN(len(m.levels))]}
	pos := m.game.Start()
	var moves []rules.Move
	for !pos.Outcome().Over() {
		all := pos.Moves(nil)
		move := all[m.rng.IntN(len(all))]
		if len(moves) >= openingPlies {
			choice, err := m.engine.Choose(context.Background(), sides[len(moves)%2], pos, m.rng)
			if err != nil {
				return nil, err
			}
			move = choice.Move
		}
		pos.Play(move)
		moves = append(moves, move)
	}
	return moves, nil
}

// take looks for a puzzle in a game, and adds the first one of a length that is still needed.
func (m *maker) take(moves []rules.Move, weeks int) bool {
	pos := m.game.Start().(*rules.Connect4Position)
	var played strings.Builder
	for _, move := range moves {
		if pos.Ply() >= minDiscs {
			turns := m.finder.find(pos)
			weekday := m.weekdayOf(2*len(turns)-1, weeks)
			if key, _ := rules.Canonical(pos); weekday >= 0 && !m.seen[key] {
				m.seen[key] = true
				m.byDay[weekday] = append(m.byDay[weekday], puzzle.Puzzle{Moves: played.String(), Turns: turns})
				return true
			}
		}
		played.WriteString(pos.FormatMove(move))
		pos.Play(move)
	}
	return false
}

// weekdayOf returns the day with fewest puzzles that needs one with this number of plies; -1 if no
// day does.
func (m *maker) weekdayOf(plies, weeks int) int {
	weekday := -1
	for day, made := range m.byDay {
		if puzzle.Plies[day] == plies && len(made) < weeks && (weekday < 0 || len(made) < len(m.byDay[weekday])) {
			weekday = day
		}
	}
	return weekday
}

// finder finds puzzles with the exact solver.
type finder struct{ solver *solver.Solver }

func newFinder() *finder {
	board := solver.Board{Columns: 7, Rows: 6, Align: 4}
	return &finder{solver.New(board, solver.NewTable(board, tableBytes))}
}

// find returns the turns of the side to move if pos is a good puzzle, else nil. It plays on pos, and
// takes everything back.
func (f *finder) find(pos *rules.Connect4Position) []puzzle.Turn {
	own, other := boards(pos)
	n := pos.Ply()
	longest, shortest := scoreOf(puzzle.Plies[6], n), scoreOf(puzzle.Plies[0], n)
	// If the opponent threatens to win at once, blocking is no riddle.
	if len(pos.Moves(nil)) < minMoves || f.atLeast(other, own, scoreOf(1, n)) ||
		f.atLeast(own, other, shortest+1) || !f.atLeast(own, other, longest) {
		return nil
	}
	scores, _ := f.scores(pos)
	wins := 0
	for _, score := range scores {
		if score > 0 {
			wins++
		}
	}
	if wins != 1 {
		return nil
	}
	return f.solve(pos)
}

// solve returns the turns to the win. It returns nil if a turn before the last has several quickest
// wins whatever the opponent's longest defence.
func (f *finder) solve(pos *rules.Connect4Position) []puzzle.Turn {
	scores, best := f.scores(pos)
	var turn puzzle.Turn
	quickest := -1
	for column := range turn.Outcomes {
		score, legal := scores[column]
		turn.Outcomes[column] = outcomeOf(score, best, legal)
		if legal && score == best {
			if quickest >= 0 && best < scoreOf(1, pos.Ply()) {
				return nil
			}
			quickest = column
		}
	}
	if best == scoreOf(1, pos.Ply()) {
		return []puzzle.Turn{turn}
	}
	pos.Play(rules.Move(quickest))
	defer pos.Undo()
	replies, longest := f.scores(pos)
	for column := range turn.Outcomes {
		if score, legal := replies[column]; !legal || score < longest {
			continue
		}
		pos.Play(rules.Move(column))
		rest := f.solve(pos)
		pos.Undo()
		if rest != nil {
			turn.Reply = column + 1
			return append([]puzzle.Turn{turn}, rest...)
		}
	}
	return nil
}

func outcomeOf(score, best int, legal bool) puzzle.Outcome {
	switch {
	case !legal:
		return puzzle.Full
	case score < 0:
		return puzzle.Loses
	case score == 0:
		return puzzle.Draws
	case score < best:
		return puzzle.Slow
	default:
		return puzzle.Wins
	}
}

// scores returns the exact score of each legal move, by column, and the best of them.
func (f *finder) scores(pos *rules.Connect4Position) (scores map[int]int, best int) {
	own, other := boards(pos)
	all, legal, _ := f.solver.Moves(solver.Position{Own: own, Mask: own | other}, nil)
	scores = map[int]int{}
	for column, score := range all {
		if !legal[column] {
			continue
		}
		if len(scores) == 0 || score > best {
			best = score
		}
		scores[column] = score
	}
	return scores, best
}

// atLeast reports whether the score of a position is at least this one.
func (f *finder) atLeast(own, other uint64, score int) bool {
	got, _ := f.solver.Solve(solver.Position{Own: own, Mask: own | other}, score-1, score, nil)
	return got >= score
}

// boards returns the discs of the side to move and of the other.
func boards(pos *rules.Connect4Position) (own, other uint64) {
	return pos.Discs(pos.Turn())[0], pos.Discs(pos.Turn().Other())[0]
}

// scoreOf returns the solver's score of a win in a number of plies, with n discs on the board.
func scoreOf(plies, n int) int { return (43-n)/2 - (plies-1)/2 }
