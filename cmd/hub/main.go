// Command hub serves Quatre: the web page, the API and the rooms. With -workers it also
// plays the AI's turns, in the same process. Its subcommands list, print, close, copy and
// move the rooms of a store; "quatre -h" lists them.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/internal/room/storage"
)

func main() {
	tuneGC()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := dispatch(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// dispatch runs a subcommand or, without one, the hub. It returns the exit status.
func dispatch(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	for _, c := range storeCommands {
		if len(args) > 0 && args[0] == c.name {
			return c.execute(ctx, args[1:], stdin, stdout, stderr)
		}
	}
	if len(args) > 0 && args[0] == "health" {
		return cli.Health(ctx, "quatre", defaultAdmin, args[1:], stderr)
	}
	if cli.PrintVersion("quatre", args, stdout) {
		return 0
	}
	return run(ctx, args, stdout, stderr)
}

// run runs the hub until ctx ends and returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	cfg, err := parseConfig(args, stderr)
	if err != nil {
		return cli.Refused(err, "quatre", stderr)
	}
	if cfg.open && cli.Answers(ctx, cfg.addr) { // a second click
		showPage("http", cfg.addr, cfg.log)
		return 0
	}
	if err := serve(ctx, cfg, stdout); err != nil {
		if errors.Is(err, storage.ErrDamaged) {
			err = fmt.Errorf("%w. docs/host/backup.md says how to go back to a copy of %s", err, cli.Redact(cfg.store))
		}
		cfg.log.Error("hub failed", "error", err)
		return 1
	}
	return 0
}
