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

const solveAbout = `aiworker solve values the positions on its standard input, one a line.

Connect Four and tic-tac-toe: the first field of a line is the moves from the start without
anything between them, - for none; what follows is ignored. The answer is

	MOVES SCORE           and with -scores one more field a column (tic-tac-toe: a cell, a1 b1 c1 a2 …)

SCORE is of the side to move: 0 draw; s > 0 it wins, with its s-th last disc at best; s < 0 it loses so.
A win with the next move, n discs being on the board, scores (cells + 1 - n) / 2, rounded down. The fields
are the scores of moving there, for the same side; . where it cannot.

Force 3: five fields, BOARD SIDE HANDR HANDB BAN, as in aiworker solve -game force3 <<< "ssss.ssss r 3 3 -".
The answer repeats them and adds VALUE DIST NMOVES BEST: W, L or D; the plies to the end, - for D; the
number of legal moves; the best ones.

Empty lines and lines that begin with # are skipped. A line that cannot be valued, such as a game
that is over, is reported on standard error; the others are answered, and the exit status is 1.`

type solveConfig struct {
	game       rules.Game
	scores     bool
	stats      bool
	book       bool
	goroutines int
	tableMiB   int
}

func solveCommand(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	cfg, err := configureSolve(args, stderr)
	if err != nil {
		return refused(err, "solve", stderr)
	}
	solvers, err := newLineSolvers(cfg)
	if err != nil {
		return refused(err, "solve", stderr)
	}
	before, _ := cpuSeconds()
	start := time.Now()
	done, err := solveLines(ctx, solvers, stdin, stdout, stderr)
	if cfg.stats {
		after, _ := cpuSeconds()
		done.print(stderr, after-before, time.Since(start))
	}
	if err != nil {
		fmt.Fprintf(stderr, "aiworker solve: %v\n", err)
	}
	if err != nil || done.bad > 0 {
		return 1
	}
	return 0
}

func configureSolve(args []string, stderr io.Writer) (solveConfig, error) {
	var cfg solveConfig
	fs := newFlags("solve", solveAbout, stderr)
	game := fs.String("game", "connect4:7x6:4", "`variant`: connect4:COLUMNSxROWS:ALIGN, tictactoe, force3 or force3:placed")
	fs.BoolVar(&cfg.scores, "scores", false, "value each column, or cell, as well")
	fs.BoolVar(&cfg.stats, "stats", false, "print positions, nodes, CPU seconds and nodes per second on standard error")
	fs.BoolVar(&cfg.book, "book", true, "use the opening book, where there is one")
	goroutinesFlag(fs, &cfg.goroutines)
	tableFlag(fs, &cfg.tableMiB, 64)
	if err := parse(fs, args); err != nil {
		return cfg, err
	}
	if cfg.goroutines < 1 || cfg.tableMiB < 1 {
		return cfg, errors.New("-goroutines and -table are at least 1")
	}
	var err error
	if cfg.game, err = rules.Parse(*game); err != nil {
		return cfg, fmt.Errorf("-game: %w", err)
	}
	return cfg, nil
}

// lineSolver answers lines. It belongs to one goroutine.
type lineSolver interface {
	// solve returns the answer and how many nodes it took. Its error is a bad line's,
	// or that of the context.
	solve(ctx context.Context, fields []string) (answer string, nodes int, err error)
}

// solved is what a run has done.
type solved struct{ positions, bad, nodes int }

func (s solved) print(w io.Writer, cpu float64, wall time.Duration) {
	perSecond := 0.0
	if cpu > 0 {
		perSecond = float64(s.nodes) / cpu
	}
	fmt.Fprintf(w, "positions %d, nodes %d, CPU seconds %.3f, nodes per second %.0f, elapsed seconds %.3f\n",
		s.positions, s.nodes, cpu, perSecond, wall.Seconds())
}

// maxLine is the longest line in bytes that is read; longer ones are bad.
const maxLine = 1 << 16

// lineJob is a line on its way through a solver.
type lineJob struct {
	number int
	text   string
	answer string
	nodes  int
	err    error
	done   chan struct{}
}

// solveLines answers every line of in, in their order, with as many goroutines as there are
// solvers. When ctx ends it stops with its error.
func solveLines(ctx context.Context, solvers []lineSolver, in io.Reader, out, stderr io.Writer) (solved, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	jobs := make(chan *lineJob)
	ordered := make(chan *lineJob, 4*len(solvers))
	go readLines(ctx, cancel, in, jobs, ordered)
	for _, s := range solvers {
		go func() {
			for job := range jobs {
				job.answer, job.nodes, job.err = s.solve(ctx, strings.Fields(job.text))
				close(job.done)
			}
		}()
	}
	var total solved
	w := bufio.NewWriter(out)
	for job := range ordered {
		select {
		case <-job.done:
		default:
			// What is known is shown while the next answer takes its time.
			if err := w.Flush(); err != nil {
				return total, err
			}
			select {
			case <-job.done:
			case <-ctx.Done():
				return total, context.Cause(ctx)
			}
		}
		total.nodes += job.nodes
		switch {
		case ctx.Err() != nil:
			return total, errors.Join(context.Cause(ctx), w.Flush())
		case job.err != nil:
			total.bad++
			fmt.Fprintf(stderr, "line %d: %v\n", job.number, job.err)
		default:
			total.positions++
			fmt.Fprintln(w, job.answer)
		}
	}
	return total, errors.Join(context.Cause(ctx), w.Flush())
}

// errLongLine is that of a line that is not read.
var errLongLine = fmt.Errorf("it is longer than %d bytes", maxLine)

// readLines sends each line that holds a position to jobs and to ordered, until in or ctx ends.
// An error of in ends ctx.
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
		job := &lineJob{number: number, text: string(text), done: make(chan struct{})}
		if long {
			job.err = errLongLine
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
