package puzzle_test

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/rules"
)

// lesson is an entry of the page's lessons, which frontend/src/lib/lesson/lessons.ts explains.
type lesson struct {
	Name, Variant, Moves, Reason string
	Lit, Made                    []int
	Of                           int
	Turns                        []lessonTurn
}

type lessonTurn struct {
	Claim, Right, Reply string
	Answers             map[string]string
}

// What the page's lessons say of their positions and moves is true: the solvers judge it.
func TestLessons(t *testing.T) {
	raw, err := os.ReadFile("../../frontend/src/lib/lesson/lessons.json")
	if err != nil {
		t.Fatal(err)
	}
	var lessons []lesson
	if err := json.Unmarshal(raw, &lessons); err != nil {
		t.Fatal(err)
	}
	j := lessonJudge{engine: minimax.NewEngine(64 << 20)}
	for _, l := range lessons {
		t.Run(l.Name, func(t *testing.T) {
			j.T = t
			if j.game, err = rules.Parse(l.Variant); err != nil {
				t.Fatal(err)
			}
			j.check(&l)
		})
	}
}

// lessonJudge checks one lesson after the other.
type lessonJudge struct {
	*testing.T
	engine *minimax.Engine
	game   rules.Game
}

// check plays a lesson along all moves that it calls right.
func (j *lessonJudge) check(l *lesson) {
	pos := j.game.Start()
	if err := rules.Replay(pos, rules.SplitMoves(j.game, l.Moves)); err != nil {
		j.Fatal(err)
	}
	side := pos.Turn()
	if l.Of != 0 {
		side = rules.Side(l.Of)
	}
	if l.Turns[0].Claim != "cell" {
		j.checkLit(pos, side, l.Lit)
	}
	if l.Reason != "" {
		j.checkReason(pos, l)
	}
	j.checkTurns(pos, l)
}

func (j *lessonJudge) checkTurns(pos rules.Position, l *lesson) {
	for i, turn := range l.Turns {
		right := rules.SplitMoves(j.game, turn.Right)
		for _, m := range pos.Moves(nil) {
			move := pos.FormatMove(m)
			holds := j.claim(pos, m, turn.Claim, l.Lit)
			if isRight := slices.Contains(right, move); holds != isRight {
				j.Errorf("turn %d, %s: %q is %v, the lesson says %v", i+1, move, turn.Claim, holds, isRight)
			} else if !isRight && (turn.Claim == "wins" || turn.Claim == "holds") {
				j.checkAnswer(pos, m, turn.Answers[move])
			}
		}
		last := i == len(l.Turns)-1
		if len(right) > 1 && !last {
			j.Errorf("turn %d has %d right moves, and one reply", i+1, len(right))
		}
		next := []string{right[0], turn.Reply}
		if last {
			next = next[:1]
		}
		if err := rules.Replay(pos, next); err != nil {
			j.Fatalf("turn %d: %v", i+1, err)
		}
		if last && len(l.Made) > 0 {
			j.checkLit(pos, pos.Turn().Other(), l.Made)
		}
	}
}

// claim reports whether what a lesson claims of its right moves holds for a move.
func (j *lessonJudge) claim(pos rules.Position, m rules.Move, claim string, lit []int) bool {
	switch claim {
	case "cell":
		p := pos.(*rules.Connect4Position)
		return lit[0] == p.Height(int(m))*7+int(m)
	case "line":
		return slices.Contains(rules.WinningMoves(pos), m)
	case "wins":
		return j.after(pos, m) > 0
	case "holds":
		return j.after(pos, m) >= 0
	}
	j.Fatalf("unknown claim %q", claim)
	return false
}

// after returns the exact outcome of a move for the side that makes it: 1 for a win, 0 for a draw, -1
// for a loss.
func (j *lessonJudge) after(pos rules.Position, m rules.Move) int {
	side := pos.Turn()
	pos.Play(m)
	defer pos.Undo()
	switch winner := pos.Outcome().Winner(); {
	case winner == side:
		return 1
	case winner != rules.NoSide:
		return -1
	case pos.Outcome().Over():
		return 0
	}
	if p, ok := pos.(*rules.Connect4Position); ok {
		value, err := j.engine.Outcome(context.Background(), p)
		if err != nil {
			j.Fatal(err)
		}
		return -value
	}
	a, err := j.engine.Analyse(context.Background(), pos, time.Minute, nil)
	if err != nil || !a.Value.Decided() {
		j.Fatalf("not decided: %v", err)
	}
	switch {
	case a.Value.Low > 0:
		return -1
	case a.Value.High < 0:
		return 1
	}
	return 0
}

// checkAnswer checks the answer that the page plays to a wrong move: it keeps what the move has
// allowed. It may be missing if the other side can complete a line, which the page finds, or does not win.
func (j *lessonJudge) checkAnswer(pos rules.Position, wrong rules.Move, answer string) {
	allowed := -j.after(pos, wrong)
	name := pos.FormatMove(wrong)
	pos.Play(wrong)
	defer pos.Undo()
	atOnce := pos.Outcome().Over() || len(rules.WinningMoves(pos)) > 0
	if answer == "" {
		if allowed > 0 && !atOnce {
			j.Errorf("%s loses, and has no answer", name)
		}
		return
	}
	m, err := pos.ParseMove(answer)
	if err != nil || j.after(pos, m) != allowed {
		j.Errorf("%s is answered by %s (%v), which does not get the best result", name, answer, err)
	}
}

// checkLit checks that each of the cells completes a line of a side, sooner or later.
func (j *lessonJudge) checkLit(pos rules.Position, side rules.Side, cells []int) {
	p, ok := pos.(*rules.Connect4Position)
	if !ok && len(cells) > 0 {
		j.Fatal("only Connect Four has lit cells")
	}
	for _, cell := range cells {
		if p.Height(cell%7) > cell/7 || !makesFour(p.Discs(side), cell) {
			j.Errorf("cell %d completes no line of side %d", cell, side)
		}
	}
}

// makesFour reports whether a disc in a cell of a 7x6 board makes four in a line.
func makesFour(discs *rules.Bitboard, cell int) bool {
	bit := cell%7*7 + cell/7
	for _, way := range []int{1, 6, 7, 8} { // as package rules numbers the bits
		n := 1
		for _, step := range []int{way, -way} {
			for next := bit + step; discs.Has(next); next += step {
				n++
			}
		}
		if n >= 4 {
			return true
		}
	}
	return false
}

// checkReason checks the kind of the proved reason why the right move wins; if the lesson's right moves
// only hold, why each wrong one loses.
func (j *lessonJudge) checkReason(pos rules.Position, l *lesson) {
	if l.Turns[0].Claim == "wins" {
		j.explain(pos, l.Reason)
		return
	}
	right := rules.SplitMoves(j.game, l.Turns[0].Right)
	for _, m := range pos.Moves(nil) {
		if !slices.Contains(right, pos.FormatMove(m)) {
			pos.Play(m)
			j.explain(pos, l.Reason)
			pos.Undo()
		}
	}
}

func (j *lessonJudge) explain(pos rules.Position, want string) {
	r, err := j.engine.Explain(context.Background(), pos, time.Minute, false)
	if err != nil || r == nil || string(r.Kind) != want {
		j.Errorf("the reason is %+v (%v), want one of kind %s", r, err, want)
	}
}
