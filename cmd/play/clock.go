package main

import (
	"fmt"
	"time"
)

// untimedTurns is how many turns of a game no clock counts: both sides begin
// without haste.
const untimedTurns = 2

// gameTime is what a game has taken, and what its clock leaves. All times are
// in milliseconds, moments since 1970. Arrays of two are by seat - 1.
type gameTime struct {
	setting *clockSetting // nil: no clock
	elapsed [2]int64      // of the turns that have ended, taken-back ones included
	left    [2]int64      // of the clock, at the beginning of the running turn
	turnAt  int64         // when the running turn began; 0: no turn runs
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

// moved ends the turn of s, the ply-th of the game from 0, after ms of which lag
// are not charged.
func (g gameTime) moved(s seat, ply int, ms, lag, at int64) gameTime {
	g.elapsed[s-1] += ms
	g.turnAt = at
	if g.setting != nil && g.setting.Base > 0 && ply >= untimedTurns {
		g.left[s-1] += g.setting.Increment - max(0, ms-lag)
	}
	return g
}

// takenBack begins a turn at an earlier position, with ply of so many moves left.
// The turn that it cut short is charged, and what the moves had added is lost.
func (g gameTime) takenBack(turn seat, moves, ply int, at int64) gameTime {
	ran := max(0, at-g.turnAt)
	g.elapsed[turn-1] += ran
	g.turnAt = at
	if g.setting == nil || g.setting.Base == 0 || moves < untimedTurns {
		return g
	}
	g.left[turn-1] = max(0, g.left[turn-1]-ran)
	for n := moves; n > ply && n > untimedTurns; n-- {
		turn = turn.other()
		g.left[turn-1] = max(0, g.left[turn-1]-g.setting.Increment)
	}
	return g
}

// credited has the running turn begin ms later, for an outage took that time; not
// in the future, whatever the hub says.
func (g gameTime) credited(ms, at int64) gameTime {
	if g.turnAt > 0 && ms > 0 && ms <= at-g.turnAt {
		g.turnAt += ms
	}
	return g
}

// stop ends the running turn without a move.
func (g gameTime) stop(turn seat, at int64) gameTime {
	if turn.valid() && g.turnAt > 0 {
		g.elapsed[turn-1] += max(0, at-g.turnAt)
	}
	g.turnAt = 0
	return g
}

// shown is what a player's bar shows of time.
type playerTime struct {
	elapsed time.Duration
	left    time.Duration // of the clock
	hasClock   bool          // there is one
}

// timeOf returns what seat st has used and has left when the hub's time is now,
// in Unix milliseconds.
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
		elapsed: time.Duration(elapsed) * time.Millisecond,
		left:    time.Duration(max(0, left)) * time.Millisecond,
		hasClock:   g.setting != nil,
	}
}

// clockText writes a duration as people read clocks: 4:05, 1:04:05, and with
// tenths below ten seconds where it counts down.
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

func (c *clockSetting) String() string {
	switch {
	case c == nil:
		return "no clock"
	case c.Move > 0:
		return clockText(time.Duration(c.Move)*time.Millisecond, false) + " a move"
	default:
		return fmt.Sprintf("%s + %d s", clockText(time.Duration(c.Base)*time.Millisecond, false), c.Increment/1000)
	}
}
