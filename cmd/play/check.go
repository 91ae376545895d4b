package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/quatre/quatre/cmd/play/texts"
)

// The values that a hub accepts for a new room, besides levels and variants.
var (
	opponents = []string{"human", "ai:LEVEL", "self", "watch"}
	starters  = []string{"me", "other", "random", "loser", "alternate"}
	advices   = []string{"none", "1", "2", "both"}
	colours   = []string{"red", "yellow", "blue", "green", "violet", "white"}
)

// checkChoices returns an error that names the flag whose value no hub accepts. A hub's own
// error would not name the flag.
func (c *config) checkChoices() error {
	r := &c.create
	if level, isAI := strings.CutPrefix(r.Opponent, "ai:"); isAI && level != "" {
		r.Opponent = "ai:" + texts.ParseLevel(level)
		if err := checkCustom(c.lang, level); err != nil {
			return err
		}
	} else if err := c.oneOf("opponent", r.Opponent, opponents); err != nil {
		return err
	}
	r.Colour = texts.ParseColour(r.Colour)
	for _, flag := range []struct {
		name, value string
		known       []string
	}{{"starter", r.Starter, starters}, {"advice", r.Advice, advices}, {"colour", r.Colour, colours}} {
		if flag.value == "" {
			continue
		}
		if err := c.oneOf(flag.name, flag.value, flag.known); err != nil {
			return err
		}
	}
	return nil
}

// oneOf returns an error if known does not contain value.
func (c *config) oneOf(flag, value string, known []string) error {
	if slices.Contains(known, value) {
		return nil
	}
	return c.lang.Error(texts.BadChoice, flag, value, c.lang.List(known...))
}

// checkLevels returns an error if levels are missing, are given without -opponent watch, or are
// invalid custom levels.
func (c *config) checkLevels() error {
	r := &c.create
	for i := range r.Levels {
		r.Levels[i] = texts.ParseLevel(strings.TrimSpace(r.Levels[i]))
		if err := checkCustom(c.lang, r.Levels[i]); err != nil {
			return err
		}
	}
	switch {
	case r.Opponent == "watch" && len(r.Levels) != 2:
		return c.lang.Error(texts.NeedsLevels, c.lang.TypedLevels(texts.LevelNames))
	case r.Opponent != "watch" && len(r.Levels) > 0:
		return errors.New(c.lang.Say(texts.OnlyWithWatch))
	}
	return nil
}
