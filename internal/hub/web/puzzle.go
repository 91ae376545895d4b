package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/puzzle"
)

// This file serves the daily puzzle. A day is a day in UTC. The answers hold no secret and depend on
// nobody, so requests for them have no identity.

// puzzleBody is the answer to GET /api/puzzle.
type puzzleBody struct {
	Date    string       `json:"date"`
	Variant string       `json:"variant"`
	Moves   string       `json:"moves"`
	Plies   int          `json:"plies"`
	Turns   []puzzleTurn `json:"turns"`
}

// puzzleTurn is a turn of the side that wins.
type puzzleTurn struct {
	Outcomes map[string]string `json:"outcomes"` // by move, as the others
	Replies  map[string]string `json:"replies"`  // of the other side
	Slow     map[string]int    `json:"slow"`     // the number of moves to the win
}

var outcomeNames = map[puzzle.Outcome]string{
	puzzle.Loses: "loss", puzzle.Draws: "draw", puzzle.Slow: "slow_win", puzzle.Wins: "win",
}

// Puzzle is GET /api/puzzle: the puzzle of a day.
func (s *Server) Puzzle(w http.ResponseWriter, r *http.Request) error {
	now := s.cfg.Now()
	day, err := puzzleDay(r.URL.Query(), now)
	if err != nil {
		return err
	}
	p := puzzle.On(day)
	body := puzzleBody{Date: day.Format(time.DateOnly), Variant: puzzle.Variant, Moves: p.Moves, Plies: p.Plies()}
	for _, turn := range p.Turns {
		t := puzzleTurn{Outcomes: map[string]string{}, Replies: map[string]string{}, Slow: map[string]int{}}
		for column, outcome := range turn.Outcomes {
			move := strconv.Itoa(column + 1)
			if name := outcomeNames[outcome]; name != "" {
				t.Outcomes[move] = name
			}
			if reply := turn.Replies[column]; reply > 0 {
				t.Replies[move] = strconv.Itoa(reply)
			}
			if n := turn.Slow[column]; n > 0 {
				t.Slow[move] = n
			}
		}
		body.Turns = append(body.Turns, t)
	}
	writeShared(w, body, now.Truncate(24*time.Hour).Add(24*time.Hour).Sub(now)) // until midnight in UTC
	return nil
}

// puzzleDay returns the day that a query asks for, by default today.
func puzzleDay(q url.Values, now time.Time) (day time.Time, err error) {
	date := q.Get("date")
	if date == "" {
		return now.UTC(), nil
	}
	if day, err = time.Parse(time.DateOnly, date); err != nil {
		return day, badRequest("date must be a day such as 2026-11-23.")
	}
	if day.After(now) {
		return day, wire.FailNoPuzzle
	}
	return day, nil
}

// PuzzlePicture is GET /puzzle.png: a card of the position of a puzzle.
func (s *Server) PuzzlePicture(w http.ResponseWriter, r *http.Request) error {
	day, err := puzzleDay(r.URL.Query(), s.cfg.Now())
	if err != nil {
		return err
	}
	return s.servePreview(w, r, func(context.Context) (preview, error) { return puzzlePreview(day, true), nil })
}

// puzzlePreview returns the preview of a day's puzzle. dated says that the address has the date:
// without it, the address shows another puzzle tomorrow. The picture always has it, because chats
// keep a picture under its address.
func puzzlePreview(day time.Time, dated bool) preview {
	of, query := puzzle.On(day), "?date="+day.Format(time.DateOnly)
	p := plainPreview("/puzzle", nil)
	p.image = "/puzzle.png" + query
	if dated {
		p.path += query
	}
	p.moves = strings.Split(of.Moves, "")
	p.ask(true)
	p.note = func(w *words) string { return fmt.Sprintf(w.puzzle, len(of.Turns)) }
	return p
}
