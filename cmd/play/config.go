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

const usageText = `play plays Quatre in a terminal, or watches.

    play https://host/r/ROOM                        sits down in a room, or watches if both seats are taken
    play -watch https://host/r/ROOM                 watches
    play -new -game connect4 -opponent ai:normal    opens a room against the AI
    play -new -game tictactoe                       opens a room and shows the link for a friend`

// envPrefix stands before the name of each flag's environment variable.
const envPrefix = "QUATRE"

// config is what the command line and the environment say, checked.
type config struct {
	origin url.URL // of the hub
	room   string  // empty: to be opened, as create says
	create newRoomRequest
	name   string
	watch  bool
}

// roomName is what a room's id looks like.
var roomIDPattern = regexp.MustCompile(`^[a-z0-9-]{1,64}$`)

func parseConfig(args []string, stderr io.Writer) (config, error) {
	var cfg config
	fs := newFlags(stderr)
	hub := fs.String("hub", "http://localhost:8080", "`address` of the hub to open a room at")
	opens := fs.Bool("new", false, "open a room")
	fs.StringVar(&cfg.create.Variant, "game", "connect4",
		"`variant` of the new room: connect4, connect4:8x7:4 (columns x rows : to align), tictactoe, force3, force3:placed, force3:fair")
	fs.StringVar(&cfg.create.Opponent, "opponent", "human",
		"`who` plays against you: human, ai:LEVEL, self (you play both seats), or watch (AI against AI)")
	levels := fs.String("levels", "", "with -opponent watch: the `levels` of both, such as easy,strong")
	pace := fs.Duration("pace", 800*time.Millisecond, "with -opponent watch: the `time` between two moves")
	fs.StringVar(&cfg.create.OtherName, "other-name", "", "with -opponent self: the second player's nick`name`")
	fs.StringVar(&cfg.create.Starter, "starter", "", "`who` starts: me, other, random, loser or alternate")
	clock := fs.String("clock", "", "`time` that each player has: 30s for a move, or 5m+3s for a game and what each move adds")
	fs.StringVar(&cfg.create.Advice, "advice", "", "`seats` that are shown the AI's advice: none, 1, 2 or both")
	fs.StringVar(&cfg.name, "name", "", "your nick`name`")
	fs.BoolVar(&cfg.watch, "watch", false, "only watch")
	given, err := parseArgs(fs, args)
	if err != nil {
		return cfg, err
	}
	if *opens == (given != "") {
		return cfg, errors.New("give either the link of a room, or -new")
	}
	if given != "" {
		return cfg, cfg.setRoom(given, *hub)
	}
	if cfg.create.Opponent == "watch" {
		cfg.create.Pace = pace.Milliseconds()
	}
	return cfg, cfg.setNewRoom(*hub, *levels, *clock)
}

// newFlags returns an empty set of flags, with a help that names the environment
// variables.
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

// envName returns the environment variable of a flag.
func envName(flag string) string {
	return envPrefix + "_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// parse reads flags before and after the link, and the environment.
func parseArgs(fs *flag.FlagSet, args []string) (link string, err error) {
	if err := ff.Parse(fs, args, ff.WithEnvVarPrefix(envPrefix)); err != nil {
		return "", err
	}
	for fs.NArg() > 0 {
		if link != "" {
			return "", fmt.Errorf("one link at a time, not %q as well", fs.Arg(0))
		}
		link = fs.Arg(0)
		if err := fs.Parse(fs.Args()[1:]); err != nil {
			return "", err
		}
	}
	return link, nil
}

// join reads the link of a room, or its name at the hub.
func (c *config) setRoom(link, hub string) error {
	if roomIDPattern.MatchString(link) {
		c.room = link
		return c.setOrigin(hub)
	}
	u, err := url.Parse(link)
	if err != nil {
		return fmt.Errorf("%q is no link of a room, such as https://host/r/ROOM", link)
	}
	before, room, found := strings.Cut(strings.TrimSuffix(u.Path, "/"), "/r/")
	if !found || before != "" || !roomIDPattern.MatchString(room) {
		return fmt.Errorf("%q is no link of a room, such as https://host/r/ROOM", link)
	}
	c.room = room
	return c.setOrigin(u.Scheme + "://" + u.Host)
}

func (c *config) setOrigin(text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Trim(u.Path, "/") != "" {
		return fmt.Errorf("%q is no address of a hub, such as https://example.org", text)
	}
	c.origin = url.URL{Scheme: u.Scheme, Host: strings.ToLower(u.Host)}
	return nil
}

func (c *config) setNewRoom(hub, levels, clock string) error {
	if c.create.Variant == "connect4" {
		c.create.Variant = "connect4:7x6:4"
	}
	if levels != "" {
		c.create.Levels = strings.Split(levels, ",")
	}
	c.create.ID, c.create.Name = newID(), c.name
	var err error
	if c.create.Clock, err = parseClock(clock); err != nil {
		return err
	}
	return c.setOrigin(hub)
}

// parseClock reads 30s, or 5m+3s.
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
		return nil, fmt.Errorf("-clock %s: it is a time for each move such as 30s, or for a game such as 5m+3s", text)
	}
	return &clockSetting{Base: limit.Milliseconds(), Increment: increment.Milliseconds()}, nil
}
