package main

import (
	"cmp"
	"errors"
	"flag"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/peterbourgon/ff/v3"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/names"
	"github.com/quatre/quatre/internal/room"
)

// envPrefix starts the name of each flag's environment variable.
const envPrefix = "QUATRE"

// config holds the validated command line and environment.
type config struct {
	lang   texts.Lang
	mode   mode
	plain  bool    // line by line, without escape codes
	file   string  // the games to look at, with modeReplay
	notice string  // what to say about them first
	origin url.URL // the hub: scheme and host only
	room   string  // room ID; empty: open a new room with create
	create wire.NewRoom
	watch  bool
	bot    []string // the command of a program that plays in the place of the user

	// the values of flags from which setMode and setGame set fields above
	hub, levels, clock string
	pace               time.Duration
	newRoom            bool
}

// parseConfig parses the command line and the environment. If it fails, the config has the
// language in which to report the error.
func parseConfig(args []string, stderr io.Writer) (config, error) {
	cfg := config{lang: askedLanguage(args, os.Getenv)}
	l := cfg.lang
	fs := newFlags(l, stderr)
	fs.StringVar(&cfg.hub, "hub", "http://localhost:8080", l.Say(texts.FlagHub))
	fs.BoolVar(&cfg.newRoom, "new", false, l.Say(texts.FlagNew))
	fs.StringVar(&cfg.create.Variant, "game", "connect4", l.Say(texts.FlagGame))
	fs.StringVar(&cfg.create.Opponent, "opponent", "human", l.Say(texts.FlagOpponent))
	fs.StringVar(&cfg.levels, "levels", "", l.Say(texts.FlagLevels))
	fs.DurationVar(&cfg.pace, "pace", 800*time.Millisecond, l.Say(texts.FlagPace))
	fs.StringVar(&cfg.create.OtherName, "other-name", "", l.Say(texts.FlagOtherName))
	fs.StringVar(&cfg.create.Starter, "starter", "", l.Say(texts.FlagStarter))
	fs.StringVar(&cfg.clock, "clock", "", l.Say(texts.FlagClock))
	fs.StringVar(&cfg.create.Colour, "colour", "", l.Say(texts.FlagColour))
	fs.StringVar(&cfg.create.Advice, "advice", "", l.Say(texts.FlagAdvice))
	fs.BoolVar(&cfg.create.Thoughts, "thoughts", false, l.Say(texts.FlagThoughts))
	fs.StringVar(&cfg.create.Name, "name", "", l.Say(texts.FlagName))
	fs.BoolVar(&cfg.watch, "watch", false, l.Say(texts.FlagWatch))
	fs.BoolVar(&cfg.plain, "plain", false, l.Say(texts.FlagPlain))
	lang := fs.String("lang", "", l.Say(texts.FlagLang))
	if i := slices.Index(args, "--"); i >= 0 {
		args, cfg.bot = args[:i], args[i+1:]
	}
	words, given, err := parseArgs(l, fs, args)
	if err != nil {
		return cfg, err
	}
	if _, ok := names.Preferred(*lang); *lang != "" && !ok {
		return cfg, l.Error(texts.BadLang, *lang, l.List(names.Codes[:]...))
	}
	if cfg.create.Variant == "connect4" {
		cfg.create.Variant = "connect4:7x6:4"
	}
	if err := cfg.checkChoices(); err != nil {
		return cfg, err
	}
	err = cmp.Or(cfg.setMode(words), cfg.checkFlags(given, words))
	return cfg, err
}

// askedLanguage returns the language of -lang or its environment variable, or else of the
// system. It reads the arguments before they are parsed, since help and errors need it too.
func askedLanguage(args []string, getenv func(string) string) texts.Lang {
	asked := getenv(envName("lang"))
	for i, arg := range args {
		name, value, found := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if name != "lang" || !strings.HasPrefix(arg, "-") {
			continue
		}
		if !found && i+1 < len(args) {
			value = args[i+1]
		}
		asked = value
	}
	if l, ok := names.Preferred(asked); ok {
		return texts.Lang(l)
	}
	return texts.System(getenv)
}

// envName returns the name of a flag's environment variable.
func envName(flag string) string {
	return envPrefix + "_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// parseArgs parses the flags and the environment, and returns the arguments that are no flags, and the
// names of the given flags. Flags may come before and after the arguments. Errors are in the user's language.
func parseArgs(l texts.Lang, fs *flag.FlagSet, args []string) (words, given []string, err error) {
	for err = fs.Parse(args); err == nil && fs.NArg() > 0; err = fs.Parse(fs.Args()[1:]) {
		words = append(words, fs.Arg(0))
	}
	fs.Visit(func(f *flag.Flag) { given = append(given, f.Name) })
	if err == nil {
		err = ff.Parse(fs, nil, ff.WithEnvVarPrefix(envPrefix)) // keeps the values that were parsed before
	}
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		err = errors.New(l.Translate(strings.TrimPrefix(err.Error(), "error parsing environment variables: ")))
	}
	return words, given, err
}

// setRoom sets origin and room from the link of a room, or from the ID of a room of -hub. The link may stand in brackets or
// between quotation marks, or end with the full stop of a sentence.
func (c *config) setRoom(link string) error {
	bare := room.TrimLink(strings.TrimLeft(link, " \u00a0\t([{<\"'`*_«‹“„‘‚"))
	if room.ID(bare).Valid() {
		c.room = bare
		return c.setOrigin(c.hub)
	}
	u, err := url.Parse(bare)
	if err != nil {
		return c.lang.Error(texts.NotALink, link)
	}
	if strings.HasPrefix(u.Fragment, "seat=") {
		return c.lang.Error(texts.SeatLink)
	}
	prefix, id, found := strings.Cut(room.TrimLink(u.EscapedPath()), "/r/")
	if !found || prefix != "" || !room.ID(id).Valid() {
		return c.lang.Error(texts.NotALink, link)
	}
	c.room = id
	return c.setOrigin(u.Scheme + "://" + u.Host)
}

func (c *config) setOrigin(text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Trim(u.Path, "/") != "" {
		return c.lang.Error(texts.NotAnAddress, text)
	}
	c.origin = url.URL{Scheme: u.Scheme, Host: strings.ToLower(u.Host)}
	return nil
}

// parseClock parses a time per move, 30s, or a time per game with an increment, 5m+3s.
// It returns nil for no clock.
func parseClock(l texts.Lang, text string) (*room.Clock, error) {
	if text == "" || text == "none" {
		return nil, nil
	}
	first, added, isBase := strings.Cut(text, "+")
	limit, err := time.ParseDuration(first)
	if err == nil && !isBase {
		return &room.Clock{Move: limit.Milliseconds()}, nil
	}
	increment, err2 := time.ParseDuration(added)
	if err != nil || err2 != nil {
		return nil, l.Error(texts.BadClock, text)
	}
	return &room.Clock{Base: limit.Milliseconds(), Increment: increment.Milliseconds()}, nil
}
