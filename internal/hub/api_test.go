package hub

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storetest"
)

// get asks as a browser without a cookie does.
func (s *served) get(path string, header http.Header) (*http.Response, string) {
	s.t.Helper()
	req := httptest.NewRequest("GET", "http://quatre.example"+path, nil)
	for k, v := range header {
		req.Header[k] = v
	}
	w := httptest.NewRecorder()
	s.hub.Handler().ServeHTTP(w, req)
	return w.Result(), w.Body.String()
}

func TestCreate(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	type answer struct {
		Room    room.ID        `json:"room"`
		Phase   room.Phase     `json:"phase"`
		Players [2]room.Player `json:"players"`
		wire.Failure
	}
	create := func(player string, body hubtest.Object) (a answer, status int) {
		t.Helper()
		full := hubtest.Object{"id": "c0", "variant": "connect4:7x6:4", "opponent": "human"}
		for k, v := range body {
			full[k] = v
		}
		return a, s.call(player, "POST", "/api/rooms", full, &a)
	}
	first, status := create("ana", hubtest.Object{"name": "Ana", "colour": "yellow"})
	if status != http.StatusCreated || first.Phase != room.PhaseWaiting || first.Players[0].Name != "Ana" || first.Players[1].Colour != "red" {
		t.Errorf("a new room: %d %+v", status, first)
	}
	if again, _ := create("ana", nil); again.Room != first.Room {
		t.Errorf("the same command opened %s and %s", first.Room, again.Room)
	}
	if other, _ := create("bob", nil); other.Room == first.Room {
		t.Error("two players share a room")
	}
	if ai, _ := create("ana", hubtest.Object{"id": "c1", "opponent": "ai:expert", "starter": "random"}); ai.Phase != room.PhasePlaying || ai.Players[1].Level != "expert" {
		t.Errorf("a room with an AI: %+v", ai)
	}
	if ai, _ := create("ana", hubtest.Object{"id": "c2", "opponent": "ai:custom:open3=100,depth=7"}); ai.Players[1].Level != "custom:depth=7,open3=100" {
		t.Errorf("a room with a custom level: %+v", ai)
	}
	for code, body := range map[string]hubtest.Object{
		"unknown_variant":  {"variant": "connect4:99x6:4"},
		"unknown_level":    {"opponent": "ai:godlike"},
		"bad_custom_level": {"opponent": "ai:custom:depth=4,open9=1"},
		"bad_colour":       {"colour": "plaid"},
		"bad_name":         {"name": strings.Repeat("x", 25)},
		"bad_command":      {"id": ""},
		"bad_starter":      {"starter": "nobody"},
		"bad_request":      {"advice": "everybody"},

		"bad_position":      {"position": "444 x"},
		"position_over":     {"position": "4343434"},
		"position_too_long": {"position": strings.Repeat("4", 3000)},
		"bad_source":        {"position": "4", "from": "https://evil.example"},
	} {
		a, status := create("eve", body)
		if status != http.StatusBadRequest || a.Code != code || a.Text == "" {
			t.Errorf("%v: %d %+v; want %s", body, status, a.Failure, code)
		}
	}
	if a, _ := create("eve", hubtest.Object{"opponent": "ai:"}); a.Code != "bad_request" {
		t.Errorf("an AI without a level: %+v", a)
	}
	if a, _ := create("eve", hubtest.Object{"name": strings.Repeat("x", 4096)}); a.Code != "body_too_large" {
		t.Errorf("a body that is too large: %+v", a)
	}
}

// The hub stores nothing that a decoder had to repair, or had read only in part.
func TestLossyRequests(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	send := func(method, target, body string) (status int, f wire.Failure) {
		t.Helper()
		req, err := http.NewRequestWithContext(hubtest.Context(t), method, s.url+target, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", bearer("ana"))
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		_ = json.NewDecoder(resp.Body).Decode(&f) // the page is not JSON
		return resp.StatusCode, f
	}
	const room = `"id":"c0","variant":"tictactoe","opponent":"self"`
	for _, body := range []string{
		"{" + room + ",\"name\":\"Zo\xe9\"}", "{" + room + ",\"x\":\"\xc0\xaf\"}", "{" + room + `,"name":"\ud83d"}`, "{" + room + `,"name":"\ude00\ud83d"}`,
		"{" + room + `,"opponent":"human"}`, "{" + room + `,"Variant":"force3"}`, "{" + room + "}{}", "{" + room + "} x", "{" + room + "}\n{" + room + "}",
		"{" + room + `,"clock":{"move":5000,"base":1,"move":6000}}`, "{\"id\":\"c\xfe\",\"variant\":\"tictactoe\",\"opponent\":\"self\"}", "{\"id\":\"c\xff\",\"variant\":\"tictactoe\",\"opponent\":\"self\"}", "\ufeff{" + room + "}",
	} {
		for _, target := range []string{"/api/rooms", "/api/pair", "/api/analysis", "/api/inside"} {
			if status, f := send("POST", target, body); status != http.StatusBadRequest || f.Code != "bad_request" {
				t.Errorf("%s %q: %d %+v", target, body, status, f)
			}
		}
	}
	for _, query := range []string{
		"of=me;limit=1", "of=%zz", "of=%", "opponent=%ff", "%fe=1", "of=me&of=all", "game=force3&game=", "cursor=%ed%a0%bd",
	} {
		for _, path := range []string{"/api/games", "/api/rooms/nosuchroom/live", "/oembed", "/analysis.png"} {
			if status, f := send("GET", path+"?"+query, ""); status != http.StatusBadRequest || f.Code != "bad_request" || f.Text == wire.FailBadRequest.Text {
				t.Errorf("%s?%s: %d %+v", path, query, status, f)
			}
		}
	}
	if status, f := send("POST", "/api/import", strings.Replace(string(openapiExamples(t)("gameFile")), "Ana", `\ud83d`, 1)); f.Code != "bad_import" {
		t.Errorf("a file with half of a pair: %d %+v", status, f)
	}
	if status, f := send("GET", "/rules/force3?utm=%E9;x", ""); status != http.StatusOK {
		t.Errorf("the page with a parameter that it does not read: %d %+v", status, f)
	}
}

// A page shows a game and whose turn it is from one request, without the room's log.
func TestRoomShowsItsMoves(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id, ana, _ := seated(t, s, s)
	ana.Must("move", hubtest.Object{"id": "m1", "move": "4"})
	var got struct {
		First room.Seat
		Moves []string
	}
	s.call("eve", "GET", "/api/rooms/"+string(id), nil, &got)
	if got.First != 1 || !slices.Equal(got.Moves, []string{"4"}) {
		t.Errorf("after one move: %+v", got)
	}
	// With an odd number of given moves, the creator's opponent has made the first of them.
	at := s.openWith("carl", hubtest.Object{"id": "c9", "opponent": "ai:easy", "starter": "me", "position": "4 5 5", "from": "puzzle 2026-11-21"})
	var given struct {
		First room.Seat
		Given int
		Moves []string
	}
	s.call("eve", "GET", "/api/rooms/"+string(at), nil, &given)
	if given.First != 2 || given.Given != 3 || !slices.Equal(given.Moves, []string{"4", "5", "5"}) {
		t.Errorf("a room with a position: %+v", given)
	}
}

func TestExamplesOfTheAPI(t *testing.T) {
	example := openapiExamples(t)
	s := serve(t, "hub", storetest.Open(t), builtPage)

	for _, name := range []string{"createFriend", "createAI", "createSelf", "createOthers", "createWatch"} {
		var body, answer hubtest.Object
		_ = json.Unmarshal(example(name), &body)
		if status := s.call("ana", "POST", "/api/rooms", body, &answer); status != http.StatusCreated {
			t.Errorf("%s: %d %v", name, status, answer)
		}
		sameKeys(t, "room", answer, example("room"))
	}
	var record room.Record
	if err := json.Unmarshal(example("game"), &record); err != nil {
		t.Fatal(err)
	}
	sameJSON(t, mustMarshal(record), example("game"))
	_, about := s.get("/api/about", nil)
	var got hubtest.Object
	_ = json.Unmarshal([]byte(about), &got)
	got["addresses"] = nil // the hub sends addresses only to this machine
	sameKeys(t, "about", got, example("about"))
	sameJSON(t, mustMarshal(wire.FailStoreAway), example("storeAway"))
}

func sameKeys(t *testing.T, name string, got hubtest.Object, example []byte) {
	t.Helper()
	var want hubtest.Object
	_ = json.Unmarshal(example, &want)
	for k := range want {
		if _, ok := got[k]; !ok {
			t.Errorf("%s lacks %q: %v", name, k, got)
		}
	}
	for k := range got {
		if _, ok := want[k]; !ok {
			t.Errorf("%s has %q, which the document does not show", name, k)
		}
	}
}

func TestIdentity(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	resp, _ := s.get("/", nil)
	cookies := resp.Cookies()
	if len(cookies) != 1 || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteLaxMode || len(cookies[0].Value) < 43 {
		t.Fatalf("the document sets %+v", cookies)
	}
	me := func(header http.Header) (string, int) {
		resp, body := s.get("/api/me", header)
		return body, len(resp.Cookies())
	}
	cookie := http.Header{"Cookie": {cookies[0].Name + "=" + cookies[0].Value}}
	mine, set := me(cookie)
	if set != 0 || strings.Contains(mine, cookies[0].Value) {
		t.Errorf("a known player is given %d cookies and %s", set, mine)
	}
	if again, _ := me(cookie); again != mine {
		t.Errorf("one secret, two players: %s %s", mine, again)
	}
	for _, header := range []http.Header{cookie, nil} {
		if _, about := s.get("/api/about", header); strings.Contains(about, `"known":true`) != (header != nil) {
			t.Errorf("with the cookie %v: %s", header, about)
		}
	}
	if other, set := me(nil); other == mine || set != 1 {
		t.Errorf("a stranger is %s, was given %d cookies", other, set)
	}
	if short, set := me(http.Header{"Cookie": {cookies[0].Name + "=short"}}); set != 1 || short == mine {
		t.Errorf("a secret that is too short was taken: %s", short)
	}
}

func TestCrossOrigin(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	for origin, want := range map[string]int{
		"https://evil.example":  http.StatusForbidden,
		"http://quatre.example": http.StatusCreated,
		"":                      http.StatusCreated,
	} {
		req := httptest.NewRequest("POST", "http://quatre.example/api/rooms", strings.NewReader(`{"id":"x","variant":"connect4:7x6:4","opponent":"human"}`))
		if origin != "" {
			req.Header.Set("Origin", origin)
		}
		w := httptest.NewRecorder()
		s.hub.Handler().ServeHTTP(w, req)
		if w.Code != want {
			t.Errorf("from %q: %d, want %d: %s", origin, w.Code, want, w.Body)
		}
	}
}

func TestNotFound(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	for path, code := range map[string]string{
		"/api/rooms/nosuchroom":         "unknown_room",
		"/api/rooms/No_Such":            "unknown_room",
		"/api/rooms/nosuchroom/entries": "unknown_room",
		"/api/games/nosuchroom/1":       "unknown_game",
		"/api/games/nosuchroom/x":       "unknown_game",
		"/api/nothing":                  "unknown_path",
	} {
		var f wire.Failure
		if status := s.call("ana", "GET", path, nil, &f); status != http.StatusNotFound || f.Code != code {
			t.Errorf("%s: %d %+v; want %s", path, status, f, code)
		}
	}
}

// A query that asks for what there is not is refused, with a sentence that names the parameter.
func TestUnknownParameters(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id, game := finishedGame(t, s)
	room := "/api/rooms/" + id
	for path, queries := range map[string]string{
		"/api/games": "of=them of=Me limit=0 limit=101 limit=x limit=5.0 limit=5&limit=6 game=chess game=connect4:3x3:3 game=force3:unfair " +
			"result=won result=victory of=all&result=lost opponent=robot opponent=ai: opponent=ai:hardest opponent=ai:custom:depth=99 cursor=x cursor=AAAB " +
			"page=2 oponent=ai of=me;limit=5 of=%zz",
		room + "/entries": "after=-1 after=x after=1.5 after=18446744073709551616 limit=0 limit=1001 limit=ten before=3",
		room + "/live":    "proto=1&watch=2 proto=1&watch=yes proto=1&guest=true proto=1&snapshot=0 proto=1&away=on proto=1&after=x proto=1&after=-1",
		"/api/games" + strings.TrimPrefix(game, "/g"): "format=pgn format=JSON format=json&download=yes download=1 ply=3",
		"/api/export": "format=xls format=text&format=json of=me",
		"/api/stats":  "days=0 days=367 days=week tz=Mars/Base tz=Local day=3",
		"/api/puzzle": "date=today date=2026-11-31 date=2026-11-23T00:00:00Z date=23.11.2026 day=2026-11-20",
		game + ".png": "ply=8 ply=-1 ply=x ply=1.5 theme=blue lang=de",
		game + ".gif": "side=3 size=1 size=big pause=0 pause=9999 theme=sepia",
		"/analysis.png": "variant=chess variant=tictactoe&moves=d4 variant=tictactoe&first=3 variant=tictactoe&colours=red-red " +
			"variant=tictactoe&colours=red variant=tictactoe&colours=pink-blue variant=tictactoe&theme=blue variant=connect4:3x3:3",
		"/puzzle.png": "date=yesterday lang=xx",
		"/oembed":     "maxwidth=0 maxwidth=wide maxheight=-1",
	} {
		for query := range strings.FieldsSeq(queries) {
			var f wire.Failure
			status := s.call("ana", "GET", path+"?"+query, nil, &f)
			names := strings.Split(query, "&")
			name, _, _ := strings.Cut(names[len(names)-1], "=")
			if status != http.StatusBadRequest || f.Code != "bad_request" && f.Code != "bad_zone" || f.Code == "bad_request" && !strings.Contains(f.Text, name) && !strings.Contains(f.Text, "query") {
				t.Errorf("%s?%s: %d %+v", path, query, status, f)
			}
		}
	}
	for path, want := range map[string]int{
		"/api/games?of=&limit=": 200, "/api/games?of=all&game=force3:placed:fair&opponent=ai:custom:depth=4": 200, game + ".png?ply=7&utm_source=chat": 200,
		"/oembed?format=xml": 501, "/oembed?dnt=1&url=http://quatre.example/r/" + id: 200, "/api/me?x=1": 200, room + "/entries?after=&limit=5": 200,
		"/analysis?variant=chess&first=3": 200, "/games/" + strings.TrimPrefix(game, "/g/") + "?ply=x": 200,
	} {
		if resp, body := s.get(path, http.Header{"Authorization": {bearer("ana")}}); resp.StatusCode != want {
			t.Errorf("%s: %d %s", path, resp.StatusCode, body)
		}
	}
}
