package main

import (
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/quatre/quatre/cmd/play/texts"
)

// glyphs are the characters that the screen is drawn with.
type glyphs struct {
	border                          lipgloss.Border // of the cells
	hole, turn, ellipsis, separator string
	unicode                         bool
}

var (
	boxGlyphs   = glyphs{lipgloss.NormalBorder(), "░", "▸", "…", " · ", true}
	asciiGlyphs = glyphs{lipgloss.ASCIIBorder(), "#", ">", "...", " - ", false}
)

// glyphsFor chooses glyphs by the locale in the environment.
func glyphsFor(getenv func(string) string, windows bool) glyphs {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		locale := strings.ToLower(getenv(name))
		if locale == "" {
			continue
		}
		if strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8") {
			return boxGlyphs
		}
		return asciiGlyphs
	}
	if windows { // Windows does not set these variables
		return boxGlyphs
	}
	return asciiGlyphs
}

// replaceUnsupported replaces the characters that an ASCII terminal cannot show.
func (g glyphs) replaceUnsupported(text string) string {
	if g.unicode {
		return text
	}
	return texts.ASCII(text)
}

// seatMarks holds the discs by seat; seat 0 is an empty cell.
var seatMarks = [3]string{" ", "X", "O"}

// terminalColours maps colours of the protocol to the terminal's own 16 colours. Users
// choose those to be readable on their background.
var terminalColours = map[string]string{
	"red": "9", "yellow": "11", "blue": "12", "green": "10", "violet": "13", "white": "15",
}

// painter styles text. The bubbletea renderer drops colours that the terminal does not
// have.
type painter struct{ plain bool }

func (p painter) style(text string, s lipgloss.Style) string {
	if p.plain || text == "" {
		return text
	}
	return s.Render(text)
}

func (p painter) disc(text, colour string, winning bool) string {
	s := lipgloss.NewStyle().Bold(true).Reverse(winning)
	if c, ok := terminalColours[colour]; ok {
		s = s.Foreground(lipgloss.Color(c))
	}
	return p.style(text, s)
}

func (p painter) strong(text string) string { return p.style(text, lipgloss.NewStyle().Bold(true)) }

func (p painter) faint(text string) string { return p.faintStyle().Render(text) }

func (p painter) faintStyle() lipgloss.Style { return lipgloss.NewStyle().Faint(!p.plain) }

func (p painter) warning(text string) string {
	return p.style(text, lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Color("11")))
}
