package main

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/local"
)

// mode is what the program does.
type mode int

const (
	modeNone   mode = iota // quit the menu
	modeMenu               // let the user choose
	modeRoom               // play in a room of a hub, or watch it
	modeSolo               // a person against the AI, in this process
	modeDuo                // two people at this keyboard, in this process
	modeWatch              // AI against AI, in this process
	modeReplay             // look at the games of a file
)

// modeWords are the words after "play" that choose a mode. The words of every language work,
// whichever language the program shows.
var modeWords = map[mode]texts.Text{
	modeSolo: texts.WordSolo, modeDuo: texts.WordDuo, modeWatch: texts.WordWatch, modeReplay: texts.WordReplay,
}

// modeNamed returns the mode that word chooses, or modeNone.
func modeNamed(word string) mode {
	for m, names := range modeWords {
		if names.Is(word) {
			return m
		}
	}
	return modeNone
}

// The levels of games in this process, unless the user chooses others.
var (
	soloLevels  = []string{"normal"}
	watchLevels = []string{"normal", "strong"}
)

// isLocal reports whether the mode is a game in this process.
func (m mode) isLocal() bool { return m == modeSolo || m == modeDuo || m == modeWatch }

// choices holds the flags that have no field in config. setMode turns them into fields.
type choices struct {
	hub, levels, clock string
	pace               time.Duration
	newRoom            bool
}

// setMode sets the mode and the fields that depend on it. words are the arguments without the
// flags.
func (c *config) setMode(words []string, flags choices) error {
	c.hub, c.mode = flags.hub, modeRoom
	if len(words) > 0 {
		if named := modeNamed(words[0]); named != modeNone {
			c.mode, words = named, words[1:]
		}
	}
	c.create.Name = c.name
	if c.create.Variant == "connect4" {
		c.create.Variant = "connect4:7x6:4"
	}
	switch {
	case c.mode == modeReplay:
		return c.setFile(words)
	case len(words) > 1:
		return c.lang.Error(texts.OneLink, words[1])
	case c.mode.isLocal() && len(words) == 1:
		return c.lang.Error(texts.OneLink, words[0])
	case c.mode.isLocal():
		return c.setLocal(flags.levels, flags.clock, flags.pace)
	case flags.newRoom && len(words) == 1:
		return errors.New(c.lang.Say(texts.LinkOrNew))
	case len(words) == 1:
		return c.setRoom(words[0], flags.hub)
	case !flags.newRoom && (c.watch || c.create.Opponent != "human"):
		return errors.New(c.lang.Say(texts.LinkOrNew)) // -watch and -opponent need a room of a hub
	case !flags.newRoom:
		c.mode = modeMenu
		return nil
	}
	if c.create.Opponent == "watch" {
		c.create.Pace = flags.pace.Milliseconds()
	}
	return c.setNewRoom(flags.hub, flags.levels, flags.clock)
}

// setFile sets the file of modeReplay.
func (c *config) setFile(words []string) error {
	if len(words) != 1 {
		return errors.New(c.lang.Say(texts.NeedsFile))
	}
	c.file = words[0]
	return nil
}

// setLocal sets the fields of create for a game in this process.
func (c *config) setLocal(levels, clock string, pace time.Duration) error {
	usual := map[mode][]string{modeSolo: soloLevels, modeWatch: watchLevels}[c.mode]
	c.create.Levels = slices.Clone(usual)
	if levels != "" {
		c.create.Levels = splitLevels(levels)
	}
	if len(c.create.Levels) != len(usual) {
		return errors.New(c.lang.Say(texts.LocalLevels))
	}
	for i, level := range c.create.Levels {
		name := texts.ParseLevel(strings.TrimSpace(level))
		if !isCustom(name) && !slices.Contains(texts.LevelNames, name) {
			return c.lang.Error(texts.NoSuchLevel, level, c.lang.TypedLevels(texts.LevelNames))
		}
		if err := checkCustom(c.lang, name); err != nil {
			return err
		}
		c.create.Levels[i] = name
	}
	if err := c.setLocalAdvice(); err != nil {
		return err
	}
	if c.mode == modeWatch {
		c.create.Pace = pace.Milliseconds()
	}
	var err error
	c.create.Clock, err = parseClock(c.lang, clock)
	return err
}

// setLocalAdvice leaves out the advice for an AI, where a person gets some too. It refuses advice
// that no person would get.
func (c *config) setLocalAdvice() error {
	advice := c.create.Advice
	switch {
	case advice == "" || advice == "none" || c.mode == modeDuo:
	case c.mode == modeSolo && advice != "2":
		c.create.Advice = "1"
	case c.mode == modeSolo:
		return errors.New(c.lang.Say(texts.AdviceForAI))
	default:
		return errors.New(c.lang.Say(texts.AdviceInWatch))
	}
	return nil
}

// localSettings returns the settings of a room in this process.
func (c config) localSettings() local.Settings {
	r := c.create
	s := local.Settings{
		Variant: r.Variant, Names: [2]string{r.Name, r.OtherName}, Starter: r.Starter, Advice: r.Advice,
		Pace: time.Duration(r.Pace) * time.Millisecond,
	}
	s.Colour = r.Colour
	if r.Clock != nil {
		s.Move, s.Base, s.Increment = r.Clock.Move, r.Clock.Base, r.Clock.Increment
	}
	switch c.mode {
	case modeSolo:
		s.Levels[1] = r.Levels[0]
	case modeWatch:
		s.Levels = [2]string(r.Levels)
	}
	return s
}
