package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/internal/room/play"
)

// storeCommand is a subcommand that works on a store, even while hubs use it, and then
// exits. Its exit status is 0 on success, 1 on failure (standard error says why) and 2 for
// an invalid command line.
type storeCommand struct {
	name, arguments, about string
	run                    func(context.Context, *tool, []string) error
}

var storeCommands = []storeCommand{
	{"rooms", "", "quatre rooms lists the rooms of a store: first those in play, then those waiting, the latest first.", listRooms},
	{"room", "ID", "quatre room prints the log of a room.", printRoom},
	{"end", "ID", "quatre end closes a room. A game in progress ends without a result. Everybody in the room is told.", endRoom},
	{"forget", "PLAYER", "quatre forget deletes the rooms that a player has been in, and takes the player's name from finished games.\nPLAYER is a player ID. With a part of a name, it prints the IDs of these players and changes nothing.\nIf the ID begins with -, write -- before it.", forgetPlayer},
	{"export", "FILE", "quatre export copies all rooms and all finished games to a new file; - is standard output.\nHubs may keep running.", exportStore},
	{"import", "FILE", "quatre import stores the rooms and games of a file from quatre export; - is standard input.\nIt never changes what the store already has, so it can be repeated.", importStore},
	{"check", "FILE", "quatre check reads the whole file of a store, and prints what is damaged. It changes nothing.\nThe hub of the file must not run; check a copy from its /backup instead.", checkFile},
	{"migrate", "FROM TO", "quatre migrate copies all rooms and all finished games from one store to another, such as\nfrom file:quatre.db to redis://localhost:6379, and then compares both. Stop all hubs and workers first.", migrateStore},
}

// listCommands writes the list of subcommands for the hub's help.
func listCommands(w io.Writer) {
	fmt.Fprintf(w, "\nCommands that work on a store and exit; quatre COMMAND -h shows their flags:\n\n")
	for _, c := range storeCommands {
		fmt.Fprintf(w, "  quatre %-8s %s\n", c.name, c.arguments)
	}
	fmt.Fprint(w, "\nquatre health checks whether the hub on this machine is ready; quatre -version shows the version.\n")
}

// tool holds the streams and flags of a running subcommand.
type tool struct {
	arguments      string // of the subcommand
	stdin          io.Reader
	stdout, stderr io.Writer

	flags         *flag.FlagSet
	store         *string // nil: the arguments name the store
	readRetention func() (time.Duration, error)
	retention     time.Duration
}

// usageError is the error of an invalid command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// execute runs the command and returns its exit status.
func (c storeCommand) execute(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	name := "quatre " + c.name
	t := &tool{arguments: c.arguments, stdin: stdin, stdout: stdout, stderr: stderr, flags: cli.NewFlags(name, c.arguments, c.about, stderr)}
	err := c.run(ctx, t, args)
	if usage, ok := errors.AsType[usageError](err); ok {
		return cli.Refused(usage.error, name, stderr)
	}
	if err != nil && ctx.Err() != nil {
		err = errors.New("interrupted")
	}
	return cli.Failed(err, name, stderr)
}

// addStoreFlag adds -store.
func (t *tool) addStoreFlag() {
	t.store = t.flags.String("store", cli.FileScheme+"quatre.db", cli.StoreUsage)
}

// addRetentionFlag adds -retention, for commands that write logs.
func (t *tool) addRetentionFlag() { t.readRetention = cli.RetentionFlag(t.flags) }

// parse parses the flags and returns the other arguments.
func (t *tool) parse(args []string) ([]string, error) {
	values, err := cli.Parse(t.flags, args, strings.Fields(t.arguments)...)
	if err == nil && t.readRetention != nil {
		t.retention, err = t.readRetention()
	}
	if err != nil {
		return nil, usageError{err}
	}
	return values, nil
}

// withStore opens a store, calls do and closes the store.
func withStore(ctx context.Context, open func(context.Context, string) (cli.Store, error), url string, do func(cli.Store) error) error {
	store, err := open(ctx, url)
	if err != nil {
		return err
	}
	return errors.Join(do(store), store.Close())
}

// executor returns an executor for rooms of the store.
func (t *tool) executor(store cli.Store) play.Executor {
	return play.Executor{Log: store, Now: store.Now, Retention: t.retention}
}
