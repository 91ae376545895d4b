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

func makeOrVerifyBook(args []string, s streams) (action, error) {
	var cfg book.Config
	fs := cli.NewFlags("quatre-worker book", "FILE", bookUsage, s.err)
	game := fs.String("game", "connect4:7x6:4", "`variant`: connect4:COLUMNSxROWS:ALIGN")
	fs.IntVar(&cfg.Plies, "plies", 9, "the most discs of a position with its score")
	fs.IntVar(&cfg.Outcomes, "outcomes", 12, "the most discs of a position with its outcome; 0: no outcomes")
	fs.IntVar(&cfg.Threads, "threads", runtime.NumCPU(), "positions to solve at once; each uses one core")
	table := fs.Int("table", 64, "size of the transposition table in `MiB`")
	verify := fs.Int("verify", 0, "`number` of random positions of FILE to solve again")
	names, err := cli.Parse(fs, args, "FILE")
	if err != nil {
		return nil, err
	}
	cfg.Results, cfg.TableBytes = names[0], *table<<20
	if cfg.Threads < 1 || *table < 1 || *verify < 0 {
		return nil, errors.New("-threads and -table must be at least 1, -verify at least 0")
	}
	parsed, err := rules.Parse(*game)
	if err != nil {
		return nil, fmt.Errorf("-game: %w", err)
	}
	p, ok := parsed.Start().(*rules.Connect4Position)
	if !ok {
		return nil, fmt.Errorf("-game %s: only Connect Four has books", *game)
	}
	cfg.Board.Columns, cfg.Board.Rows, cfg.Board.Align = p.Size()
	return func(ctx context.Context) error {
		line := newProgress(s.err)
		defer line.clear()
		if *verify > 0 {
			return verifyBook(ctx, cfg, *verify, line, s.out)
		}
		return makeBook(ctx, cfg, line, s.out)
	}, nil
}

func makeBook(ctx context.Context, cfg book.Config, line *progress, stdout io.Writer) error {
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
		return cli.WriteFile(cfg.Results, 0o644, b.Write)
	}
	return book.Make(ctx, cfg)
}

func verifyBook(ctx context.Context, cfg book.Config, n int, line *progress, stdout io.Writer) error {
	b, err := book.Load(cfg.Results)
	if err != nil {
		return err
	}
	err = b.Verify(ctx, n, rand.New(rand.NewPCG(rand.Uint64(), 0)), cfg.TableBytes, func(done int) {
		line.update(fmt.Sprintf("%d of %d positions", done, n))
	})
	if err == nil {
		fmt.Fprintf(stdout, "%d random positions are right\n", n)
	}
	return err
}
