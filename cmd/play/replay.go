package main

import (
	"strconv"
	"strings"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// This file shows earlier positions of the present game, move by move.

// replay says which earlier position of the game the user looks at.
type replay struct {
	on  bool
	ply int // moves shown
}

// shownMoves returns the moves that make the position on the screen.
func (m *model) shownMoves() []string {
	if m.replay.on {
		return m.room.Moves[:min(m.replay.ply, len(m.room.Moves))]
	}
	return m.room.Moves
}

// position returns the position on the screen, once the room has a game.
func (m *model) position() rules.Position {
	switch {
	case m.replay.on:
		p := m.room.Game.Start()
		_ = rules.Replay(p, m.shownMoves()) // cannot fail: the moves were played
		return p
	case m.room.Position == nil: // the first game has not begun
		return m.room.Game.Start()
	}
	return m.room.Position
}

// beginReplay shows the position before the first move.
func (m *model) beginReplay() {
	if len(m.room.Moves) == 0 {
		m.notice = m.say(texts.ReplayNone)
		return
	}
	m.replay = replay{on: true}
}

// replayLine carries out a line that was typed during a replay.
func (m *model) replayLine(line string) {
	last := len(m.room.Moves)
	n, err := strconv.Atoi(line)
	switch {
	case line == "":
		m.replay.ply = min(m.replay.ply+1, last)
	case strings.EqualFold(line, "b"):
		m.replay.ply = max(m.replay.ply-1, 0)
	case strings.EqualFold(line, "q"): // shows the present position, or leaves a room that was opened for the replay
		m.replay = replay{}
		m.leaving = m.cfg.mode == modeReplay
	case err == nil && n >= 0 && n <= last:
		m.replay.ply = n
	default:
		m.notice = m.say(texts.ReplayWhat, line, last)
	}
}

// replayStatus describes the move that led to the position on the screen.
func (m *model) replayStatus() string {
	ply, all := m.replay.ply, len(m.room.Moves)
	if ply == 0 {
		return m.say(texts.ReplayAt, 0, all)
	}
	mover := room.MoverAt(m.room.First, ply-1)
	status := m.say(texts.ReplayMove, ply, all, m.marked(mover), m.room.Moves[ply-1])
	if ply == all && m.room.End != nil {
		status += " " + m.endText()
	}
	return status
}
