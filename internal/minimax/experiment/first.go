package experiment

import (
	"context"
	"fmt"
	"time"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/minimax/match"
)

// exactTime is the maximum time to solve a start position.
const exactTime = 5 * time.Second

var firstKind = Kind{
	Usual: Settings{Kind: "first", Games: []string{
		"tictactoe", "connect4:4x4:4", "connect4:5x4:4", "connect4:5x5:4", "connect4:6x5:4", "connect4:6x6:4", "connect4:7x5:4", "connect4:7x6:4", "connect4:7x7:4", "connect4:8x6:4", "connect4:8x7:4",
	}, Levels: []string{"difficult"}, N: 100},
	About: "what the first move is worth on each size: exactly, and in games of a level with itself",
	New:   newFirst,
}

// board is one game of an experiment of the kind "first".
type board struct {
	tournament
	value minimax.Value // of the start position, as far as it is known
	tally match.Tally   // of the level against itself
}

func newFirst(s Settings) (*Experiment, error) {
	if len(s.Levels) != 1 {
		return nil, fmt.Errorf("first is about one level, not %d", len(s.Levels))
	}
	level, err := ParsePlayer(s.Levels[0])
	if err != nil {
		return nil, err
	}
	if err := s.checkPairs(); err != nil {
		return nil, err
	}
	all, err := s.parseGames()
	if err != nil {
		return nil, err
	}
	engine := minimax.NewEngine(minimax.Options{})
	e := &Experiment{Settings: s}
	var boards []*board
	for _, g := range all {
		b := &board{tournament: tournament{Settings: s, game: g, engine: engine}, value: minimax.Value{Low: -minimax.Win, High: minimax.Win}}
		boards = append(boards, b)
		e.trials = append(e.trials, b.solve)
	}
	for n := range s.N / 2 {
		for _, b := range boards {
			e.trials = append(e.trials, func(ctx context.Context) error { return b.playPair(ctx, level, level, n, &b.tally) })
		}
	}
	e.table = func() Table { return firstTable(boards) }
	return e, nil
}

// solve finds the value of the start position, or bounds of the value if exactTime is too short.
func (b *board) solve(ctx context.Context) error {
	a, err := b.engine.Value(ctx, b.game.Start(), exactTime, nil)
	if err == nil {
		b.value = a.Value
	}
	return err
}

// verdict describes the result of best play from the start position.
func verdict(value minimax.Value) string {
	switch plies, _ := value.Low.Mate(); {
	case !value.Decided():
		return "unknown"
	case value.Low > 0 && value.Exact():
		return fmt.Sprintf("first wins in %d", plies)
	case value.Low > 0:
		return "first wins"
	case value.High < 0 && value.Exact():
		return fmt.Sprintf("second wins in %d", -plies)
	case value.High < 0:
		return "second wins"
	default:
		return "draw"
	}
}

func firstTable(boards []*board) Table {
	t := Table{
		Title:   fmt.Sprintf("What the first move is worth, games of %s with itself", boards[0].Levels[0]),
		Columns: append([]Column{{"game", "", text}, {"best_play", "in plies", text}}, gameColumns...),
	}
	for _, b := range boards {
		if r := b.tally; r.Games() > 0 {
			won, lost := r.AsFirst[0]+r.Losses-r.AsFirst[2], r.AsFirst[2]+r.Wins-r.AsFirst[0]
			t.Rows = append(t.Rows, append([]any{b.game.Variant(), verdict(b.value)}, resultCells(won, r.Draws, lost)...))
		}
	}
	return t
}
