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

// command is a subcommand of aiworker. run returns the exit status.
type command struct {
	name, about string
	run         func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int
}

func commands() []command {
	return []command{
		{"solve", "solve positions, one per line of standard input", solveCommand},
		{"experiment", "measure the search and the levels, for tables and plots", experimentCommand},
		{"health", "check whether the worker on this machine is ready", healthCommand},
	}
}

// dispatch runs the subcommand that the first argument names. Without arguments, or if the
// first one is a flag, it runs the worker. It returns the exit status.
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
	fmt.Fprintf(stderr, "aiworker: there is no command %q; \"aiworker help\" lists all commands\n", args[0])
	return 2
}

// help lists the subcommands, or shows the help of one.
func help(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		return dispatch(ctx, []string{args[0], "-h"}, stdin, stdout, stdout)
	}
	fmt.Fprintln(stdout, usageText)
	fmt.Fprintln(stdout, "\nUsage: aiworker [flags]\n       aiworker COMMAND [flags]\n\nCommands:")
	for _, c := range commands() {
		fmt.Fprintf(stdout, "  %-10s %s\n", c.name, c.about)
	}
	fmt.Fprintln(stdout, "\naiworker -h and aiworker COMMAND -h list the flags; aiworker -version shows the version.")
	return 0
}

// healthCommand checks a running worker. It reads the same flags and environment as the
// worker, to find the address of the worker.
func healthCommand(ctx context.Context, args []string, _ io.Reader, _, stderr io.Writer) int {
	return cli.Health(ctx, "aiworker", cli.None, args, stderr)
}

// newFlags returns an empty flag set for a subcommand that, unlike the worker, does not
// read the environment.
func newFlags(name, about string, stderr io.Writer) *flag.FlagSet {
	fs := flag.NewFlagSet("aiworker "+name, flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprintf(stderr, "%s\n\nUsage: aiworker %s [flags]\n\n", about, name)
		fs.PrintDefaults()
	}
	return fs
}

// errReported is returned if the flag package has already reported the error.
var errReported = errors.New("bad flags")

// parse parses the flags of a subcommand, which takes no other arguments.
func parse(fs *flag.FlagSet, args []string) error {
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return err
	case err != nil:
		return errReported
	case fs.NArg() > 0:
		return fmt.Errorf("unexpected argument %q", fs.Arg(0))
	}
	return nil
}

// refused reports an invalid command line and returns the exit status.
func refused(err error, name string, stderr io.Writer) int {
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case !errors.Is(err, errReported):
		fmt.Fprintf(stderr, "aiworker %s: %v\n", name, err)
	}
	return 2
}
