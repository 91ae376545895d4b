package main

import (
	"fmt"
	"time"

	"github.com/quatre/quatre/cmd/play/texts"
)

// untimedTurns is the number of turns at the start of a game that do not count on the clock.
const untimedTurns = 2

// gameTime is the time used in a game and the time left on its clock. Durations are in
// milliseconds, moments in Unix milliseconds. Arrays of two are indexed by seat - 1.
type gameTime struct {
	setting *clockSetting // nil: no clock
	elapsed [2]int64      // in finished turns, including turns that were taken back
	left    [2]int64      // on the clock when the current turn began
	turnAt  int64         // when the current turn began; 0: no turn is running
}

func (g gameTime) begin(at int64) gameTime {
	g.elapsed, g.turnAt = [2]int64{}, at
	if g.setting != nil {
		full := g.setting.Base
		if g.setting.Move > 0 {
			full = g.setting.Move
		}
		g.left = [2]int64{full, full}
	}
	return g
}

// moved ends the turn of s after ms milliseconds. Of these, lag milliseconds do not count on
// the clock. ply is the number of the turn, from 0.
func (g gameTime) moved(s seat, ply int, ms, lag, at int64) gameTime {
	g.elapsed[s-1] += ms
	g.turnAt = at
	if g.setting != nil && g.setting.Base > 0 && ply >= untimedTurns {
		g.left[s-1] += g.setting.Increment - max(0, ms-lag)
	}
	return g
}

// takenBack starts a turn at an earlier position: ply of the moves remain. The time of the
// interrupted turn counts. The increments of the moves taken back do not.
func (g gameTime) takenBack(turn seat, moves, ply int, at int64) gameTime {
	interrupted := max(0, at-g.turnAt)
	g.elapsed[turn-1] += interrupted
	g.turnAt = at
	if g.setting == nil || g.setting.Base == 0 || moves < untimedTurns {
		return g
	}
	g.left[turn-1] = max(0, g.left[turn-1]-interrupted)
	for n := moves; n > ply && n > untimedTurns; n-- {
		turn = turn.other()
		g.left[turn-1] = max(0, g.left[turn-1]-g.setting.Increment)
	}
	return g
}

// credited moves the start of the current turn ms later, because an outage took that
// time. It ignores a credit that would move the start into the future.
func (g gameTime) credited(ms, at int64) gameTime {
	if g.turnAt > 0 && ms > 0 && ms <= at-g.turnAt {
		g.turnAt += ms
	}
	return g
}

// stop ends the current turn without a move.
func (g gameTime) stop(turn seat, at int64) gameTime {
	if turn.valid() && g.turnAt > 0 {
		g.elapsed[turn-1] += max(0, at-g.turnAt)
	}
	g.turnAt = 0
	return g
}

// playerTime is the time used and left of one player.
type playerTime struct {
	elapsed  time.Duration
	left     time.Duration // on the clock
	hasClock bool
}

// playerTimeAt returns the times of seat st at the hub's time now, in Unix milliseconds.
func (s roomState) playerTimeAt(st seat, now int64) playerTime {
	g := s.time
	elapsed, left := g.elapsed[st-1], g.left[st-1]
	if s.turn() == st && g.turnAt > 0 {
		running := max(0, now-g.turnAt)
		elapsed += running
		if len(s.moves) >= untimedTurns {
			left -= running
		}
	}
	return playerTime{
		elapsed:  time.Duration(elapsed) * time.Millisecond,
		left:     time.Duration(max(0, left)) * time.Millisecond,
		hasClock: g.setting != nil,
	}
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

// text describes the setting for people.
func (c *clockSetting) text(l texts.Lang) string {
	switch {
	case c == nil:
		return l.Say(texts.NoClock)
	case c.Move > 0:
		return l.Say(texts.MoveClock, clockText(time.Duration(c.Move)*time.Millisecond, false))
	default:
		return l.Say(texts.GameClock, clockText(time.Duration(c.Base)*time.Millisecond, false), c.Increment/1000)
	}
}
