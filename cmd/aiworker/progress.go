package main

import (
	"fmt"
	"io"
	"time"

	"github.com/charmbracelet/x/term"
)

// progress shows on a terminal how far a command has come, in a line that each update overwrites. Only
// one goroutine may use it.
type progress struct {
	w        io.Writer
	terminal bool
	last     time.Time
	shown    bool // a line must be cleared
}

const (
	progressInterval = 500 * time.Millisecond // between two updates of the line
	clearLine        = "\r\x1b[K"
)

func newProgress(w io.Writer) *progress {
	f, ok := w.(term.File)
	return &progress{w: w, terminal: ok && term.IsTerminal(f.Fd()), last: time.Now()}
}

// update shows text, unless the last text was shown a short time ago.
func (p *progress) update(text string) {
	if p.terminal && time.Since(p.last) >= progressInterval {
		fmt.Fprint(p.w, clearLine, text)
		p.shown, p.last = true, time.Now()
	}
}

// clear removes the line, so that other output can follow.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, clearLine)
		p.shown = false
	}
}
