package heuristic

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/rules"
)

var (
	matchGames  = flag.Int("games", 0, "games for each board of -board, in TestMatch; 0 leaves it out")
	matchBoards = flag.String("board", "7x4:4,9x4:4,8x7:4,9x7:4,8x8:4,9x9:4,10x10:4,10x10:5,15x15:5,12x12:3", "boards of TestMatch")
	matchTime   = flag.Duration("move", 20*time.Millisecond, "processor time for each move of TestMatch")
)

// player searches until stop returns true. It returns a move and the depth of the search.
type player func(pos *rules.Connect4Position, stop func() bool) (rules.Move, int)

// tally is the result of a match for the first of two players.
type tally struct {
	won, drawn, lost int
	depth            [2]float64 // sum over the moves, by player
	moves            [2]int
}

func (t *tally) String() string {
	n := float64(t.won + t.drawn + t.lost)
	points := (float64(t.won) + float64(t.drawn)/2) / n
	// The standard error of the mean of results worth 1, 1/2 and 0.
	variance := (float64(t.won)+float64(t.drawn)/4)/n - points*points
	return fmt.Sprintf("| %d | %d / %d / %d | %.1f %% ± %.1f | %.1f | %.1f |", t.won+t.drawn+t.lost, t.won, t.drawn, t.lost,
		100*points, 196*math.Sqrt(variance/n), t.depth[0]/float64(t.moves[0]), t.depth[1]/float64(t.moves[1]))
}

// match plays a game from a position twice, once with each player first.
func match(pos *rules.Connect4Position, a, b player, stop func() func() bool, t *tally) {
	for begins := range 2 {
		game := pos.Clone().(*rules.Connect4Position)
		for !game.Outcome().Over() {
			mover := game.Ply()&1 ^ begins
			move, depth := [2]player{a, b}[mover](game, stop())
			t.depth[mover] += float64(depth)
			t.moves[mover]++
			game.Play(move)
		}
		switch winner := game.Outcome().Winner(); {
		case winner == rules.NoSide:
			t.drawn++
		case int(winner-rules.First)^begins == 0:
			t.won++
		default:
			t.lost++
		}
	}
}

// newPlayer returns an engine as a player. It keeps its table from game to game.
func newPlayer(e *Engine, rng *rand.Rand) player {
	return func(pos *rules.Connect4Position, stop func() bool) (rules.Move, int) {
		r := e.Search(pos, Limits{Stop: stop})
		return r.Best[rng.IntN(len(r.Best))], r.Depth
	}
}

// newFreshPlayer returns a player that begins every game with a new engine of the board. Games
// must have an opening of 2 plies: the player takes a move at ply 2 or 3 as its first one.
func newFreshPlayer(columns, rows, align int, rng *rand.Rand) player {
	var p player
	return func(pos *rules.Connect4Position, stop func() bool) (rules.Move, int) {
		if p == nil || pos.Ply() <= 3 {
			p = newPlayer(New(columns, rows, align, 32<<20), rng)
		}
		return p(pos, stop)
	}
}

func newYardstickPlayer(rng *rand.Rand) player {
	return func(pos *rules.Connect4Position, stop func() bool) (rules.Move, int) {
		return yardstickChoose(pos, stop, rng)
	}
}

// stopAfter returns a function that makes a new stop function for each move. The stop function
// returns true after this many nodes.
func stopAfter(nodes int) func() func() bool {
	return func() func() bool {
		asked := 0
		return func() bool { asked++; return asked*stopInterval >= nodes }
	}
}

// TestMatch plays the match of docs/teach/wide.md, with equal processor time for each move.
func TestMatch(t *testing.T) {
	if *matchGames == 0 {
		t.Skip("a match takes minutes; ask for it with -games")
	}
	runtime.LockOSThread() // cpuTime measures the thread
	defer runtime.UnlockOSThread()
	stop := func() func() bool {
		end := cpuTime() + *matchTime
		return func() bool { return cpuTime() >= end }
	}
	for board := range strings.SplitSeq(*matchBoards, ",") {
		rng := rand.New(rand.NewPCG(20, 26))
		var result tally
		columns, rows, align := start(t, board).Size()
		for range *matchGames / 2 {
			match(randomPosition(t, board, 2, rng), newFreshPlayer(columns, rows, align, rng), newYardstickPlayer(rng), stop, &result)
		}
		t.Logf("| %s %s", board, &result)
	}
}
