// Package learn learns to play a small game instead of searching it: by Q-learning (Christopher Watkins, "Learning from
// delayed rewards", 1989). It plays with itself, and keeps for each position and each move that was tried there an
// estimate of how the game ends, which each further game corrects.
//
// Watkins has one player. Here two sides move in turn, and what a position is worth to one is the negative of what it
// is worth to the other, as in negamax. So one table serves both sides:
//
//	Q(s, m) += Rate * (r - Discount * max Q(s', m') - Q(s, m))
//
// where m leads from s to s', the other side is to move in s', and r is 1, 0 or -1 if the game ends there; otherwise r is 0, and
// if it ends, the maximum is 0.
package learn

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"github.com/quatre/quatre/internal/rules"
)

// Settings are the hyper-parameters.
type Settings struct {
	Game     string  `json:"game"`     // tic-tac-toe, or a variant of Force 3
	Rate     float64 `json:"rate"`     // how much of a new estimate replaces the old one: above 0, up to 1
	Discount float64 `json:"discount"` // how much a result counts one turn earlier: above 0, up to 1
	Explore  float64 `json:"explore"`  // the chance of a random move while it learns, 0 to 1
	Seed     uint64  `json:"seed"`
}

// Learner learns, and plays what it has learned. Only one goroutine may use it.
type Learner struct {
	Settings
	Episodes int                           `json:"episodes"` // games played to learn
	Values   map[string]map[string]float64 `json:"values"`   // by position, as rules.FormatSetup writes it, and move

	game   rules.Game
	rng    *rand.Rand // for learning
	played *rand.Rand // for Move, so that what is measured changes nothing
}

// New returns a learner that has learned nothing. The error says which setting is out of its range, or that
// the game has too many positions.
func New(s Settings) (*Learner, error) {
	game, err := rules.Parse(s.Game)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(game.Variant(), "connect4") {
		return nil, fmt.Errorf("%s has too many positions for a table", game.Variant())
	}
	for _, p := range []struct {
		name  string
		value float64
		least bool // 0 is allowed
	}{{"rate", s.Rate, false}, {"discount", s.Discount, false}, {"explore", s.Explore, true}} {
		if !(p.value > 0 || p.least && p.value == 0) || p.value > 1 {
			return nil, fmt.Errorf("%s %v: must be from 0 to 1", p.name, p.value)
		}
	}
	return &Learner{
		Settings: s, game: game, rng: rand.New(rand.NewPCG(s.Seed, 0)), played: rand.New(rand.NewPCG(s.Seed, 1)), Values: map[string]map[string]float64{},
	}, nil
}

// Positions returns how many positions it has seen.
func (l *Learner) Positions() int { return len(l.Values) }

// Learn plays a game with itself.
func (l *Learner) Learn() {
	l.Episodes++
	pos := l.game.Start()
	for !pos.Outcome().Over() {
		key := rules.FormatSetup(pos)
		known := l.Values[key]
		move := l.choose(pos, known, l.rng)
		if l.rng.Float64() < l.Explore {
			moves := pos.Moves(nil)
			move = moves[l.rng.IntN(len(moves))]
		}
		if known == nil {
			known = map[string]float64{}
			l.Values[key] = known
		}
		side, name := pos.Turn(), pos.FormatMove(move)
		pos.Play(move)
		known[name] += l.Rate * (l.after(pos, side) - known[name])
	}
}

// after returns what a position is worth to the side that has just moved.
func (l *Learner) after(pos rules.Position, side rules.Side) float64 {
	switch outcome := pos.Outcome(); {
	case !outcome.Over():
		best, _ := l.best(pos, l.Values[rules.FormatSetup(pos)])
		return -l.Discount * best
	case outcome.Winner() == side:
		return 1
	case outcome.Winner() == rules.NoSide:
		return 0
	default:
		return -1
	}
}

// best returns the greatest value of a move in pos, and the moves that have it. A move that was never tried has 0.
func (l *Learner) best(pos rules.Position, known map[string]float64) (best float64, moves []rules.Move) {
	for _, m := range pos.Moves(nil) {
		switch value := known[pos.FormatMove(m)]; {
		case len(moves) == 0 || value > best:
			best, moves = value, append(moves[:0], m)
		case value == best:
			moves = append(moves, m)
		}
	}
	return best, moves
}

// choose returns one of the best moves in pos.
func (l *Learner) choose(pos rules.Position, known map[string]float64, rng *rand.Rand) rules.Move {
	_, moves := l.best(pos, known)
	return moves[rng.IntN(len(moves))]
}

// Move plays what it has learned; it is a match.Program. It fails in a game that it has not learned.
func (l *Learner) Move(_ context.Context, game rules.Game, pos rules.Position, _ []string) (rules.Move, error) {
	if game.Variant() != l.game.Variant() {
		return 0, fmt.Errorf("it has learned %s, not %s", l.game.Variant(), game.Variant())
	}
	return l.choose(pos, l.Values[rules.FormatSetup(pos)], l.played), nil
}

// Write writes what it has learned, as JSON. The error is that of w.
func (l *Learner) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(l)
}

// Read returns the learner that Write has written. The error says that the text is of another kind, or is
// that of New.
func Read(r io.Reader) (*Learner, error) {
	var f Learner
	if err := json.NewDecoder(r).Decode(&f); err != nil {
		return nil, fmt.Errorf("it is not what aiworker learn writes: %w", err)
	}
	l, err := New(f.Settings)
	if err != nil {
		return nil, err
	}
	if l.Episodes = f.Episodes; f.Values != nil {
		l.Values = f.Values
	}
	return l, nil
}
