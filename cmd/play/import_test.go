package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// roomTag is the line of a file of games that names the room. Imported games have other rooms.
var roomTag = regexp.MustCompile(`(?m)^\[Room .*\n`)

// A file of /save is imported by a hub, which then has the same games: moves, times, players and
// results.
func TestSavedGamesAreImported(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.txt")
	pipe(t, lines("b2", "a1", "b1", "a2", "b3", "/save "+file, "n"), "duo", "-game", "tictactoe", "-name", "Ana", "-other-name", "Zoé", "-plain", "-lang", "fr")
	pipe(t, lines("P1", "P7", "S2+3", "S6", "P2", "P8", "P3", "/save "+file, "n"), "duo", "-game", "force3:report", "-clock", "5m+3s", "-plain", "-lang", "en")
	pipe(t, lines("1", "1", "1", "2", "2", "2", "3", "3", "4", "4", "4", "/resign", "y", "/save "+file, "n"), "solo", "-game", "connect4:4x4:4", "-levels", "custom:depth=2,open3=5,name=Ada", "-plain", "-lang", "en")
	saved, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	h := startHub(t)
	ask := func(method, path, body string, status int) []byte {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, h.url+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer the-secret-of-this-test")
		r.Header.Set("Content-Type", "text/plain")
		client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
		resp, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		answer, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != status {
			t.Fatalf("%s %s: %s, %v\n%s", method, path, resp.Status, err, answer)
		}
		return answer
	}
	var imported struct {
		Games []struct {
			Room string
			Game int
		}
	}
	if err := json.Unmarshal(ask(http.MethodPost, "/api/import", string(saved), http.StatusCreated), &imported); err != nil || len(imported.Games) != 3 {
		t.Fatalf("%+v, %v\n%s", imported, err, saved)
	}
	var all []string
	for _, g := range imported.Games {
		all = append(all, string(ask(http.MethodGet, "/api/games/"+g.Room+"/1?format=text", "", http.StatusOK)))
	}
	if got, want := roomTag.ReplaceAllString(strings.Join(all, "\n"), ""), roomTag.ReplaceAllString(string(saved), ""); got != want {
		t.Errorf("imported\n%s\nsaved\n%s", got, want)
	}
	var first struct {
		Moves []string
		End   struct{ Winner int }
	}
	text := ask(http.MethodGet, "/api/games/"+imported.Games[0].Room+"/1", "", http.StatusOK)
	if err := json.Unmarshal(text, &first); err != nil || first.End.Winner != 1 || !slices.Equal(first.Moves, strings.Fields("b2 a1 b1 a2 b3")) {
		t.Errorf("%+v, %v\n%s", first, err, text)
	}
}
