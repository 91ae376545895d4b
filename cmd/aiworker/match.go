package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

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

func matchPlayers(args []string, std streams) (action, error) {
	var s experiment.Settings
	fs := cli.NewFlags("quatre-worker match", "", matchUsage, std.err)
	a := fs.String("a", "", "a `player`")
	b := fs.String("b", "", "comma-separated `players` against which it plays")
	class := fs.String("class", "", "`folder` of programs that all play with each other, and with the players of -b: programs in Python (.py), and executable files")
	fs.StringVar(&s.Game, "game", "connect4:7x6:4", "`variant` to play")
	fs.IntVar(&s.N, "n", 20, "number of games of each two players; they come in pairs with sides swapped")
	fs.IntVar(&s.Opening, "opening", 2, "random turns before each game")
	perMove := fs.Duration("time", bot.DefaultTime, "the most time of a program for a move")
	fs.Uint64Var(&s.Seed, "seed", 1, "random seed")
	shown := outputFlags(fs)
	if _, err := cli.Parse(fs, args); err != nil {
		return nil, err
	}
	if (*a == "") == (*class == "") {
		return nil, errors.New("which players? -a and -b, or -class")
	}
	if *perMove <= 0 {
		return nil, fmt.Errorf("-time %v: must be more than 0", *perMove)
	}
	var commands map[string][]string // of the programs of -class, by the texts of their players
	var err error
	if *a != "" {
		s.Levels, s.FirstOnly = []string{*a}, true
	} else if commands, err = programsIn(*class); err != nil {
		return nil, fmt.Errorf("-class: %w", err)
	}
	s.Levels = append(s.Levels, slices.Sorted(maps.Keys(commands))...)
	if *b != "" {
		s.Levels = append(s.Levels, custom.Split(*b)...)
	}
	o, err := shown()
	if err != nil {
		return nil, err
	}
	var programs []*bot.Bot
	s.Open = func(text string) (match.Program, string) {
		words := commands[text]
		if command, is := strings.CutPrefix(text, botPrefix); is && words == nil {
			words = strings.Fields(command)
		}
		if len(words) == 0 {
			return nil, ""
		}
		b := bot.New(words, *perMove)
		programs = append(programs, b)
		if commands[text] != nil {
			return b, filepath.Base(words[len(words)-1])
		}
		return b, b.Name()
	}
	e, forfeits, err := experiment.NewMatch(s)
	return func(ctx context.Context) error {
		defer func() {
			for _, b := range programs {
				b.Close()
			}
		}()
		err := o.run(ctx, e, pairsText, std)
		errs := forfeits()
		for _, name := range slices.Sorted(maps.Keys(errs)) {
			fmt.Fprint(std.err, lostText.Say(o.language, name, errs[name]))
		}
		return err
	}, err
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
