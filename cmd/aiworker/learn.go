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

type learnConfig struct {
	output
	learner    *learn.Learner
	experiment *experiment.Experiment
	out        string
}

func learnCommand(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	cfg, err := parseLearnConfig(args, stderr)
	if err != nil {
		return cli.Refused(err, "quatre-worker learn", stderr)
	}
	out, err := os.Create(cmp.Or(cfg.out, os.DevNull)) // first: a wrong path must not cost what was learned
	if err != nil {
		return cli.Refused(err, "quatre-worker learn", stderr)
	}
	err = cfg.run(ctx, cfg.experiment, measurementsText, stdout, stderr)
	return cli.Failed(errors.Join(err, cfg.learner.Write(out), out.Close()), "quatre-worker learn", stderr)
}

func parseLearnConfig(args []string, stderr io.Writer) (cfg learnConfig, err error) {
	var s learn.Settings
	var c learn.Course
	fs := cli.NewFlags("quatre-worker learn", "", learnUsage, stderr)
	fs.StringVar(&s.Game, "game", "tictactoe", "`variant` to learn: tic-tac-toe or Force 3")
	fs.Float64Var(&s.Rate, "rate", 0.3, "how much of a new estimate replaces the old one, 0 to 1")
	fs.Float64Var(&s.Discount, "discount", 0.95, "how much a result counts one turn earlier, 0 to 1")
	fs.Float64Var(&s.Explore, "explore", 0.3, "the chance of a random move while it learns, 0 to 1")
	fs.IntVar(&c.Episodes, "episodes", 20_000, "games to learn from")
	fs.IntVar(&c.Every, "every", 100, "`episodes` from one measurement to the next")
	fs.IntVar(&c.Games, "n", 40, "number of games of each measurement against each player")
	levels := fs.String("against", "random,perfect", "comma-separated `players`: levels, or depth=4 and the like")
	fs.StringVar(&cfg.out, "out", "", "`file` for what it has learned")
	fs.Uint64Var(&s.Seed, "seed", 1, "random seed")
	shown := outputFlags(fs)
	if _, err := cli.Parse(fs, args); err != nil {
		return cfg, err
	}
	c.Levels = custom.Split(*levels)
	if cfg.learner, err = learn.New(s); err != nil {
		return cfg, err
	}
	if cfg.experiment, err = experiment.NewLearning(cfg.learner, c); err != nil {
		return cfg, err
	}
	cfg.output, err = shown()
	return cfg, err
}

const learnedUsage = `quatre-worker learned plays what quatre-worker learn has learned: it reads positions and answers with moves, as docs/teach/bots.md
describes.`

func learnedCommand(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	fs := cli.NewFlags("quatre-worker learned", "FILE", learnedUsage, stderr)
	names, err := cli.Parse(fs, args, "FILE")
	if err != nil {
		return cli.Refused(err, "quatre-worker learned", stderr)
	}
	return cli.Failed(answerPositions(ctx, names[0], stdin, stdout), "quatre-worker learned", stderr)
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
