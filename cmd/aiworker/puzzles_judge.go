package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/reasons"
	"github.com/quatre/quatre/internal/rules"
)

// Themes of puzzles. Those of Connect Four follow from the reason why the move wins; those of Force 3 are kinds of turns.
// only: the side to move cannot win, and one move holds the draw. poison: so, and two columns or more lose because the
// other side wins on top.
var (
	connect4Themes = []string{"fork", "chain5", "chain7", "chain9", "zugzwang", "plan", "only", "poison"}
	force3Themes   = map[byte]string{'P': "place", 'M': "move", 'S': "slide"}
)

const (
	firstPuzzlePly, lastPuzzlePly = 10, 32 // the range of plies before a puzzle of Connect Four
	leastPlies, mostPlies         = 3, 11  // to the win
	mostHoldPlies                 = 8      // to the loss after a wrong move, in a puzzle without a win
	leastMoves                    = 4      // in the position of a puzzle
	tries                         = 3      // of each level at a puzzle
)

// judge makes a puzzle of a position. It returns one without a theme if the position is not suitable.
func (m *puzzleMaker) judge(ctx context.Context, pos rules.Position, moves []string) (f found, err error) {
	if p, ok := pos.(*rules.Connect4Position); ok {
		if may, err := m.mayBePuzzle(ctx, p); err != nil || !may {
			return f, err
		}
	}
	a, err := m.engine.Analyse(ctx, pos, minimax.Unlimited, nil)
	if err != nil || !hasOneSolution(a) {
		return f, err
	}
	plies, _ := a.Value.Low.Mate()
	separator, turns := "", []string{strconv.Itoa(plies)}
	if p, ok := pos.(*rules.Connect4Position); ok {
		f.theme, turns, err = m.judgeConnect4(ctx, p, a, plies)
	} else {
		separator, f.theme = ",", "only"
		if plies > 0 {
			f.theme = force3Themes[pos.FormatMove(a.Best()[0])[0]]
		}
	}
	if err != nil || m.wanted[f.theme] <= 0 {
		return found{}, err
	}
	rating, err := m.rate(ctx, pos, a, plies)
	f.line = strings.Join(append([]string{strings.Join(moves, separator), f.theme, strconv.Itoa(rating)}, turns...), " ")
	return f, err
}

// mayBePuzzle reports whether one move has a better outcome than the others and does not lose, and does not win too late.
// Most positions fail here, which takes much less time than the exact values of all moves.
func (m *puzzleMaker) mayBePuzzle(ctx context.Context, pos *rules.Connect4Position) (bool, error) {
	best, n := -1, 2
	for _, move := range pos.Moves(nil) {
		pos.Play(move)
		outcome, err := m.engine.Outcome(ctx, pos)
		pos.Undo()
		if err != nil {
			return false, err
		}
		switch outcome = -outcome; {
		case outcome > best:
			best, n = outcome, 1
		case outcome == best:
			n++
		}
	}
	if n > 1 || best == 0 {
		return n == 1, nil
	}
	a, err := m.engine.Value(ctx, pos, minimax.Unlimited, nil)
	plies, _ := a.Value.Low.Mate()
	return plies <= mostPlies, err
}

// hasOneSolution reports whether exactly one move wins, neither at once nor too late, or, if none wins, exactly one of
// several holds the draw.
func hasOneSolution(a minimax.Analysis) bool {
	plies, _ := a.Value.Low.Mate()
	solutions := 0
	for _, v := range a.Moves {
		if v.Value.Low > 0 || plies <= 0 && v.Value.Low == 0 {
			solutions++
		}
	}
	return solutions == 1 && len(a.Moves) >= leastMoves && (plies <= 0 || plies >= leastPlies && plies <= mostPlies)
}

// judgeConnect4 returns the theme and the turns of a puzzle, in the form of package puzzle.
func (m *puzzleMaker) judgeConnect4(ctx context.Context, pos *rules.Connect4Position, a minimax.Analysis, plies int) (theme string, turns []string, err error) {
	if plies <= 0 {
		turn, _, err := m.turn(ctx, pos, a, 0)
		return holdTheme(pos, a, turn), []string{turn}, err
	}
	along := pos.Clone()
	for left := plies; ; left -= 2 {
		turn, quickest, err := m.turn(ctx, along, a, left)
		if turns = append(turns, turn); err != nil || quickest != 1 && left > 1 {
			return "", nil, err
		}
		if left == 1 {
			break
		}
		along.Play(a.Best()[0])
		if a, err = m.engine.Analyse(ctx, along, minimax.Unlimited, nil); err != nil {
			return "", nil, err
		}
		along.Play(a.Best()[0])
		if a, err = m.engine.Analyse(ctx, along, minimax.Unlimited, nil); err != nil {
			return "", nil, err
		}
	}
	r, err := m.engine.Explain(ctx, pos, minimax.ExplainBudget, false)
	return themeOf(r), turns, err
}

// turn returns the text of a turn in a position: first the outcomes of all columns, then what comes next. left is the
// number of plies to the win; 0: one move holds the draw. quickest is the number of moves that win soonest.
func (m *puzzleMaker) turn(ctx context.Context, pos rules.Position, a minimax.Analysis, left int) (text string, quickest int, err error) {
	outcomes, next := []byte("-------"), []byte("-------")
	for _, v := range a.Moves {
		plies, _ := v.Value.Low.Mate()
		switch {
		case plies < 0:
			outcomes[v.Move] = 'l'
		case plies == 0 && left == 0:
			outcomes[v.Move] = 'H'
			continue
		case plies == 0:
			outcomes[v.Move] = 'd'
		case plies > left:
			outcomes[v.Move], next[v.Move] = 'w', strconv.FormatInt(int64(plies+1)/2, 36)[0]
			continue
		default:
			outcomes[v.Move] = 'W'
			quickest++
		}
		pos.Play(v.Move)
		if !pos.Outcome().Over() {
			reply, err := m.engine.Analyse(ctx, pos, minimax.Unlimited, nil)
			if err != nil {
				return "", 0, err
			}
			next[v.Move] = pos.FormatMove(reply.Best()[0])[0]
		}
		pos.Undo()
	}
	return string(outcomes) + string(next), quickest, nil
}

// holdTheme returns the theme of a puzzle without a win, or "" if a wrong move loses too late to be shown.
func holdTheme(pos rules.Position, a minimax.Analysis, turn string) string {
	poisoned := 0
	for _, v := range a.Moves {
		plies, _ := v.Value.Low.Mate()
		if plies < -mostHoldPlies {
			return ""
		}
		if column := int(v.Move); plies == -2 && turn[7+column:8+column] == pos.FormatMove(v.Move) {
			poisoned++
		}
	}
	if poisoned >= 2 {
		return "poison"
	}
	return "only"
}

// themeOf returns the theme of a reason that can be shown, or "".
func themeOf(r *reasons.Reason) string {
	switch {
	case r == nil || r.Grade == reasons.Hard:
		return ""
	case r.Kind == reasons.Fork:
		return "fork"
	case r.Kind == reasons.Chain:
		return fmt.Sprint("chain", r.Plies)
	case r.Proof.Zugzwang*10 >= r.Proof.Ends*9:
		return "zugzwang"
	}
	return "plan"
}

// rate returns the rating with which a puzzle begins, on the scale of ratings of players: longer wins, levels that mostly
// fail, and the number of wrong moves that tempt them make it harder.
func (m *puzzleMaker) rate(ctx context.Context, pos rules.Position, a minimax.Analysis, plies int) (int, error) {
	const base, perPly, perLevel, perTempting = 600, 70, 80, 20
	solution := a.Best()[0]
	rating := base + perPly*max(plies, -plies)
	tempting := map[rules.Move]bool{}
	for _, l := range m.levels {
		missed := 0
		for range tries {
			c, err := m.engine.Choose(ctx, l, pos, m.rng)
			if err != nil {
				return 0, err
			}
			if c.Move != solution {
				tempting[c.Move] = true
				missed++
			}
		}
		if missed > tries/2 {
			rating += perLevel
		}
	}
	return rating + perTempting*len(tempting), nil
}
