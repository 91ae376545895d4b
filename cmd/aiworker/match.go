package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/internal/bot"
	"github.com/quatre/quatre/internal/custom"
	"github.com/quatre/quatre/internal/minimax/experiment"
	"github.com/quatre/quatre/internal/minimax/match"
)

const matchUsage = `quatre-worker match plays programs and levels against each other, and prints a table with the points of each, with
95 % confidence intervals.

A player is a level, as in quatre-worker experiment, or "bot:" and the command of a program that reads positions and
answers with moves; see docs/teach/bots.md. An illegal move, no move in time or the end of the program loses the game;
the first such error of each program is shown below the table, with the end of its standard error.`

// botPrefix begins the text of a player that is a program.
const botPrefix = "bot:"

type matchConfig struct {
	output
	settings experiment.Settings
	commands map[string][]string // of the programs of -class, by the texts of their players
	perMove  time.Duration
}

func matchCommand(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	cfg, err := parseMatchConfig(args, stderr)
	if err != nil {
		return cli.Refused(err, "quatre-worker match", stderr)
	}
	var programs []*bot.Bot
	cfg.settings.Open = func(text string) (match.Program, string) {
		words := cfg.commands[text]
		if command, is := strings.CutPrefix(text, botPrefix); is && words == nil {
			words = strings.Fields(command)
		}
		if len(words) == 0 {
			return nil, ""
		}
		b := bot.New(words, cfg.perMove)
		programs = append(programs, b)
		if cfg.commands[text] != nil {
			return b, filepath.Base(words[len(words)-1])
		}
		return b, b.Name()
	}
	defer func() {
		for _, b := range programs {
			b.Close()
		}
	}()
	e, forfeits, err := experiment.NewMatch(cfg.settings)
	if err != nil {
		return cli.Refused(err, "quatre-worker match", stderr)
	}
	err = cfg.run(ctx, e, pairsText, stdout, stderr)
	errs := forfeits()
	for _, name := range slices.Sorted(maps.Keys(errs)) {
		fmt.Fprint(stderr, lostText.Say(cfg.language, name, errs[name]))
	}
	return cli.Failed(err, "quatre-worker match", stderr)
}

func parseMatchConfig(args []string, stderr io.Writer) (cfg matchConfig, err error) {
	s := &cfg.settings
	fs := cli.NewFlags("quatre-worker match", "", matchUsage, stderr)
	a := fs.String("a", "", "a `player`")
	b := fs.String("b", "", "comma-separated `players` against which it plays")
	class := fs.String("class", "", "`folder` of programs that all play with each other, and with the players of -b: programs in Python (.py), and executable files")
	fs.StringVar(&s.Game, "game", "connect4:7x6:4", "`variant` to play")
	fs.IntVar(&s.N, "n", 20, "number of games of each two players; they come in pairs with sides swapped")
	fs.IntVar(&s.Opening, "opening", 2, "random turns before each game")
	fs.DurationVar(&cfg.perMove, "time", bot.DefaultTime, "the most time of a program for a move")
	fs.Uint64Var(&s.Seed, "seed", 1, "random seed")
	shown := outputFlags(fs)
	if _, err := cli.Parse(fs, args); err != nil {
		return cfg, err
	}
	if (*a == "") == (*class == "") {
		return cfg, errors.New("which players? -a and -b, or -class")
	}
	if cfg.perMove <= 0 {
		return cfg, fmt.Errorf("-time %v: must be more than 0", cfg.perMove)
	}
	if *a != "" {
		s.Levels, s.FirstOnly = []string{*a}, true
	} else if cfg.commands, err = programsIn(*class); err != nil {
		return cfg, fmt.Errorf("-class: %w", err)
	}
	s.Levels = append(s.Levels, slices.Sorted(maps.Keys(cfg.commands))...)
	if *b != "" {
		s.Levels = append(s.Levels, custom.Split(*b)...)
	}
	cfg.output, err = shown()
	return cfg, err
}

// programsIn returns the commands of the programs in a folder, by the texts of their players.
func programsIn(folder string) (map[string][]string, error) {
	commands := map[string][]string{}
	folder, err := filepath.Abs(folder) // a command without a slash would be looked up in PATH
	if err != nil {
		return nil, err
	}
	files, err := os.ReadDir(folder)
	for _, file := range files {
		path := filepath.Join(folder, file.Name())
		info, err := os.Stat(path)
		switch {
		case err != nil || !info.Mode().IsRegular():
		case filepath.Ext(path) == ".py":
			commands[botPrefix+path] = []string{"python3", path}
		case info.Mode()&0o111 != 0:
			commands[botPrefix+path] = []string{path}
		}
	}
	return commands, err
}
