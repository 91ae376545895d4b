// Package match plays levels against each other and counts the results.
//
// It promises:
//
//   - A match with the same seed is the same match, but for its times, unless the budget of
//     a level ends a search.
//   - Both levels begin equally often.
//   - Every share comes with a confidence interval.
package match

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/rules"
)

// Config describes a match.
type Config struct {
	Game  rules.Game
	A, B  minimax.Level
	Games int    // A begins games 0, 2, 4, …
	Seed  uint64 // for the players and the openings

	// Opening is the number of random turns that begin a game. Games 2k and 2k+1 have the same
	// opening, with sides swapped.
	Opening int

	// Programs play in the place of A and B; nil: the level plays.
	Programs [2]Program
}

// Pair returns the settings of one of the pairs of games of a match, which has a seed of its own. A match that is played
// pair by pair is fair, and the same, wherever it ends.
func (c Config) Pair(number int) Config {
	c.Games, c.Seed = 2, rand.New(rand.NewPCG(c.Seed, uint64(number))).Uint64()
	return c
}

// MaxDepth is the greatest depth of a plain player, in plies.
const MaxDepth = 20

// plainPrefix begins the text of a plain player: depth=4 looks 4 plies ahead, with the evaluation
// of the levels and no margin.
const plainPrefix = "depth="

// newcomer is the text of a player who knows the rules, takes a win and stops one with the next move, and else plays
// at random.
const newcomer = "newcomer"

// ParsePlayer returns a plain player such as depth=4, the newcomer, or the level that minimax.ParseLevel returns.
// A level with a depth gets no time limit. The error says which depths there are, or is that of
// minimax.ParseLevel.
func ParsePlayer(text string) (minimax.Level, error) {
	if number, ok := strings.CutPrefix(text, plainPrefix); ok {
		depth, err := strconv.Atoi(number)
		if err != nil || fmt.Sprint(depth) != number || depth < 1 || depth > MaxDepth {
			return minimax.Level{}, fmt.Errorf("%s: the depth is a number from 1 to %d", text, MaxDepth)
		}
		return minimax.Level{Name: text, Depth: depth, Budget: minimax.Unlimited}, nil
	}
	if text == newcomer {
		return minimax.Level{Name: text, Newcomer: true, Budget: minimax.Unlimited}, nil
	}
	l, err := minimax.ParseLevel(text)
	if l.Depth > 0 {
		l.Budget = minimax.Unlimited // the search ends at the depth
	}
	return l, err
}

// Program is a player that is no level.
type Program interface {
	// Move returns a move in pos, which it must not change. moves led there from the start of the game, in its
	// notation. An error loses the game, unless ctx has ended.
	Move(ctx context.Context, game rules.Game, pos rules.Position, moves []string) (rules.Move, error)
}

// Tally counts the results of the games, for A, and the moves of both levels.
type Tally struct {
	Wins   int      `json:"won"`
	Draws  int      `json:"drawn"`
	Losses int      `json:"lost"`
	Moves  [2]Moves `json:"moves"` // of A and of B
}

// Moves counts the moves of one level.
type Moves struct {
	Played int `json:"played"`

	// Searched counts the moves that came from a search to a depth. Depths is the sum of these
	// depths. The other moves came from a table, a book or an exact solver.
	Searched int `json:"searched"`
	Depths   int `json:"depths"`

	Forfeits int   `json:"-"` // games lost by an error of a Program
	Forfeit  error `json:"-"` // the first of these errors

	Nodes int     `json:"nodes"` // positions searched for all moves
	MS    float64 `json:"ms"`    // to choose all moves
}

// MeanDepth returns the mean depth of the moves that came from a search to a depth.
func (m Moves) MeanDepth() float64 { return float64(m.Depths) / float64(max(1, m.Searched)) }

// Add adds the games of another match between the same levels.
func (t *Tally) Add(o Tally) {
	t.Wins, t.Draws, t.Losses = t.Wins+o.Wins, t.Draws+o.Draws, t.Losses+o.Losses
	for i := range t.Moves {
		t.Moves[i].add(o.Moves[i])
	}
}

func (m *Moves) add(o Moves) {
	m.Played, m.Searched, m.Depths = m.Played+o.Played, m.Searched+o.Searched, m.Depths+o.Depths
	m.Nodes, m.MS = m.Nodes+o.Nodes, m.MS+o.MS
	m.forfeit(o.Forfeits, o.Forfeit)
}

// forfeit counts further games that were lost by errors. err is the first of these errors.
func (m *Moves) forfeit(games int, err error) {
	if m.Forfeits += games; m.Forfeit == nil {
		m.Forfeit = err
	}
}

// Swapped returns the tally as B sees it.
func (t Tally) Swapped() Tally {
	return Tally{t.Losses, t.Draws, t.Wins, [2]Moves{t.Moves[1], t.Moves[0]}}
}

// Games returns how many games were played.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Wilson returns the share of successes in n trials with its 95 % score interval (Edwin
// Wilson, "Probable inference, the law of succession, and statistical inference", 1927).
// successes may count a draw as half. Then the interval is wider than necessary. For no trials
// it returns the share 0 and the interval 0 to 1.
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

// Play plays the match. If ctx ends, it returns the tally of the finished games and the error of ctx.
func Play(ctx context.Context, e *minimax.Engine, c Config) (Tally, error) {
	var t Tally
	rng := rand.New(rand.NewPCG(c.Seed, 0))
	var opening rules.Position
	var moves []string
	for n := range c.Games {
		if n%2 == 0 {
			opening, moves = RandomOpening(c.Game, c.Opening, rng)
		}
		g := game{Config: c, engine: e, rng: rand.New(rand.NewPCG(c.Seed, uint64(n)+1)), pos: opening.Clone(), moves: slices.Clone(moves), aSide: rules.First}
		if n%2 == 1 {
			g.aSide = rules.Second
		}
		if err := g.play(ctx, &t); err != nil {
			return t, err
		}
		switch g.winner() {
		case g.aSide:
			t.Wins++
		case rules.NoSide:
			t.Draws++
		default:
			t.Losses++
		}
	}
	return t, nil
}

// RandomOpening returns a position after a number of random turns, and these turns. The game is not over in it.
func RandomOpening(g rules.Game, turns int, rng *rand.Rand) (pos rules.Position, played []string) {
	for {
		pos, played = g.Start(), nil
		for range turns {
			if moves := pos.Moves(nil); len(moves) > 0 {
				m := moves[rng.IntN(len(moves))]
				played = append(played, pos.FormatMove(m))
				pos.Play(m)
			}
		}
		if !pos.Outcome().Over() {
			return pos, played
		}
	}
}

// Sample plays a game between two of the levels, after opening random turns, up to a random number of plies from
// least to most. It returns the position and the moves to it. pos is nil if the game is over by then. The error is
// that of ctx.
func Sample(ctx context.Context, e *minimax.Engine, g rules.Game, levels []minimax.Level, opening, least, most int, rng *rand.Rand) (pos rules.Position, moves []string, err error) {
	players := [2]minimax.Level{levels[rng.IntN(len(levels))], levels[rng.IntN(len(levels))]}
	pos, moves = RandomOpening(g, opening, rng)
	for plies := least + rng.IntN(most-least+1); pos.Ply() < plies; {
		c, err := e.Choose(ctx, players[pos.Ply()%2], pos, rng)
		if err != nil {
			return nil, nil, err
		}
		moves = append(moves, pos.FormatMove(c.Move))
		if pos.Play(c.Move); pos.Outcome().Over() {
			return nil, nil, nil
		}
	}
	return pos, moves, nil
}

// LongestOpening returns the greatest number of turns after which a game cannot be over yet.
func LongestOpening(g rules.Game) int {
	if p, ok := g.Start().(*rules.Connect4Position); ok {
		_, _, align := p.Size()
		return 2*align - 2
	}
	return 4 // three in a row need five turns
}

// game is one game of a match.
type game struct {
	Config
	engine *minimax.Engine
	rng    *rand.Rand
	pos    rules.Position
	moves  []string
	aSide  rules.Side
	lost   rules.Side // lost by an error
}

func (g *game) winner() rules.Side {
	if g.lost != rules.NoSide {
		return g.lost.Other()
	}
	return g.pos.Outcome().Winner()
}

// play plays the game to its end and counts the moves.
func (g *game) play(ctx context.Context, t *Tally) error {
	for !g.pos.Outcome().Over() {
		level, program, moves := g.A, g.Programs[0], &t.Moves[0]
		if g.pos.Turn() != g.aSide {
			level, program, moves = g.B, g.Programs[1], &t.Moves[1]
		}
		start := time.Now()
		var c minimax.Choice
		var err error
		if program != nil {
			c.Move, err = program.Move(ctx, g.Game, g.pos, g.moves)
		} else {
			c, err = g.engine.Choose(ctx, level, g.pos, g.rng)
		}
		switch {
		case err != nil && program != nil && ctx.Err() == nil:
			moves.forfeit(1, err)
			g.lost = g.pos.Turn()
			return nil
		case err != nil:
			return err
		}
		move := Moves{Played: 1, Nodes: c.Nodes, MS: time.Since(start).Seconds() * 1e3, Depths: c.Depth}
		if c.Depth > 0 {
			move.Searched = 1
		}
		moves.add(move)
		g.moves = append(g.moves, g.pos.FormatMove(c.Move))
		g.pos.Play(c.Move)
	}
	return nil
}
