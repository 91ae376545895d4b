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

const bookAbout = `aiworker book makes the opening book of a Connect Four board with the exact solver.

What is found goes into a work file, one line a position. When the command is stopped and started
again it goes on from there, and it writes the book as far as it is solved. With -verify it makes
nothing and solves a sample of the book again.`

type bookConfig struct {
	board       solver.Board
	plies       int
	out, work   string
	goroutines  int
	tableMiB    int
	limit       time.Duration
	pass        book.Pass
	pack        bool
	verify      int
	seed        uint64
	interactive io.Writer
}

func bookCommand(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	cfg, err := configureBook(args, stderr)
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

func configureBook(args []string, stderr io.Writer) (bookConfig, error) {
	cfg := bookConfig{interactive: stderr}
	fs := newFlags("book", bookAbout, stderr)
	game := fs.String("game", "connect4:7x6:4", "`variant`: connect4:COLUMNSxROWS:ALIGN")
	fs.IntVar(&cfg.plies, "plies", 8, "the most discs of the book's positions")
	fs.StringVar(&cfg.out, "out", "", "`file` to write the book to (with -verify: to read)")
	fs.StringVar(&cfg.work, "work", "", "`folder` of the work file; made if missing")
	goroutinesFlag(fs, &cfg.goroutines)
	tableFlag(fs, &cfg.tableMiB, 1024)
	outcome := fs.Bool("outcome", false, "stop when the outcome of each position is known")
	principal := fs.Bool("principal", false, "stop when the score is known wherever one side plays perfectly")
	fs.DurationVar(&cfg.limit, "for", 0, "stop after this time and write the book as it is (0: when it is complete)")
	fs.BoolVar(&cfg.pack, "pack", false, "solve nothing: write the book from the work file as it is")
	fs.IntVar(&cfg.verify, "verify", 0, "solve that many positions of the book again, drawn at random, and compare")
	fs.Uint64Var(&cfg.seed, "seed", 1, "of -verify's choice")
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
		return cfg, errors.New("-out and -work say where the book and the work file are")
	}
	if cfg.goroutines < 1 || cfg.tableMiB < 1 || cfg.limit < 0 || cfg.verify < 0 {
		return cfg, errors.New("-goroutines and -table are at least 1, -for and -verify not negative")
	}
	var err error
	cfg.board, err = exactBoard(*game)
	return cfg, err
}

func makeBook(ctx context.Context, cfg bookConfig, _ io.Writer) (err error) {
	p := progress{out: cfg.interactive}
	g, err := book.NewGenerator(book.Config{
		Board: cfg.board, Plies: cfg.plies, Pass: cfg.pass, Dir: cfg.work, TableBytes: cfg.tableMiB << 20,
		Goroutines: cfg.goroutines, Progress: p.show,
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, g.Close()) }()
	all, solved, exact := g.Counts()
	fmt.Fprintf(cfg.interactive, "%d positions; solved %d, score known %d\n", all, solved, exact)
	limited := ctx
	if cfg.limit > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, cfg.limit)
		defer cancel()
	}
	if !cfg.pack {
		if err := g.Run(limited); err != nil && limited.Err() == nil {
			return err
		}
	}
	all, solved, exact = g.Counts()
	fmt.Fprintf(cfg.interactive, "%d positions; solved %d, score known %d\n", all, solved, exact)
	return replaceFile(cfg.out, g.Encode)
}

// replaceFile writes a file beside the old one and puts it into its place, so that
// nobody ever reads half a book.
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
	p := progress{out: cfg.interactive}
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

// progress prints a line now and then. It is safe for concurrent use.
type progress struct {
	out   io.Writer
	mu    sync.Mutex
	start time.Time
	last  time.Time
	pass  string
	first int // positions done when the pass was first shown
}

// progressEvery is how often a pass that goes on is shown.
const progressEvery = 10 * time.Second

func (p *progress) show(now book.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := time.Now()
	if now.Pass != p.pass {
		p.pass, p.start, p.first = now.Pass, t, now.Done
	}
	if now.Done < now.Total && t.Sub(p.last) < progressEvery {
		return
	}
	p.last = t
	line := fmt.Sprintf("%s %s: %d of %d", t.Format(time.TimeOnly), now.Pass, now.Done, now.Total)
	if done := now.Done - p.first; done > 0 && now.Done < now.Total {
		left := time.Duration(float64(t.Sub(p.start)) / float64(done) * float64(now.Total-now.Done))
		line += fmt.Sprintf(", %v to go", left.Round(time.Second))
	}
	fmt.Fprintln(p.out, line)
}

// exactBoard returns the board of a variant that the exact solver takes.
func exactBoard(variant string) (solver.Board, error) {
	var b solver.Board
	if n, err := fmt.Sscanf(variant, "connect4:%dx%d:%d", &b.Columns, &b.Rows, &b.Align); err != nil || n != 3 {
		return b, fmt.Errorf("-game %s: it is connect4:COLUMNSxROWS:ALIGN, such as connect4:7x6:4", variant)
	}
	if !b.Fits() {
		return b, fmt.Errorf("-game %s: the exact solver takes boards whose columns x (rows + 1) are at most 64, and 3 to 5 to align", variant)
	}
	return b, nil
}

func goroutinesFlag(fs *flag.FlagSet, n *int) {
	fs.IntVar(n, "goroutines", 1, "how many positions to solve at once; they share one table")
}

func tableFlag(fs *flag.FlagSet, mib *int, standard int) {
	fs.IntVar(mib, "table", standard, "size of the transposition table in `MiB`")
}
