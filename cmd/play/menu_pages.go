package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/custom"
)

// This file holds the pages of the menu.

// menuVariants lists the games in the order of the menu.
var menuVariants = []string{"connect4", "tictactoe", "force3", "force3:fair", "force3:placed", "force3:placed:fair", "force3:report"}

// The values of the settings. The sizes of Connect Four are those that package rules allows.
var (
	menuSides    = numbers(4, 15)
	menuAligns   = numbers(3, 5)
	menuStarters = []string{"alternate", "me", "other", "random", "loser"}
	menuClocks   = []string{"none", "30s", "1m", "5m+3s", "10m+0s"}
	menuPaces    = []string{"0s", "200ms", "800ms", "2s", "5s"}
)

func numbers(low, high int) (list []string) {
	for n := low; n <= high; n++ {
		list = append(list, strconv.Itoa(n))
	}
	return list
}

func (m *menu) mainPage() page {
	return page{title: m.lang.Say(texts.MenuTitle), items: []item{
		m.opens(m.lang.Say(texts.MenuGame, m.presented().title), m.gamePage),
		m.opens(m.lang.Say(texts.MenuSolo), m.soloPage),
		m.opens(m.lang.Say(texts.MenuDuo), m.duoPage),
		m.opens(m.lang.Say(texts.MenuWatch), m.watchPage),
		m.typed(texts.MenuReplay, texts.MenuFile, "", func(file string) { m.choose(modeReplay, file) }),
		m.opens(m.lang.Say(texts.MenuRules), m.rulesPage),
		m.typed(texts.MenuJoin, texts.MenuLink, "", func(link string) { m.choose(modeRoom, link) }),
		m.leave(texts.MenuQuit),
	}}
}

func (m *menu) gamePage() page {
	items := []item{m.setting(texts.MenuVariant, &m.settings.create.Variant, menuVariants, func(v string) string {
		if v == "connect4" {
			return m.lang.Say(texts.Connect4Name)
		}
		return gameForVariant(m.lang, v).title
	})}
	if m.settings.create.Variant == "connect4" {
		items = append(items,
			m.setting(texts.MenuColumns, &m.columns, menuSides, unchanged),
			m.setting(texts.MenuRows, &m.rows, menuSides, unchanged),
			m.setting(texts.MenuAlign, &m.align, menuAligns, unchanged),
		)
	}
	return page{title: m.lang.Say(texts.MenuVariant), items: append(items, m.leave(texts.MenuBack))}
}

func (m *menu) soloPage() page {
	return page{title: m.lang.Say(texts.MenuSolo), items: []item{
		m.start(modeSolo), m.level(texts.MenuLevel, 0), m.ownLevel(texts.MenuOwn, 0), m.starter(),
		m.advice(soloAdvice(m.settings.create.Advice), advices[:2]), m.clockItem(), m.name(texts.MenuName, &m.settings.create.Name),
		m.thoughts(), m.leave(texts.MenuBack),
	}}
}

func (m *menu) duoPage() page {
	return page{title: m.lang.Say(texts.MenuDuo), items: []item{
		m.start(modeDuo), m.starter(), m.advice(m.settings.create.Advice, advices), m.clockItem(),
		m.name(texts.MenuName1, &m.settings.create.Name), m.name(texts.MenuName2, &m.settings.create.OtherName),
		m.leave(texts.MenuBack),
	}}
}

func (m *menu) watchPage() page {
	return page{title: m.lang.Say(texts.MenuWatch), items: []item{
		m.start(modeWatch), m.level(texts.MenuLevel1, 0), m.ownLevel(texts.MenuOwn1, 0),
		m.level(texts.MenuLevel2, 1), m.ownLevel(texts.MenuOwn2, 1), m.starter(),
		m.setting(texts.MenuPace, &m.pace, menuPaces, unchanged),
		m.leave(texts.MenuBack),
	}}
}

func (m *menu) rulesPage() page {
	g := m.presented()
	return page{title: g.title, text: g.help, items: []item{m.leave(texts.MenuBack)}}
}

// The kinds of items.

func (m *menu) opens(label string, p func() page) item {
	return item{label: label, use: func(string) { m.open(p) }}
}

func (m *menu) leave(label texts.Text) item {
	return item{label: m.lang.Say(label), use: func(string) { m.close() }}
}

func (m *menu) start(chosen mode) item {
	return item{label: m.lang.Say(texts.MenuStart), use: func(string) { m.choose(chosen, "") }}
}

func (m *menu) typed(label, asked texts.Text, value string, use func(string)) item {
	return item{label: m.lang.Say(label), asked: m.lang.Say(asked), value: value, use: use}
}

// setting returns an item that changes the value at a place. name says how the user sees a value.
func (m *menu) setting(label texts.Text, at *string, values []string, name func(string) string) item {
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = name(v)
	}
	return item{label: m.lang.Say(label), value: name(*at), values: values, names: names, use: func(v string) { *at = v }}
}

// unchanged names a value that the user sees as a flag takes it.
func unchanged(value string) string { return value }

// level returns the setting of the AI's level at index i of m.levels.
func (m *menu) level(label texts.Text, i int) item {
	values := texts.LevelNames
	if m.own[i] != "" {
		values = append(values[:len(values):len(values)], m.own[i])
	}
	return m.setting(label, &m.levels[i], values, m.lang.Level)
}

// ownLevel is an item for the text of a custom level, which the AI at index i of m.levels then has.
// The text may lack its prefix.
func (m *menu) ownLevel(label texts.Text, i int) item {
	return m.typed(label, texts.MenuOwnAsk, strings.TrimPrefix(m.own[i], custom.Prefix), func(typed string) {
		if typed == "" {
			return
		}
		level, err := parseLevel(m.lang, custom.Prefix+strings.TrimPrefix(typed, custom.Prefix))
		if err != nil {
			m.notice = err.Error()
			return
		}
		m.own[i], m.levels[i] = level, level
	})
}

func (m *menu) starter() item {
	return m.setting(texts.MenuFirst, &m.settings.create.Starter, menuStarters, func(v string) string { return m.lang.Say(texts.FirstMoves[v]) })
}

func (m *menu) advice(value string, values []string) item {
	it := m.setting(texts.MenuAdvice, &value, values, func(v string) string { return m.lang.Say(texts.AdviceSeats[v]) })
	it.use = func(v string) { m.settings.create.Advice = v }
	return it
}

func (m *menu) thoughts() item {
	shown := fmt.Sprint(m.settings.create.Thoughts)
	it := m.setting(texts.MenuThoughts, &shown, []string{"false", "true"}, func(v string) string { return m.lang.Say(texts.YesNo[v]) })
	it.use = func(v string) { m.settings.create.Thoughts = v == "true" }
	return it
}

func (m *menu) clockItem() item {
	return m.setting(texts.MenuClock, &m.settings.clock, menuClocks, func(v string) string {
		clock, err := parseClock(m.lang, v)
		if err != nil {
			return v // typed on the command line; it is refused at the start of a game
		}
		return clockName(m.lang, clock)
	})
}

// name returns an item that asks for a nickname.
func (m *menu) name(label texts.Text, at *string) item {
	return m.typed(label, label, *at, func(typed string) { *at = typed })
}
