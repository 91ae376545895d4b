package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/minimax/book"
	"github.com/quatre/quatre/internal/minimax/solver"
)

const bookUsage = `aiworker book makes the opening book of a Connect Four board with the exact solver.

It saves each result in a work file, one line per position. If it is stopped and started again, it continues
from the work file. When it ends, it writes the book with all results so far. With -verify it only solves a
sample of the book again and compares.`

type bookConfig struct {
	board       solver.Board
	plies       int    // max discs on the board of a book position
	out, work   string // the book, and the folder of the work file
	goroutines  int
	tableMiB    int
	timeLimit   time.Duration // 0: none
	pass        book.Pass
	packOnly    bool
	verify      int // number of positions to solve again; 0: make the book
	seed        uint64
	progressOut io.Writer
}

func bookCommand(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	cfg, err := parseBookConfig(args, stderr)
	if err != nil {
		return refused(err, "book", stderr)
	}
	do := makeBook
	if cfg.verify > 0 {
		do = verifyBook
	}
	if err := do(ctx, cfg, stdout); err != nil {
		fmt.Fprintf(stderr, "aiworker book: %v\n", err)
		return 1
	}
	return 0
}

func parseBookConfig(args []string, stderr io.Writer) (bookConfig, error) {
	cfg := bookConfig{progressOut: stderr}
	fs := newFlags("book", bookUsage, stderr)
	game := fs.String("game", "connect4:7x6:4", "`variant`: connect4:COLUMNSxROWS:ALIGN")
	fs.IntVar(&cfg.plies, "plies", 8, "max discs on the board of a book position")
	fs.StringVar(&cfg.out, "out", "", "`file` of the book: written, or read with -verify")
	fs.StringVar(&cfg.work, "work", "", "`folder` of the work file; created if missing")
	goroutinesFlag(fs, &cfg.goroutines)
	tableFlag(fs, &cfg.tableMiB, 1024)
	outcome := fs.Bool("outcome", false, "stop when the outcome of every position is known")
	principal := fs.Bool("principal", false, "stop when all positions that occur when one side plays perfectly have a known score")
	fs.DurationVar(&cfg.timeLimit, "for", 0, "stop after this time and write the book so far; 0: run until the book is complete")
	fs.BoolVar(&cfg.packOnly, "pack", false, "do not solve; write the book from the work file")
	fs.IntVar(&cfg.verify, "verify", 0, "`number` of random positions of the book to solve again and compare")
	fs.Uint64Var(&cfg.seed, "seed", 1, "random seed for -verify")
	if err := parse(fs, args); err != nil {
		return cfg, err
	}
	cfg.pass = book.Scores
	switch {
	case *outcome:
		cfg.pass = book.Outcomes
	case *principal:
		cfg.pass = book.Principal
	}
	if cfg.out == "" || cfg.work == "" && cfg.verify == 0 {
		return cfg, errors.New("-out and -work are required: the book and the folder of the work file")
	}
	if cfg.goroutines < 1 || cfg.tableMiB < 1 || cfg.timeLimit < 0 || cfg.verify < 0 {
		return cfg, errors.New("-goroutines and -table must be at least 1, -for and -verify must not be negative")
	}
	var err error
	cfg.board, err = exactBoard(*game)
	return cfg, err
}

func makeBook(ctx context.Context, cfg bookConfig, _ io.Writer) (err error) {
	p := progress{out: cfg.progressOut}
	g, err := book.NewGenerator(book.Config{
		Board: cfg.board, Plies: cfg.plies, Pass: cfg.pass, Dir: cfg.work, TableBytes: cfg.tableMiB << 20,
		Goroutines: cfg.goroutines, Progress: p.show,
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, g.Close()) }()
	all, solved, exact := g.Counts()
	fmt.Fprintf(cfg.progressOut, "%d positions; solved %d, score known %d\n", all, solved, exact)
	limited := ctx
	if cfg.timeLimit > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, cfg.timeLimit)
		defer cancel()
	}
	if !cfg.packOnly {
		if err := g.Run(limited); err != nil && limited.Err() == nil {
			return err
		}
	}
	all, solved, exact = g.Counts()
	fmt.Fprintf(cfg.progressOut, "%d positions; solved %d, score known %d\n", all, solved, exact)
	return replaceFile(cfg.out, g.Encode)
}

// replaceFile replaces a file atomically: it writes a new file and renames it.
func replaceFile(name string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".new-")
	if err != nil {
		return err
	}
	err = errors.Join(write(f), f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

func verifyBook(ctx context.Context, cfg bookConfig, stdout io.Writer) error {
	f, err := os.Open(cfg.out)
	if err != nil {
		return err
	}
	defer f.Close()
	b, err := book.Read(f)
	if err != nil {
		return fmt.Errorf("%s: %w", cfg.out, err)
	}
	p := progress{out: cfg.progressOut}
	v, err := b.Verify(ctx, cfg.verify, cfg.seed, cfg.tableMiB<<20, p.show)
	if err != nil {
		return err
	}
	for _, wrong := range v.Wrong {
		fmt.Fprintln(stdout, wrong)
	}
	fmt.Fprintf(stdout, "%d positions in the book, %d with their exact score; %d solved again, %d of them exact; %d wrong\n",
		b.Len(), b.Exact(), v.Positions, v.Exact, len(v.Wrong))
	if len(v.Wrong) > 0 {
		return fmt.Errorf("%s is wrong", cfg.out)
	}
	return nil
}

// progress prints the progress of a book, one line every progressEvery. It is safe for
// concurrent use.
type progress struct {
	out         io.Writer
	mu          sync.Mutex
	start       time.Time
	lastShown   time.Time
	pass        string
	doneAtStart int // positions done when this pass was first shown
}

// progressEvery is the interval between two lines of progress.
const progressEvery = 10 * time.Second

func (p *progress) show(now book.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := time.Now()
	if now.Pass != p.pass {
		p.pass, p.start, p.doneAtStart = now.Pass, t, now.Done
	}
	if now.Done < now.Total && t.Sub(p.lastShown) < progressEvery {
		return
	}
	p.lastShown = t
	line := fmt.Sprintf("%s %s: %d of %d", t.Format(time.TimeOnly), now.Pass, now.Done, now.Total)
	if done := now.Done - p.doneAtStart; done > 0 && now.Done < now.Total {
		left := time.Duration(float64(t.Sub(p.start)) / float64(done) * float64(now.Total-now.Done))
		line += fmt.Sprintf(", %v to go", left.Round(time.Second))
	}
	fmt.Fprintln(p.out, line)
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

func goroutinesFlag(fs *flag.FlagSet, n *int) {
	fs.IntVar(n, "goroutines", 1, "positions to solve at once; they share one table")
}

func tableFlag(fs *flag.FlagSet, mib *int, standard int) {
	fs.IntVar(mib, "table", standard, "size of the transposition table in `MiB`")
}
