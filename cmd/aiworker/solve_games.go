package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/minimax/book"
	"github.com/quatre/quatre/internal/minimax/solver"
	"github.com/quatre/quatre/internal/rules"
)

// newLineSolvers returns one solver per goroutine. The solvers share their tables.
func newLineSolvers(cfg solveConfig) ([]lineSolver, error) {
	var all []lineSolver
	switch p := cfg.game.Start().(type) {
	case *rules.Connect4Position:
		if cfg.time > 0 {
			engine := minimax.NewEngine(minimax.Options{TableBytes: cfg.tableMiB << 20})
			for range cfg.goroutines {
				all = append(all, &timedLines{cfg, engine})
			}
			break
		}
		board, err := exactBoard(cfg.game.Variant())
		if err != nil {
			return nil, err
		}
		table := solver.NewTable(board, cfg.tableMiB<<20)
		var known *book.Book
		if cfg.useBook {
			known = book.For(board)
		}
		for range cfg.goroutines {
			all = append(all, &connect4Lines{cfg, board.Cells(), solver.New(board, table), known})
		}
	case *rules.TicTacToePosition:
		engine := minimax.NewEngine(minimax.Options{})
		for range cfg.goroutines {
			all = append(all, &ticTacToeLines{cfg, engine})
		}
	case *rules.Force3Position:
		engine := minimax.NewEngine(minimax.Options{})
		for range cfg.goroutines {
			all = append(all, &force3Lines{cfg, engine})
		}
	default:
		return nil, fmt.Errorf("-game %s: there is no exact solver for %T", cfg.game.Variant(), p)
	}
	return all, nil
}

// exactBoard parses a variant. It returns an error if the exact solver does not support
// the board.
func exactBoard(variant string) (solver.Board, error) {
	var b solver.Board
	if n, err := fmt.Sscanf(variant, "connect4:%dx%d:%d", &b.Columns, &b.Rows, &b.Align); err != nil || n != 3 {
		return b, fmt.Errorf("-game %s: must be connect4:COLUMNSxROWS:ALIGN, such as connect4:7x6:4", variant)
	}
	if !b.Fits() {
		return b, fmt.Errorf("-game %s: the exact solver needs columns x (rows + 1) of at most 64 and ALIGN from 3 to 5", variant)
	}
	return b, nil
}

// noMoves stands for the start position.
const noMoves = "-"

// errGameOver is the error of a position without a side to move.
var errGameOver = errors.New("the game is over: no side is to move")

// replay returns the position after the moves in a line's first field. A move has width
// characters.
func replay(g rules.Game, field string, width int) (rules.Position, error) {
	p := g.Start()
	if field == noMoves {
		return p, nil
	}
	for at := 0; at < len(field); at += width {
		text := field[at:min(at+width, len(field))]
		m, err := p.ParseMove(text)
		if err != nil {
			return nil, fmt.Errorf("move %d, %q: %w", at/width+1, text, err)
		}
		p.Play(m)
	}
	if p.Outcome().Over() {
		return nil, errGameOver
	}
	return p, nil
}

// connect4Lines answers lines for Connect Four boards that the exact solver supports.
type connect4Lines struct {
	cfg    solveConfig
	cells  int
	solver *solver.Solver
	book   *book.Book // nil: no book
}

func (l *connect4Lines) solve(ctx context.Context, fields []string, progress *lineProgress) (string, error) {
	pos, err := replay(l.cfg.game, fields[0], 1)
	if err != nil {
		return "", err
	}
	p := pos.(*rules.Connect4Position)
	own, other := p.Discs(p.Turn())[0], p.Discs(p.Turn().Other())[0]
	if !l.cfg.printScores {
		score, err := l.score(ctx, solver.Position{Own: own, Mask: own | other}, progress)
		return fields[0] + " " + strconv.Itoa(score), err
	}
	columns, rows, _ := p.Size()
	scores, legal := make([]int, columns), make([]bool, columns)
	immediateWin := (l.cells + 1 - p.Ply()) / 2
	for _, m := range p.Moves(nil) {
		legal[m] = true
		cell := uint64(1) << (int(m)*(rows+1) + p.Height(int(m)))
		p.Play(m)
		outcome := p.Outcome()
		p.Undo()
		switch {
		case outcome.Winner() != rules.NoSide:
			scores[m] = immediateWin
		case !outcome.Over():
			score, err := l.score(ctx, solver.Position{Own: other, Mask: own | other | cell}, progress)
			if err != nil {
				return "", err
			}
			scores[m] = -score
		}
	}
	return movesAndScores(fields[0], scores, legal), nil
}

// score returns the score of a position. It starts from the bounds in the book.
func (l *connect4Lines) score(ctx context.Context, p solver.Position, progress *lineProgress) (int, error) {
	low, high := -l.cells, l.cells
	if l.book != nil {
		if least, most, ok := l.book.Lookup(p); ok {
			low, high = least, most
		}
	}
	if low == high {
		return low, nil
	}
	last := l.solver.Nodes()
	score, ok := l.solver.Solve(p, low, high, func() bool {
		now := l.solver.Nodes()
		progress.nodes.Add(int64(now - last))
		last = now
		return ctx.Err() != nil
	})
	if !ok {
		return 0, ctx.Err()
	}
	return min(max(score, low), high), nil
}

// movesAndScores formats an answer: the moves, the best score, the score of each move.
func movesAndScores(moves string, scores []int, legal []bool) string {
	best, found := 0, false
	var columns strings.Builder
	for i, ok := range legal {
		if !ok {
			columns.WriteString(" .")
			continue
		}
		if !found || scores[i] > best {
			best, found = scores[i], true
		}
		fmt.Fprintf(&columns, " %d", scores[i])
	}
	return moves + " " + strconv.Itoa(best) + columns.String()
}

// exactBudget limits the time to solve a position of a small game. It is never used up.
const exactBudget = time.Hour

// analyse solves a position. It returns an error if the engine finds no exact value.
func analyse(ctx context.Context, e *minimax.Engine, pos rules.Position) (minimax.Analysis, error) {
	a, err := e.Analyse(ctx, pos, exactBudget, nil)
	if err == nil && !a.Exact() {
		err = errors.New("the engine did not find an exact value")
	}
	return a, err
}

const (
	ticTacToeCells = 9
	ticTacToeWidth = 2 // characters per move
)

// ticTacToeLines answers lines of tic-tac-toe, such as b2a1c3.
type ticTacToeLines struct {
	cfg    solveConfig
	engine *minimax.Engine
}

func (l *ticTacToeLines) solve(ctx context.Context, fields []string, _ *lineProgress) (string, error) {
	pos, err := replay(l.cfg.game, fields[0], ticTacToeWidth)
	if err != nil {
		return "", err
	}
	a, err := analyse(ctx, l.engine, pos)
	if err != nil {
		return "", err
	}
	if !l.cfg.printScores {
		return fields[0] + " " + strconv.Itoa(discScore(a.Value.Low, ticTacToeCells, pos.Ply())), nil
	}
	scores, legal := make([]int, ticTacToeCells), make([]bool, ticTacToeCells)
	for _, m := range a.Moves {
		scores[m.Move], legal[m.Move] = discScore(m.Value.Low, ticTacToeCells, pos.Ply()), true
	}
	return movesAndScores(fields[0], scores, legal), nil
}

// discScore converts a score in plies, at a position with n discs, to a score in the
// winner's discs. Before the last of k plies, n+k-1 discs are on the board.
func discScore(s minimax.Score, cells, n int) int {
	k, decided := s.Mate()
	switch {
	case !decided:
		return 0
	case k > 0:
		return (cells + 2 - n - k) / 2
	default:
		return -(cells + 2 - n + k) / 2
	}
}

// force3Lines answers lines of Force 3.
type force3Lines struct {
	cfg    solveConfig
	engine *minimax.Engine
}

// force3Fields is the number of fields of a position.
const force3Fields = 5

func (l *force3Lines) solve(ctx context.Context, fields []string, _ *lineProgress) (string, error) {
	if len(fields) < force3Fields {
		return "", fmt.Errorf("got %d fields; a Force 3 position has %d: board, side, discs in hand of r and of b, ban", len(fields), force3Fields)
	}
	text := strings.Join(fields[:force3Fields], " ")
	pos, err := rules.Setup(l.cfg.game, text)
	if err != nil {
		return "", err
	}
	if pos.Outcome().Over() {
		return "", errGameOver
	}
	a, err := analyse(ctx, l.engine, pos)
	if err != nil {
		return "", err
	}
	value, plies := "D", "-"
	if k, decided := a.Value.Low.Mate(); decided {
		value, plies = "W", strconv.Itoa(k)
		if k < 0 {
			value, plies = "L", strconv.Itoa(-k)
		}
	}
	var best []string
	for _, m := range a.Best() {
		best = append(best, pos.FormatMove(m))
	}
	slices.Sort(best)
	return fmt.Sprintf("%s %s %s %d %s", text, value, plies, len(a.Moves), strings.Join(best, ",")), nil
}
