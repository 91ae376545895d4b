package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"
)

// progressLine is a line of a terminal that each update overwrites. If the output is not a
// terminal, progressLine writes nothing. Only one goroutine may use it.
type progressLine struct {
	w     io.Writer // nil: not a terminal
	shown bool
}

const (
	progressInterval = 500 * time.Millisecond // between two updates of the line
	progressEvery    = 10 * time.Second       // between two lines, where the output is no terminal
	clearLine        = "\r\x1b[K"
)

func newProgressLine(w io.Writer) *progressLine {
	if f, ok := w.(term.File); !ok || !term.IsTerminal(f.Fd()) {
		w = nil
	}
	return &progressLine{w: w}
}

// show replaces the line.
func (p *progressLine) show(text string) {
	if p.w != nil {
		fmt.Fprint(p.w, clearLine, text)
		p.shown = true
	}
}

// clear removes the line, so that other output can follow.
func (p *progressLine) clear() {
	if p.shown {
		fmt.Fprint(p.w, clearLine)
		p.shown = false
	}
}

// barWidth is the width of a progress bar in characters.
const barWidth = 30

// bar draws a share, from 0 to 1, as a progress bar and a percentage.
func bar(share float64) string {
	filled := min(max(int(share*barWidth), 0), barWidth)
	return fmt.Sprintf("[%s%s] %3.0f %%", strings.Repeat("#", filled), strings.Repeat(".", barWidth-filled), 100*share)
}

// withCommas formats n with commas between groups of three digits, as in 1,234,567.
func withCommas(n int) string {
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
