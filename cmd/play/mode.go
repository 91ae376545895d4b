package main

import (
	"cmp"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/custom"
)

// mode is what the program does.
type mode int

const (
	modeMenu   mode = iota // let the user choose
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

// usualLevels are the levels of games in this process, unless the user chooses others.
var usualLevels = map[mode]string{modeSolo: "normal", modeWatch: "normal,strong"}

// isLocal reports whether the mode is a game in this process.
func (m mode) isLocal() bool { return m == modeSolo || m == modeDuo || m == modeWatch }

// setMode sets the mode and the fields that depend on it. words are the arguments without the
// flags.
func (c *config) setMode(words []string) error {
	c.mode = modeRoom
	isBot := len(words) > 0 && texts.WordBot.Is(words[0])
	switch {
	case isBot && len(c.bot) == 0:
		return c.lang.Error(texts.NeedsProgram)
	case !isBot && len(c.bot) > 0:
		return c.lang.Error(texts.OnlyWithBot)
	case isBot && c.watch:
		return c.lang.Error(texts.UselessFlag, "watch", words[0])
	case isBot && len(words) == 1 && !c.newRoom:
		c.mode = modeSolo
	}
	if isBot {
		words = words[1:]
	}
	for named, word := range modeWords {
		if len(words) > 0 && word.Is(words[0]) && !isBot {
			c.mode, words = named, words[1:]
			break
		}
	}
	switch {
	case c.mode == modeReplay && len(words) != 1:
		return c.lang.Error(texts.NeedsFile)
	case c.mode == modeReplay:
		c.file = words[0]
		return nil
	case len(words) > 1 || c.mode.isLocal() && len(words) == 1:
		return c.lang.Error(texts.OneLink, words[len(words)-1])
	case c.mode.isLocal():
		return c.setGame()
	case len(words) == 1 && !c.newRoom:
		return c.setRoom(words[0])
	case len(words) == 1 || !c.newRoom && (c.watch || c.create.Opponent != "human"):
		return c.lang.Error(texts.LinkOrNew) // -watch and -opponent need a room of a hub
	case !c.newRoom:
		c.mode = modeMenu
		return nil
	}
	c.create.ID = newID()
	if err := c.setGame(); err != nil {
		return err
	}
	return c.setOrigin(c.hub)
}

// setGame sets the fields of create that depend on several flags.
func (c *config) setGame() (err error) {
	var levels []string
	if list := cmp.Or(c.levels, usualLevels[c.mode]); list != "" {
		levels = custom.Split(list)
	}
	for i := range levels {
		if levels[i], err = parseLevel(c.lang, levels[i]); err != nil {
			return err
		}
	}
	if err := cmp.Or(c.setOpponent(levels), c.setLocalAdvice()); err != nil {
		return err
	}
	if c.create.Opponent == "watch" {
		c.create.Pace = c.pace.Milliseconds()
	}
	c.create.Clock, err = parseClock(c.lang, c.clock)
	return err
}

// setOpponent sets who plays, with the levels of the AI.
func (c *config) setOpponent(levels []string) error {
	r := &c.create
	switch {
	case c.mode == modeSolo && len(levels) == 1:
		r.Opponent = "ai:" + levels[0]
	case c.mode == modeDuo && len(levels) == 0:
		r.Opponent = "self"
	case len(levels) == 2 && (c.mode == modeWatch || c.mode == modeRoom && r.Opponent == "watch"):
		r.Opponent, r.Levels = "watch", [2]string(levels)
	case c.mode.isLocal():
		return c.lang.Error(texts.LocalLevels)
	case r.Opponent == "watch":
		return c.lang.Error(texts.NeedsLevels, c.lang.TypedLevels())
	case len(levels) > 0:
		return c.lang.Error(texts.OnlyWithWatch)
	}
	return nil
}

// setLocalAdvice leaves out the advice for an AI, where a person gets some too. It refuses advice
// that no person would get.
func (c *config) setLocalAdvice() error {
	advice := c.create.Advice
	switch {
	case advice == "" || advice == "none" || c.mode == modeDuo || c.mode == modeRoom:
	case c.mode == modeSolo && advice != "2":
		c.create.Advice = "1"
	case c.mode == modeSolo:
		return c.lang.Error(texts.AdviceForAI)
	default:
		return c.lang.Error(texts.AdviceInWatch)
	}
	return nil
}
