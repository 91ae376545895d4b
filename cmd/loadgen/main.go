// Command loadgen plays many games of Quatre at once over the public protocol. It
// measures latency and throughput. Afterwards it checks that the service has kept its
// promises:
//
//   - Every acknowledged command is in its room's log exactly once, at the entry number
//     of the acknowledgement.
//   - Every client received the log from its first entry, in order, without a gap.
//   - Every log follows the rules. No move comes after the end of a game. Only the player
//     of a seat moves for it.
//   - No room is stuck: every game is over or can continue.
//
// Each client records what it sends and receives: its history. The checker
// (check.go, referee.go) uses only these histories and the logs. A client's connection is in
// client.go, its behaviour in act.go. A run, from opening rooms to the report, is in
// run.go. docs/dev/loadgen.md is the user's manual.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Exit statuses.
const (
	statusOK     = 0
	statusFailed = 1 // the check found a fault, or the run failed
	statusUsage  = 2 // invalid command line
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	status := execute(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// execute runs the program and returns its exit status.
func execute(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	cfg, err := parseConfig(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return statusOK
	case err != nil:
		fmt.Fprintf(stderr, "loadgen: %v\nTry loadgen -h.\n", err)
		return statusUsage
	}
	rep, err := newRun(cfg).generate(ctx)
	if rep != nil {
		err = errors.Join(err, rep.write(cfg.jsonFile, stdout))
	}
	if err != nil {
		fmt.Fprintf(stderr, "loadgen: %v\n", err)
		return statusFailed
	}
	if !rep.Verdict.ok() {
		return statusFailed
	}
	return statusOK
}
