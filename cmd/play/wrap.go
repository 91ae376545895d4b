package main

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// wrap breaks text at spaces into lines of at most width characters. A no-break space stays. A
// word that is longer than a line, such as a link, is cut. wrap returns at least one line.
func wrap(text string, width int) []string {
	width = max(1, width)
	lines := []string{""}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' }) {
		if last := &lines[len(lines)-1]; *last == "" {
			*last = word
		} else if lipgloss.Width(*last)+1+lipgloss.Width(word) <= width {
			*last += " " + word
		} else {
			lines = append(lines, word)
		}
		if last := len(lines) - 1; lipgloss.Width(lines[last]) > width {
			lines = append(lines[:last], strings.Split(ansi.Hardwrap(lines[last], width, true), "\n")...)
		}
	}
	return lines
}

// wrapAfter wraps text into lines that begin with prefix.
func wrapAfter(prefix, text string, width int) []string {
	lines := wrap(text, width-len(prefix))
	for i, line := range lines {
		lines[i] = prefix + line
	}
	return lines
}
