package main

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/names"
	"github.com/quatre/quatre/internal/room"
)

// expectFits checks that no line of the screen is cut by the window.
func (s *screen) expectFits(what string) {
	s.t.Helper()
	lines := strings.Split(s.m.View().Content, "\n")
	if len(lines) > s.m.height {
		s.t.Errorf("%s: %d lines in a window of %d:\n%s", what, len(lines), s.m.height, strings.Join(lines, "\n"))
	}
	for _, line := range lines {
		if lipgloss.Width(line) > s.m.width {
			s.t.Errorf("%s: %d columns in a window of %d: %q", what, lipgloss.Width(line), s.m.width, line)
		}
	}
}

func TestScreensFitTheWindow(t *testing.T) {
	if testing.Short() {
		t.Skip("draws hundreds of screens")
	}
	games := map[string][]room.Entry{
		"connect4": exampleLog(t, twoPlayerGame)[:7], "connect4 15x15": gameLog(t, "connect4:15x15:5", "a b c", nil),
		"tictactoe": gameLog(t, "tictactoe", "b2", nil), "force3": gameLog(t, "force3:placed:fair", "P1 P5", nil),
		"over": exampleLog(t, twoPlayerGame)[:10], "waiting": exampleLog(t, twoPlayerGame)[:1],
	}
	// The widest names, and names from right to left.
	for i, name := range []string{strings.Repeat("W", 24), strings.Repeat("漢", 24), strings.Repeat("🎉", 24), strings.Repeat("é\u0323", 12), "عبد الرحمن بن عبد العزيز", "Donaudampfschifffahrtsge"} {
		log := exampleLog(t, twoPlayerGame)[:10]
		for seat := range room.Seat(2) {
			log = append(log, sealed(t, uint64(11+seat), []room.PlayerID{ana, zoe}[seat], room.Named{Seat: seat + 1, Name: name}))
		}
		games[fmt.Sprint("over, name ", i)] = log
	}
	for name, log := range games {
		for l := range names.Codes {
			for _, size := range []tea.WindowSizeMsg{{Width: 200, Height: 60}, {Width: 80, Height: 24}, {Width: 62, Height: 24}, {Width: 40, Height: 20}, {Width: 33, Height: 12}, {Width: 20, Height: 8}, {Width: 12, Height: 3}} {
				s := newScreen(t, config{lang: texts.Lang(l)}).showLog(ana, log)
				s.link.sent, s.m.unanswered = nil, nil
				s.update(size)
				s.expectFits(fmt.Sprint(name, size))
				s.m.notice = "The hole may not go straight back to cell 5, from where your opponent has just slid it."
				s.expectFits(fmt.Sprint(name, size, " with a notice"))
				s.typeKeys(strings.Repeat("/say hello ", 5))
				s.expectFits(fmt.Sprint(name, size, " with a long input"))
				s.update(tea.KeyPressMsg{Code: tea.KeyEsc})
				if strings.HasPrefix(name, "over") || name == "waiting" || size.Height == 3 && name != "force3" {
					continue // the help is that of connect4; where a page has one line, the longest help is enough
				}
				for s.typeKeys("?"); s.m.reading != readNothing; s.typeKeys(" ") {
					s.expectFits(fmt.Sprint(name, size, " help page ", s.m.page))
				}
			}
		}
	}
}

func TestTooSmallWindowSaysSo(t *testing.T) {
	s := newScreen(t, config{}).showLog(ana, exampleLog(t, twoPlayerGame)[:7])
	s.update(tea.WindowSizeMsg{Width: 15, Height: 24})
	s.expectText("window is", "too small")
	s.update(tea.WindowSizeMsg{Width: 80, Height: 10})
	s.expectText("The window is too small for the board: 80 columns and 15 lines are needed.")
	s.update(tea.WindowSizeMsg{Width: 80, Height: 15})
	s.expectText("│", "your turn", "Column 1-7")
}

func TestHelpHasPages(t *testing.T) {
	for l := range names.Codes {
		lang := texts.Lang(l)
		s := newScreen(t, config{lang: lang}).showLog(ana, gameLog(t, "force3:placed", "P1", nil))
		s.update(tea.WindowSizeMsg{Width: 60, Height: 12})
		var all strings.Builder
		pages := 0
		for s.typeKeys("?"); s.m.reading != readNothing; pages++ {
			all.WriteString(s.text() + "\n")
			s.typeKeys(" ")
		}
		if pages < 3 {
			t.Errorf("%s: %d pages", names.Codes[lang], pages)
		}
		for _, c := range slashCommands {
			if !strings.Contains(all.String(), "/"+lang.Say(c.name)) {
				t.Errorf("%s: the help lacks /%s", names.Codes[lang], lang.Say(c.name))
			}
		}
		s.typeKeys("?")
		s.typeKeys("q")
		if s.m.reading != readNothing || s.quit {
			t.Error("q does not close the help")
		}
	}
}
