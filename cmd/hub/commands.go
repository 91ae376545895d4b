package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/internal/room/play"
)

// A command works on a store, beside the hubs that use it or without any, and ends.
// Exit statuses: 0, done; 1, something failed, and standard error says what; 2, the
// command line makes no sense.
type command struct {
	name, arguments, about string
	run                    func(context.Context, *tool, []string) error
}

var commands = []command{
	{"rooms", "", "hub rooms lists the rooms of a store: those that play first, and the latest first.", listRooms},
	{"room", "ID", "hub room prints the log of a room.", printRoom},
	{"end", "ID", "hub end closes a room: the game that is on has no result, and whoever watches is told.", endRoom},
	{"export", "FILE", "hub export copies all rooms and all finished games into a new file; - is standard output.\nHubs may go on working.", exportStore},
	{"import", "FILE", "hub import brings in what hub export has written; - is standard input. What the store has\nalready stays as it is: to do it twice changes nothing.", importStore},
	{"migrate", "FROM TO", "hub migrate copies all rooms and all finished games from one store to another, such as\nfrom file:quatre.db to redis://localhost:6379, and then compares the two. End all hubs and workers before.", migrateStore},
}

// find returns the command that a command line begins with, nil for the hub itself.
func find(args []string) *command {
	for i := range commands {
		if len(args) > 0 && args[0] == commands[i].name {
			return &commands[i]
		}
	}
	return nil
}

// listCommands is what the help of the hub says of them.
func listCommands(w io.Writer) {
	fmt.Fprintf(w, "\nCommands that work on a store and end; hub COMMAND -h has their flags:\n\n")
	for _, c := range commands {
		fmt.Fprintf(w, "  hub %-8s %s\n", c.name, c.arguments)
	}
	fmt.Fprint(w, "\nhub health asks the hub that runs here whether it is ready; hub -version says what this one was built from.\n")
}

// tool is what a command works with.
type tool struct {
	command        *command
	stdin          io.Reader
	stdout, stderr io.Writer

	flags     *flag.FlagSet
	store     *string // nil: the command's arguments say which
	retention func() (time.Duration, error)
}

// usageError is what is wrong with a command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// execute runs a command and returns its exit status.
func (c *command) execute(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	name := "hub " + c.name
	t := &tool{command: c, stdin: stdin, stdout: stdout, stderr: stderr, flags: cli.NewArgs(name, c.arguments, c.about, stderr)}
	err := c.run(ctx, t, args)
	var usage usageError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &usage):
		return cli.Refused(usage.error, name, stderr)
	case ctx.Err() != nil:
		err = errors.New("it was broken off")
	}
	fmt.Fprintf(stderr, "%s: %v\n", name, err)
	return 1
}

// onStore adds -store.
func (t *tool) onStore() {
	t.store = t.flags.String("store", cli.FileScheme+"quatre.db", cli.StoreUsage)
}

// keeping adds -retention, for commands that write logs.
func (t *tool) keeping() { t.retention = cli.RetentionFlag(t.flags) }

// parse reads the command line and returns its arguments.
func (t *tool) parse(args []string) ([]string, error) {
	values, err := cli.ParseArgs(t.flags, args, fields(t.command.arguments)...)
	if err == nil && t.retention != nil {
		_, err = t.retention()
	}
	if err != nil {
		return nil, usageError{err}
	}
	return values, nil
}

// open opens the store that -store names, and has something done with it.
func (t *tool) open(ctx context.Context, do func(cli.Store) error) error {
	return with(ctx, cli.OpenUsed, *t.store, do)
}

// with opens a store, has something done with it, and closes it.
func with(ctx context.Context, open func(context.Context, string) (cli.Store, error), url string, do func(cli.Store) error) error {
	store, err := open(ctx, url)
	if err != nil {
		return err
	}
	return errors.Join(do(store), store.Close())
}

// door is what changes rooms of a store.
func (t *tool) door(store cli.Store) (play.Executor, error) {
	retention, err := t.retention()
	return play.Executor{Log: store, Retention: retention}, err
}
