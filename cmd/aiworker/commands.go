package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/quatre/quatre/cmd/internal/cli"
)

// command is a subcommand of aiworker. run returns the exit status.
type command struct {
	name, about string
	run         func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int
}

func commands() []command {
	return []command{
		{"solve", "solve positions, one per line of standard input", solveCommand},
		{"explain", "say why one side wins, for positions as for solve", explainCommand},
		{"puzzles", "look for puzzles in games of levels with each other", puzzlesCommand},
		{"perfect", "write how the first player wins Connect Four, until there is a reason", perfectCommand},
		{"book", "make an opening book of Connect Four, or verify one", bookCommand},
		{"experiment", "measure the search and the levels, for tables and plots", experimentCommand},
		{"match", "play programs and levels against each other", matchCommand},
		{"learn", "learn a small game by Q-learning, and measure it", learnCommand},
		{"learned", "play what learn has learned, as a program of match and play", learnedCommand},
		// With the flags and the environment of the worker, which say at which address it is.
		{"health", "check whether the worker on this machine is ready", func(ctx context.Context, args []string, _ io.Reader, _, stderr io.Writer) int {
			return cli.Health(ctx, "quatre-worker", cli.None, args, stderr)
		}},
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
		if c.name == args[0] {
			return c.run(ctx, args[1:], stdin, stdout, stderr)
		}
	}
	fmt.Fprintf(stderr, "quatre-worker: there is no command %q; \"quatre-worker help\" lists all commands\n", args[0])
	return 2
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
