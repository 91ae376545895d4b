package main

import (
	"context"
	"strconv"
	"strings"

	"github.com/quatre/quatre/cmd/play/texts"
)

// This file shows the menu in plain mode: numbered lines, and questions.

// menu implements frontEnd.
func (p *plainText) menu(ctx context.Context, m *menu) error {
	for !m.done && !p.ended && ctx.Err() == nil {
		page := m.page()
		if m.notice != "" {
			p.say(m.notice)
			m.notice = ""
		}
		p.say(page.title)
		for _, line := range page.text {
			p.say(line)
		}
		for i, it := range page.items {
			p.say(strconv.Itoa(page.number(i)) + " " + it.text(m.lang))
		}
		typed, ok := p.question(ctx, m.lang.Say(texts.MenuAsk))
		if chosen, found := page.itemNumbered(typed); found {
			p.use(ctx, m.lang, page.items[chosen])
		} else if ok {
			p.say(m.lang.Say(texts.MenuNoItem))
		}
	}
	return nil
}

// number returns the number that chooses item i: from 1, and 0 for the last item, which leads
// back.
func (p page) number(i int) int { return (i + 1) % len(p.items) }

// itemNumbered returns the index of the item that typed chooses.
func (p page) itemNumbered(typed string) (index int, ok bool) {
	for i, it := range p.items {
		if typed == strconv.Itoa(p.number(i)) || strings.EqualFold(typed, it.label) {
			return i, true
		}
	}
	return len(p.items) - 1, strings.EqualFold(typed, "q")
}

// use carries out the chosen item. It first asks for the value of a setting or for a line. An empty
// answer changes nothing.
func (p *plainText) use(ctx context.Context, l texts.Lang, chosen item) {
	var typed string
	switch {
	case chosen.values != nil:
		typed, _ = p.question(ctx, l.Say(texts.MenuOneOf, chosen.label, strings.Join(chosen.names, ", ")))
		if typed != "" && !chosen.change(typed) {
			p.say(l.Say(texts.MenuNoValue, typed))
		}
		return
	case chosen.asked != "":
		if typed, _ = p.question(ctx, l.Say(texts.MenuType, chosen.asked)); typed == "" {
			return
		}
	}
	chosen.use(typed)
}

// question prints text and returns the line that the user types; empty and false if the input or
// ctx has ended.
func (p *plainText) question(ctx context.Context, text string) (answer string, ok bool) {
	p.ask(text)
	select {
	case line, ok := <-p.lines:
		p.noteLine(line, ok)
		return strings.TrimSpace(line), ok
	case <-ctx.Done():
		return "", false
	}
}
