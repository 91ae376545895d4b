package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/custom"
)

// menu is the state of the menu: the page that is shown, and what the user has chosen so far.
// It does not depend on the terminal: menu_screen.go and menu_plain.go show it.
type menu struct {
	lang   texts.Lang
	page   func() page
	back   []func() page // the pages that lead to this one
	notice string

	settings             config // create.Variant lacks the size of Connect Four: columns, rows and align have it
	columns, rows, align string
	levels, own          [2]string // of the AI, and the custom levels that were typed
	pace                 string

	done   bool
	chosen *config // what the user has chosen; nil: to quit
}

// page is one page of the menu. The last item leads back.
type page struct {
	title string
	text  []string // shown above the items
	items []item
}

// item is one line of a page: a setting if values is set, a line for the user to type if asked
// is set, otherwise an action.
type item struct {
	label  string
	value  string            // the present value, as the user sees it
	values []string          // the values of a setting, as a flag takes them
	names  []string          // the same, as the user sees them
	asked  string            // says what to type
	use    func(text string) // sets a value of values, takes the typed line, or acts
}

// newMenu returns the menu with the settings of the command line.
func newMenu(cfg config) *menu {
	m := &menu{lang: cfg.lang, settings: cfg, columns: "7", rows: "6", align: "4", pace: cfg.pace.String()}
	if family, size, _ := strings.Cut(cfg.create.Variant, ":"); family == "connect4" && size != "" {
		m.settings.create.Variant = family
		sides, align, _ := strings.Cut(size, ":") // the form was checked
		m.align = align
		m.columns, m.rows, _ = strings.Cut(sides, "x")
	}
	levels := custom.Split(cmp.Or(cfg.levels, usualLevels[modeWatch])) // checked at the start of a game
	m.levels = [2]string{texts.ParseLevel(levels[0]), texts.ParseLevel(levels[len(levels)-1])}
	m.settings.clock = cmp.Or(cfg.clock, "none")
	m.settings.create.Starter = cmp.Or(cfg.create.Starter, "alternate")
	m.settings.create.Advice = cmp.Or(cfg.create.Advice, "none")
	m.restart(nil)
	return m
}

// choose ends the menu with a mode. target is the typed link or file, if the mode has one. If the
// settings or the target do not allow it, the menu goes on with a notice.
func (m *menu) choose(chosen mode, target string) {
	cfg, err := m.settings, error(nil)
	cfg.mode, cfg.create.Variant, cfg.create.ID = chosen, m.variant(), newID()
	switch chosen {
	case modeRoom:
		err = cfg.setRoom(target)
	case modeReplay:
		cfg.file = target
	default:
		cfg.pace, _ = time.ParseDuration(m.pace) // cannot fail: it is one of menuPaces, or the flag's
		cfg.levels = ""
		switch chosen {
		case modeWatch:
			cfg.levels, cfg.clock, cfg.create.Advice = strings.Join(m.levels[:], ","), "none", "none"
		case modeSolo:
			cfg.levels, cfg.create.Advice = m.levels[0], soloAdvice(cfg.create.Advice)
		}
		err = cfg.setGame()
	}
	if err != nil {
		m.restart(err)
		return
	}
	m.done, m.chosen = true, &cfg
}

// presented returns the chosen game, whether or not its discs to align fit on the board.
func (m *menu) presented() game {
	if m.settings.create.Variant != "connect4" {
		return gameForVariant(m.lang, m.settings.create.Variant)
	}
	number := func(text string) int { n, _ := strconv.Atoi(text); return n }
	return connect4(m.lang, number(m.columns), number(m.rows), number(m.align))
}

// variant returns the variant of the chosen game.
func (m *menu) variant() string {
	if m.settings.create.Variant != "connect4" {
		return m.settings.create.Variant
	}
	return fmt.Sprintf("connect4:%sx%s:%s", m.columns, m.rows, m.align)
}

// open shows a page.
func (m *menu) open(p func() page) { m.back, m.page = append(m.back, m.page), p }

// close shows the previous page. On the first page it ends the menu.
func (m *menu) close() {
	last := len(m.back) - 1
	if last < 0 {
		m.done = true
		return
	}
	m.page, m.back = m.back[last], m.back[:last]
}

// restart shows the first page. err says what went wrong; nil: nothing did.
func (m *menu) restart(err error) {
	m.page, m.back, m.done, m.chosen, m.notice = m.mainPage, nil, false, nil, ""
	if err != nil {
		m.notice = m.lang.Translate(err.Error())
	}
}

// soloAdvice returns the advice setting for a game in which the AI has seat 2.
func soloAdvice(advice string) string {
	if advice == "1" || advice == "both" {
		return "1"
	}
	return "none"
}

// change sets a setting to the value that text names by value, name or number from 1. It returns
// false if there is no such value.
func (i item) change(text string) bool {
	same := func(other string) bool { return strings.EqualFold(text, other) }
	at := max(slices.IndexFunc(i.values, same), slices.IndexFunc(i.names, same))
	if n, err := strconv.Atoi(text); at < 0 && err == nil {
		at = n - 1
	}
	if at < 0 || at >= len(i.values) {
		return false
	}
	i.use(i.values[at])
	return true
}

// step moves a setting, if the item is one, on by a number of values: forwards, or backwards if steps is -1. After the last
// value comes the first.
func (i item) step(steps int) {
	if n := len(i.values); n > 0 {
		i.use(i.values[(max(0, slices.Index(i.names, i.value))+steps+n)%n])
	}
}

// text returns the item as a line.
func (i item) text(lang texts.Lang) string {
	if i.value == "" {
		return i.label
	}
	return lang.Say(texts.MenuSetting, i.label, i.value)
}
