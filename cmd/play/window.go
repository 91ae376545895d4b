package main

import (
	"runtime"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// indent starts every line of the screen.
const indent = " "

// window is the screen that games and the menu are drawn on.
type window struct {
	width, height int
	glyphs        glyphs
}

// newWindow returns a window of the usual size, until the terminal says what it is and can do.
func newWindow() window {
	return window{width: defaultWidth, height: defaultHeight, glyphs: asciiGlyphs}
}

// update returns the window after a message of the terminal.
func (w window) update(msg tea.Msg) window {
	switch msg := msg.(type) {
	case tea.EnvMsg:
		w.glyphs = glyphsFor(msg.Getenv, runtime.GOOS == "windows")
	case tea.WindowSizeMsg:
		w.width, w.height = msg.Width, msg.Height
	}
	return w
}

// view shows lines. If cursor is set, the user types at the end of the last one.
func (w window) view(title string, lines []string, cursor bool) tea.View {
	v := tea.NewView(w.join(lines))
	v.AltScreen = true
	v.WindowTitle = w.glyphs.replaceUnsupported(title)
	if cursor {
		last := len(lines) - 1
		v.Cursor = tea.NewCursor(lipgloss.Width(indent+w.glyphs.replaceUnsupported(lines[last])), last)
	}
	return v
}

// join returns lines as they are written to the terminal.
func (w window) join(lines []string) string {
	return w.glyphs.replaceUnsupported(indent + strings.Join(lines, "\n"+indent))
}

// inner is the width of a line without its indent.
func (w window) inner() int { return w.width - len(indent) }

// wrap breaks text into lines that fit, with room for a cursor.
func (w window) wrap(text string) []string { return wrap(text, w.inner()-1) }

// fit cuts a line that is wider than the screen.
func (w window) fit(line string) string { return fit(line, w.inner(), w.glyphs) }

// fitEnd cuts the beginning of a line that is wider than the screen. So it shows what the user
// types, with room for the cursor.
func (w window) fitEnd(line string) string {
	if excess := lipgloss.Width(line) - (w.inner() - 1); excess > 0 {
		return ansi.TruncateLeft(line, excess, "")
	}
	return line
}

// fit cuts a line that is wider than width. A name that was cut stays isolated from what follows.
func fit(line string, width int, g glyphs) string {
	cut := ansi.Truncate(line, width, g.ellipsis)
	return cut + strings.Repeat("\u2069", max(0, strings.Count(cut, "\u2068")-strings.Count(cut, "\u2069")))
}

// wrap breaks text at spaces into lines of at most width characters. A no-break space stays. A
// word that is longer than a line, such as a link, is cut. wrap returns at least one line.
func wrap(text string, width int) []string {
	const noBreak = "\u2011" // the library breaks after every hyphen, even in -levels
	wrapped := ansi.Wrap(strings.ReplaceAll(text, "-", noBreak), max(1, width), "")
	return strings.Split(strings.ReplaceAll(wrapped, noBreak, "-"), "\n")
}

// wrapAfter wraps text into lines that begin with prefix.
func wrapAfter(prefix, text string, width int) []string {
	lines := wrap(text, width-len(prefix))
	for i, line := range lines {
		lines[i] = prefix + line
	}
	return lines
}
