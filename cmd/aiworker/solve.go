package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/rules"
)

const solveUsage = `aiworker solve computes the exact value of positions, one per line of standard input.

Connect Four and tic-tac-toe: the first field of a line lists the moves from the start, without separators;
- stands for no moves. The rest of the line is ignored. The answer is

	MOVES SCORE           with -scores, one more field per column (tic-tac-toe: per cell, a1 b1 c1 a2 …)

SCORE is from the view of the side to move. 0: draw. s > 0: it wins; with best play, the winning disc is its
s-th last disc. s < 0: it loses in the same sense. With n discs on the board, a win by the next move scores
(cells + 1 - n) / 2, rounded down. The additional fields are the scores of the moves, for the same side;
. stands for an illegal move.

Force 3: a line has five fields, BOARD SIDE HANDR HANDB BAN. Example:
aiworker solve -game force3 <<< "ssss.ssss r 3 3 -"
The answer repeats the fields and adds VALUE DIST NMOVES BEST: W, L or D; the plies to the end, or - for D;
the number of legal moves; the best moves.

With -time, each position has that long. The exact solver and the engine for large boards take turns, so every
board is allowed. A score that is not known in time is printed as LOW..HIGH: the score is at least LOW and at
most HIGH.

Empty lines and lines that start with # are skipped. A line without a value, such as a game that is over, is
reported on standard error. The other lines are still answered, and the exit status is 1.`

type solveConfig struct {
	game        rules.Game
	printScores bool
	useBook     bool
	time        time.Duration // for each position; 0: no limit
	goroutines  int
	tableMiB    int
}

func solveCommand(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	cfg, err := parseSolveConfig(args, stderr)
	if err != nil {
		return refused(err, "solve", stderr)
	}
	solvers, err := newLineSolvers(cfg)
	if err != nil {
		return refused(err, "solve", stderr)
	}
	bad, err := solveLines(ctx, solvers, stdin, stdout, stderr)
	if err != nil {
		fmt.Fprintf(stderr, "aiworker solve: %v\n", err)
	}
	if err != nil || bad > 0 {
		return 1
	}
	return 0
}

func parseSolveConfig(args []string, stderr io.Writer) (solveConfig, error) {
	var cfg solveConfig
	fs := newFlags("solve", solveUsage, stderr)
	game := fs.String("game", "connect4:7x6:4", "`variant`: connect4:COLUMNSxROWS:ALIGN, tictactoe, force3, force3:placed or force3:report")
	fs.BoolVar(&cfg.printScores, "scores", false, "also print the score of each column or cell")
	fs.BoolVar(&cfg.useBook, "book", true, "use the opening book, if there is one for the board")
	fs.DurationVar(&cfg.time, "time", 0, "`time` for each position, such as 10s; then print the bounds that are known; 0: no limit")
	fs.IntVar(&cfg.goroutines, "goroutines", 1, "positions to solve at once; they share one table")
	fs.IntVar(&cfg.tableMiB, "table", 64, "size of the transposition table in `MiB`")
	if err := parse(fs, args); err != nil {
		return cfg, err
	}
	if cfg.goroutines < 1 || cfg.tableMiB < 1 {
		return cfg, errors.New("-goroutines and -table must be at least 1")
	}
	if cfg.time < 0 {
		return cfg, fmt.Errorf("-time %v: must not be negative", cfg.time)
	}
	if cfg.time > 0 && !cfg.useBook {
		return cfg, errors.New("-time and -book=false: with a time limit the book is always used")
	}
	var err error
	if cfg.game, err = rules.Parse(*game); err != nil {
		return cfg, fmt.Errorf("-game: %w", err)
	}
	return cfg, nil
}

// lineSolver answers lines of input. It is used by one goroutine.
type lineSolver interface {
	// solve returns the answer. It returns an error if the line is invalid or ctx has ended. It
	// updates progress while it searches.
	solve(ctx context.Context, fields []string, progress *lineProgress) (answer string, err error)
}

// maxLine is the maximum length of a line in bytes.
const maxLine = 1 << 16

// lineJob is a line that a solver answers. answer and err are set when done is
// closed.
type lineJob struct {
	lineNumber int
	text       string
	progress   lineProgress
	answer     string
	err        error
	done       chan struct{}
}

// solveLines answers every line of in, in order, with one goroutine per solver. It returns
// the number of lines without a value, and an error if ctx ends or if in or out fails.
func solveLines(ctx context.Context, solvers []lineSolver, in io.Reader, out, stderr io.Writer) (bad int, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	jobs := make(chan *lineJob)
	ordered := make(chan *lineJob, 4*len(solvers))
	go readLines(ctx, cancel, in, jobs, ordered)
	for _, s := range solvers {
		go func() {
			for job := range jobs {
				job.answer, job.err = s.solve(ctx, strings.Fields(job.text), &job.progress)
				close(job.done)
			}
		}()
	}
	w := bufio.NewWriter(out)
	line := newProgressLine(stderr)
	defer line.clear()
	for job := range ordered {
		select {
		case <-job.done:
		default:
			// Show the answers that are ready before waiting for the next one.
			if err := w.Flush(); err != nil {
				return bad, err
			}
			if !job.wait(ctx, line) {
				return bad, context.Cause(ctx)
			}
		}
		switch {
		case ctx.Err() != nil:
			return bad, errors.Join(context.Cause(ctx), w.Flush())
		case job.err != nil:
			bad++
			fmt.Fprintf(stderr, "line %d: %v\n", job.lineNumber, job.err)
		default:
			fmt.Fprintln(w, job.answer)
		}
	}
	return bad, errors.Join(context.Cause(ctx), w.Flush())
}

// wait waits until the job's line of input is answered, and shows its progress on line. It
// returns false if ctx ended first.
func (j *lineJob) wait(ctx context.Context, line *progressLine) bool {
	defer line.clear()
	start, ticks := time.Now(), time.NewTicker(progressInterval)
	defer ticks.Stop()
	for {
		select {
		case <-j.done:
			return true
		case <-ctx.Done():
			return false
		case <-ticks.C:
			line.show(j.progress.text(j.lineNumber, time.Since(start)))
		}
	}
}

// errLineTooLong is the error of a line that is longer than maxLine.
var errLineTooLong = fmt.Errorf("longer than %d bytes", maxLine)

// readLines sends each line with a position to ordered and to jobs, until in or ctx ends.
// A line that is too long goes to ordered only. A read error ends ctx.
func readLines(ctx context.Context, cancel context.CancelCauseFunc, in io.Reader, jobs, ordered chan<- *lineJob) {
	defer close(ordered)
	defer close(jobs)
	r := bufio.NewReaderSize(in, maxLine)
	for number := 1; ; number++ {
		text, long, err := r.ReadLine()
		if err == io.EOF {
			return
		}
		if err != nil {
			cancel(fmt.Errorf("reading line %d: %w", number, err))
			return
		}
		job := &lineJob{lineNumber: number, text: string(text), done: make(chan struct{})}
		if long {
			job.err = errLineTooLong
			for long && err == nil {
				_, long, err = r.ReadLine()
			}
			close(job.done)
		} else if f := strings.TrimSpace(job.text); f == "" || f[0] == '#' {
			continue
		}
		select {
		case ordered <- job:
		case <-ctx.Done():
			return
		}
		if job.err != nil {
			continue
		}
		select {
		case jobs <- job:
		case <-ctx.Done():
			return
		}
	}
}
