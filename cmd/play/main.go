// Command play is Quatre in a terminal. It opens rooms, takes a seat in them or watches
// them. It uses only the public protocol: docs/openapi.yaml and docs/asyncapi.yaml.
//
// It keeps the promises of the web page:
//
//   - Everything it shows is a fold of the room's log.
//   - It reconnects by itself and continues after the last entry it received.
//   - It sends a command again, with the same ID, until the hub answers it.
//   - When the user starts it again, they have the same seat.
//
// How it works: one goroutine, the link, keeps the websocket and sends reports to the
// model. The model folds entries, draws the screen and reads keys. docs/terminal.md is
// the user's manual.
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
	"runtime"
	"syscall"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"github.com/quatre/quatre/cmd/play/texts"
)

// Exit statuses.
const (
	statusOK     = 0 // the user left
	statusFailed = 1 // no room, no hub or no terminal
	statusUsage  = 2 // invalid command line
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGHUP)
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// run runs the program and returns its exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	cfg, err := parseConfig(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return statusOK
	case err != nil:
		fmt.Fprintln(stderr, printableHere(cfg.lang.Say(texts.TryHelp, err)))
		return statusUsage
	}
	status, err := play(ctx, cfg, stdout)
	if err != nil {
		fmt.Fprintln(stderr, printableHere(cfg.lang.Say(texts.Failed, err)))
		return statusFailed
	}
	return status
}

// play creates or joins the room and returns when the user leaves.
func play(ctx context.Context, cfg config, stdout io.Writer) (int, error) {
	if f, ok := stdout.(term.File); !ok || !term.IsTerminal(f.Fd()) {
		return 0, cfg.lang.Error(texts.NeedsTerminal, errors.New(cfg.lang.Say(texts.NotATerminal)))
	}
	folder, err := os.UserConfigDir()
	if err != nil {
		return 0, cfg.lang.Error(texts.NoFolder, err)
	}
	secret, err := loadSecret(cfg.lang, folder, cfg.origin)
	if err != nil {
		return 0, err
	}
	client := &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()}
	defer client.CloseIdleConnections()
	h := hubClient{lang: cfg.lang, origin: cfg.origin, secret: secret, client: client, timing: defaultTiming}
	hubAddress := cfg.origin.String() // as friends reach it
	if cfg.room == "" {
		if cfg.room, err = h.createRoom(ctx, cfg.create); err != nil {
			return 0, err
		}
		hubAddress = h.publicAddress(ctx)
	} else if err := h.checkRoom(ctx, cfg.room); err != nil {
		return 0, err
	}

	l := newLink(cfg.origin, cfg.room, secret, cfg.watch, client, defaultTiming)
	l.start(ctx)
	m := newModel(cfg, hubAddress+"/r/"+cfg.room, l)
	m.askWhy = h.asksWhy(ctx, cfg.room)
	program := tea.NewProgram(m, tea.WithContext(ctx), tea.WithOutput(stdout))
	last, err := program.Run()
	left, ok := last.(model)
	l.close(ok && left.leaving)
	if err != nil && !errors.Is(err, tea.ErrInterrupted) && ctx.Err() == nil {
		return 0, cfg.lang.Error(texts.NeedsTerminal, err)
	}
	if ok && left.fatal != "" {
		return 0, errors.New(left.fatal)
	}
	fmt.Fprintf(stdout, "%s/r/%s\n", cfg.origin.String(), cfg.room)
	return statusOK, nil
}

// printableHere returns text for a terminal that has not told us about itself: in ASCII if
// the locale has no other characters.
func printableHere(text string) string {
	return glyphsFor(os.Getenv, runtime.GOOS == "windows").replaceUnsupported(text)
}
