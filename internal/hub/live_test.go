package hub

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storetest"
)

// seated opens a room for two and seats them, by way of one hub each.
func seated(t *testing.T, one, two *served) (id room.ID, ana, bob *client) {
	t.Helper()
	id = one.create("ana")
	ana, bob = one.open("ana", id), two.open("bob", id)
	bob.must("sit", object{"name": "Bob"})
	ana.follow(2)
	one.announced(id)
	two.announced(id)
	return id, ana, bob
}

// announced waits until all who have the room open here are known to be there. Until
// then they count as newer than whoever comes through another hub.
func (s *served) announced(id room.ID) {
	s.t.Helper()
	await(s.t, "everybody to be announced", func() bool {
		l := s.live(id)
		l.mu.Lock()
		defer l.mu.Unlock()
		for c := range l.conns {
			if !c.shown && !c.ended() {
				return false
			}
		}
		return true
	})
}

// playOut plays columns in turn.
func playOut(columns string, players ...*client) {
	for i, column := range columns {
		c := players[i%len(players)]
		c.must("move", object{"move": string(column)})
		for _, other := range players {
			other.follow(len(c.entries))
		}
	}
}

func TestTwoPeopleAndASpectator(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id, ana, bob := seated(t, s, s)
	eve := s.open("eve", id)
	eve.refused("seat_taken", "sit", nil)
	eve.refused("not_your_seat", "move", object{"move": "4"})
	bob.refused("not_your_turn", "move", object{"move": "4"})
	ana.refused("bad_move", "move", object{"move": "8"})
	ana.refused("ahead", "move", object{"move": "4", "n": 99})

	playOut("444444", ana, bob)
	ana.refused("column_full", "move", object{"move": "4"})
	ana.refused("stale", "move", object{"move": "1", "n": 2})
	ana.refused("game_running", "rematch", nil)
	playOut("1212121", ana, bob)
	bob.refused("game_over", "move", object{"move": "4"})
	bob.must("rematch", nil)
	ana.follow(len(bob.entries))
	ana.must("rematch", nil)
	bob.follow(len(ana.entries))
	bob.must("move", object{"move": "4"})
	eve.follow(len(bob.entries))
	eve.seesHere(true, true, 1)

	var games struct {
		Games []room.Record `json:"games"`
	}
	s.call("bob", "GET", "/api/games?of=me", nil, &games)
	if len(games.Games) != 1 || games.Games[0].End.Winner != 1 || strings.Join(games.Games[0].Moves, "") != "4444441212121" {
		t.Errorf("the finished games are %+v", games)
	}
}

func TestResume(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id, ana, bob := seated(t, s, s)
	playOut("4455", ana, bob)
	seen := ana.entries[:3]

	again := s.resume("ana", id, seen)
	if len(again.entries) != len(ana.entries) {
		t.Errorf("came back to %d entries of %d", len(again.entries), len(ana.entries))
	}
	again.must("move", object{"move": "1"})

	// A copy that is not the hub's is replaced from the start.
	ws, err := s.dial("ana", id, "after=3&digest=0123456789abcdef")
	if err != nil {
		t.Fatal(err)
	}
	anew := &client{t: t, ws: ws, player: "ana"}
	if m := anew.read(); m.T != "welcome" || m.From != 0 {
		t.Fatalf("%+v", m)
	}
	anew.follow(len(again.entries))
}

func TestSendingTwiceIsHarmless(t *testing.T) {
	store := storetest.Open(t)
	one, two := serve(t, "one", store, builtPage), serve(t, "two", store, builtPage)
	id, ana, bob := seated(t, one, two)
	n := ana.must("move", object{"id": "m1", "move": "4"})
	if again := ana.must("move", object{"id": "m1", "move": "4"}); again != n {
		t.Errorf("sent again it is %d, was %d", again, n)
	}
	elsewhere := two.resume("ana", id, ana.entries)
	if again := elsewhere.must("move", object{"id": "m1", "move": "4", "n": 2}); again != n {
		t.Errorf("through another hub it is %d, was %d", again, n)
	}
	bob.follow(3)
	bob.must("move", object{"move": "4"})
	if len(bob.entries) != 4 {
		t.Errorf("the log has %d entries", len(bob.entries))
	}
}

func TestNewerSocketReplaces(t *testing.T) {
	store := storetest.Open(t)
	one, two := serve(t, "one", store, builtPage), serve(t, "two", store, builtPage)
	id, ana, _ := seated(t, one, two)
	second := one.open("ana", id)
	ana.closed(closeReplaced)
	one.announced(id)
	third := two.open("ana", id)
	second.closed(closeReplaced)
	third.must("move", object{"move": "4"})
	// Spectators may have as many tabs as they like.
	eve, eve2 := one.open("eve", id), one.open("eve", id)
	eve.follow(3)
	eve2.follow(3)
}

// The newer socket plays also when the clock of its hub is behind.
func TestClocksOfHubsDiffer(t *testing.T) {
	store := storetest.Open(t)
	one := serve(t, "one", store, builtPage, func(c *Config) {
		c.Now = func() time.Time { return time.Now().Add(2 * time.Second) }
	})
	two := serve(t, "two", store, builtPage)
	id, ana, bob := seated(t, one, two)
	bob.seesHere(true, true, 0)
	again := two.open("ana", id)
	ana.closed(closeReplaced)
	again.must("move", object{"move": "4"})
	bob.follow(3)
}

// A player may look on elsewhere without giving the seat away.
func TestWatchOnly(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id, ana, bob := seated(t, s, s)
	ws, err := s.dial("ana", id, "watch=1")
	if err != nil {
		t.Fatal(err)
	}
	screen := &client{t: t, ws: ws, player: "ana"}
	screen.seesHere(true, true, 1)
	playOut("44", ana, bob)
	screen.follow(4)
}

// Somebody who watched in two tabs plays in the one in which to sit down.
func TestSittingDownWithTwoTabs(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id := s.create("ana")
	ana := s.open("ana", id)
	older, newer := s.open("bob", id), s.open("bob", id)
	older.must("sit", nil)
	newer.closed(closeReplaced)
	ana.follow(2)
	ana.must("move", object{"move": "4"})
	older.follow(3)
	older.must("move", object{"move": "4"})
}

func TestPresenceAcrossHubs(t *testing.T) {
	store := storetest.Open(t)
	one, two := serve(t, "one", store, builtPage), serve(t, "two", store, builtPage)
	_, ana, bob := seated(t, one, two)
	ana.seesHere(true, true, 0)
	if err := bob.ws.Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Fatal(err)
	}
	ana.seesHere(true, false, 0)
}

func TestFrames(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id, ana, bob := seated(t, s, s)
	for _, frame := range []string{"", "nonsense", "[]", "null", `{"t":"dance","id":"x","n":1}`, `{"t":"move","id":"x","n":2}`, `{"t":"move","id":"x","n":-1,"move":"4"}`} {
		ana.write(frame)
		if m := ana.until(func(m message) bool { return m.T == "refused" }); m.Code != "malformed" {
			t.Errorf("%q: %+v", frame, m)
		}
	}
	ana.refused("bad_command", "resign", object{"id": ""})
	ana.refused("bad_name", "name", object{"name": strings.Repeat("x", 25)})
	ana.must("move", object{"move": "4"}) // nothing was lost

	bob.write(`{"t":"ping","id":"p1"}`)
	bob.until(func(m message) bool { return m.T == "pong" && m.ID == "p1" })
	for range DefaultLimits().Malformed {
		bob.write("{")
	}
	bob.closed(closeMalformed)

	big := s.open("bob", id)
	big.write(`{"t":"name","id":"x","n":3,"name":"` + strings.Repeat("x", DefaultLimits().Frame) + `"}`)
	big.closed(websocket.StatusMessageTooBig)
	s.open("bob", id).must("move", object{"move": "4"})
}

func TestSocketsRefused(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id := s.create("ana")
	for query, want := range map[string]websocket.StatusCode{
		string(id) + "/live?proto=0":        closeOutdated,
		string(id) + "/live":                closeOutdated,
		"nosuchroom/live?proto=1":           closeNoRoom,
		"No_such_room/live?proto=1&after=4": closeNoRoom,
	} {
		ws, _, err := websocket.Dial(testContext(t), s.url+"/api/rooms/"+query, nil)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		(&client{t: t, ws: ws, player: query}).closed(want)
	}
	_, resp, err := websocket.Dial(testContext(t), s.url+"/api/rooms/"+string(id)+"/live?proto=1",
		&websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"https://evil.example"}}})
	if err == nil || resp == nil || resp.StatusCode != http.StatusForbidden {
		t.Errorf("another site's socket: %v, %v", resp, err)
	}
	ws, _, err := websocket.Dial(testContext(t), s.url+"/api/rooms/"+string(id)+"/live?proto=1",
		&websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"https://friend.example"}}})
	if err != nil {
		t.Fatalf("a site that -origins names: %v", err)
	}
	_ = ws.CloseNow()
}

// A socket that does not read is closed; the others do not wait for it.
func TestSlowReader(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id, ana, _ := seated(t, s, s)
	slow, err := s.dial("slow", id, "")
	if err != nil {
		t.Fatal(err)
	}
	ana.seesHere(true, true, 1)
	l, _ := s.hub.rooms.hold(s.hub, id)
	defer s.hub.release(l)
	frame := storeFrame(true)
	big := append([]byte(fmt.Sprintf(`{"t":"unknown","pad":"%s"}`, strings.Repeat("x", 1<<20))), ' ')
	l.mu.Lock()
	for c := range l.conns {
		if c.player == (secret{bearer("slow")[len("Bearer "):]}).player() {
			for range 2 * DefaultLimits().Outbox {
				c.send(big)
			}
		} else {
			c.send(frame)
		}
	}
	l.mu.Unlock()
	ana.seesHere(true, true, 0)
	ana.must("move", object{"move": "4"})
	_ = slow.CloseNow()
}

func TestShutdownTellsToComeBack(t *testing.T) {
	store := storetest.Open(t)
	one, two := serve(t, "one", store, builtPage), serve(t, "two", store, builtPage)
	id, ana, bob := seated(t, one, two)
	go one.stop()
	ana.closed(websocket.StatusServiceRestart)
	ana = two.resume("ana", id, ana.entries)
	playOut("4343434", ana, bob)
}
