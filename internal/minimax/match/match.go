// Package match plays levels against each other and counts.
//
// It promises that a match with the same seed is the same match, as long as no
// level's budget ends a search; that both levels begin equally often; and that
// numbers come with the interval in which they would probably lie in a longer
// match.
package match

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/rules"
)

// Config is a match.
type Config struct {
	Game  rules.Game
	A, B  minimax.Level
	Games int    // A begins those with even numbers
	Seed  uint64 // of the players and of the openings

	// Opening is how many turns at random begin a game, or AutoOpening. Two games
	// each, one with either side, begin with the same.
	Opening int

	// Oracle gives exact values, to count each level's errors; it may be nil. A
	// move is not judged if the values that it takes are not exact.
	Oracle func(ctx context.Context, pos rules.Position) (minimax.Analysis, error)
}

// AutoOpening stands for as many turns at random as it takes to make games
// differ: none if one of the levels draws among moves within a margin, and
// otherwise two.
const AutoOpening = -1

const defaultOpening = 2

// Tally counts the games of A, and the moves of both.
type Tally struct {
	Wins, Draws, Losses int
	AsFirst             [3]int // wins, draws and losses of those that A began

	A, B Moves
}

// Moves counts what a level has played.
type Moves struct {
	Played int
	Judged int // of those, with exact values

	// Of those judged: that gave away the win or the draw, and that kept it
	// but not the soonest win or the latest loss.
	Wrong, Slow int
}

// Games returns how many games were played.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Points returns A's share of the points, a draw being half a win, and the
// interval from low to high in which its share in a long match lies with 95 %
// confidence.
func (t Tally) Points() (share, low, high float64) {
	return Wilson(float64(t.Wins)+float64(t.Draws)/2, t.Games())
}

// Won returns A's share of games won, with its interval.
func (t Tally) Won() (share, low, high float64) { return Wilson(float64(t.Wins), t.Games()) }

// ErrorRate returns which part of the judged moves gave the win or the draw away,
// with its interval.
func (m Moves) ErrorRate() (share, low, high float64) { return Wilson(float64(m.Wrong), m.Judged) }

// Wilson returns the share of successes in n trials with its 95 % score interval
// (Edwin Wilson, "Probable inference, the law of succession, and statistical
// inference", 1927). Half a success, a draw, counts as half; with draws the interval
// is wider than it had to be. Of no trials it knows nothing: 0, from 0 to 1.
func Wilson(successes float64, n int) (share, low, high float64) {
	if n == 0 {
		return 0, 0, 1
	}
	const z = 1.959964 // 97.5 % of a normal distribution lie below
	trials := float64(n)
	share = successes / trials
	centre := share + z*z/(2*trials)
	spread := z * math.Sqrt(share*(1-share)/trials+z*z/(4*trials*trials))
	scale := 1 + z*z/trials
	return share, max(0, (centre-spread)/scale), min(1, (centre+spread)/scale)
}

// Play plays the match, and calls progress, which may be nil, after each game.
// When ctx ends it returns the games that were finished, and the error.
func Play(ctx context.Context, e *minimax.Engine, c Config, progress func(Tally)) (Tally, error) {
	var t Tally
	rng := rand.New(rand.NewPCG(c.Seed, 0))
	var opening rules.Position
	for n := range c.Games {
		if n%2 == 0 {
			opening = c.randomOpening(rng)
		}
		g := game{Config: c, engine: e, rng: rand.New(rand.NewPCG(c.Seed, uint64(n)+1)), pos: opening.Clone(), aSide: rules.First}
		if n%2 == 1 {
			g.aSide = rules.Second
		}
		if err := g.play(ctx, &t); err != nil {
			return t, err
		}
		t.addGame(g.pos.Outcome().Winner(), g.aSide)
		if progress != nil {
			progress(t)
		}
	}
	return t, nil
}

// open returns the position that two games begin with, in which the game goes on.
func (c Config) randomOpening(rng *rand.Rand) rules.Position {
	plies := c.Opening
	if plies < 0 {
		plies = 0
		if c.A.Margin == 0 && c.B.Margin == 0 {
			plies = defaultOpening
		}
	}
	for {
		pos := c.Game.Start()
		for range plies {
			if moves := pos.Moves(nil); len(moves) > 0 {
				pos.Play(moves[rng.IntN(len(moves))])
			}
		}
		if !pos.Outcome().Over() {
			return pos
		}
	}
}

// game is one game of a match.
type game struct {
	Config
	engine *minimax.Engine
	rng    *rand.Rand
	pos    rules.Position
	aSide  rules.Side
}

// play plays the game to its end and counts the moves.
func (g *game) play(ctx context.Context, t *Tally) error {
	for !g.pos.Outcome().Over() {
		level, moves := g.A, &t.A
		if g.pos.Turn() != g.aSide {
			level, moves = g.B, &t.B
		}
		c, err := g.engine.Choose(ctx, level, g.pos, g.rng)
		if err != nil {
			return err
		}
		moves.Played++
		if g.Oracle != nil {
			a, err := g.Oracle(ctx, g.pos)
			if err != nil {
				return err
			}
			moves.judge(a, c.Move)
		}
		g.pos.Play(c.Move)
	}
	return nil
}

// judge counts a move by what is known of it.
func (m *Moves) judge(a minimax.Analysis, played rules.Move) {
	for _, v := range a.Moves {
		if v.Move != played || !v.Value.Exact() || !a.Value.Exact() {
			continue
		}
		m.Judged++
		switch got, best := v.Value.Low, a.Value.Low; {
		case sign(got) != sign(best):
			m.Wrong++
		case got != best:
			m.Slow++
		}
	}
}

func sign(s minimax.Score) int {
	switch {
	case s > 0:
		return 1
	case s < 0:
		return -1
	default:
		return 0
	}
}

// count counts a game that is over.
func (t *Tally) addGame(winner, aSide rules.Side) {
	result, counter := 2, &t.Losses
	switch winner {
	case aSide:
		result, counter = 0, &t.Wins
	case rules.NoSide:
		result, counter = 1, &t.Draws
	}
	*counter++
	if aSide == rules.First {
		t.AsFirst[result]++
	}
}
