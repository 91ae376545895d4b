package hub

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/archive"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// playerOf is the public ID of a test's player: the first 16 bytes of a hash of the secret.
func playerOf(name string) room.PlayerID {
	sum := sha256.Sum256([]byte("quatre player\n" + strings.TrimPrefix(bearer(name), "Bearer ")))
	return room.PlayerID(base64.RawURLEncoding.EncodeToString(sum[:16]))
}

// noon is when the games of these tests begin.
var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// atNoon gives a hub a clock that starts half an hour after noon. With a later clock the hub
// would close the rooms before the second player sits down.
func atNoon(cfg *Config) {
	begin := time.Now()
	cfg.Now = func() time.Time { return noon.Add(30*time.Minute + time.Since(begin)) }
}

// games plays games to the end, each in a room of its own, named by a number.
type games struct {
	t     *testing.T
	store storage.Store
	now   time.Time
	count int
}

// play plays a game of tic-tac-toe that seat 1 begins. Without a winner it is a draw, on a full
// board.
func (g *games) play(create room.Create, one, two string, winner room.Seat) room.GameID {
	g.t.Helper()
	g.count++
	replica := play.NewReplica(room.ID("g" + strconv.Itoa(g.count)))
	sent := 0
	do := func(by room.PlayerID, do room.Action) {
		g.t.Helper()
		sent++
		executor := play.Executor{Log: g.store, Now: func() time.Time { return g.now }}
		c := room.Command{ID: strconv.Itoa(sent), By: by, Seen: replica.N(), Do: do}
		if _, err := executor.Play(g.t.Context(), replica, c); err != nil {
			g.t.Fatalf("%+v: %v", do, err)
		}
	}
	players := [2]room.PlayerID{playerOf(one), playerOf(two)}
	create.First = 1
	if create.Variant == "" {
		create.Variant = "tictactoe"
	}
	do(players[0], create)
	if create.Levels[1] == "" && !create.Self {
		do(players[1], room.Sit{})
	}
	for i := range players {
		if create.Levels[i] != "" {
			players[i] = room.Machine
		}
	}
	moves := map[room.Seat][]string{
		1: {"a1", "b1", "a2", "b2", "a3"}, 2: {"a1", "b1", "a2", "b2", "c3", "b3"},
		0: {"b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3", "c3"},
	}[winner]
	for i, m := range moves {
		g.now = g.now.Add(time.Second)
		do(players[i%2], room.Move{Move: m})
	}
	g.now = g.now.Add(time.Minute)
	return room.GameID{Room: replica.ID(), Game: 1}
}

// playSamples plays games of every kind in open rooms, and returns their IDs by kind.
func playSamples(t *testing.T, store storage.Store) map[string]room.GameID {
	g := &games{t: t, store: store, now: noon}
	return map[string]room.GameID{
		"won":      g.play(room.Create{Open: true}, "ana", "bob", 1),
		"lost":     g.play(room.Create{Open: true}, "bob", "ana", 1),
		"drawn":    g.play(room.Create{Open: true}, "ana", "bob", 0),
		"won easy": g.play(room.Create{Open: true, Levels: [2]string{"", "easy"}}, "ana", "nobody", 1),
		"self":     g.play(room.Create{Open: true, Self: true}, "ana", "ana", 2),
		"others":   g.play(room.Create{Open: true}, "bob", "eve", 2),
		"machines": g.play(room.Create{Open: true, Levels: [2]string{"easy", "strong"}}, "ana", "nobody", 1),
	}
}

type gamesAnswer struct {
	Games []room.Record `json:"games"`
	Next  string        `json:"next"`
	wire.Failure
}

func TestHistoryFilters(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage, atNoon)
	ids := playSamples(t, s.store)
	for query, want := range map[string][]string{
		"of=me":                            {"self", "won easy", "drawn", "lost", "won"},
		"of=me&result=won":                 {"won easy", "won"},
		"of=me&result=lost":                {"lost"},
		"of=me&result=drawn":               {"drawn"},
		"of=me&result=decided":             {"self", "won easy", "lost", "won"},
		"of=me&opponent=ai":                {"won easy"},
		"of=me&opponent=human&result=won":  {"won"},
		"of=me&game=tictactoe&opponent=ai": {"won easy"},
		"of=me&game=connect4":              {},
		"of=all&opponent=ai":               {"machines", "won easy"},
		"result=drawn":                     {"drawn"},
		"":                                 {"machines", "others", "won easy", "drawn", "lost", "won"},
	} {
		for _, limit := range []int{1, 2, 100} { // the pages together have all games
			var got []string
			for cursor, pages := "", 0; ; pages++ {
				var a gamesAnswer
				status := s.call("ana", "GET", fmt.Sprintf("/api/games?%s&limit=%d&cursor=%s", query, limit, cursor), nil, &a)
				if status != http.StatusOK || len(a.Games) > limit || pages > len(want) {
					t.Fatalf("%s: %d %+v", query, status, a)
				}
				for _, r := range a.Games {
					for name, id := range ids {
						if id == r.ID() {
							got = append(got, name)
						}
					}
				}
				if cursor = a.Next; cursor == "" {
					break
				}
			}
			if !slices.Equal(got, want) && len(got)+len(want) > 0 {
				t.Errorf("%q, limit %d: %v, want %v", query, limit, got, want)
			}
		}
	}
	for _, query := range []string{"result=won", "of=all&result=lost", "result=perhaps", "opponent=dog", "of=them", "limit=0"} {
		var a gamesAnswer
		if status := s.call("ana", "GET", "/api/games?"+query, nil, &a); status != http.StatusBadRequest || a.Code != "bad_request" {
			t.Errorf("%s: %d %+v", query, status, a)
		}
	}
}

func TestOneGame(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage, atNoon)
	id := playSamples(t, s.store)["won"]
	path := "/api/games/" + id.String()
	var record room.Record
	if status := s.call("eve", "GET", path, nil, &record); status != http.StatusOK || record.ID() != id || len(record.Moves) != 5 {
		t.Errorf("one game: %d %+v", status, record)
	}
	for query, want := range map[string][3]string{
		"format=text":            {"text/plain; charset=utf-8", "", "[Variant \"tictactoe\"]\n[Room \"" + id.String() + "\"]\n"},
		"format=text&download=1": {"text/plain; charset=utf-8", `attachment; filename="quatre-` + string(id.Room) + `-1.txt"`, "1. a1 {1.000} b1 {1.000}"},
		"format=json":            {"application/json", "", `{"quatre":1,"games":[`},
		"format=json&download=1": {"application/json", `attachment; filename="quatre-` + string(id.Room) + `-1.json"`, `"moves":["a1",`},
	} {
		resp, body := s.get(path+"?"+query, nil)
		if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != want[0] ||
			resp.Header.Get("Content-Disposition") != want[1] || !strings.Contains(body, want[2]) {
			t.Errorf("%s: %d %v\n%s", query, resp.StatusCode, resp.Header, body)
		}
	}
	if resp, _ := s.get(path+"?format=pgn", nil); resp.StatusCode != http.StatusBadRequest {
		t.Errorf("an unknown format: %d", resp.StatusCode)
	}
}

func TestStats(t *testing.T) {
	clock := func(c *Config) { c.Now = func() time.Time { return noon.Add(24 * time.Hour) } }
	store := storetest.Open(t)
	playSamples(t, store) // before a hub runs, which would close the rooms meanwhile
	s := serve(t, "hub", store, builtPage, clock)
	var got archive.Stats
	if status := s.call("ana", "GET", "/api/stats?days=3&tz=Pacific/Auckland", nil, &got); status != http.StatusOK {
		t.Fatalf("statistics: %d %+v", status, got)
	}
	// Noon in Greenwich is the next day in Auckland, 13 hours ahead.
	want := archive.Stats{
		Results: archive.Results{Games: 4, Won: 2, Drawn: 1, Lost: 1},
		Groups: []archive.Group{
			{Game: "tictactoe", Variant: "tictactoe", Opponent: "human", Results: archive.Results{Games: 3, Won: 1, Drawn: 1, Lost: 1}},
			{Game: "tictactoe", Variant: "tictactoe", Opponent: "ai", Level: "easy", Results: archive.Results{Games: 1, Won: 1}},
		},
		Streak: archive.Streak{Current: 1, Best: 1}, MeanMS: 1000, Considered: 5,
		Days: []archive.Day{{Day: "2026-11-20"}, {Day: "2026-11-21", Won: 2, Drawn: 1, Lost: 1}, {Day: "2026-11-22"}},
	}
	sameJSON(t, mustMarshal(got), mustMarshal(want))
	var none struct {
		archive.Stats
		Groups []json.RawMessage `json:"groups"`
	}
	if status := s.call("nobody", "GET", "/api/stats", nil, &none); status != http.StatusOK || none.Games != 0 || len(none.Days) != 90 || none.Groups == nil {
		t.Errorf("a newcomer: %d %+v", status, none)
	}
	for query, code := range map[string]string{
		"tz=Mars/Base": "bad_zone", "tz=Local": "bad_zone", "tz=../../etc/passwd": "bad_zone",
		"days=0": "bad_request", "days=367": "bad_request", "days=x": "bad_request",
	} {
		var f wire.Failure
		if status := s.call("ana", "GET", "/api/stats?"+query, nil, &f); status != http.StatusBadRequest || f.Code != code {
			t.Errorf("%s: %d %+v", query, status, f)
		}
	}
}
