// Command loadgen plays many games of Quatre at once over the public protocol,
// measures what that takes, and proves from what its clients saw that the service
// has kept its promises:
//
//   - Every acknowledged command is in its room's log exactly once, where the
//     acknowledgement says.
//   - Every client saw the log from its beginning, in order, without a gap.
//   - No move comes after a game's end, none is played by a stranger to its seat,
//     and each log is legal by the rules.
//   - No room is stuck: every game is over or can go on.
//
// Each client notes what it sends, is answered and sees (history.go); the checker
// (check.go) knows nothing but these notes and the logs. What a client does is in
// client.go (its connection) and act.go (its moves); a run from the first room to
// the report is in run.go. docs/loadgen.md is its manual.
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

// The exit statuses.
const (
	statusOK     = 0
	statusFailed = 1 // the check has found something, or the run did not come about
	statusUsage  = 2 // a bad command line
	statusNobody = 3 // no server answers
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	status := execute(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// execute is the whole program. It returns the exit status.
func execute(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	cfg, err := configure(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return statusOK
	case err != nil:
		fmt.Fprintf(stderr, "loadgen: %v\nTry loadgen -h.\n", err)
		return statusUsage
	}
	rep, err := do(ctx, cfg)
	if errors.Is(err, errNoServer) {
		fmt.Fprintf(stderr, "loadgen: %v\n", err)
		return statusNobody
	}
	if rep != nil {
		table := stdout
		if cfg.json == "-" {
			table = stderr
		}
		rep.write(table)
		if cfg.json != "" {
			err = errors.Join(err, rep.writeJSON(cfg.json, stdout))
		}
	}
	if err != nil {
		fmt.Fprintf(stderr, "loadgen: %v\n", err)
		return statusFailed
	}
	if rep.Verdict != nil && !rep.Verdict.ok() {
		return statusFailed
	}
	return statusOK
}

func do(ctx context.Context, cfg config) (*report, error) {
	r := newRun(cfg)
	if cfg.onlyCheck {
		return r.checkHistories(ctx)
	}
	return r.generate(ctx)
}
