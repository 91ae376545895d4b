package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/hub/wire"
)

// menu is the state of the menu: the page that is shown, and what the user has chosen so far.
// It does not depend on the terminal: menu_screen.go and menu_plain.go show it.
type menu struct {
	lang   texts.Lang
	page   func(menu) page
	back   []func(menu) page // the pages that lead to this one
	notice string

	game    wire.NewRoom // Variant lacks the size of Connect Four: columns, rows and align have it
	columns int
	rows    int
	align   int
	own     [2]string // the custom levels that were typed, by their index in game.Levels
	clock   string
	pace    string

	done   bool   // the user has chosen
	mode   mode   // the mode that the user has chosen; modeNone: to quit
	target string // the link or the file that was typed
}

// page is one page of the menu. The last item leads back.
type page struct {
	title string
	text  []string // shown above the items
	items []item
}

// item is one line of a page: a setting if options is set, a line for the user to type if takeLine
// is set, otherwise an action.
type item struct {
	label    string
	asked    string   // says what to type; empty: the label says it
	value    string   // the present value of a setting or a typed line
	options  []option // the values of a setting
	set      func(menu, string) menu
	takeLine func(menu, string) menu
	do       func(menu) menu
}

// option is one value of a setting, as a flag takes it, with its label for the user.
type option struct{ value, label string }

// newMenu returns the menu with the settings of the command line.
func newMenu(cfg config) menu {
	m := menu{lang: cfg.lang, page: mainPage, game: cfg.create, columns: 7, rows: 6, align: 4, clock: "none", pace: "800ms"}
	if family, size, _ := strings.Cut(cfg.create.Variant, ":"); family == "connect4" {
		m.game.Variant = "connect4"
		_, _ = fmt.Sscanf(size, "%dx%d:%d", &m.columns, &m.rows, &m.align) // cannot fail: it was checked
	}
	m.game.Levels = [2]string(usualLevels[modeWatch])
	m.game.Starter = cmp.Or(cfg.create.Starter, "alternate")
	m.game.Advice = cmp.Or(cfg.create.Advice, "none")
	return m
}

// config returns cfg with the user's choices.
func (m menu) config(cfg config) (config, error) {
	cfg.mode, cfg.create = m.mode, m.game
	cfg.create.Variant, cfg.create.ID = m.variant(), newID()
	pace, _ := time.ParseDuration(m.pace)
	flags := choices{pace: pace, clock: m.clock}
	switch m.mode {
	case modeRoom:
		return cfg, cfg.setRoom(m.target, cfg.hub)
	case modeReplay:
		cfg.file = m.target
		return cfg, nil
	case modeWatch:
		flags.levels, flags.clock, cfg.create.Advice = strings.Join(m.game.Levels[:], ","), "none", "none"
	case modeSolo:
		flags.levels, cfg.create.Advice = m.game.Levels[0], soloAdvice(m.game.Advice)
	}
	cfg.create.Levels = [2]string{}
	return cfg, cfg.setGame(flags)
}

// presented returns the chosen game, whether or not its discs to align fit on the board.
func (m menu) presented() game {
	if m.game.Variant == "connect4" {
		return connect4{m.columns, m.rows, m.align}
	}
	return gameForVariant(m.game.Variant)
}

// variant returns the variant of the chosen game.
func (m menu) variant() string {
	if m.game.Variant != "connect4" {
		return m.game.Variant
	}
	return fmt.Sprintf("connect4:%dx%d:%d", m.columns, m.rows, m.align)
}

// open shows a page.
func (m menu) open(p func(menu) page) menu {
	m.back = append(slices.Clip(m.back), m.page)
	m.page = p
	return m
}

// close shows the previous page. On the first page it ends the menu.
func (m menu) close() menu {
	last := len(m.back) - 1
	if last < 0 {
		m.done, m.mode = true, modeNone
		return m
	}
	m.page, m.back = m.back[last], m.back[:last]
	return m
}

// choose ends the menu with the chosen mode. target is the typed link or file, if the mode has one.
func (m menu) choose(chosen mode, target string) menu {
	m.done, m.mode, m.target = true, chosen, target
	return m
}

// soloAdvice returns the advice setting for a game in which the AI has seat 2.
func soloAdvice(advice string) string {
	if advice == "1" || advice == "both" {
		return "1"
	}
	return "none"
}

// again returns the menu at its first page, after a game. err says why the game ended. It is nil
// if the user left the game.
func (m menu) again(err error) menu {
	m.page, m.back, m.done, m.mode, m.target, m.notice = mainPage, nil, false, modeNone, "", ""
	if err != nil {
		m.notice = m.lang.Translate(err.Error())
	}
	return m
}

// change sets a setting to the option that text names by value, label or number from 1. It
// returns false if there is no such option.
func (i item) change(m menu, text string) (menu, bool) {
	for _, o := range i.options {
		if strings.EqualFold(text, o.value) || strings.EqualFold(text, o.label) {
			return i.set(m, o.value), true
		}
	}
	if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= len(i.options) {
		return i.set(m, i.options[n-1].value), true
	}
	return m, false
}

// step moves a setting on by a number of options: forwards, or backwards if steps is -1. After
// the last option comes the first.
func (i item) step(m menu, steps int) menu {
	n := len(i.options)
	at := slices.IndexFunc(i.options, func(o option) bool { return o.label == i.value })
	return i.set(m, i.options[(max(0, at)+steps+n)%n].value)
}

// text returns the item as a line.
func (i item) text(lang texts.Lang) string {
	if i.value == "" {
		return i.label
	}
	return lang.Say(texts.MenuSetting, i.label, i.value)
}
