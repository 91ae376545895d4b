package picture

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/go-fonts/dejavu/dejavusansbold"
	"github.com/go-text/typesetting/font"
	"golang.org/x/image/font/gofont/gobold"
)

// The fonts: one for Latin, Greek and Cyrillic, and one with more scripts, Arabic and Hebrew
// among them, and many symbols. A text is drawn in the first font that has all its letters, so
// that no text mixes both.
var fonts = sync.OnceValue(func() (all [2]*font.Font) {
	for i, file := range [...][]byte{gobold.TTF, dejavusansbold.TTF} {
		face, err := font.ParseTTF(bytes.NewReader(file))
		if err != nil {
			panic(err) // the fonts are part of the program, and every test of this package parses them
		}
		all[i] = face.Font
	}
	return all
})

// Legible returns a text without the characters that the fonts lack, such as most emoji. It is
// empty if no letter, digit or symbol is left.
func Legible(text string) string {
	wide := fonts()[1]
	shown := false
	kept := strings.Map(func(r rune) rune {
		switch {
		case isControl(r):
			return r
		case !has(wide, r):
			return -1
		}
		shown = shown || !unicode.IsSpace(r) && !unicode.IsPunct(r) && !unicode.IsMark(r)
		return r
	}, text)
	if !shown {
		return ""
	}
	return strings.Join(strings.Fields(kept), " ")
}

// isControl reports whether a character only steers how its neighbours are drawn: a joiner, or
// a mark of direction.
func isControl(r rune) bool {
	return r == '\u200c' || r == '\u200d' || r == '\u200e' || r == '\u200f' || r >= '\u2066' && r <= '\u2069'
}

func has(f *font.Font, r rune) bool {
	glyph, ok := f.NominalGlyph(r)
	return ok && glyph != 0
}

// fontFor returns the number of the font in which a text is drawn.
func fontFor(text []rune) int {
	if slices.ContainsFunc(text, func(r rune) bool { return !isControl(r) && !has(fonts()[0], r) }) {
		return 1
	}
	return 0
}
