package main

import (
	"bytes"
	"fmt"
	"html"
	"iter"
	"strconv"
	"strings"
)

// The sizes of the picture in pixels, and its colours. The width of characters depends on the
// reader's monospaced font, so each run of text is stretched to the width of its columns.
const (
	cellWidth  = 9
	lineHeight = 18
	fontSize   = 15
	baseline   = 14 // of the text in its line
	margin     = 14
	background = "#1e1e1e"
	foreground = "#d4d4d4"
)

// palette has the 16 colours of the terminal.
var palette = [16]string{
	"#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#d4d4d4",
	"#808080", "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#ffffff",
}

// style is the style of a run of characters, as SGR codes set it (ECMA-48).
type style struct {
	colour               string // empty: the foreground
	bold, faint, reverse bool
}

// apply returns the style s changed by the codes of one escape sequence.
func (s style) apply(codes string) style {
	for code := range strings.SplitSeq(codes, ";") {
		n, _ := strconv.Atoi(code)
		switch {
		case n == 0:
			s = style{}
		case n == 1:
			s.bold = true
		case n == 2:
			s.faint = true
		case n == 7:
			s.reverse = true
		case n == 22:
			s.bold, s.faint = false, false
		case n == 27:
			s.reverse = false
		case n >= 30 && n <= 37:
			s.colour = palette[n-30]
		case n >= 90 && n <= 97:
			s.colour = palette[n-90+8]
		case n == 39:
			s.colour = ""
		}
	}
	return s
}

// draw returns an SVG image of a screen. The screen is text with escape sequences, as tmux captures
// it.
func draw(screen string, columns, lines int) []byte {
	var b bytes.Buffer
	width, height := columns*cellWidth+2*margin, lines*lineHeight+2*margin
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`+"\n", width, height, width, height)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="8" fill="%s"/>`+"\n", background)
	fmt.Fprintf(&b, `<g font-family="ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="%d" fill="%s">`+"\n", fontSize, foreground)
	var s style
	for y, line := range strings.Split(strings.TrimRight(screen, "\n"), "\n") {
		s = drawLine(&b, s, line, y)
	}
	b.WriteString("</g>\n</svg>\n")
	return b.Bytes()
}

// drawLine draws line y, which begins in style s, and returns the style after it.
func drawLine(b *bytes.Buffer, s style, line string, y int) style {
	x := 0
	for line != "" {
		if codes, rest, ok := cutSGR(line); ok {
			s, line = s.apply(codes), rest
			continue
		}
		text := line
		if i := strings.IndexByte(line[1:], 0x1b); i >= 0 {
			text = line[:i+1]
		}
		line = line[len(text):]
		drawText(b, s, text, x, y)
		x += len([]rune(text))
	}
	return s
}

// cutSGR cuts an escape sequence that sets the style from the start of a line.
func cutSGR(line string) (codes, rest string, ok bool) {
	line, ok = strings.CutPrefix(line, "\x1b[")
	if !ok {
		return "", "", false
	}
	return strings.Cut(line, "m")
}

// drawText draws a run of characters at column x of line y.
func drawText(b *bytes.Buffer, s style, text string, x, y int) {
	columns := len([]rune(text))
	left, top := margin+x*cellWidth, margin+y*lineHeight
	colour := s.colour
	if s.reverse {
		if colour == "" {
			colour = foreground
		}
		fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", left, top, columns*cellWidth, lineHeight, colour)
		colour = background
	}
	attributes := ""
	if colour != "" {
		attributes += fmt.Sprintf(` fill="%s"`, colour)
	}
	if s.bold {
		attributes += ` font-weight="bold"`
	}
	if s.faint {
		attributes += ` opacity="0.55"`
	}
	for column, word := range words(text) {
		fmt.Fprintf(b, `<text x="%d" y="%d" textLength="%d" lengthAdjust="spacingAndGlyphs"%s>%s</text>`+"\n",
			left+column*cellWidth, top+baseline, len([]rune(word))*cellWidth, attributes, html.EscapeString(word))
	}
}

// words returns the words of a text by their columns. Each has a place of its own in the picture,
// because browsers leave out spaces that begin a text or follow another space.
func words(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		column := 0
		for word := range strings.SplitSeq(text, " ") {
			if word != "" && !yield(column, word) {
				return
			}
			column += len([]rune(word)) + 1
		}
	}
}
