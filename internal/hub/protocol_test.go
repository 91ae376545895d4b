package hub

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/hub/wiretest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/storetest"
)

// This file tests promises of docs/api/asyncapi.yaml and docs/api/openapi.yaml to authors of clients.
// hubtest.Client checks three promises with every frame that it reads: each frame matches its schema,
// no frame is too long, and an entry comes before its ok.

// openWatching joins as a player who only watches.
func (s *served) openWatching(player string, id room.ID) *hubtest.Client {
	s.t.Helper()
	ws, err := s.dial(player, id, "watch=1")
	if err != nil {
		s.t.Fatal(err)
	}
	c := hubtest.NewClient(s.t, hubtest.Websocket(ws), player)
	c.Welcome(nil)
	return c
}

func TestWhoWatchesCannotPlay(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id, ana, _ := seated(t, s, s)
	watching := s.openWatching("ana", id)
	for kind, more := range map[string]hubtest.Object{
		"move": {"move": "4"}, "name": {"name": "Eve"}, "resign": nil, "offer": {"offer": "draw"}, "emote": {"emote": "hello"},
		"handover": {"token": "q3Zk0mB8vX1nT5yR7aWc2g"},
	} {
		watching.Refused("not_your_seat", kind, more)
	}
	if watching.Write(`{"t":"ping","id":"p1"}`); watching.Until(func(m hubtest.Message) bool { return m.T == "pong" }).ID != "p1" {
		t.Error("no pong")
	}
	waiting := s.openWith("ana", hubtest.Object{"id": "c2"})
	s.openWatching("eve", waiting).Refused("not_your_seat", "sit", nil)
	ana.Must("move", hubtest.Object{"move": "4"})
}

// A client names the version of the protocol that it speaks, and the hub names its own. A newer
// client must speak the hub's version or leave.
func TestProtocolOfAClient(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id := s.create("ana")
	for query, known := range map[string]bool{
		"": false, "?proto=0": false, "?proto=one": false, "?proto=1": true, "?proto=99": true,
	} {
		ws, _, err := websocket.Dial(hubtest.Context(t), s.url+"/api/rooms/"+string(id)+"/live"+query, nil)
		if err != nil {
			t.Fatal(err)
		}
		c := hubtest.NewClient(t, hubtest.Websocket(ws), query)
		if known {
			if frame, err := c.Conn.Read(hubtest.Context(t)); err != nil || !strings.Contains(string(frame), `"proto":1,`) {
				t.Errorf("%q: %s, %v", query, frame, err)
			}
			c.Drop()
		} else {
			c.Closed(wire.CloseOutdated)
		}
	}
}

func TestCommandsThatAreNotAsDocumented(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	_, ana, bob := seated(t, s, s)
	refused := func(frame string) hubtest.Message {
		ana.Write(frame)
		return ana.Until(func(m hubtest.Message) bool { return m.T == "refused" })
	}
	if m := refused(`{"t":"move","id":"c1","move":"4"}`); m.Code != "malformed" || m.ID != "c1" {
		t.Errorf("without n: %+v", m)
	}
	if m := refused(`{"t":"move","n":2,"move":"4"}`); m.Code != "bad_command" {
		t.Errorf("without an ID: %+v", m)
	}
	// The hub cuts the ID to at most 64 bytes, and cuts no character in two.
	if m := refused(fmt.Sprintf(`{"t":"move","id":"%s","n":2,"move":"4"}`, strings.Repeat("x", 63)+"é")); m.Code != "bad_command" ||
		m.ID != strings.Repeat("x", 63) {
		t.Errorf("with an ID of 65 bytes: %+v", m)
	}
	ana.Must("move", hubtest.Object{"id": "once", "move": "4"})
	bob.Follow(3)
	bob.Must("move", hubtest.Object{"id": "once", "move": "4"}) // two players may use the same ID
	ana.Refused("id_used", "move", hubtest.Object{"id": "once", "move": "5"})
	ana.Refused("id_used", "resign", hubtest.Object{"id": "once"})
	if n := ana.Must("move", hubtest.Object{"id": "once", "move": "4"}); n != 3 {
		t.Errorf("sent again it is entry %d", n)
	}
}

func TestBinaryFrames(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	ws, err := s.dial("ana", s.create("ana"), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := ws.Write(hubtest.Context(t), websocket.MessageBinary, []byte(`{"t":"ping","id":"p1"}`)); err != nil {
		t.Fatal(err)
	}
	hubtest.NewClient(t, hubtest.Websocket(ws), "ana").Closed(wire.CloseUnsupported)
}

// A request that does not become a socket is answered with JSON, like any other.
func TestErrorsOfHandshakes(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	path := "/api/rooms/" + string(s.create("ana")) + "/live?proto=1"
	upgrade := http.Header{"Connection": {"Upgrade"}, "Upgrade": {"websocket"}}
	for name, want := range map[string]struct {
		status int
		code   string
		header http.Header
	}{
		"no upgrade":    {426, "handshake", nil},
		"no version":    {400, "handshake", upgrade},
		"another site":  {403, "cross_origin", http.Header{"Origin": {"https://evil.example"}}},
		"short secret":  {401, "bad_secret", http.Header{"Authorization": {"Bearer abc"}}},
		"endless":       {401, "bad_secret", http.Header{"Authorization": {"bearer " + strings.Repeat("x", 129)}}},
		"a proxy's own": {426, "handshake", http.Header{"Authorization": {"Basic YTpi"}}},
	} {
		status, code, header := s.probe(path, want.header)
		if status != want.status || code != want.code {
			t.Errorf("%s: %d %s", name, status, code)
		}
		if status == 401 && header.Get("WWW-Authenticate") != "Bearer" || status == 426 && header.Get("Upgrade") != "websocket" {
			t.Errorf("%s: %v", name, header)
		}
	}
	if status, code, _ := s.probe("/api/me", http.Header{"Authorization": {"Bearer"}}); status != 401 || code != "bad_secret" {
		t.Errorf("a request without a secret: %d %s", status, code)
	}
	// A browser cannot correct its cookie, so the hub sets a new one.
	if status, _, header := s.probe("/api/me", http.Header{"Cookie": {"quatre=abc"}}); status != 200 || header.Get("Set-Cookie") == "" {
		t.Errorf("a short cookie: %d %v", status, header)
	}
}

// probe returns the status of an answer, its code and its header.
func (s *served) probe(path string, header http.Header) (status int, code string, _ http.Header) {
	s.t.Helper()
	req, err := http.NewRequestWithContext(hubtest.Context(s.t), http.MethodGet, s.url+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header = header.Clone()
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer http.DefaultClient.CloseIdleConnections()
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	if err := wiretest.Answer(http.MethodGet, path, resp.StatusCode, raw); err != nil {
		s.t.Errorf("not as documented: %v", err)
	}
	var f wire.Failure
	if err := json.Unmarshal(raw, &f); err != nil {
		s.t.Errorf("%s: %q is no JSON", path, raw)
	}
	return resp.StatusCode, f.Code, resp.Header
}

// A long log comes in frames that any client accepts.
func TestCatchUpInSmallFrames(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id := s.openWith("ana", hubtest.Object{"opponent": "self"})
	ana := s.open("ana", id)
	player := ana.Entries[0].By
	replica, err := play.Open(t.Context(), s.store, id)
	if err != nil {
		t.Fatal(err)
	}
	x := play.Executor{Log: s.store}
	const games = 80
	for i := range games {
		for kind, do := range []room.Action{room.Resign{}, room.PlayAgain{}} {
			c := room.Command{ID: fmt.Sprintf("c%d-%d", i, kind), By: player, Seen: replica.N(), Do: do}
			if _, err := x.Play(t.Context(), replica, c); err != nil {
				t.Fatal(err)
			}
		}
	}
	ana.Drop()
	ws, err := s.dial("ana", id, "")
	if err != nil {
		t.Fatal(err)
	}
	ws.SetReadLimit(wire.MaxFrameBytes)
	c := hubtest.NewClient(t, hubtest.Websocket(ws), "ana")
	c.Welcome(nil)
	for len(c.Entries) < 1+2*games { // the hub may not have been told of the last ones yet
		c.Read()
	}
	if len(c.Entries) != 1+2*games {
		t.Errorf("%d entries", len(c.Entries))
	}
}

// A player who has just sat down is never shown to be absent, on any hub.
func TestHereAfterSit(t *testing.T) {
	store := storetest.Open(t)
	one, two := serve(t, "one", store, builtPage), serve(t, "two", store, builtPage)
	for i := range 10 {
		id := one.openWith("ana", hubtest.Object{"id": fmt.Sprintf("c%d", i)})
		ana, elsewhere, bob := one.open("ana", id), two.open("eve", id), one.open("bob", id)
		bob.Write(`{"t":"sit","id":"s","n":1}`)
		clients := []*hubtest.Client{ana, elsewhere, bob}
		for _, c := range clients {
			for c.Here.Seats != [2]bool{true, true} || c.Here.Spectators != 1 {
				if m := c.Read(); m.T == "here" && len(c.Entries) > 1 && (m.Claim[1] != 0 || c != elsewhere && !m.Seats[1]) {
					t.Errorf("%s gets presence %+v, claim %+v", c.Player, m.Seats, m.Claim)
				}
			}
		}
		for _, c := range clients { // only now, because a later frame here would replace an earlier one
			c.Drop()
		}
	}
}
