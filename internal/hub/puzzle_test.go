package hub

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/storetest"
)

// servePuzzles runs a hub whose clock shows a minute before midnight in UTC on 23 November 2026.
func servePuzzles(t *testing.T) (*served, *clocktest.Clock) {
	t.Helper()
	clock := clocktest.New()
	clock.Add(time.Date(2026, 11, 23, 23, 59, 0, 0, time.UTC).Sub(clock.Now()))
	return serve(t, "hub", storetest.Open(t), builtPage, withClock(clock)), clock
}

// The answers equal the examples in docs/api/openapi.yaml.
func TestPuzzle(t *testing.T) {
	s, clock := servePuzzles(t)
	example := openapiExamples(t)
	resp, today := s.get("/api/puzzle", nil)
	if resp.StatusCode != http.StatusOK || resp.Header.Get("Cache-Control") != "public, max-age=60" || resp.Header.Get("Set-Cookie") != "" {
		t.Errorf("today: %d %v", resp.StatusCode, resp.Header)
	}
	sameJSON(t, []byte(today), example("puzzle"))
	if _, dated := s.get("/api/puzzle?date=2026-11-23", nil); dated != today {
		t.Errorf("today's date has another puzzle: %s", dated)
	}
	if _, before := s.get("/api/puzzle?date=2026-11-22", nil); before == today || !strings.Contains(before, `"plies":11`) {
		t.Errorf("the puzzle of a Sunday is %s", before)
	}
	sameJSON(t, mustMarshal(wire.FailNoPuzzle), example("noPuzzle"))
	for query, want := range map[string]string{
		"2026-11-24": "no_puzzle", "9999-12-31": "no_puzzle",
		"2026-11-31": "bad_request", "today": "bad_request", "2026-11-23T00:00:00Z": "bad_request",
	} {
		status := map[string]int{"no_puzzle": http.StatusNotFound, "bad_request": http.StatusBadRequest}[want]
		resp, body := s.get("/api/puzzle?date="+query, nil)
		if resp.StatusCode != status || !strings.Contains(body, `"`+want+`"`) || resp.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %s", query, resp.StatusCode, body)
		}
	}
	clock.Add(time.Minute)
	if resp, body := s.get("/api/puzzle", nil); !strings.Contains(body, "2026-11-24") || resp.Header.Get("Cache-Control") != "public, max-age=86400" {
		t.Errorf("a minute later: %s %v", body, resp.Header)
	}
}

func TestPuzzlePreview(t *testing.T) {
	s, clock := servePuzzles(t)
	const image = "http://quatre.example/puzzle.png?date=2026-11-23"
	tags := s.metaTags("/puzzle", "en")
	compare(t, tags, map[string]string{
		"og:title": "Red to move: can you see the win?", "og:image": image, "canonical": "http://quatre.example/puzzle",
		"description": "The daily puzzle: one move leads to a win in 2 moves.",
	})
	compare(t, s.metaTags("/puzzle?date=2026-11-23", "fr"), map[string]string{
		"og:title": "Aux rouges de jouer\u202f: voyez-vous la victoire\u202f?", "canonical": "http://quatre.example/puzzle?date=2026-11-23",
		"og:image": image + "&lang=fr",
	})
	for _, date := range []string{"2026-11-24", "never"} {
		compare(t, s.metaTags("/puzzle?date="+date, "en"), map[string]string{"title": "Today’s puzzle · Quatre", "og:image": "http://quatre.example/quatre.png"})
	}
	img, _ := s.picture("/puzzle.png?date=2026-11-23")
	checkCells(t, img, map[[2]int]string{{6, 0}: "red", {1, 0}: "yellow", {3, 0}: "red", {0, 0}: "yellow", {0, 1}: "hole"})
	if resp, body := s.get("/puzzle.png?date=2026-11-24", nil); resp.StatusCode != http.StatusNotFound {
		t.Errorf("tomorrow's picture: %d %s", resp.StatusCode, body)
	}
	clock.Add(time.Minute)
	if tags := s.metaTags("/puzzle", "en"); tags["og:image"] != "http://quatre.example/puzzle.png?date=2026-11-24" {
		t.Errorf("the day after, the picture is %s", tags["og:image"])
	}
}
