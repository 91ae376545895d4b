package main

import (
	"fmt"
	"time"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/room"
)

// timeOf returns the time that a player has used in the present game, and the time left on the clock
// if there is one.
func (m *model) timeOf(s room.Seat) (used, left time.Duration) {
	timer := m.room.Timers[s-1]
	used, left = timer.Used, timer.Left
	if m.room.Clock != nil && m.room.Clock.Move > 0 {
		left = m.room.Clock.MoveTime()
	}
	if room.MoverAt(m.room.First, len(m.room.Moves)) != s {
		return used, left
	}
	until := m.room.Ended
	if m.room.Phase == room.PhasePlaying {
		until = time.UnixMilli(m.hubNow())
	}
	running := max(0, until.Sub(m.room.TurnAt))
	if len(m.room.Moves) >= m.room.Given+room.UntimedPlies {
		left -= running
	}
	return used + running, max(0, left)
}

// clockText formats a duration as 4:05 or 1:04:05. With tenths, a duration below ten
// seconds is formatted as 0:09.8.
func clockText(d time.Duration, tenths bool) string {
	if tenths && d < 10*time.Second {
		return fmt.Sprintf("0:%04.1f", float64(d/(100*time.Millisecond))/10)
	}
	total := int(d / time.Second)
	if total >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", total/3600, total/60%60, total%60)
	}
	return fmt.Sprintf("%d:%02d", total/60, total%60)
}

// clockName describes a clock, or nil, for people.
func clockName(l texts.Lang, c *room.Clock) string {
	switch {
	case c == nil:
		return l.Say(texts.NoClock)
	case c.Move > 0:
		return l.Say(texts.MoveClock, clockText(c.MoveTime(), false))
	}
	return l.Say(texts.GameClock, clockText(c.BaseTime(), false), c.Increment/1000)
}
