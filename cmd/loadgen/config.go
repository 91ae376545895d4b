package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/rules"
)

const about = `loadgen plays many games of Quatre at once, measures, and checks that nothing was lost.

    loadgen -url http://host:8080 -rooms 500 -duration 30s             as fast as the hub answers
    loadgen -url http://a:8080,http://b:8080 -mode open -rate 1000     1,000 moves a second, over two hubs
    loadgen check -url http://host:8080 -history DIR                   checks the histories of a run again`

type mode string

const (
	modeClosed mode = "closed" // the next move on seeing the other's
	modeOpen   mode = "open"   // moves at a given rate, answered or not
)

// What a command line may ask for at most.
const (
	maxCount = 1_000_000 // rooms, and each kind of connection
	maxRate  = 1_000_000 // moves a second
)

// config is what the command line says, checked.
type config struct {
	onlyCheck bool // histories of an earlier run

	urls       []string
	rooms      int
	mode       mode
	rate       float64 // moves a second, over all rooms
	think      time.Duration
	duration   time.Duration
	warmup     time.Duration
	variant    string
	game       rules.Game
	ai         int
	level      string
	spectators int
	idle       int
	storm      time.Duration
	seed       uint64
	slow       int
	pids       map[string]int
	json       string
	history    string
	settle     time.Duration
	check      bool
	relay      bool
}

// keeps reports whether clients write their histories.
func (c *config) keeps() bool { return c.check || c.history != "" }

func configure(args []string, stderr io.Writer) (config, error) {
	cfg := config{pids: map[string]int{}}
	name := "loadgen"
	if len(args) > 0 && args[0] == "check" {
		cfg.onlyCheck, args, name = true, args[1:], "loadgen check"
	}
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprintf(stderr, "%s\n\n", about)
		fs.PrintDefaults()
	}
	urls := fs.String("url", "http://localhost:8080", "`addresses` of the hubs, with commas between them: connection k starts at the k-th, and comes back to the next")
	fs.StringVar(&cfg.history, "history", "", "`folder` of the clients' histories, as JSON lines")
	fs.StringVar(&cfg.json, "json", "", "`file` for the report as JSON; -: standard output")
	if !cfg.onlyCheck {
		cfg.flags(fs)
	}
	if err := fs.Parse(args); err != nil {
		return cfg, err
	}
	if fs.NArg() > 0 {
		return cfg, fmt.Errorf("%s takes flags only, not %q", name, fs.Arg(0))
	}
	var err error
	if cfg.urls, err = parseURLs(*urls); err != nil {
		return cfg, err
	}
	if cfg.onlyCheck {
		cfg.check = true
		if cfg.history == "" {
			return cfg, errors.New("check needs -history")
		}
		return cfg, nil
	}
	err = cfg.validate()
	return cfg, err
}

// flags are those of a run.
func (c *config) flags(fs *flag.FlagSet) {
	fs.IntVar(&c.rooms, "rooms", 50, "rooms in which is played")
	fs.StringVar((*string)(&c.mode), "mode", string(modeClosed), "closed: the next move on seeing the last; open: moves at -rate, answered or not")
	fs.Float64Var(&c.rate, "rate", 0, "open: `moves` a second, over all rooms")
	fs.DurationVar(&c.think, "think", 0, "closed: pause before each reply")
	fs.DurationVar(&c.duration, "duration", 10*time.Second, "how long is measured")
	fs.DurationVar(&c.warmup, "warmup", time.Second, "how long is played before, uncounted")
	fs.StringVar(&c.variant, "variant", "connect4:7x6:4", "the game")
	fs.IntVar(&c.ai, "ai", 0, "so many of the rooms are against the AI")
	fs.StringVar(&c.level, "level", "easy", "of the AI")
	fs.IntVar(&c.spectators, "spectators", 0, "connections that watch, in each room")
	fs.IntVar(&c.idle, "idle", 0, "connections more, two a room, that sit down and do nothing")
	fs.DurationVar(&c.storm, "storm", 0, "every so often all connections are cut, and come back; 0: never")
	fs.Uint64Var(&c.seed, "seed", 1, "of what is random: moves and times")
	fs.IntVar(&c.slow, "slow", 0, "spectators more, in all, that read hardly at all")
	fs.Func("pid", "`NAME=PID`: measure this process of this machine (repeatable, Linux)", c.addPID)
	fs.DurationVar(&c.settle, "settle", 30*time.Second, "how long to wait at the end until every command is answered and every client up to date")
	fs.BoolVar(&c.check, "check", true, "compare the clients' histories with the logs at the end")
	fs.BoolVar(&c.relay, "relay", false, "the server is bench/relay: no check")
}

func (c *config) addPID(text string) error {
	name, number, found := strings.Cut(text, "=")
	pid, err := strconv.Atoi(number)
	if !found || err != nil || pid <= 0 || name == "" {
		return errors.New("it is a name and a process id, such as hub=4711")
	}
	c.pids[name] = pid
	return nil
}

func (c *config) validate() (err error) {
	if c.game, err = rules.Parse(c.variant); err != nil {
		return fmt.Errorf("-variant: %w", err)
	}
	for name, n := range map[string]int{"rooms": c.rooms, "ai": c.ai, "spectators": c.spectators, "idle": c.idle, "slow": c.slow} {
		if n < 0 || n > maxCount {
			return fmt.Errorf("-%s %d: it is a number from 0 on, up to %d", name, n, maxCount)
		}
	}
	for name, d := range map[string]time.Duration{"think": c.think, "warmup": c.warmup, "storm": c.storm, "settle": c.settle} {
		if d < 0 {
			return fmt.Errorf("-%s %s: it is a time from 0 on", name, d)
		}
	}
	switch {
	case c.duration <= 0:
		return fmt.Errorf("-duration %s: it is a time above 0", c.duration)
	case c.mode != modeClosed && c.mode != modeOpen:
		return fmt.Errorf("-mode %s: it is closed or open", c.mode)
	case c.mode == modeOpen && !(c.rate > 0 && c.rate <= maxRate): // nor is it NaN
		return fmt.Errorf("-mode open needs a -rate above 0, and up to %d", maxRate)
	case c.mode == modeClosed && c.rate != 0:
		return errors.New("-rate is for -mode open")
	case c.mode == modeOpen && c.think != 0:
		return errors.New("-think is for -mode closed")
	case c.rooms+c.idle == 0:
		return errors.New("-rooms or -idle has to be above 0")
	case c.rooms == 0 && (c.slow > 0 || c.mode == modeOpen):
		return errors.New("-slow and -mode open need -rooms above 0")
	case c.ai > c.rooms:
		return fmt.Errorf("-ai %d: there are %d rooms", c.ai, c.rooms)
	case c.relay && c.ai > 0:
		return errors.New("the relay has no AI")
	}
	c.check = c.check && !c.relay
	return nil
}

func parseURLs(list string) ([]string, error) {
	var urls []string
	for text := range strings.SplitSeq(list, ",") {
		u, err := url.Parse(strings.TrimSpace(text))
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Trim(u.Path, "/") != "" {
			return nil, fmt.Errorf("-url: %q is no address of a hub, such as http://localhost:8080", text)
		}
		address := (&url.URL{Scheme: u.Scheme, Host: u.Host}).String()
		if _, err := url.Parse(address); err != nil { // a zone of an IPv6 address that net/url reads and does not write
			return nil, fmt.Errorf("-url: %q: %w", text, err)
		}
		urls = append(urls, address)
	}
	return urls, nil
}
