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
func (m model) shownMoves() []string {
	if m.replay.on {
		return m.room.Moves[:min(m.replay.ply, len(m.room.Moves))]
	}
	return m.room.Moves
}

// position returns the position on the screen, once the room has a game.
func (m model) position() rules.Position {
	switch {
	case m.replay.on:
		p, _ := rules.Replay(m.room.Game, m.shownMoves()) // cannot fail: the moves were played
		return p
	case m.room.Position == nil: // the first game has not begun
		return m.room.Game.Start()
	}
	return m.room.Position
}

// beginReplay shows the position before the first move.
func (m model) beginReplay() model {
	m.notice = ""
	if len(m.room.Moves) == 0 {
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
	m.replay.ply = min(max(0, ply), len(m.room.Moves))
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
	case err == nil && n >= 0 && n <= len(m.room.Moves):
		return m.replayTo(n)
	}
	m.notice = m.say(texts.ReplayWhat, text, len(m.room.Moves))
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
		return m.replayTo(len(m.room.Moves)), true
	case "esc":
		return m.endReplay(), true
	}
	return m, false
}

// replayStatus describes the move that led to the position on the screen.
func (m model) replayStatus() string {
	ply, all := m.replay.ply, len(m.room.Moves)
	if ply == 0 {
		return m.say(texts.ReplayAt, 0, all)
	}
	mover := room.MoverAt(m.room.First, ply-1)
	status := m.say(texts.ReplayMove, ply, all, m.name(mover), seatMarks[mover], m.room.Moves[ply-1])
	if ply == all && m.room.End != nil {
		status += " " + m.endText()
	}
	return status
}
