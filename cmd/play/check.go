package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/custom"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// The values of flags for a new room, besides levels, variants and colours.
var (
	opponents = []string{"human", "ai:LEVEL", "self", "watch"}
	starters  = []string{"me", "other", "random", "loser", "alternate"}
	advices   = []string{"none", "1", "2", "both"}
)

// checkChoices returns an error that names the flag whose value is wrong. A hub's own error would
// not name the flag.
func (c *config) checkChoices() error {
	r := &c.create
	if _, err := rules.Parse(r.Variant); err != nil {
		return errors.New(c.lang.Translate(err.Error()))
	}
	if level, isAI := strings.CutPrefix(r.Opponent, "ai:"); isAI && level != "" {
		level, err := parseLevel(c.lang, level)
		if err != nil {
			return err
		}
		r.Opponent = "ai:" + level
	} else if err := c.oneOf("opponent", r.Opponent, opponents); err != nil {
		return err
	}
	r.Colour = texts.ParseColour(r.Colour)
	for _, flag := range []struct {
		name, value string
		known       []string
	}{{"starter", r.Starter, starters}, {"advice", r.Advice, advices}, {"colour", r.Colour, room.Colours}} {
		if flag.value == "" {
			continue
		}
		if err := c.oneOf(flag.name, flag.value, flag.known); err != nil {
			return err
		}
	}
	return nil
}

// flagsOf are the flags that have a meaning in a mode, besides -plain and -lang.
var flagsOf = map[mode]string{
	modeRoom: "hub,name,watch",
	modeSolo: "game,levels,starter,clock,colour,advice,thoughts,name", modeDuo: "game,starter,clock,colour,advice,name,other-name",
	modeWatch: "game,levels,pace,starter,clock,advice,thoughts",
}

// checkFlags returns an error if a flag of the command line means nothing together with words, the arguments. A variable of
// the environment is for many commands, and is left alone.
func (c *config) checkFlags(given, words []string) error {
	what, allowed := "-new", "new,hub,game,opponent,levels,starter,clock,colour,advice,thoughts,name,watch"
	if allowed += map[string]string{"watch": ",pace", "self": ",other-name"}[c.create.Opponent]; len(words) > 0 && !(len(c.bot) > 0 && c.newRoom) {
		what, allowed = words[0], flagsOf[c.mode]
	}
	for _, name := range given {
		if c.mode != modeMenu && !slices.Contains(strings.Split(allowed+",plain,lang", ","), name) {
			return c.lang.Error(texts.UselessFlag, name, what)
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

// parseLevel returns the protocol's name of a level that was typed in any language. The error says
// what is wrong with a custom level, or which levels there are.
func parseLevel(l texts.Lang, typed string) (string, error) {
	level := texts.ParseLevel(strings.TrimSpace(typed))
	switch _, err := room.SeatableLevel(level, false); {
	case err == nil:
		return level, nil
	case custom.Is(level):
		refused, _ := wire.FailureOf(err)
		return "", errors.New(l.Refusal(refused.Code, refused.Text))
	}
	return "", l.Error(texts.NoSuchLevel, typed, l.TypedLevels())
}
