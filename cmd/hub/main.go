// Command hub serves Quatre: the page, the API and the rooms. With -workers it
// plays the AI's turns too, in the same process. Its commands list, print, end, copy
// and move rooms of a store.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/quatre/quatre/cmd/internal/cli"
)

func main() {
	spareCollections()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := dispatch(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// dispatch runs a command, or the hub.
func dispatch(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if c := find(args); c != nil {
		return c.execute(ctx, args[1:], stdin, stdout, stderr)
	}
	if len(args) > 0 && args[0] == "health" {
		return cli.Health(ctx, "hub", defaultAdmin, args[1:], stderr)
	}
	if cli.PrintVersion("hub", args, stdout) {
		return 0
	}
	return run(ctx, args, stdout, stderr)
}

// run is the whole hub: it serves until ctx ends and returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	cfg, err := configure(args, stderr)
	if err != nil {
		return refused(err, stderr)
	}
	if err := serve(ctx, cfg, stdout); err != nil {
		cfg.log.Error("the hub ends", "error", err)
		return 1
	}
	return 0
}
