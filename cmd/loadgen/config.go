package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

const usageText = `loadgen plays many games of Quatre at once, measures latency and throughput, and checks that nothing was lost.

    loadgen -url http://host:8080 -rooms 500 -duration 30s             play as fast as the hub answers
    loadgen -url http://a:8080,http://b:8080 -rate 1000     play 1,000 moves/s over two hubs`

// config holds the validated command line.
type config struct {
	urls       []string
	rooms      int
	rate       float64 // moves/s over all rooms; 0: a player moves when it sees the other player's move
	think      time.Duration
	duration   time.Duration
	variant    string
	aiRooms    int
	level      string
	spectators int
	stormEvery time.Duration
	seed       uint64
	jsonFile   string
	settle     time.Duration
}

func parseConfig(args []string, stderr io.Writer) (config, error) {
	var cfg config
	fs := flag.NewFlagSet("loadgen", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprintf(stderr, "%s\n\n", usageText)
		fs.PrintDefaults()
	}
	urls := fs.String("url", "http://localhost:8080", "comma-separated `addresses` of the hubs; connection k starts at the k-th and reconnects to the next one")
	fs.StringVar(&cfg.jsonFile, "json", "-", "`file` for the report; - is standard output")
	fs.IntVar(&cfg.rooms, "rooms", 50, "rooms with active players")
	fs.Float64Var(&cfg.rate, "rate", 0, "`moves` per second over all rooms, whether the hub answers or not; 0: move when the other player's move arrives")
	fs.DurationVar(&cfg.think, "think", 0, "without -rate: pause before each reply")
	fs.DurationVar(&cfg.duration, "duration", 10*time.Second, "how long to measure")
	fs.StringVar(&cfg.variant, "variant", "connect4:7x6:4", "`variant` to play")
	fs.IntVar(&cfg.aiRooms, "ai", 0, "number of rooms with an AI opponent")
	fs.StringVar(&cfg.level, "level", "easy", "`level` of the AI")
	fs.IntVar(&cfg.spectators, "spectators", 0, "spectators per room")
	fs.DurationVar(&cfg.stormEvery, "storm", 0, "interval at which all connections are cut and reconnect; 0: never")
	fs.Uint64Var(&cfg.seed, "seed", 1, "seed of the random moves and times")
	fs.DurationVar(&cfg.settle, "settle", 30*time.Second, "max wait at the end until every command is answered and every client is up to date")
	if err := fs.Parse(args); err != nil {
		return cfg, err
	}
	if fs.NArg() > 0 {
		return cfg, fmt.Errorf("unexpected argument %q: loadgen takes flags only", fs.Arg(0))
	}
	var err error
	if cfg.urls, err = parseURLs(*urls); err != nil {
		return cfg, err
	}
	err = cfg.validate()
	return cfg, err
}

func (c *config) validate() error {
	if _, err := rules.Parse(c.variant); err != nil {
		return fmt.Errorf("-variant: %w", err)
	}
	if _, err := room.SeatableLevel(c.level, false); err != nil {
		return fmt.Errorf("-level %s: %w", c.level, err)
	}
	switch {
	case c.duration <= 0 || c.rooms <= 0:
		return errors.New("-duration and -rooms must be above 0")
	case c.rate > 0 && c.think != 0:
		return errors.New("-think is only for games without -rate")
	}
	return nil
}

func parseURLs(list string) ([]string, error) {
	var urls []string
	for text := range strings.SplitSeq(list, ",") {
		u, err := url.Parse(strings.TrimSpace(text))
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Trim(u.Path, "/") != "" {
			return nil, fmt.Errorf("-url: %q is not the address of a hub, such as http://localhost:8080", text)
		}
		urls = append(urls, u.Scheme+"://"+u.Host)
	}
	return urls, nil
}
