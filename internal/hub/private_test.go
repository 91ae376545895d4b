package hub

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storetest"
)

type namedGame struct {
	room.Record
	Name room.ID `json:"name"`
}

func (s *served) gamesOf(player, query string) []namedGame {
	s.t.Helper()
	var a struct {
		Games []namedGame `json:"games"`
	}
	if status := s.call(player, "GET", "/api/games?"+query, nil, &a); status != http.StatusOK {
		s.t.Fatalf("games of %s: %d", player, status)
	}
	return a.Games
}

// draw ends a game by an agreed draw. The game is recorded, although it has no move.
func draw(ana, bob *hubtest.Client) {
	ana.Must("offer", hubtest.Object{"offer": "draw"})
	bob.Follow(len(ana.Entries))
	bob.Must("accept", hubtest.Object{"offer": "draw"})
}

// fetch returns the answer to a GET of a player.
func (s *served) fetch(player, path string) (status int, body string) {
	s.t.Helper()
	resp, body := s.get(path, http.Header{"Authorization": {bearer(player)}})
	return resp.StatusCode, body
}

// Two friends play by link, and play again. A stranger cannot find their room: not from the
// finished game, and not from a link to the finished game that the friends gave away.
func TestPrivateRoomStaysPrivate(t *testing.T) {
	store := storetest.Open(t)
	s, other := serve(t, "one", store, builtPage), serve(t, "two", store, builtPage)
	id, ana, bob := seated(t, s, s)
	draw(ana, bob)
	bob.Must("rematch", nil)
	ana.Must("rematch", nil)

	if games := s.gamesOf("eve", "of=all"); len(games) != 0 {
		t.Errorf("a stranger is shown %+v", games)
	}
	mine := s.gamesOf("ana", "of=me")
	if len(mine) != 1 || mine[0].Room != id || mine[0].Name == id {
		t.Fatalf("a player is shown %+v", mine)
	}
	name := mine[0].Name
	path := fmt.Sprintf("/api/games/%s/1", name)
	for player, want := range map[string]room.ID{"eve": name, "bob": id} {
		var g namedGame
		if status := other.call(player, "GET", path, nil, &g); status != http.StatusOK || g.Room != want || g.Name != name {
			t.Errorf("%s opens the shared game: %d %+v", player, status, g)
		}
	}
	for _, shared := range []string{path, path + "?format=text", path + "?format=json", path + "?format=json&download=1"} {
		if status, body := s.fetch("eve", shared); status != http.StatusOK || strings.Contains(body, string(id)) {
			t.Errorf("%s: %d %s", shared, status, body)
		}
	}
	for _, room := range []string{"", "/entries"} {
		if status, body := s.fetch("eve", "/api/rooms/"+string(name)+room); status != http.StatusNotFound {
			t.Errorf("the name of the game leads to %d %s", status, body)
		}
	}
	ws, err := s.dial("eve", name, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := ws.Read(hubtest.Context(t)); websocket.CloseStatus(err) != 4004 {
		t.Errorf("the name of the game leads to a socket: %v", err)
	}

	_, file := s.fetch("ana", "/api/export?format=json")
	if strings.Contains(file, string(id)) || !strings.Contains(file, string(name)) {
		t.Errorf("the export has %s", file)
	}
	req, _ := http.NewRequestWithContext(hubtest.Context(t), "POST", s.url+"/api/import", bytes.NewReader([]byte(file)))
	req.Header.Set("Authorization", bearer("ana"))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer http.DefaultClient.CloseIdleConnections()
	defer resp.Body.Close()
	var answer bytes.Buffer
	if _, _ = answer.ReadFrom(resp.Body); !strings.Contains(answer.String(), `"known":1`) {
		t.Errorf("the player's own export is imported as %s", &answer)
	}
}

// The public name of a game works in one store only, and no similar text is a name.
func TestNameOfAnotherStore(t *testing.T) {
	s, other := serve(t, "one", storetest.Open(t), builtPage), serve(t, "two", storetest.Open(t), builtPage)
	_, ana, bob := seated(t, s, s)
	draw(ana, bob)
	name := string(s.gamesOf("ana", "of=me")[0].Name)
	if status, _ := s.fetch("eve", "/api/games/"+name+"/1"); status != http.StatusOK {
		t.Errorf("the name itself: %d", status)
	}
	for i, path := range []string{name, strings.ToUpper(name), name[1:], "a" + name, name + "a"} {
		hub := s
		if i == 0 {
			hub = other
		}
		if status, body := hub.fetch("ana", "/api/games/"+path+"/1"); status != http.StatusNotFound {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
}

// closedWith reads from a socket until it is closed, and returns the code.
func closedWith(t *testing.T, ws *websocket.Conn) int {
	t.Helper()
	for {
		if _, _, err := ws.Read(hubtest.Context(t)); err != nil {
			return int(websocket.CloseStatus(err))
		}
	}
}

// The owner shuts spectators out through one hub. Both hubs close the spectators' sockets and
// refuse new ones.
func TestSpectatorsAreShutOut(t *testing.T) {
	store := storetest.Open(t)
	s, other := serve(t, "one", store, builtPage), serve(t, "two", store, builtPage)
	id, ana, bob := seated(t, s, other)
	var watching []*websocket.Conn
	for _, hub := range []*served{s, other} {
		ws, err := hub.dial("eve", id, "watch=1")
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := ws.Read(hubtest.Context(t)); err != nil { // welcome
			t.Fatal(err)
		}
		watching = append(watching, ws)
	}
	bob.Refused("not_owner", "admit", hubtest.Object{"spectators": false})
	ana.Must("admit", hubtest.Object{"spectators": false})
	for _, ws := range watching {
		if code := closedWith(t, ws); code != 4010 {
			t.Errorf("a spectator is closed with %d", code)
		}
	}
	for _, hub := range []*served{s, other} {
		for _, path := range []string{"", "/entries"} {
			if status, body := hub.fetch("eve", "/api/rooms/"+string(id)+path); status != http.StatusForbidden || !strings.Contains(body, `"no_spectators"`) {
				t.Errorf("%q is answered by %d %s", path, status, body)
			}
			if status, body := hub.fetch("bob", "/api/rooms/"+string(id)+path); status != http.StatusOK {
				t.Errorf("%q is answered to a player by %d %s", path, status, body)
			}
		}
		for _, query := range []string{"", "watch=1", "token=" + strings.Repeat("x", 22)} {
			ws, err := hub.dial("eve", id, query)
			if err != nil {
				t.Fatal(err)
			}
			if code := closedWith(t, ws); code != 4010 {
				t.Errorf("with %q a spectator is closed with %d", query, code)
			}
		}
	}
	if n := s.refusals("no_spectators"); n != 5 {
		t.Errorf("%v refusals are counted", n)
	}
	// The players play on, and one of them moves to another device.
	ana.Must("move", hubtest.Object{"move": "4"})
	bob.Follow(4)
	token := strings.Repeat("t", 22)
	bob.Must("handover", hubtest.Object{"token": token})
	ws, err := other.dial("phone", id, "token="+token)
	if err != nil {
		t.Fatal(err)
	}
	phone := hubtest.NewClient(t, hubtest.Websocket(ws), "phone")
	phone.Welcome(nil)
	phone.Must("take", hubtest.Object{"token": token})
	phone.Must("move", hubtest.Object{"move": "4"})
	ana.Must("admit", hubtest.Object{"spectators": true})
	s.open("eve", id).Follow(8)
}

// A room that is created without spectators can be joined. Once both seats are held,
// spectators are shut out, and the lobby does not offer the game.
func TestRoomWithoutSpectators(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id := s.openWith("ana", hubtest.Object{"spectators": false, "open": true})
	ana, bob := s.open("ana", id), s.open("bob", id)
	ws, err := s.dial("eve", id, "")
	if err != nil {
		t.Fatal(err)
	}
	bob.Must("sit", nil)
	ana.Follow(2)
	if code := closedWith(t, ws); code != 4010 {
		t.Errorf("a spectator is closed with %d", code)
	}
	if _, body := s.fetch("eve", "/api/lobby"); strings.Contains(body, string(id)) {
		t.Errorf("the lobby offers %s", body)
	}
}

// Only a request from this machine that names a loopback host gets the addresses in the local
// network.
func TestAddressesAreForThisMachine(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	for _, c := range []struct {
		peer, host string
		shown      bool
	}{
		{"127.0.0.1:5", "localhost:8080", true},
		{"[::1]:5", "[::1]:8080", true},
		{"127.0.0.1:5", "evil.example", false},
		{"203.0.113.9:5", "localhost:8080", false},
		{"192.168.1.30:5", "127.0.0.1", false},
	} {
		r := httptest.NewRequest("GET", "http://"+c.host+"/api/about", nil)
		r.RemoteAddr = c.peer
		w := httptest.NewRecorder()
		s.hub.Handler().ServeHTTP(w, r)
		if shown := strings.Contains(w.Body.String(), "192.168.1.20"); shown != c.shown {
			t.Errorf("%+v: %s", c, w.Body)
		}
	}
}
