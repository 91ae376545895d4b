package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/minimax/match"
	"github.com/quatre/quatre/internal/rules"
)

const puzzlesUsage = `quatre-worker puzzles looks for puzzles in games of levels with each other, and adds each to the end of FILE, in
the form that package puzzle describes. It goes on where an earlier run was stopped or killed. A puzzle that FILE has
already, or its mirror image, is not added again.`

func puzzles(args []string, s streams) (action, error) {
	fs := cli.NewFlags("quatre-worker puzzles", "FILE", puzzlesUsage, s.err)
	game := fs.String("game", "connect4:7x6:4", "`variant`: connect4:7x6:4 or force3")
	n := fs.Int("n", 400, "`number` of puzzles of each theme")
	seed := fs.Uint64("seed", 1, "random seed")
	names, err := cli.Parse(fs, args, "FILE")
	if err == nil && *game != "connect4:7x6:4" && *game != "force3" {
		err = fmt.Errorf("-game %s: must be connect4:7x6:4 or force3", *game)
	}
	return func(ctx context.Context) error { return makePuzzles(ctx, names[0], *game, *n, *seed, s.err) }, err
}

// puzzleMaker looks for puzzles of one game.
type puzzleMaker struct {
	game   rules.Game
	engine *minimax.Engine
	levels []minimax.Level // that play, and that try the puzzles, the weakest first
	wanted map[string]int  // how many puzzles of each theme are still wanted
	seen   map[string]bool // the canonical positions of puzzles
	rng    *rand.Rand
}

// found is a puzzle that may be added.
type found struct{ key, theme, line string }

func newPuzzleMaker(variant string, n int) (*puzzleMaker, error) {
	m := &puzzleMaker{engine: minimax.NewEngine(minimax.DefaultTableBytes), wanted: map[string]int{}, seen: map[string]bool{}}
	for _, theme := range connect4Themes {
		m.wanted[theme] = n
	}
	var err error
	if m.game, err = rules.Parse(variant); err != nil {
		return nil, err
	}
	if _, ok := m.game.Start().(*rules.Force3Position); ok {
		m.wanted = map[string]int{"place": n, "move": n, "slide": n, "only": n}
	}
	for _, name := range []string{"random", "very-easy", "easy", "normal", "difficult"} {
		l, err := match.ParsePlayer(name)
		if err != nil {
			return nil, err
		}
		m.levels = append(m.levels, l)
	}
	return m, nil
}

// makePuzzles adds puzzles to a file until it has n of each theme. The random numbers for each puzzle follow from the
// seed and the number of lines before it, so a run that was killed ends with the same file as one that was not.
func makePuzzles(ctx context.Context, path, variant string, n int, seed uint64, stderr io.Writer) error {
	m, err := newPuzzleMaker(variant, n)
	if err != nil {
		return err
	}
	lines := 0
	file, err := openLines(path, func(text string) (err error) {
		lines, err = m.readKnown(text)
		return err
	})
	if err != nil {
		return err
	}
	defer file.Close()
	progress := newProgress(stderr)
	defer progress.clear()
	for ; len(m.wanted) > 0; lines++ {
		m.rng = rand.New(rand.NewPCG(seed, uint64(lines)))
		next, err := m.next(ctx)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(file, next.line); err != nil {
			return err
		}
		m.add(next.key, next.theme)
		progress.update(fmt.Sprintf("%d puzzles; wanted: %v", lines+1, m.wanted))
	}
	return nil
}

// readKnown reads the puzzles of a file. It returns the number of lines.
func (m *puzzleMaker) readKnown(text string) (lines int, err error) {
	for line := range strings.Lines(text) {
		lines++
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Fields(line)
		if len(fields) < 4 {
			return lines, fmt.Errorf("line %d is no puzzle", lines)
		}
		pos, err := m.position(fields[0])
		if err != nil {
			return lines, fmt.Errorf("line %d: %w", lines, err)
		}
		key, _ := rules.Canonical(pos)
		m.add(key, fields[1])
	}
	return lines, nil
}

// position returns the position of the first field of a line.
func (m *puzzleMaker) position(field string) (rules.Position, error) {
	pos := m.game.Start()
	return pos, rules.Replay(pos, rules.SplitMoves(m.game, strings.ReplaceAll(field, ",", " ")))
}

func (m *puzzleMaker) add(key, theme string) {
	m.seen[key] = true
	if m.wanted[theme]--; m.wanted[theme] <= 0 {
		delete(m.wanted, theme)
	}
}

// next returns the next puzzle of a theme that is wanted.
func (m *puzzleMaker) next(ctx context.Context) (found, error) {
	for {
		pos, moves, err := match.Sample(ctx, m.engine, m.game, m.levels, 2, firstPuzzlePly, lastPuzzlePly, m.rng)
		if err != nil {
			return found{}, err
		}
		if pos == nil {
			continue
		}
		key, _ := rules.Canonical(pos)
		if m.seen[key] {
			continue
		}
		f, err := m.judge(ctx, pos, moves)
		if err != nil || m.wanted[f.theme] > 0 {
			f.key = key
			return f, err
		}
	}
}
