package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/peterbourgon/ff/v3"
)

const usageText = `play plays or watches Quatre in a terminal.

    play https://host/r/ROOM                        take a seat in a room, or watch if both are taken
    play -watch https://host/r/ROOM                 watch a room
    play -new -game connect4 -opponent ai:normal    open a room against the AI
    play -new -game tictactoe                       open a room and show the link for a friend`

// envPrefix starts the name of each flag's environment variable.
const envPrefix = "QUATRE"

// config holds the validated command line and environment.
type config struct {
	origin url.URL // the hub: scheme and host only
	room   string  // room ID; empty: open a new room with create
	create newRoomRequest
	name   string
	watch  bool
}

// roomIDPattern matches room IDs.
var roomIDPattern = regexp.MustCompile(`^[a-z0-9-]{1,64}$`)

func parseConfig(args []string, stderr io.Writer) (config, error) {
	var cfg config
	fs := newFlags(stderr)
	hub := fs.String("hub", "http://localhost:8080", "`address` of the hub")
	newRoom := fs.Bool("new", false, "open a room")
	fs.StringVar(&cfg.create.Variant, "game", "connect4",
		"`variant` of the new room: connect4, connect4:8x7:4 (columns x rows : discs in a row), tictactoe, force3, force3:placed, force3:fair, force3:report")
	fs.StringVar(&cfg.create.Opponent, "opponent", "human",
		"`who` plays against you: human, ai:LEVEL, ai:custom:depth=7,open3=100 (a level of your own, see docs/levels.md), self (you play both seats) or watch (AI against AI)")
	levels := fs.String("levels", "", "with -opponent watch: the two AI `levels`, such as easy,strong")
	pace := fs.Duration("pace", 800*time.Millisecond, "with -opponent watch: the `time` between two moves")
	fs.StringVar(&cfg.create.OtherName, "other-name", "", "with -opponent self: nick`name` of the second player")
	fs.StringVar(&cfg.create.Starter, "starter", "", "`who` starts: me, other, random, loser or alternate")
	clock := fs.String("clock", "", "`time` for each player: 30s per move, or 5m+3s per game plus an increment per move")
	fs.StringVar(&cfg.create.Advice, "advice", "", "`seats` that see the AI's advice: none, 1, 2 or both")
	fs.StringVar(&cfg.name, "name", "", "your nick`name`")
	fs.BoolVar(&cfg.watch, "watch", false, "watch without taking a seat")
	link, err := parseArgs(fs, args)
	if err != nil {
		return cfg, err
	}
	if *newRoom == (link != "") {
		return cfg, errors.New("give either the link of a room, or -new")
	}
	if link != "" {
		return cfg, cfg.setRoom(link, *hub)
	}
	if cfg.create.Opponent == "watch" {
		cfg.create.Pace = pace.Milliseconds()
	}
	return cfg, cfg.setNewRoom(*hub, *levels, *clock)
}

// newFlags returns an empty flag set. Its help lists each flag's environment variable.
func newFlags(stderr io.Writer) *flag.FlagSet {
	fs := flag.NewFlagSet("play", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprintf(stderr, "%s\n\nUsage: play [flags] [link]\n\n", usageText)
		fs.VisitAll(func(f *flag.Flag) {
			kind, usage := flag.UnquoteUsage(f)
			fmt.Fprintf(stderr, "  -%s %s\n        %s", f.Name, kind, usage)
			if f.DefValue != "" && f.DefValue != "false" {
				fmt.Fprintf(stderr, " (default %s)", f.DefValue)
			}
			fmt.Fprintf(stderr, "\n        environment: %s\n", envName(f.Name))
		})
		fmt.Fprintf(stderr, "\nA flag on the command line wins over the environment.\n")
	}
	return fs
}

// envName returns the name of a flag's environment variable.
func envName(flag string) string {
	return envPrefix + "_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// parseArgs parses the environment and the flags. Flags may come before and after the
// link.
func parseArgs(fs *flag.FlagSet, args []string) (link string, err error) {
	if err := ff.Parse(fs, args, ff.WithEnvVarPrefix(envPrefix)); err != nil {
		return "", err
	}
	for fs.NArg() > 0 {
		if link != "" {
			return "", fmt.Errorf("give one link at a time: %q is a second one", fs.Arg(0))
		}
		link = fs.Arg(0)
		if err := fs.Parse(fs.Args()[1:]); err != nil {
			return "", err
		}
	}
	return link, nil
}

// setRoom sets origin and room from the link of a room, or from a room ID and the hub's
// address.
func (c *config) setRoom(link, hub string) error {
	if roomIDPattern.MatchString(link) {
		c.room = link
		return c.setOrigin(hub)
	}
	u, err := url.Parse(link)
	if err != nil {
		return fmt.Errorf("%q is not the link of a room, such as https://host/r/ROOM", link)
	}
	prefix, room, found := strings.Cut(strings.TrimSuffix(u.Path, "/"), "/r/")
	if !found || prefix != "" || !roomIDPattern.MatchString(room) {
		return fmt.Errorf("%q is not the link of a room, such as https://host/r/ROOM", link)
	}
	c.room = room
	return c.setOrigin(u.Scheme + "://" + u.Host)
}

func (c *config) setOrigin(text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Trim(u.Path, "/") != "" {
		return fmt.Errorf("%q is not the address of a hub, such as https://example.org", text)
	}
	c.origin = url.URL{Scheme: u.Scheme, Host: strings.ToLower(u.Host)}
	return nil
}

// setNewRoom sets origin, and the fields of create that are not flags themselves.
func (c *config) setNewRoom(hub, levels, clock string) error {
	if c.create.Variant == "connect4" {
		c.create.Variant = "connect4:7x6:4"
	}
	if levels != "" {
		c.create.Levels = splitLevels(levels)
	}
	c.create.ID, c.create.Name = newID(), c.name
	var err error
	if c.create.Clock, err = parseClock(clock); err != nil {
		return err
	}
	return c.setOrigin(hub)
}

// parseClock parses a time per move, 30s, or a time per game with an increment, 5m+3s.
// It returns nil for no clock.
func parseClock(text string) (*clockSetting, error) {
	if text == "" || text == "none" {
		return nil, nil
	}
	first, added, isBase := strings.Cut(text, "+")
	limit, err := time.ParseDuration(first)
	if err == nil && !isBase {
		return &clockSetting{Move: limit.Milliseconds()}, nil
	}
	increment, err2 := time.ParseDuration(added)
	if err != nil || err2 != nil {
		return nil, fmt.Errorf("-clock %s: must be a time for each move such as 30s, or for a game such as 5m+3s", text)
	}
	return &clockSetting{Base: limit.Milliseconds(), Increment: increment.Milliseconds()}, nil
}
