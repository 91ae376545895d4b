package main

import (
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/room"
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

// The styles of text. The bubbletea renderer drops colours that the terminal does not have, and
// plain mode drops all styles.
var (
	strong  = lipgloss.NewStyle().Bold(true)
	faint   = lipgloss.NewStyle().Faint(true)
	warning = strong.Foreground(lipgloss.Color("11"))
)

// styledDisc returns a disc in its player's colour.
func styledDisc(seat room.Seat, colour string, winning bool) string {
	s := strong.Reverse(winning)
	if c, ok := terminalColours[colour]; ok {
		s = s.Foreground(lipgloss.Color(c))
	}
	return s.Render(seatMarks[seat])
}
