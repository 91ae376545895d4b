package main

import (
	"strconv"
	"strings"

	"github.com/quatre/quatre/cmd/play/texts"
)

// This file shows earlier positions of the present game, move by move.

// replay says which earlier position of the game the user looks at.
type replay struct {
	on  bool
	ply int // moves shown
}

// shownMoves returns the moves that make the position on the screen.
func (m model) shownMoves() []string {
	if m.replay.on {
		return m.room.moves[:min(m.replay.ply, len(m.room.moves))]
	}
	return m.room.moves
}

// beginReplay shows the position before the first move.
func (m model) beginReplay() model {
	m.notice = ""
	if len(m.room.moves) == 0 {
		m.notice = m.say(texts.ReplayNone)
		return m
	}
	m.replay = replay{on: true}
	return m
}

// endReplay shows the present position again, or leaves a room that was opened for the replay.
func (m model) endReplay() model {
	m.replay = replay{}
	m.leaving = m.cfg.mode == modeReplay
	return m
}

// replayTo shows the position after ply moves, or the nearest one that exists.
func (m model) replayTo(ply int) model {
	m.replay.ply = min(max(0, ply), len(m.room.moves))
	return m
}

// submitReplay carries out a line that was typed during a replay.
func (m model) submitReplay(text string) model {
	m.notice = ""
	n, err := strconv.Atoi(text)
	switch {
	case text == "":
		return m.replayTo(m.replay.ply + 1)
	case strings.EqualFold(text, "b"):
		return m.replayTo(m.replay.ply - 1)
	case strings.EqualFold(text, "q"):
		return m.endReplay()
	case err == nil && n >= 0 && n <= len(m.room.moves):
		return m.replayTo(n)
	}
	m.notice = m.say(texts.ReplayWhat, text, len(m.room.moves))
	return m
}

// replayKey handles a key during a replay.
func (m model) replayKey(name string) (next model, handled bool) {
	switch name {
	case "right", "down", "space":
		return m.replayTo(m.replay.ply + 1), true
	case "left", "up":
		return m.replayTo(m.replay.ply - 1), true
	case "home":
		return m.replayTo(0), true
	case "end":
		return m.replayTo(len(m.room.moves)), true
	case "esc":
		return m.endReplay(), true
	}
	return m, false
}

// replayStatus describes the move that led to the position on the screen.
func (m model) replayStatus() string {
	ply, all := m.replay.ply, len(m.room.moves)
	if ply == 0 {
		return m.say(texts.ReplayAt, 0, all)
	}
	mover := m.room.first
	if ply%2 == 0 {
		mover = mover.other()
	}
	status := m.say(texts.ReplayMove, ply, all, m.name(mover), seatMarks[mover], m.room.moves[ply-1])
	if ply == all && m.room.end != nil {
		status += " " + m.endText()
	}
	return status
}
