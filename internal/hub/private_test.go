package hub

import (
	"bytes"
	"fmt"
	"net/http"
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

// fetch returns an answer as a player is sent it.
func (s *served) fetch(player, path string) (status int, body string) {
	s.t.Helper()
	resp, body := s.get(path, http.Header{"Authorization": {bearer(player)}})
	return resp.StatusCode, body
}

// Two friends play by link, and play again. Nothing that a stranger is told of the finished
// game, or that the friends share of it, leads to their room.
func TestPrivateRoomStaysPrivate(t *testing.T) {
	store := storetest.Open(t)
	s, other := serve(t, "one", store, builtPage), serve(t, "two", store, builtPage)
	id, ana, bob := seated(t, s, s)
	ana.Must("resign", nil)
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

// A name is a name of one store only, and no other text is a name.
func TestNameOfAnotherStore(t *testing.T) {
	s, other := serve(t, "one", storetest.Open(t), builtPage), serve(t, "two", storetest.Open(t), builtPage)
	_, ana, _ := seated(t, s, s)
	ana.Must("resign", nil)
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
