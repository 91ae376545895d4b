package main

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/coder/websocket"
)

func TestLinkGoesOnWhereItBroke(t *testing.T) {
	h := newScriptedHub(t)
	l := h.link(t, quick, false)
	c := h.answer(t).from("0", "")
	if r := c.request; r.URL.Path != "/api/rooms/k7m2p9x4w3tq/live" || r.Header.Get("Authorization") != "Bearer the secret of this test" ||
		r.URL.Query().Has("watch") {
		t.Errorf("called %s with %v", r.URL, r.Header)
	}
	c.welcome(0, 2)
	c.entries(1, 2)
	reports(t, l, hello(0, 2), came(1, 2))
	c.drop()
	reports(t, l, lost{})

	c = h.answer(t).from("2", "d2")
	c.welcome(2, 4)
	c.entries(2, 3) // the first of them was seen
	c.say(`{"t":"somersault","entries":7}`)
	c.say(`not JSON`)
	c.entries(3, 4)
	reports(t, l, hello(2, 4), came(3, 3), came(4, 4))

	c.entries(6, 6) // the fifth is missing: read again
	reports(t, l, lost{})
	c = h.answer(t).from("4", "d4")
	c.welcome(4, 6)
	c.entries(5, 6)
	reports(t, l, hello(4, 6), came(5, 6))
}

func TestLinkStartsAnew(t *testing.T) {
	h := newScriptedHub(t)
	l := h.link(t, quick, true)
	c := h.answer(t)
	if c.request.URL.Query().Get("watch") != "1" {
		t.Error("a spectator does not say so")
	}
	c.welcome(0, 3)
	c.entries(1, 3)
	reports(t, l, hello(0, 3), came(1, 3))
	c.drop()
	reports(t, l, lost{})

	// The log was rewound while nobody looked.
	c = h.answer(t).from("3", "d3")
	c.welcome(0, 2)
	c.entries(1, 2)
	reports(t, l, hello(0, 2), came(1, 2))

	// The hub says that a command was made on what is no longer there.
	l.send(command{T: "move", ID: "c1", N: 2})
	if got := c.hears(); got.ID != "c1" {
		t.Errorf("sent %+v", got)
	}
	c.say(`{"t":"refused","id":"c1","code":"ahead","text":"Start anew.","retry":false,"n":1}`)
	reports(t, l, answered{"c1", &refusal{Code: "ahead", Text: "Start anew."}}, lost{})
	c = h.answer(t).from("0", "")
	c.welcome(0, 1)
	c.entries(1, 1)
	reports(t, l, hello(0, 1), came(1, 1))

	// A hub that answers with neither is asked for everything.
	c.drop()
	reports(t, l, lost{})
	c = h.answer(t).from("1", "d1")
	c.welcome(7, 9)
	reports(t, l, lost{})
	h.answer(t).from("0", "")
}

func TestCommandsAreSentUntilAnswered(t *testing.T) {
	h := newScriptedHub(t)
	l := h.link(t, quick, false)
	move := command{T: "move", ID: "c1", N: 0, Move: "4"}
	l.send(move) // before there is a connection
	c := h.answer(t)
	c.welcome(0, 0)
	reports(t, l, hello(0, 0))
	if got := c.hears(); got != move {
		t.Errorf("sent %+v", got)
	}
	c.drop()
	reports(t, l, lost{})

	c = h.answer(t)
	c.welcome(0, 0)
	reports(t, l, hello(0, 0))
	if got := c.hears(); got != move {
		t.Errorf("sent again: %+v", got)
	}
	c.say(`{"t":"refused","id":"c1","code":"store_away","text":"Later.","retry":true,"n":0}`)
	reports(t, l, storeChanged(false))
	if got := c.hears(); got != move {
		t.Errorf("sent after a refusal: %+v", got)
	}
	c.say(`{"t":"store","up":true}`)
	reports(t, l, storeChanged(true))
	if got := c.hears(); got != move {
		t.Errorf("sent when the store is back: %+v", got)
	}
	c.say(`{"t":"ok","id":"c1","n":1}`)
	c.say(`{"t":"ok","id":"c1","n":1}`) // of the second time that it was sent
	reports(t, l, answered{id: "c1"})

	// An entry that names the command answers it too.
	l.send(command{T: "resign", ID: "c2", N: 1})
	c.hears()
	c.say(`{"t":"entries","entries":[{"n":1,"type":"teleported","cmd":"c2","data":{},"digest":"d1"}]}`)
	reports(t, l, entriesCame{{N: 1, Type: "teleported", Cmd: "c2", Digest: "d1"}}, answered{id: "c2"})
	l.send(command{T: "resign", ID: "c3", N: 1})
	c.hears()
	c.say(`{"t":"refused","id":"c3","code":"game_over","text":"The game is over.","retry":false,"n":1}`)
	reports(t, l, answered{"c3", &refusal{Code: "game_over", Text: "The game is over."}})
	c.drop()
	reports(t, l, lost{})
	c = h.answer(t).from("1", "d1")
	c.welcome(1, 1)
	l.send(command{T: "rematch", ID: "c4", N: 1})
	if got := c.hears(); got.ID != "c4" {
		t.Errorf("what was answered is sent again: %+v", got)
	}
}

func TestCloseCodes(t *testing.T) {
	for _, code := range []websocket.StatusCode{1000, 1001, 1008, 1011, 1012, 1013, 4002, 4999} {
		h := newScriptedHub(t)
		l := h.link(t, quick, false)
		h.answer(t).close(code)
		reports(t, l, lost{})
		h.answer(t)
	}
	for _, code := range []websocket.StatusCode{closeReplaced, closeMalformed, closeNoRoom, closeOutdated} {
		h := newScriptedHub(t)
		l := h.link(t, quick, false)
		c := h.answer(t)
		c.welcome(0, 1)
		c.entries(1, 1)
		reports(t, l, hello(0, 1), came(1, 1))
		c.close(code)
		reports(t, l, over{code})
		l.wake() // is no wish to come back
		select {
		case <-h.calls:
			t.Errorf("%d: called again", code)
		case <-time.After(10 * quick.backoffMax):
		}
		l.resume()
		h.answer(t).from("1", "d1")
	}
}

func TestFrameThatIsTooLarge(t *testing.T) {
	h := newScriptedHub(t)
	l := h.link(t, quick, false)
	c := h.answer(t)
	c.welcome(0, 0)
	reports(t, l, hello(0, 0))
	l.send(command{T: "name", ID: "c1", Name: "a long one"})
	c.hears()
	c.close(closeTooBig)
	reports(t, l, answered{"c1", &refusal{Code: "too_big", Text: "That is too long."}}, lost{})
	c = h.answer(t)
	c.welcome(0, 0)
	l.send(command{T: "name", ID: "c2"})
	if got := c.hears(); got.ID != "c2" {
		t.Errorf("sent again: %+v", got)
	}
}

func TestDeadConnectionIsNoticed(t *testing.T) {
	with := quick
	with.pingEvery, with.pongWithin = time.Millisecond, 50*time.Millisecond
	h := newScriptedHub(t)
	l := h.link(t, with, false)
	c := h.answer(t)
	c.welcome(0, 0)
	reports(t, l, hello(0, 0))
	if got := c.hears(); got.T != "ping" || got.ID == "" {
		t.Errorf("sent %+v", got)
	}
	reports(t, l, lost{}) // no pong came
	h.answer(t)
}

func TestWakingUp(t *testing.T) {
	with := quick
	with.backoffFirst, with.backoffMax = time.Hour, time.Hour
	h := newScriptedHub(t)
	l := h.link(t, with, false)
	h.answer(t).drop()
	reports(t, l, lost{})
	l.wake()
	c := h.answer(t)
	c.welcome(0, 0)
	reports(t, l, hello(0, 0))
	l.wake() // is it alive?
	ping := c.hears()
	if ping.T != "ping" {
		t.Errorf("sent %+v", ping)
	}
	c.say(`{"t":"pong","id":%q,"now":1}`, ping.ID)
	c.say(`{"t":"here","seats":[true,true],"spectators":2}`)
	reports(t, l, hereChanged{Seats: [2]bool{true, true}, Spectators: 2})
}

func TestGoodbye(t *testing.T) {
	for leave, want := range map[bool]websocket.StatusCode{true: websocket.StatusNormalClosure, false: websocket.StatusGoingAway} {
		h := newScriptedHub(t)
		l := h.link(t, quick, false)
		c := h.answer(t)
		c.welcome(0, 0)
		reports(t, l, hello(0, 0))
		closed := make(chan struct{})
		go func() { l.close(leave); close(closed) }()
		if got := c.ends(); got != want {
			t.Errorf("leave %v: closed with %d", leave, got)
		}
		<-closed
		if _, open := <-l.reports; open {
			t.Error("something is reported after the end")
		}
	}
}

// A hub that does not answer a good-bye, or is not there at all, holds nobody.
func TestGoodbyeWithoutAnAnswer(t *testing.T) {
	h := newScriptedHub(t)
	l := h.link(t, quick, false)
	c := h.answer(t)
	c.welcome(0, 0)
	reports(t, l, hello(0, 0))
	l.close(true) // the script reads nothing

	gone := httptest.NewServer(http.NotFoundHandler())
	origin, err := url.Parse(gone.URL)
	if err != nil {
		t.Fatal(err)
	}
	l = newLink(*origin, "room", "secret", false, &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}, quick)
	l.start(t.Context())
	reports(t, l, lost{}, lost{})
	gone.Close()
	reports(t, l, lost{})
	l.close(false)
}

func TestBackoff(t *testing.T) {
	for failures := range 100 {
		most := min(defaultTiming.backoffMax, defaultTiming.backoffFirst<<min(failures, 20))
		for range 100 {
			if got := defaultTiming.backoff(failures); got < most/2 || got > most {
				t.Fatalf("after %d failures: %v, not %v to %v", failures, got, most/2, most)
			}
		}
	}
}
