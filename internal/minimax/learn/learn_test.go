package learn

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/minimax/match"
	"github.com/quatre/quatre/internal/rules"
)

func learnerOf(t *testing.T, s Settings, episodes int) *Learner {
	t.Helper()
	l, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	for range episodes {
		l.Learn()
	}
	return l
}

// points returns the share of the points that l gets against a level.
func points(t *testing.T, l *Learner, level string, games int) float64 {
	t.Helper()
	opponent, err := match.ParsePlayer(level)
	if err != nil {
		t.Fatal(err)
	}
	game, err := rules.Parse(l.Game)
	if err != nil {
		t.Fatal(err)
	}
	tally, err := match.Play(t.Context(), minimax.NewEngine(minimax.DefaultTableBytes), match.Config{
		Game: game, B: opponent, Games: games, Seed: 1, Programs: [2]match.Program{l},
	})
	if err != nil || tally.Moves[0].Forfeits > 0 {
		t.Fatalf("%+v, %v", tally, err)
	}
	return (float64(tally.Wins) + float64(tally.Draws)/2) / float64(games)
}

// Before it learns it plays by chance. Afterwards it beats chance in both games, and in tic-tac-toe it holds the draw against
// perfect play, which is all that there is to get.
func TestLearns(t *testing.T) {
	ticTacToe := Settings{Game: "tictactoe", Rate: 0.3, Discount: 0.95, Explore: 0.3, Seed: 1}
	if before := points(t, learnerOf(t, ticTacToe, 0), "random", 400); math.Abs(before-0.5) > 0.1 {
		t.Errorf("%.2f of the points before learning", before)
	}
	l := learnerOf(t, ticTacToe, 20_000)
	if after := points(t, l, "random", 200); after < 0.9 {
		t.Errorf("%.2f of the points against chance", after)
	}
	if after := points(t, l, "perfect", 100); after < 0.45 {
		t.Errorf("%.2f of the points against perfect play", after)
	}
	if n := l.Positions(); n < 4000 || n > 4520 { // positions that are not over
		t.Errorf("%d positions of tic-tac-toe", n)
	}
	if testing.Short() {
		return
	}
	force3 := Settings{Game: "force3", Rate: 0.3, Discount: 0.9, Explore: 0.3, Seed: 1}
	if after := points(t, learnerOf(t, force3, 20_000), "random", 200); after < 0.6 {
		t.Errorf("%.2f of the points in Force 3", after)
	}
}

// One update by hand: from an empty table, the first game gives its last move the result, and no other move anything.
func TestLearn(t *testing.T) {
	l := learnerOf(t, Settings{Game: "tictactoe", Rate: 0.5, Discount: 0.9, Seed: 3}, 1)
	sum := 0.0
	for _, moves := range l.Values {
		for _, value := range moves {
			sum += math.Abs(value)
		}
	}
	if sum != 0 && sum != 0.5 {
		t.Errorf("values of %v after a game", sum)
	}
}

func TestWriteAndRead(t *testing.T) {
	l := learnerOf(t, Settings{Game: "force3:fair", Rate: 0.5, Discount: 0.9, Explore: 0.2, Seed: 3}, 50)
	var text bytes.Buffer
	if err := l.Write(&text); err != nil {
		t.Fatal(err)
	}
	again, err := Read(&text)
	if err != nil || again.Settings != l.Settings || again.Episodes != 50 || again.Positions() != l.Positions() {
		t.Fatalf("%+v, %v", again, err)
	}
	for pos, moves := range l.Values {
		for move, value := range moves {
			if again.Values[pos][move] != value {
				t.Fatalf("%s %s", pos, move)
			}
		}
	}
	if _, err := Read(strings.NewReader("[]")); err == nil {
		t.Error("a list is read")
	}
}

func TestRefuses(t *testing.T) {
	good := Settings{Game: "tictactoe", Rate: 0.5, Discount: 0.9}
	for name, change := range map[string]func(*Settings){
		"game":     func(s *Settings) { s.Game = "connect4:7x6:4" },
		"unknown":  func(s *Settings) { s.Game = "chess" },
		"rate":     func(s *Settings) { s.Rate = 0 },
		"discount": func(s *Settings) { s.Discount = 1.1 },
		"explore":  func(s *Settings) { s.Explore = math.NaN() },
	} {
		s := good
		change(&s)
		if _, err := New(s); err == nil {
			t.Errorf("%s is not refused", name)
		}
	}
}
