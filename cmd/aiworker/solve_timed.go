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

// lineProgress is what is known about a line while it is solved. Any goroutine may read it.
type lineProgress struct {
	nodes atomic.Int64
	found atomic.Pointer[string] // the answer so far; nil if there is none
}

// text describes the progress of a line that has taken some time.
func (p *lineProgress) text(lineNumber int, taken time.Duration) string {
	var b strings.Builder
	b.WriteString("line " + strconv.Itoa(lineNumber) + ": " + taken.Round(time.Second).String())
	if n := p.nodes.Load(); n > 0 {
		b.WriteString(", " + grouped(int(n)) + " positions")
	}
	if found := p.found.Load(); found != nil {
		b.WriteString(", so far " + *found)
	}
	return b.String()
}

// timedLines answers lines for Connect Four on any board in a limited time, as the analysis
// does: the exact solver and the engine for large boards take turns.
type timedLines struct {
	cfg    solveConfig
	engine *minimax.Engine
}

func (l *timedLines) solve(ctx context.Context, fields []string, progress *lineProgress) (string, int, error) {
	pos, err := replay(l.cfg.game, fields[0], 1)
	if err != nil {
		return "", 0, err
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
	return fields[0] + " " + format(a), a.Nodes, err
}

// boundsMark stands between the bounds of a score.
const boundsMark = ".."

// discBounds formats a value as a score, or as LOW..HIGH if it is not known.
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
	return strconv.Itoa(low) + boundsMark + strconv.Itoa(high)
}
