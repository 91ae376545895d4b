package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/quatre/quatre/cmd/internal/cli"
)

// command is a program of its own within aiworker: it returns the exit status.
type command struct {
	name, about string
	run         func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int
}

func commands() []command {
	return []command{
		{"solve", "value positions, one a line of standard input", solveCommand},
		{"match", "play levels against each other", matchCommand},
		{"book", "make or verify an opening book", bookCommand},
		{"bench", "measure the exact solver", benchCommand},
		{"health", "ask the worker that runs here whether it is ready", healthCommand},
	}
}

// dispatch runs the command that the first argument names, or the worker if there is
// none or it is a flag.
func dispatch(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if cli.PrintVersion("aiworker", args, stdout) {
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
	fmt.Fprintf(stderr, "aiworker: there is no command %q; aiworker help lists them\n", args[0])
	return 2
}

// help lists the commands, or shows the help of the one that is named.
func help(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		return dispatch(ctx, []string{args[0], "-h"}, stdin, stdout, stdout)
	}
	fmt.Fprintln(stdout, about)
	fmt.Fprintln(stdout, "\nUsage: aiworker [flags]\n       aiworker COMMAND [flags]\n\nCommands:")
	for _, c := range commands() {
		fmt.Fprintf(stdout, "  %-8s %s\n", c.name, c.about)
	}
	fmt.Fprintln(stdout, "\naiworker -h and aiworker COMMAND -h list the flags; aiworker -version says what it was built from.")
	return 0
}

// healthCommand asks a worker, and so reads the environment as that worker does.
func healthCommand(ctx context.Context, args []string, _ io.Reader, _, stderr io.Writer) int {
	return cli.Health(ctx, "aiworker", cli.None, args, stderr)
}

// newFlags returns an empty set of flags for a command. The other commands work on what they
// are given and read no environment, unlike the worker.
func newFlags(name, about string, stderr io.Writer) *flag.FlagSet {
	fs := flag.NewFlagSet("aiworker "+name, flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprintf(stderr, "%s\n\nUsage: aiworker %s [flags]\n\n", about, name)
		fs.PrintDefaults()
	}
	return fs
}

// errReported is that of a command line which the flag package has complained about.
var errReported = errors.New("bad flags")

func parse(fs *flag.FlagSet, args []string) error {
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return err
	case err != nil:
		return errReported
	case fs.NArg() > 0:
		return fmt.Errorf("%q is no flag", fs.Arg(0))
	}
	return nil
}

// refused says why a command line cannot be run and returns the exit status.
func refused(err error, name string, stderr io.Writer) int {
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case !errors.Is(err, errReported):
		fmt.Fprintf(stderr, "aiworker %s: %v\n", name, err)
	}
	return 2
}
