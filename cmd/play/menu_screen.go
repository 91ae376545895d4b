package main

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"github.com/quatre/quatre/cmd/play/texts"
)

// fullScreen runs menus and games on the whole screen of a terminal.
type fullScreen struct{ out io.Writer }

// game implements frontEnd.
func (s fullScreen) game(ctx context.Context, m *model) error {
	_, err := tea.NewProgram(m, tea.WithContext(ctx), tea.WithOutput(s.out)).Run()
	_, _ = lipgloss.Fprint(s.out, m.lastScreen()) // in the colours that the terminal has
	return screenError(ctx, err)
}

// menu implements frontEnd.
func (s fullScreen) menu(ctx context.Context, m *menu) error {
	_, err := tea.NewProgram(menuScreen{menu: m, window: newWindow()}, tea.WithContext(ctx), tea.WithOutput(s.out)).Run()
	return screenError(ctx, err)
}

// screenError returns err, or nil if the user or ctx has interrupted the program.
func screenError(ctx context.Context, err error) error {
	if errors.Is(err, tea.ErrInterrupted) || ctx.Err() != nil {
		return nil
	}
	return err
}

// menuScreen is the menu on the whole screen.
type menuScreen struct {
	*menu
	window
	cursor int
	typing bool   // the user types a line for the item under the cursor
	input  string // typed so far
}

// Init implements tea.Model.
func (menuScreen) Init() tea.Cmd { return nil }

// Update implements tea.Model.
func (s menuScreen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	s.window = s.window.update(msg)
	switch msg := msg.(type) {
	case tea.PasteMsg:
		if s.typing {
			s.input = edit(s.input, "", msg.Content)
		}
	case tea.KeyPressMsg:
		s = s.handleKey(msg)
		if s.done {
			return s, tea.Quit
		}
	}
	return s, nil
}

func (s menuScreen) handleKey(k tea.KeyPressMsg) menuScreen {
	name := k.String()
	if name == "ctrl+c" {
		s.done = true
		return s
	}
	s.notice = ""
	items, depth := s.page().items, len(s.back)
	under := items[s.cursor]
	if s.typing {
		return s.typeKey(name, k.Text, under)
	}
	switch name {
	case "up", "k", "shift+tab":
		s.cursor = (s.cursor + len(items) - 1) % len(items)
	case "down", "j", "tab":
		s.cursor = (s.cursor + 1) % len(items)
	case "left", "h", "-":
		under.step(-1)
	case "right", "l", "+":
		under.step(1)
	case "enter", "space":
		s.use(under)
	case "esc", "q", "backspace":
		s.close()
	default:
		if i, ok := s.page().itemNumbered(name); ok && len(name) == 1 {
			s.cursor = i
			s.use(items[i])
		}
	}
	if len(s.back) != depth {
		s.cursor = 0 // another page
	}
	return s
}

// use carries out an item: it changes a setting, begins to ask for a line or runs the action.
func (s *menuScreen) use(it item) {
	switch {
	case it.values != nil:
		it.step(1)
	case it.asked != "":
		s.typing, s.input = true, it.value
	default:
		it.use("")
	}
}

// typeKey handles a key while a line for an item is typed.
func (s menuScreen) typeKey(name, text string, it item) menuScreen {
	switch name {
	case "esc":
		s.typing = false
	case "enter":
		s.typing = false
		if typed := strings.TrimSpace(s.input); typed != "" || it.value != "" {
			it.use(typed)
			s.typing = s.notice != "" // it was refused: let the user mend it
		}
	default:
		s.input = edit(s.input, name, text)
	}
	return s
}

// View implements tea.Model.
func (s menuScreen) View() tea.View { return s.view("Quatre", s.lines(), s.typing) }

// lines returns the lines of the screen. A line that is being typed is the last one.
func (s menuScreen) lines() []string {
	page := s.page()
	lines := []string{strong.Render(page.title), ""}
	for _, text := range page.text {
		lines = append(lines, s.wrap(text)...)
	}
	if page.text != nil {
		lines = append(lines, "")
	}
	for i, it := range page.items {
		mark := strings.Repeat(" ", lipgloss.Width(s.glyphs.turn))
		text := strconv.Itoa(page.number(i)) + "  " + it.text(s.lang)
		text = fit(text, s.inner()-lipgloss.Width(mark)-1, s.glyphs)
		if i == s.cursor {
			mark, text = s.glyphs.turn, strong.Render(text)
		}
		lines = append(lines, mark+" "+text)
	}
	lines = append(lines, "")
	switch {
	case s.notice != "":
		for _, line := range s.wrap(s.notice) {
			lines = append(lines, warning.Render(line))
		}
	default:
		lines = append(lines, s.wrap(s.lang.Say(texts.MenuKeys))...)
	}
	if s.typing {
		asked := s.lang.Say(texts.MenuType, page.items[s.cursor].asked)
		lines = append(lines, "", s.fitEnd(asked+s.input))
	}
	return lines
}
