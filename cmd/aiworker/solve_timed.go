package main

import (
	"context"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/rules"
)

// lineProgress is the progress of the search for the answer to a line of input. Any goroutine may
// read it.
type lineProgress struct {
	nodes atomic.Int64
	found atomic.Pointer[string] // the answer so far; nil if there is none
}

// text describes the progress of a line of input after the time taken.
func (p *lineProgress) text(lineNumber int, taken time.Duration) string {
	var b strings.Builder
	b.WriteString("line " + strconv.Itoa(lineNumber) + ": " + taken.Round(time.Second).String())
	if n := p.nodes.Load(); n > 0 {
		b.WriteString(", " + withCommas(int(n)) + " positions")
	}
	if found := p.found.Load(); found != nil {
		b.WriteString(", so far " + *found)
	}
	return b.String()
}

// timedLines answers lines for any Connect Four board within a time limit. It searches like an
// analysis: the exact solver and the heuristic engine take turns.
type timedLines struct {
	cfg    solveConfig
	engine *minimax.Engine
}

func (l *timedLines) solve(ctx context.Context, fields []string, progress *lineProgress) (string, error) {
	pos, err := replay(l.cfg.game, fields[0], 1)
	if err != nil {
		return "", err
	}
	p := pos.(*rules.Connect4Position)
	format := func(a minimax.Analysis) string {
		if !l.cfg.printScores {
			return discBounds(p, a.Value)
		}
		columns, _, _ := p.Size()
		all := make([]string, columns)
		for i := range all {
			all[i] = "."
		}
		for _, m := range a.Moves {
			all[m.Move] = discBounds(p, m.Value)
		}
		return discBounds(p, a.Value) + " " + strings.Join(all, " ")
	}
	find := l.engine.Value
	if l.cfg.printScores {
		find = l.engine.Analyse
	}
	a, err := find(ctx, p, l.cfg.time, func(a minimax.Analysis) {
		text := format(a)
		progress.found.Store(&text)
		progress.nodes.Store(int64(a.Nodes))
	})
	return fields[0] + " " + format(a), err
}

// boundsSeparator stands between the lower and the upper bound of a score.
const boundsSeparator = ".."

// discBounds formats a value as a score, or as LOW..HIGH if the exact score is unknown.
func discBounds(p *rules.Connect4Position, v minimax.Value) string {
	columns, rows, _ := p.Size()
	cells, n := columns*rows, p.Ply()
	high := (cells + 1 - n) / 2 // a win with the next disc
	low := -high
	if v.Low > -minimax.Win {
		low = discScore(v.Low, cells, n)
	}
	if v.High < minimax.Win {
		high = discScore(v.High, cells, n)
	}
	if low == high {
		return strconv.Itoa(low)
	}
	return strconv.Itoa(low) + boundsSeparator + strconv.Itoa(high)
}
