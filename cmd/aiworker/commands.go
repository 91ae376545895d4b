package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/quatre/quatre/cmd/internal/cli"
)

// command is a subcommand of aiworker. read reads its command line, and returns what does the work.
type command struct {
	name, about string
	read        func(args []string, s streams) (action, error)
}

// streams are the standard streams of a command.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// action does the work of a command.
type action func(ctx context.Context) error

// errReported is the error of a command that has already written what went wrong.
var errReported = errors.New("see above")

func commands() []command {
	return []command{
		{"solve", "solve positions, one per line of standard input", solve},
		{"explain", "say why one side wins, for positions as for solve", explain},
		{"puzzles", "look for puzzles in games of levels with each other", puzzles},
		{"perfect", "write how the first player wins Connect Four, until there is a reason", perfect},
		{"book", "make an opening book of Connect Four, or verify one", makeOrVerifyBook},
		{"experiment", "measure the search and the levels, for tables and plots", measure},
		{"match", "play programs and levels against each other", matchPlayers},
		{"learn", "learn a small game by Q-learning, and measure it", learnGame},
		{"learned", "play what learn has learned, as a program of match and play", playLearned},
		{"health", "check whether the worker on this machine is ready", nil},
	}
}

// dispatch runs the subcommand that the first argument names. Without arguments, or if the
// first one is a flag, it runs the worker. It returns the exit status.
func dispatch(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if cli.PrintVersion("quatre-worker", args, stdout) {
		return 0
	}
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return run(ctx, args, stderr)
	}
	if args[0] == "help" {
		return help(ctx, args[1:], stdin, stdout, stderr)
	}
	for _, c := range commands() {
		switch {
		case c.name != args[0]:
		case c.read == nil: // With the flags and the environment of the worker, which say at which address it is.
			return cli.Health(ctx, "quatre-worker", cli.None, args[1:], stderr)
		default:
			return c.run(ctx, args[1:], streams{stdin, stdout, stderr})
		}
	}
	fmt.Fprintf(stderr, "quatre-worker: there is no command %q; \"quatre-worker help\" lists all commands\n", args[0])
	return 2
}

// run runs the command and returns the exit status.
func (c command) run(ctx context.Context, args []string, s streams) int {
	name := "quatre-worker " + c.name
	work, err := c.read(args, s)
	if err != nil {
		return cli.Refused(err, name, s.err)
	}
	err = work(ctx)
	if errors.Is(err, errReported) {
		return 1
	}
	return cli.Failed(err, name, s.err)
}

// help lists the subcommands, or shows the help of one.
func help(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		return dispatch(ctx, []string{args[0], "-h"}, stdin, stdout, stdout)
	}
	fmt.Fprintln(stdout, usageText)
	fmt.Fprintln(stdout, "\nUsage: quatre-worker [flags]\n       quatre-worker COMMAND [flags]\n\nCommands:")
	for _, c := range commands() {
		fmt.Fprintf(stdout, "  %-10s %s\n", c.name, c.about)
	}
	fmt.Fprintln(stdout, "\nquatre-worker -h and quatre-worker COMMAND -h list the flags; quatre-worker -version shows the version.")
	return 0
}
