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
}

func TestExamplesOfTheAPI(t *testing.T) {
	example := openapiExamples(t)
	s := serve(t, "hub", storetest.Open(t), builtPage)

	for _, name := range []string{"createFriend", "createAI", "createSelf", "createWatch"} {
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
		"https://evil.example":   http.StatusForbidden,
		"https://friend.example": http.StatusCreated,
		"":                       http.StatusCreated,
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
	var f wire.Failure
	for _, path := range []string{"/api/games?of=them", "/api/games?limit=0", "/api/games?limit=101", "/api/games?limit=x"} {
		if s.call("ana", "GET", path, nil, &f); f.Code != "bad_request" {
			t.Errorf("%s: %+v", path, f)
		}
	}
}
