// Command hub serves Quatre: the page, the API and the rooms. With -workers it
// plays the AI's turns too, in the same process.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// run is the whole program: it serves until ctx ends and returns the exit status.
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
