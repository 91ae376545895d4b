package local

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/minimax/experiment"
	"github.com/quatre/quatre/internal/minimax/learn"
	"github.com/quatre/quatre/internal/room"
)

// A match in a page has the same games as aiworker match with the same settings.
func TestMatch(t *testing.T) {
	q := MatchRequest{Variant: "connect4:5x4:4", Levels: [2]string{"easy", "depth=2"}, Games: 20, Opening: 2, Seed: 7}
	var last MatchStanding
	err := NewEngine().Match(t.Context(), q, func(standing []byte) {
		if last.Done {
			t.Error("a standing after the last one")
		}
		if err := json.Unmarshal(standing, &last); err != nil {
			t.Fatal(err)
		}
	})
	if err != nil || !last.Done || last.Games() != q.Games {
		t.Fatalf("%+v, %v", last, err)
	}
	e, _, err := experiment.NewMatch(experiment.Settings{
		Game: q.Variant, Levels: q.Levels[:], FirstOnly: true, N: q.Games, Opening: q.Opening, Seed: q.Seed,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(t.Context(), func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	if row := e.Table().Rows[0]; row[3] != last.Wins || row[4] != last.Draws || row[5] != last.Losses {
		t.Errorf("%+v, but the command has %v", last, row)
	}
	if m := last.Moves[0]; m.Played == 0 || m.Nodes < m.Played || m.Searched == 0 || m.MS <= 0 {
		t.Errorf("%+v", m)
	}
	if share, low, high := last.Points[0], last.Points[1], last.Points[2]; low >= share || share >= high {
		t.Errorf("points %v", last.Points)
	}
}

func TestMatchRefuses(t *testing.T) {
	good := MatchRequest{Variant: "tictactoe", Levels: [2]string{"easy", "random"}, Games: 2}
	for name, change := range map[string]func(*MatchRequest){
		"game":    func(q *MatchRequest) { q.Variant = "chess" },
		"level":   func(q *MatchRequest) { q.Levels[1] = "hard" },
		"odd":     func(q *MatchRequest) { q.Games = 3 },
		"none":    func(q *MatchRequest) { q.Games = 0 },
		"many":    func(q *MatchRequest) { q.Games = MaxGames + 2 },
		"opening": func(q *MatchRequest) { q.Opening = 5 },
	} {
		q := good
		change(&q)
		var refusal *room.Refusal
		if err := NewEngine().Match(t.Context(), q, func([]byte) {}); !errors.As(err, &refusal) || refusal.Text == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A match ends when the page no longer wants it, also within a game.
func TestMatchStops(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	q := MatchRequest{Variant: "connect4:15x15:5", Levels: [2]string{"depth=9", "depth=9"}, Games: MaxGames}
	if err := NewEngine().Match(ctx, q, func([]byte) {}); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

// A page learns what aiworker learn learns with the same settings.
func TestLearn(t *testing.T) {
	q := LearnRequest{
		learn.Settings{Game: "tictactoe", Rate: 0.3, Discount: 0.95, Explore: 0.3, Seed: 5},
		learn.Course{Episodes: 600, Every: 200, Games: 10, Levels: []string{"random", "perfect"}},
	}
	var lessons []Measurement
	err := NewEngine().Learn(t.Context(), q, func(text []byte) {
		var lesson Measurement
		if err := json.Unmarshal(text, &lesson); err != nil {
			t.Fatal(err)
		}
		lessons = append(lessons, lesson)
	})
	if err != nil || len(lessons) != 3 || !lessons[2].Done || lessons[1].Done {
		t.Fatalf("%+v, %v", lessons, err)
	}
	l, err := learn.New(q.Settings)
	if err != nil {
		t.Fatal(err)
	}
	e, err := experiment.NewLearning(l, q.Course)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(t.Context(), func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	for i, row := range e.Table().Rows {
		lesson := lessons[i/2]
		if row[0] != lesson.Episodes || row[1] != lesson.Positions || row[7] != 100*lesson.Points[i%2][0] {
			t.Errorf("%+v, but the command has %v", lesson, row)
		}
	}
	q.Course.Games = 3
	var refusal *room.Refusal
	if err := NewEngine().Learn(t.Context(), q, func([]byte) {}); !errors.As(err, &refusal) {
		t.Error(err)
	}
}
