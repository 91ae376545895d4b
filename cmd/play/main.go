// Command play is Quatre in a terminal: it opens rooms, sits down in them or
// watches, by the public protocol of docs/openapi.yaml and docs/asyncapi.yaml
// alone.
//
// It promises what the page promises. All that it shows is a fold of the room's
// log; a lost connection comes back by itself to the very entry where it broke,
// and commands without an answer are sent again with the same id; started again
// it has the same seat.
//
// One goroutine (link) keeps the connection and reports to the program's model,
// which folds, draws and reads keys. See docs/terminal.md for how it is used.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"syscall"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"
)

// The exit statuses.
const (
	statusOK     = 0 // the person has left
	statusFailed = 1 // no room, no hub, no terminal
	statusUsage  = 2 // a bad command line
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGHUP)
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// run is the whole program. It returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	cfg, err := parseConfig(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return statusOK
	case err != nil:
		fmt.Fprintf(stderr, "play: %v\nTry play -h.\n", err)
		return statusUsage
	}
	status, err := play(ctx, cfg, stdout)
	if err != nil {
		fmt.Fprintf(stderr, "play: %v\n", err)
		return statusFailed
	}
	return status
}

// play opens or enters the room and stays until the person leaves.
func play(ctx context.Context, cfg config, stdout io.Writer) (int, error) {
	if f, ok := stdout.(term.File); !ok || !term.IsTerminal(f.Fd()) {
		return 0, errors.New("the board needs a terminal to be drawn on")
	}
	folder, err := os.UserConfigDir()
	if err != nil {
		return 0, fmt.Errorf("no place for your seat's secret: %w", err)
	}
	secret, err := loadSecret(folder, cfg.origin)
	if err != nil {
		return 0, err
	}
	client := &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()}
	defer client.CloseIdleConnections()
	h := hubClient{origin: cfg.origin, secret: secret, client: client, timing: defaultTiming}
	share := cfg.origin.String()
	if cfg.room == "" {
		if cfg.room, err = h.createRoom(ctx, cfg.create); err != nil {
			return 0, err
		}
		share = h.publicAddress(ctx)
	} else if err := h.checkRoom(ctx, cfg.room); err != nil {
		return 0, err
	}

	l := newLink(cfg.origin, cfg.room, secret, cfg.watch, client, defaultTiming)
	l.start(ctx)
	m := newModel(cfg, share+"/r/"+cfg.room, l)
	program := tea.NewProgram(m, tea.WithContext(ctx), tea.WithOutput(stdout))
	last, err := program.Run()
	left, ok := last.(model)
	l.close(ok && left.leaving)
	if err != nil && !errors.Is(err, tea.ErrInterrupted) && ctx.Err() == nil {
		return 0, fmt.Errorf("play needs a terminal: %w", err)
	}
	if ok && left.fatal != "" {
		return 0, errors.New(left.fatal)
	}
	fmt.Fprintf(stdout, "%s/r/%s\n", cfg.origin.String(), cfg.room)
	return statusOK, nil
}
