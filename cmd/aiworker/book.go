package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"time"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/internal/minimax/book"
	"github.com/quatre/quatre/internal/rules"
)

const bookUsage = `quatre-worker book makes an opening book of a Connect Four board with the exact solver: the scores of positions with few
discs, and the outcomes of positions with more. hub and aiworker read it with -book FILE.

That takes hours. The command may be stopped at any time, even by kill -9: the same command goes on where it was,
from the results in FILE.*.outcomesN and FILE.*.scoresN. You may remove these when it has ended. FILE is a book
as soon as the outcomes are complete.

With -verify, it solves random positions of FILE again and compares.`

type bookConfig struct {
	book.Config
	file   string
	verify int // positions; 0: make the book
}

func bookCommand(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	cfg, err := parseBookConfig(args, stderr)
	if err != nil {
		return cli.Refused(err, "quatre-worker book", stderr)
	}
	line := newProgress(stderr)
	if cfg.verify > 0 {
		err = cfg.verifyBook(ctx, line, stdout)
	} else {
		err = cfg.makeBook(ctx, line, stdout)
	}
	line.clear()
	return cli.Failed(err, "quatre-worker book", stderr)
}

func parseBookConfig(args []string, stderr io.Writer) (cfg bookConfig, err error) {
	fs := cli.NewFlags("quatre-worker book", "FILE", bookUsage, stderr)
	game := fs.String("game", "connect4:7x6:4", "`variant`: connect4:COLUMNSxROWS:ALIGN")
	fs.IntVar(&cfg.Plies, "plies", 9, "the most discs of a position with its score")
	fs.IntVar(&cfg.Outcomes, "outcomes", 12, "the most discs of a position with its outcome; 0: no outcomes")
	fs.IntVar(&cfg.Threads, "threads", runtime.NumCPU(), "positions to solve at once; each uses one core")
	table := fs.Int("table", 64, "size of the transposition table in `MiB`")
	fs.IntVar(&cfg.verify, "verify", 0, "`number` of random positions of FILE to solve again")
	names, err := cli.Parse(fs, args, "FILE")
	if err != nil {
		return cfg, err
	}
	cfg.file, cfg.Results, cfg.TableBytes = names[0], names[0], *table<<20
	if cfg.Threads < 1 || *table < 1 || cfg.verify < 0 {
		return cfg, errors.New("-threads and -table must be at least 1, -verify at least 0")
	}
	parsed, err := rules.Parse(*game)
	if err != nil {
		return cfg, fmt.Errorf("-game: %w", err)
	}
	p, ok := parsed.Start().(*rules.Connect4Position)
	if !ok {
		return cfg, fmt.Errorf("-game %s: only Connect Four has books", *game)
	}
	cfg.Board.Columns, cfg.Board.Rows, cfg.Board.Align = p.Size()
	return cfg, nil
}

func (cfg *bookConfig) makeBook(ctx context.Context, line *progress, stdout io.Writer) error {
	var pass string
	var start time.Time
	var before int
	cfg.Report = func(now string, done, all int) {
		if now != pass {
			pass, start, before = now, time.Now(), done
		}
		left := time.Since(start).Seconds() * float64(all-done) / float64(max(done-before, 1))
		line.update(fmt.Sprintf("%s: %d of %d positions, %s left", pass, done, all,
			strings.TrimSuffix((time.Duration(left)*time.Second).Round(time.Minute).String(), "0s")))
	}
	cfg.Save = func(b *book.Book) error {
		line.clear()
		fmt.Fprintf(stdout, "%s: complete\n", pass)
		return cli.WriteFile(cfg.file, 0o644, b.Write)
	}
	return book.Make(ctx, cfg.Config)
}

func (cfg *bookConfig) verifyBook(ctx context.Context, line *progress, stdout io.Writer) error {
	b, err := book.Load(cfg.file)
	if err != nil {
		return err
	}
	err = b.Verify(ctx, cfg.verify, rand.New(rand.NewPCG(rand.Uint64(), 0)), cfg.TableBytes, func(done int) {
		line.update(fmt.Sprintf("%d of %d positions", done, cfg.verify))
	})
	if err == nil {
		fmt.Fprintf(stdout, "%d random positions are right\n", cfg.verify)
	}
	return err
}
