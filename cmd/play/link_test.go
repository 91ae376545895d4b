package main

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
)

func TestLinkGoesOnWhereItBroke(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newScriptedHub(t)
		l := h.link(t, false)
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
	})
}

func TestLinkStartsAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newScriptedHub(t)
		l := h.link(t, true)
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
	})
}

func TestCommandsAreSentUntilAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newScriptedHub(t)
		l := h.link(t, false)
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
	})
}

func TestCloseCodesToComeBackFrom(t *testing.T) {
	for _, code := range []websocket.StatusCode{1000, 1001, 1008, 1011, 1012, 1013, 4002, 4999} {
		synctest.Test(t, func(t *testing.T) {
			h := newScriptedHub(t)
			l := h.link(t, false)
			h.answer(t).close(code)
			reports(t, l, lost{})
			h.answer(t)
		})
	}
}

func TestCloseCodesThatAreFinal(t *testing.T) {
	for _, code := range []websocket.StatusCode{closeReplaced, closeMalformed, closeNoRoom, closeOutdated} {
		synctest.Test(t, func(t *testing.T) {
			h := newScriptedHub(t)
			l := h.link(t, false)
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
			case <-time.After(time.Hour): // of the bubble
			}
			l.resume()
			h.answer(t).from("1", "d1")
		})
	}
}

func TestFrameThatIsTooLarge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newScriptedHub(t)
		l := h.link(t, false)
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
	})
}

func TestDeadConnectionIsNoticed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newScriptedHub(t)
		l := h.link(t, false)
		c := h.answer(t)
		c.welcome(0, 0)
		reports(t, l, hello(0, 0))
		start := time.Now()
		ping := c.hears()
		if took := time.Since(start); ping.T != "ping" || ping.ID == "" || took != defaultTiming.pingEvery {
			t.Errorf("sent %+v after %v", ping, took)
		}
		c.say(`{"t":"pong","id":%q,"now":1}`, ping.ID)
		if ping = c.hears(); ping.T != "ping" || time.Since(start) != 2*defaultTiming.pingEvery {
			t.Errorf("sent %+v after %v", ping, time.Since(start))
		}
		reports(t, l, lost{}) // no pong came
		if took := time.Since(start); took != 2*defaultTiming.pingEvery+defaultTiming.pongWithin {
			t.Errorf("lost after %v", took)
		}
		h.answer(t)
	})
}

func TestHubThatSaysNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newScriptedHub(t)
		l := h.link(t, false)
		h.answer(t)
		start := time.Now()
		reports(t, l, lost{})
		if took := time.Since(start); took != defaultTiming.welcomeWithin {
			t.Errorf("given up after %v", took)
		}
		h.answer(t)
	})
}

func TestWakingUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newScriptedHub(t)
		l := h.link(t, false)
		for range 10 { // until the pauses are long
			h.answer(t).drop()
			reports(t, l, lost{})
		}
		synctest.Wait()
		start := time.Now()
		l.wake()
		c := h.answer(t)
		if took := time.Since(start); took != 0 {
			t.Errorf("woken up, it waits %v", took)
		}
		c.welcome(0, 0)
		reports(t, l, hello(0, 0))
		l.wake() // is it alive?
		ping := c.hears()
		if took := time.Since(start); ping.T != "ping" || took != 0 {
			t.Errorf("sent %+v after %v", ping, took)
		}
		c.say(`{"t":"pong","id":%q,"now":1}`, ping.ID)
		c.say(`{"t":"here","seats":[true,true],"spectators":2}`)
		reports(t, l, hereChanged{Seats: [2]bool{true, true}, Spectators: 2})
	})
}

func TestGoodbye(t *testing.T) {
	for leave, want := range map[bool]websocket.StatusCode{true: websocket.StatusNormalClosure, false: websocket.StatusGoingAway} {
		synctest.Test(t, func(t *testing.T) {
			h := newScriptedHub(t)
			l := h.link(t, false)
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
		})
	}
}

// A hub that does not answer a good-bye holds nobody for long.
func TestGoodbyeWithoutAnAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newScriptedHub(t)
		l := h.link(t, false)
		c := h.answer(t)
		c.welcome(0, 0)
		reports(t, l, hello(0, 0))
		start := time.Now()
		l.close(true) // the script reads nothing
		if took := time.Since(start); took > closeWithin {
			t.Errorf("held for %v", took)
		}
	})
}

func TestNoHubThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newScriptedHub(t)
		_ = h.pipes.Close()
		l := h.link(t, false)
		reports(t, l, lost{}, lost{}, lost{})
		l.close(false)
	})
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
