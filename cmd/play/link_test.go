package main

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/hub/wire"
)

func TestLinkResumesAtCursor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newScriptedHub(t)
		l := h.link(t, false)
		c := h.accept(t).expectCursor("0", "")
		if r := c.request; r.URL.Path != "/api/rooms/k7m2p9x4w3tq/live" || r.Header.Get("Authorization") != "Bearer the secret of this test" ||
			r.URL.Query().Has("watch") {
			t.Errorf("dialed %s with %v", r.URL, r.Header)
		}
		c.sendWelcome(0, 2)
		c.sendEntries(1, 2)
		expectReports(t, l, welcomeReport(0, 2), entriesReport(1, 2))
		c.drop()
		expectReports(t, l, disconnected{})

		c = h.accept(t).expectCursor("2", digest(2))
		c.sendWelcome(2, 4)
		c.sendEntries(2, 3) // entry 2 was received before
		c.sendf(`{"t":"somersault","entries":7}`)
		c.sendf(`not JSON`)
		c.sendEntries(3, 4)
		expectReports(t, l, welcomeReport(2, 4), entriesReport(3, 3), entriesReport(4, 4))

		c.sendEntries(6, 6) // entry 5 is missing: the link reconnects
		expectReports(t, l, disconnected{})
		c = h.accept(t).expectCursor("4", digest(4))
		c.sendWelcome(4, 6)
		c.sendEntries(5, 6)
		expectReports(t, l, welcomeReport(4, 6), entriesReport(5, 6))
	})
}

func TestLinkStartsFromEntryOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newScriptedHub(t)
		l := h.link(t, true)
		c := h.accept(t)
		if c.request.URL.Query().Get("watch") != "1" {
			t.Error("the link of a spectator lacks watch=1")
		}
		c.sendWelcome(0, 3)
		c.sendEntries(1, 3)
		expectReports(t, l, welcomeReport(0, 3), entriesReport(1, 3))
		c.drop()
		expectReports(t, l, disconnected{})

		// The log was rewound while the link was down.
		c = h.accept(t).expectCursor("3", digest(3))
		c.sendWelcome(0, 2)
		c.sendEntries(1, 2)
		expectReports(t, l, welcomeReport(0, 2), entriesReport(1, 2))

		// The hub's log no longer holds the entry that the command was based on.
		l.send(command{T: "move", ID: "c1", N: 2})
		if got := c.readCommand(); got.ID != "c1" {
			t.Errorf("sent %+v", got)
		}
		c.sendf(`{"t":"refused","id":"c1","code":"ahead","text":"Start again.","retry":false,"n":1}`)
		expectReports(t, l, answered{"c1", &wire.Failure{Code: "ahead", Text: "Start again."}}, disconnected{})
		c = h.accept(t).expectCursor("0", "")
		c.sendWelcome(0, 1)
		c.sendEntries(1, 1)
		expectReports(t, l, welcomeReport(0, 1), entriesReport(1, 1))

		// If the welcome starts at an unexpected entry, the link reads the whole log.
		c.drop()
		expectReports(t, l, disconnected{})
		c = h.accept(t).expectCursor("1", digest(1))
		c.sendWelcome(7, 9)
		expectReports(t, l, disconnected{})
		h.accept(t).expectCursor("0", "")
	})
}

func TestCommandsAreSentUntilAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newScriptedHub(t)
		l := h.link(t, false)
		move := command{T: "move", ID: "c1", N: 0, Move: "4"}
		l.send(move) // before there is a connection
		c := h.accept(t)
		c.sendWelcome(0, 0)
		expectReports(t, l, welcomeReport(0, 0))
		if got := c.readCommand(); got != move {
			t.Errorf("sent %+v", got)
		}
		c.drop()
		expectReports(t, l, disconnected{})

		c = h.accept(t)
		c.sendWelcome(0, 0)
		expectReports(t, l, welcomeReport(0, 0))
		if got := c.readCommand(); got != move {
			t.Errorf("sent again: %+v", got)
		}
		c.sendf(`{"t":"refused","id":"c1","code":"store_away","text":"Later.","retry":true,"n":0}`)
		expectReports(t, l, storeChanged(false))
		if got := c.readCommand(); got != move {
			t.Errorf("sent after a refusal: %+v", got)
		}
		c.sendf(`{"t":"store","up":true}`)
		expectReports(t, l, storeChanged(true))
		if got := c.readCommand(); got != move {
			t.Errorf("sent when the store is back: %+v", got)
		}
		c.sendf(`{"t":"ok","id":"c1","n":1}`)
		c.sendf(`{"t":"ok","id":"c1","n":1}`) // answers the command sent again
		expectReports(t, l, answered{id: "c1"})

		// An entry that names the command answers it too.
		l.send(command{T: "resign", ID: "c2", N: 1})
		c.readCommand()
		raw := []byte(`{"n":1,"at":1,"cmd":"c2","type":"teleported","data":{},"digest":"` + digest(1) + `"}`)
		c.sendf(`{"t":"entries","entries":[%s]}`, raw)
		expectReports(t, l, entriesReceived{decodeEntry(raw)}, answered{id: "c2"})
		l.send(command{T: "resign", ID: "c3", N: 1})
		c.readCommand()
		c.sendf(`{"t":"refused","id":"c3","code":"game_over","text":"The game is over.","retry":false,"n":1}`)
		expectReports(t, l, answered{"c3", &wire.Failure{Code: "game_over", Text: "The game is over."}})
		c.drop()
		expectReports(t, l, disconnected{})
		c = h.accept(t).expectCursor("1", digest(1))
		c.sendWelcome(1, 1)
		l.send(command{T: "rematch", ID: "c4", N: 1})
		if got := c.readCommand(); got.ID != "c4" {
			t.Errorf("an answered command is sent again: %+v", got)
		}
	})
}

func TestReconnectsAfterOtherCloseCodes(t *testing.T) {
	for _, code := range []websocket.StatusCode{1000, 1001, 1008, 1011, 1012, 1013, 4002, 4999} {
		synctest.Test(t, func(t *testing.T) {
			h := newScriptedHub(t)
			l := h.link(t, false)
			h.accept(t).close(code)
			expectReports(t, l, disconnected{})
			h.accept(t)
		})
	}
}

func TestStopsAfterFinalCloseCodes(t *testing.T) {
	for _, code := range []wire.CloseCode{wire.CloseReplaced, wire.CloseMalformed, wire.CloseNoRoom, wire.CloseOutdated, wire.CloseNotLetIn} {
		synctest.Test(t, func(t *testing.T) {
			h := newScriptedHub(t)
			l := h.link(t, false)
			c := h.accept(t)
			c.sendWelcome(0, 1)
			c.sendEntries(1, 1)
			expectReports(t, l, welcomeReport(0, 1), entriesReport(1, 1))
			c.close(websocket.StatusCode(code))
			expectReports(t, l, gaveUp{code})
			l.wake() // must not reconnect
			select {
			case <-h.conns:
				t.Errorf("%d: reconnected", code)
			case <-time.After(time.Hour): // in the synctest bubble
			}
			l.resume()
			h.accept(t).expectCursor("1", digest(1))
		})
	}
}

func TestTooLargeCommandIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newScriptedHub(t)
		l := h.link(t, false)
		c := h.accept(t)
		c.sendWelcome(0, 0)
		expectReports(t, l, welcomeReport(0, 0))
		l.send(command{T: "name", ID: "c1", Name: "a long one"})
		c.readCommand()
		c.close(websocket.StatusMessageTooBig)
		expectReports(t, l, answered{"c1", &wire.Failure{Code: "too_big", Text: "That is too long."}}, disconnected{})
		c = h.accept(t)
		c.sendWelcome(0, 0)
		l.send(command{T: "name", ID: "c2"})
		if got := c.readCommand(); got.ID != "c2" {
			t.Errorf("sent again: %+v", got)
		}
	})
}

func TestDeadConnectionIsNoticed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newScriptedHub(t)
		l := h.link(t, false)
		c := h.accept(t)
		c.sendWelcome(0, 0)
		expectReports(t, l, welcomeReport(0, 0))
		start := time.Now()
		ping := c.readCommand()
		if took := time.Since(start); ping.T != "ping" || ping.ID == "" || took != defaultTiming.pingEvery {
			t.Errorf("sent %+v after %v", ping, took)
		}
		c.sendf(`{"t":"pong","id":%q,"now":1}`, ping.ID)
		if ping = c.readCommand(); ping.T != "ping" || time.Since(start) != 2*defaultTiming.pingEvery {
			t.Errorf("sent %+v after %v", ping, time.Since(start))
		}
		expectReports(t, l, disconnected{}) // no pong came
		if took := time.Since(start); took != 2*defaultTiming.pingEvery+defaultTiming.pongTimeout {
			t.Errorf("lost after %v", took)
		}
		h.accept(t)
	})
}

func TestSilentHubTimesOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newScriptedHub(t)
		l := h.link(t, false)
		h.accept(t)
		start := time.Now()
		expectReports(t, l, disconnected{})
		if took := time.Since(start); took != defaultTiming.welcomeTimeout {
			t.Errorf("timed out after %v", took)
		}
		h.accept(t)
	})
}

func TestWakeReconnectsAndPings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newScriptedHub(t)
		l := h.link(t, false)
		for range 10 { // until the backoff is long
			h.accept(t).drop()
			expectReports(t, l, disconnected{})
		}
		synctest.Wait()
		start := time.Now()
		l.wake()
		c := h.accept(t)
		if took := time.Since(start); took != 0 {
			t.Errorf("reconnected %v after wake", took)
		}
		c.sendWelcome(0, 0)
		expectReports(t, l, welcomeReport(0, 0))
		l.wake() // pings at once
		ping := c.readCommand()
		if took := time.Since(start); ping.T != "ping" || took != 0 {
			t.Errorf("sent %+v after %v", ping, took)
		}
		c.sendf(`{"t":"pong","id":%q,"now":1}`, ping.ID)
		c.sendf(`{"t":"here","seats":[true,true],"spectators":2}`)
		expectReports(t, l, presenceChanged{Seats: [2]bool{true, true}, Spectators: 2})
	})
}

func TestGoodbye(t *testing.T) {
	for leave, want := range map[bool]websocket.StatusCode{true: websocket.StatusNormalClosure, false: websocket.StatusGoingAway} {
		synctest.Test(t, func(t *testing.T) {
			h := newScriptedHub(t)
			l := h.link(t, false)
			c := h.accept(t)
			c.sendWelcome(0, 0)
			expectReports(t, l, welcomeReport(0, 0))
			closed := make(chan struct{})
			go func() { l.close(leave); close(closed) }()
			if got := c.readClose(); got != want {
				t.Errorf("leave %v: closed with %d", leave, got)
			}
			<-closed
			if _, open := <-l.reports; open {
				t.Error("report after close")
			}
		})
	}
}

// A hub that does not answer the close frame must not delay the exit.
func TestGoodbyeTimesOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newScriptedHub(t)
		l := h.link(t, false)
		c := h.accept(t)
		c.sendWelcome(0, 0)
		expectReports(t, l, welcomeReport(0, 0))
		start := time.Now()
		l.close(true) // the scripted hub does not read
		if took := time.Since(start); took > closeTimeout {
			t.Errorf("close took %v", took)
		}
	})
}

func TestUnreachableHubIsRetried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newScriptedHub(t)
		_ = h.listener.Close()
		l := h.link(t, false)
		expectReports(t, l, disconnected{}, disconnected{}, disconnected{})
		l.close(false)
	})
}

func TestBackoff(t *testing.T) {
	for failures := range 100 {
		limit := min(defaultTiming.backoffMax, defaultTiming.backoffFirst<<min(failures, 20))
		for range 100 {
			if got := defaultTiming.backoff(failures); got < limit/2 || got > limit {
				t.Fatalf("after %d failures: got %v, want %v to %v", failures, got, limit/2, limit)
			}
		}
	}
}
