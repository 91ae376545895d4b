package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/minimax/solver"
	"github.com/quatre/quatre/internal/rules"
	"github.com/quatre/quatre/internal/textfile"
)

const solveUsage = `quatre-worker solve computes the exact value of positions, one per line of standard input.

Connect Four and tic-tac-toe: a line lists the moves from the start, in one word or several; - stands for no
moves. A score behind the first word, as in test sets for solvers and in answers, is ignored, and so is the rest
of a line from the first word on that no moves could make. The answer is

	MOVES SCORE           with -scores, one more field per column (tic-tac-toe: per cell, a1 b1 c1 a2 …)

SCORE is from the view of the side to move. 0: draw. s > 0: it wins; with best play, the winning disc is its
s-th last disc. s < 0: it loses in the same sense. With n discs on the board, a win by the next move scores
(cells + 1 - n) / 2, rounded down. The additional fields are the scores of the moves, for the same side;
. stands for an illegal move.

Force 3: a line has five fields, BOARD SIDE HANDR HANDB BAN. Example:
quatre-worker solve -game force3 <<< "ssss.ssss r 3 3 -"
The answer repeats the fields and adds VALUE DIST NMOVES BEST: W, L or D; the plies to the end, or - for D;
the number of legal moves; the best moves.

With -time, each position has that long, and every board is allowed. A score that is not known in time is
printed as LOW..HIGH: the score is at least LOW and at most HIGH.

Empty lines and lines that start with # are skipped. A line without a value, such as a game that is over, is
reported on standard error. The other lines are still answered, and the exit status is 1.`

// solveConfig says how to answer lines of input.
type solveConfig struct {
	game        rules.Game
	printScores bool
	time        time.Duration // for each position
	engine      *minimax.Engine
	answer      answerer
}

func solve(args []string, s streams) (action, error) {
	cfg, err := parseSolveConfig(args, s.err)
	return cfg.solveAll(s), err
}

// answerer answers a question about a position in which a side is to move. It calls report with better
// and better answers. The answer repeats the question.
type answerer func(ctx context.Context, question string, pos rules.Position, report report) (string, error)

type report func(soFar string, nodes int)

// solveAll answers all lines of input.
func (c *solveConfig) solveAll(s streams) action {
	return func(ctx context.Context) error {
		bad, err := c.solveLines(ctx, s.in, s.out, s.err)
		if err == nil && bad > 0 {
			err = errReported
		}
		return err
	}
}

func parseSolveConfig(args []string, stderr io.Writer) (*solveConfig, error) {
	cfg := &solveConfig{engine: minimax.NewEngine(minimax.DefaultTableBytes)}
	cfg.answer = cfg.solve
	fs := cli.NewFlags("quatre-worker solve", "", solveUsage, stderr)
	game := fs.String("game", "connect4:7x6:4", "`variant`: connect4:COLUMNSxROWS:ALIGN, tictactoe, force3, force3:placed or force3:report")
	fs.BoolVar(&cfg.printScores, "scores", false, "also print the score of each column or cell")
	fs.DurationVar(&cfg.time, "time", 0, "`time` for each position, such as 10s; then print the bounds that are known; 0: no limit")
	if _, err := cli.Parse(fs, args); err != nil {
		return cfg, err
	}
	if cfg.time < 0 {
		return cfg, fmt.Errorf("-time %v: must not be negative", cfg.time)
	}
	var err error
	if cfg.game, err = rules.Parse(*game); err != nil {
		return cfg, fmt.Errorf("-game: %w", err)
	}
	if cfg.time > 0 {
		return cfg, nil
	}
	cfg.time = minimax.Unlimited
	if p, ok := cfg.game.Start().(*rules.Connect4Position); ok {
		if columns, rows, align := p.Size(); !(solver.Board{Columns: columns, Rows: rows, Align: align}).Fits() {
			return cfg, fmt.Errorf("-game %s: give a -time; the exact solver needs columns x (rows + 1) of at most 64 and ALIGN from 3 to 5", *game)
		}
	}
	return cfg, nil
}

// maxLine is the maximum length of a line in bytes.
const maxLine = 1 << 16

// solveLines answers the lines of in, in order. It returns the number of lines without a value,
// and an error if ctx ends or if in or out fails.
func (c *solveConfig) solveLines(ctx context.Context, in io.Reader, out, stderr io.Writer) (bad int, err error) {
	progress := newProgress(stderr)
	all := textfile.NewScanner(in, maxLine)
	number := 1
	for ; all.Scan(); number++ {
		fields := strings.Fields(all.Text())
		if len(fields) == 0 || fields[0][0] == '#' {
			continue
		}
		start := time.Now()
		text, err := c.answerLine(ctx, fields, func(soFar string, nodes int) {
			progress.update(fmt.Sprintf("line %d: %s, %d positions, so far %s", number, time.Since(start).Round(time.Second), nodes, soFar))
		})
		progress.clear()
		switch {
		case ctx.Err() != nil:
			return bad, ctx.Err()
		case err != nil:
			bad++
			fmt.Fprintf(stderr, "line %d: %v\n", number, err)
		default:
			if _, err := fmt.Fprintln(out, text); err != nil {
				return bad, err
			}
		}
	}
	if err := all.Err(); err != nil {
		return bad, fmt.Errorf("reading line %d: %w", number, err)
	}
	return bad, nil
}

// errGameOver is the error of a position without a side to move.
var errGameOver = errors.New("the game is over: no side is to move")

// answerLine returns the answer to a line of input.
func (c *solveConfig) answerLine(ctx context.Context, fields []string, report report) (string, error) {
	question, pos, err := c.position(fields)
	if err != nil {
		return "", err
	}
	if pos.Outcome().Over() {
		return "", errGameOver
	}
	return c.answer(ctx, question, pos, report)
}

// solve is the answerer of quatre-worker solve.
func (c *solveConfig) solve(ctx context.Context, question string, pos rules.Position, report report) (string, error) {
	format := scoresOf
	find := c.engine.Analyse
	if _, ok := pos.(*rules.Force3Position); ok {
		format = force3Values
	} else if !c.printScores {
		find, format = c.engine.Value, scoreOf
	}
	a, err := find(ctx, pos, c.time, func(a minimax.Analysis) { report(format(pos, a), a.Nodes) })
	return question + " " + format(pos, a), err
}
