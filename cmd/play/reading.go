package main

import (
	"fmt"

	"charm.land/lipgloss/v2"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/room"
)

// This file shows pages of text in place of the board, until a key is pressed.

// reading is the kind of text that the user reads in place of the board.
type reading int

const (
	readNothing reading = iota // the board is shown
	readHelp
	readMoves
	readAnalysis
	readWhy
)

// read shows the first page of a text.
func (m *model) read(what reading) { m.reading, m.page = what, 0 }

// readingLines returns the text that is read, in lines of at most width characters.
func (m *model) readingLines(width int) (lines []string) {
	switch m.reading {
	case readHelp:
		lines = m.helpLines(width)
	case readMoves:
		lines = m.moveLines()
	case readAnalysis:
		lines = m.analysisLines()
	case readWhy:
		lines = m.whyLines(width)
	}
	for i := range lines {
		lines[i] = fit(lines[i], width, m.glyphs)
	}
	return lines
}

// pages splits the text that the user reads into pages. A page leaves two lines of the screen
// for the footer.
func (m *model) pages() (pages [][]string) {
	lines := m.readingLines(m.inner() - 1)
	height := max(1, m.height-2)
	for len(lines) > height {
		pages, lines = append(pages, lines[:height]), lines[height:]
	}
	return append(pages, lines)
}

// readingScreen returns the lines of the page that the user reads, with its footer.
func (m *model) readingScreen() []string {
	pages := m.pages()
	shown := min(m.page, len(pages)-1)
	footer := m.say(texts.HelpPressKey)
	if shown < len(pages)-1 {
		footer = m.say(texts.HelpPressMore, shown+1, len(pages))
	}
	lines := append([]string{}, pages[shown]...)
	return append(lines, "", m.fit(footer))
}

// turnPage handles a key while the user reads: the next page, or the board after the last one.
func (m *model) turnPage(key string) {
	m.page++
	if key == "esc" || key == "q" || m.page >= len(m.pages()) {
		m.reading = readNothing
	}
}

// moveLines returns the page with the moves of the game: two turns in each line.
func (m *model) moveLines() []string {
	lines := []string{strong.Render(m.say(texts.MovesOfGame, m.room.Number)), ""}
	if m.room.Given > 0 {
		lines = append(lines, m.say(texts.BeganAt, m.room.Given+1), "")
	}
	if len(m.room.Moves) == 0 {
		return append(lines, m.say(texts.NoMoves))
	}
	width := 0
	for _, move := range m.room.Moves {
		width = max(width, lipgloss.Width(move))
	}
	for i := 0; i < len(m.room.Moves); i += 2 {
		line := fmt.Sprintf("%3d. %s %-*s", i/2+1, seatMarks[m.room.First], width, m.room.Moves[i])
		if i+1 < len(m.room.Moves) {
			line += fmt.Sprintf("   %s %s", seatMarks[m.room.First.Other()], m.room.Moves[i+1])
		}
		lines = append(lines, line)
	}
	if m.room.Phase == room.PhaseFinished {
		lines = append(lines, "", m.endText())
	}
	return lines
}
