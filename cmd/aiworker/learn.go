package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/internal/custom"
	"github.com/quatre/quatre/internal/minimax/experiment"
	"github.com/quatre/quatre/internal/minimax/learn"
	"github.com/quatre/quatre/internal/rules"
	"github.com/quatre/quatre/internal/textfile"
)

const learnUsage = `quatre-worker learn learns a small game by Q-learning (Watkins, 1989): it plays with itself and searches nothing. It prints how
many points it gets against other players while it learns, with 95 % confidence intervals.

With -out it keeps what it has learned. "quatre-worker learned FILE" then plays it, as a program of docs/teach/bots.md:

  quatre-worker learn -episodes 20000 -out q.json
  quatre-play bot -game tictactoe -- quatre-worker learned q.json`

func learnGame(args []string, std streams) (action, error) {
	var s learn.Settings
	var c learn.Course
	fs := cli.NewFlags("quatre-worker learn", "", learnUsage, std.err)
	fs.StringVar(&s.Game, "game", "tictactoe", "`variant` to learn: tic-tac-toe or Force 3")
	fs.Float64Var(&s.Rate, "rate", 0.3, "how much of a new estimate replaces the old one, 0 to 1")
	fs.Float64Var(&s.Discount, "discount", 0.95, "how much a result counts one turn earlier, 0 to 1")
	fs.Float64Var(&s.Explore, "explore", 0.3, "the chance of a random move while it learns, 0 to 1")
	fs.IntVar(&c.Episodes, "episodes", 20_000, "games to learn from")
	fs.IntVar(&c.Every, "every", 100, "`episodes` from one measurement to the next")
	fs.IntVar(&c.Games, "n", 40, "number of games of each measurement against each player")
	levels := fs.String("against", "random,perfect", "comma-separated `players`: levels, or depth=4 and the like")
	path := fs.String("out", "", "`file` for what it has learned")
	fs.Uint64Var(&s.Seed, "seed", 1, "random seed")
	shown := outputFlags(fs)
	if _, err := cli.Parse(fs, args); err != nil {
		return nil, err
	}
	c.Levels = custom.Split(*levels)
	learner, err := learn.New(s)
	if err != nil {
		return nil, err
	}
	e, err := experiment.NewLearning(learner, c)
	if err != nil {
		return nil, err
	}
	o, err := shown()
	if err != nil {
		return nil, err
	}
	file, err := os.Create(cmp.Or(*path, os.DevNull)) // first: a wrong path must not cost what was learned
	return func(ctx context.Context) error {
		err := o.run(ctx, e, measurementsText, std)
		return errors.Join(err, learner.Write(file), file.Close())
	}, err
}

const learnedUsage = `quatre-worker learned plays what quatre-worker learn has learned: it reads positions and answers with moves, as docs/teach/bots.md
describes.`

func playLearned(args []string, s streams) (action, error) {
	names, err := cli.Parse(cli.NewFlags("quatre-worker learned", "FILE", learnedUsage, s.err), args, "FILE")
	return func(ctx context.Context) error { return answerPositions(ctx, names[0], s.in, s.out) }, err
}

// answerPositions answers each line that package bot writes with a move.
func answerPositions(ctx context.Context, path string, stdin io.Reader, stdout io.Writer) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	l, err := learn.Read(file)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	lines := textfile.NewScanner(stdin, bufio.MaxScanTokenSize)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) < 2 || words[0] != "position" {
			return fmt.Errorf("%q is no position", lines.Text())
		}
		game, err := rules.Parse(words[1])
		if err != nil {
			return err
		}
		pos := game.Start()
		if err := rules.Replay(pos, rules.SplitMoves(game, strings.Join(words[2:], " "))); err != nil {
			return err
		}
		if pos.Outcome().Over() {
			return errors.New("the game is over")
		}
		m, err := l.Move(ctx, game, pos, nil)
		if err != nil {
			return err
		}
		fmt.Fprintln(stdout, pos.FormatMove(m))
	}
	return lines.Err()
}
