package main

import (
	"strconv"
	"strings"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/custom"
)

// This file holds the pages of the menu.

// The sizes of Connect Four that package rules allows.
const (
	minSide, maxSide   = 4, 15
	minAlign, maxAlign = 3, 5
)

// menuVariants lists the games in the order of the menu.
var menuVariants = []string{"connect4", "tictactoe", "force3", "force3:fair", "force3:placed", "force3:placed:fair", "force3:report"}

// The values of the settings.
var (
	menuStarters = []string{"alternate", "me", "other", "random", "loser"}
	menuClocks   = []string{"none", "30s", "1m", "5m+3s", "10m+0s"}
	menuPaces    = []string{"0s", "200ms", "800ms", "2s", "5s"}
)

func mainPage(m menu) page {
	opens := func(label texts.Text, p func(menu) page) item {
		return item{label: m.lang.Say(label), do: func(m menu) menu { return m.open(p) }}
	}
	return page{title: m.lang.Say(texts.MenuTitle), items: []item{
		{label: m.lang.Say(texts.MenuGame, m.presented().title(m.lang)), do: func(m menu) menu { return m.open(gamePage) }},
		opens(texts.MenuSolo, soloPage),
		opens(texts.MenuDuo, duoPage),
		opens(texts.MenuWatch, watchPage),
		m.line(texts.MenuReplay, texts.MenuFile, modeReplay),
		opens(texts.MenuRules, rulesPage),
		m.line(texts.MenuJoin, texts.MenuLink, modeRoom),
		m.leave(texts.MenuQuit),
	}}
}

func gamePage(m menu) page {
	var games []option
	for _, v := range menuVariants {
		label := m.lang.Say(texts.Connect4Name)
		if v != "connect4" {
			label = gameForVariant(v).title(m.lang)
		}
		games = append(games, option{v, label})
	}
	items := []item{m.setting(texts.MenuVariant, m.game.Variant, games, func(m menu, v string) menu { m.game.Variant = v; return m })}
	if m.game.Variant == "connect4" {
		items = append(items,
			m.number(texts.MenuColumns, m.columns, minSide, maxSide, func(m menu, n int) menu { m.columns = n; return m }),
			m.number(texts.MenuRows, m.rows, minSide, maxSide, func(m menu, n int) menu { m.rows = n; return m }),
			m.number(texts.MenuAlign, m.align, minAlign, maxAlign, func(m menu, n int) menu { m.align = n; return m }),
		)
	}
	return page{title: m.lang.Say(texts.MenuVariant), items: append(items, m.leave(texts.MenuBack))}
}

func soloPage(m menu) page {
	return page{title: m.lang.Say(texts.MenuSolo), items: []item{
		m.start(modeSolo), m.level(texts.MenuLevel, 0), m.ownLevel(texts.MenuOwn, 0), m.starter(),
		m.advice(soloAdvice(m.game.Advice), advices[:2]),
		m.clockItem(), m.name(texts.MenuName, m.game.Name, func(m menu, v string) menu { m.game.Name = v; return m }),
		m.leave(texts.MenuBack),
	}}
}

func duoPage(m menu) page {
	return page{title: m.lang.Say(texts.MenuDuo), items: []item{
		m.start(modeDuo), m.starter(),
		m.advice(m.game.Advice, advices),
		m.clockItem(),
		m.name(texts.MenuName1, m.game.Name, func(m menu, v string) menu { m.game.Name = v; return m }),
		m.name(texts.MenuName2, m.game.OtherName, func(m menu, v string) menu { m.game.OtherName = v; return m }),
		m.leave(texts.MenuBack),
	}}
}

func watchPage(m menu) page {
	return page{title: m.lang.Say(texts.MenuWatch), items: []item{
		m.start(modeWatch), m.level(texts.MenuLevel1, 0), m.ownLevel(texts.MenuOwn1, 0),
		m.level(texts.MenuLevel2, 1), m.ownLevel(texts.MenuOwn2, 1), m.starter(),
		m.setting(texts.MenuPace, m.pace, plainOptions(menuPaces), func(m menu, v string) menu { m.pace = v; return m }),
		m.leave(texts.MenuBack),
	}}
}

func rulesPage(m menu) page {
	g := m.presented()
	return page{title: g.title(m.lang), text: g.help(m.lang), items: []item{m.leave(texts.MenuBack)}}
}

// The kinds of items.

func (m menu) leave(label texts.Text) item { return item{label: m.lang.Say(label), do: menu.close} }

func (m menu) start(chosen mode) item {
	return item{label: m.lang.Say(texts.MenuStart), do: func(m menu) menu { return m.choose(chosen, "") }}
}

// line returns an item that asks for a line and ends the menu with it. asked says what to type.
func (m menu) line(label, asked texts.Text, chosen mode) item {
	return item{label: m.lang.Say(label), asked: m.lang.Say(asked), takeLine: func(m menu, typed string) menu {
		return m.choose(chosen, typed)
	}}
}

func (m menu) setting(label texts.Text, value string, options []option, set func(menu, string) menu) item {
	shown := value
	for _, o := range options {
		if o.value == value {
			shown = o.label
		}
	}
	return item{label: m.lang.Say(label), value: shown, options: options, set: set}
}

// plainOptions returns options whose labels are their values.
func plainOptions(values []string) (options []option) {
	for _, v := range values {
		options = append(options, option{v, v})
	}
	return options
}

// named returns a setting whose options have the labels in names.
func (m menu) named(label texts.Text, value string, values []string, names map[string]texts.Text, set func(menu, string) menu) item {
	var options []option
	for _, v := range values {
		options = append(options, option{v, m.lang.Say(names[v])})
	}
	return m.setting(label, value, options, set)
}

func (m menu) number(label texts.Text, value, low, high int, set func(menu, int) menu) item {
	var options []option
	for n := low; n <= high; n++ {
		options = append(options, option{strconv.Itoa(n), strconv.Itoa(n)})
	}
	return m.setting(label, strconv.Itoa(value), options, func(m menu, v string) menu {
		n, _ := strconv.Atoi(v)
		return set(m, n)
	})
}

// level returns the setting of the AI's level at index i of m.game.Levels.
func (m menu) level(label texts.Text, i int) item {
	var options []option
	for _, name := range texts.LevelNames {
		options = append(options, option{name, m.lang.Level(name)})
	}
	if own := m.own[i]; own != "" {
		options = append(options, option{own, m.lang.Level(own)})
	}
	return m.setting(label, m.game.Levels[i], options, func(m menu, v string) menu { return m.setLevel(i, v) })
}

// ownLevel is an item for the text of a custom level, which the AI at index i of Levels then has.
// The text may lack its prefix.
func (m menu) ownLevel(label texts.Text, i int) item {
	settings := strings.TrimPrefix(m.own[i], custom.Prefix)
	return item{label: m.lang.Say(label), asked: m.lang.Say(texts.MenuOwnAsk), value: settings, takeLine: func(m menu, typed string) menu {
		if typed == "" {
			return m
		}
		level, err := parseLevel(m.lang, custom.Prefix+strings.TrimPrefix(typed, custom.Prefix))
		if err != nil {
			m.notice = err.Error()
			return m
		}
		m.own[i] = level
		return m.setLevel(i, level)
	}}
}

func (m menu) setLevel(i int, level string) menu {
	m.game.Levels[i] = level
	return m
}

func (m menu) starter() item {
	set := func(m menu, v string) menu { m.game.Starter = v; return m }
	return m.named(texts.MenuFirst, m.game.Starter, menuStarters, texts.FirstMoves, set)
}

func (m menu) advice(value string, values []string) item {
	set := func(m menu, v string) menu { m.game.Advice = v; return m }
	return m.named(texts.MenuAdvice, value, values, texts.AdviceSeats, set)
}

func (m menu) clockItem() item {
	var options []option
	for _, c := range menuClocks {
		setting, _ := parseClock(m.lang, c)
		options = append(options, option{c, clockName(m.lang, setting)})
	}
	return m.setting(texts.MenuClock, m.clock, options, func(m menu, v string) menu { m.clock = v; return m })
}

// name returns an item that asks for a nickname.
func (m menu) name(label texts.Text, value string, set func(menu, string) menu) item {
	return item{label: m.lang.Say(label), value: value, takeLine: set}
}
