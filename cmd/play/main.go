// Command play is Quatre in a terminal. It opens rooms, takes a seat in them or watches
// them. It reaches a hub only through the public protocol: docs/api/openapi.yaml and
// docs/api/asyncapi.yaml. For games without a hub, package local speaks this protocol inside the process.
//
// It keeps the promises of the web page:
//
//   - Everything it shows is a fold of the room's log.
//   - It reconnects by itself and continues after the last entry it received.
//   - It sends a command again, with the same ID, until the hub answers it.
//   - When the user starts it again, they have the same seat.
//
// How it works: one goroutine, the link, keeps the websocket and sends reports to the
// model. The model folds entries into a room.State, draws the screen and reads keys. In plain mode, plainText
// prints the model's texts line by line and passes typed lines to the model. docs/play/terminal.md
// is the user's manual.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/charmbracelet/x/term"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/local"
)

// Exit statuses.
const (
	statusOK     = 0 // the user left
	statusFailed = 1 // no room, no hub or no terminal; the program of quatre-play bot has lost by an error
	statusUsage  = 2 // invalid command line
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGHUP)
	status := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// run runs the program and returns its exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	cfg, err := parseConfig(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return statusOK
	case err != nil:
		fmt.Fprintln(stderr, printableHere(cfg.lang.Say(texts.TryHelp, err)))
		return statusUsage
	}
	p := program{cfg: cfg, engine: local.NewEngine(), stdout: stdout, front: fullScreen{stdout}}
	plain := &plainText{glyphs: glyphsHere(), out: stdout}
	if len(cfg.bot) > 0 {
		plain.bot, p.front = newBotPlayer(ctx, cfg.bot), plain
		defer plain.bot.close()
	} else if cfg.plain || !isTerminal(stdin) || !isTerminal(stdout) || os.Getenv("TERM") == "dumb" {
		reading, stop := context.WithCancel(ctx)
		defer stop()
		plain.lines, plain.echo, p.front = readLines(reading, stdin), !isTerminal(stdin), plain
	}
	if err := p.run(ctx); err != nil {
		fmt.Fprintln(stderr, printableHere(cfg.lang.Say(texts.Failed, cfg.lang.Translate(err.Error()))))
		return statusFailed
	}
	if plain.bot != nil && plain.bot.failed {
		return statusFailed
	}
	return statusOK
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(term.File)
	return ok && term.IsTerminal(f.Fd())
}

// glyphsHere returns glyphs for a terminal that the program has not asked about its abilities.
func glyphsHere() glyphs { return glyphsFor(os.Getenv, runtime.GOOS == "windows") }

// printableHere returns text in ASCII if the locale has no other characters.
func printableHere(text string) string { return glyphsHere().replaceUnsupported(text) }
