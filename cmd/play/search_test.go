package main

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/hub/wire"
)

// sendAwayWelcome sends the welcome frame of a hub that does not reach the store.
func (c *hubConn) sendAwayWelcome() {
	c.t.Helper()
	c.sendf(`{"t":"welcome","proto":1,"player":"me","from":0,"n":0,"now":1763700012000,"here":{"seats":[true,false],"spectators":0},"store":false}`)
}

// awayReport returns the report of sendAwayWelcome.
func awayReport() wire.Welcome {
	w := welcomeReport(0, 0)
	w.Store = false
	return w
}

// A link whose hub does not reach the store moves to a hub that does, and sends its commands
// there.
func TestMovesToAHubWithStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newScriptedHub(t)
		l := h.link(t, false)
		first := h.accept(t)
		first.sendWelcome(0, 0)
		expectReports(t, l, welcomeReport(0, 0))
		l.send(command{T: "move", ID: "c1", Move: "4"})
		first.readCommand()
		start := time.Now()
		first.sendf(`{"t":"store","up":false}`)
		expectReports(t, l, storeChanged(false))

		look := h.accept(t)
		if took := time.Since(start); look.request.URL.Query().Get("watch") != "1" || took < 3*time.Second || took > 6*time.Second {
			t.Errorf("the search has the query %s and comes after %v", look.request.URL.RawQuery, took)
		}
		look.sendWelcome(0, 0)
		expectReports(t, l, disconnected{})
		second := h.accept(t)
		if second.request.URL.Query().Has("watch") || second.request.URL.Query().Has("away") {
			t.Errorf("the new connection has the query %s", second.request.URL.RawQuery)
		}
		second.sendWelcome(0, 0)
		expectReports(t, l, welcomeReport(0, 0))
		if got := second.readCommand(); got.ID != "c1" {
			t.Errorf("sent %+v", got)
		}
	})
}

// If no hub reaches the store, the link keeps its connection and searches less and less often.
func TestStaysIfNoHubHasTheStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newScriptedHub(t)
		timing := defaultTiming
		timing.pingEvery = 24 * time.Hour // the scripted hub answers no pings
		l := h.linkWith(t, false, timing)
		first := h.accept(t)
		first.sendAwayWelcome()
		expectReports(t, l, awayReport())
		start := time.Now()
		for i := range 8 {
			wait := min(defaultTiming.searchMax, defaultTiming.searchFirst<<i)
			var look *hubConn
			select {
			case look = <-h.conns:
				t.Cleanup(look.drop)
			case <-time.After(time.Hour):
				t.Fatal("no further search")
			}
			if took := time.Since(start); took < wait || took > 2*wait+time.Second {
				t.Errorf("search %d after %v, want %v to %v", i, took, wait, 2*wait)
			}
			start = time.Now()
			if i%2 == 0 {
				look.close(websocket.StatusTryAgainLater)
			} else {
				look.sendAwayWelcome()
				synctest.Wait()
				look.drop()
			}
		}
		first.sendf(`{"t":"store","up":true}`)
		expectReports(t, l, storeChanged(true))
		select {
		case <-h.conns:
			t.Error("the link searches although the store is back")
		case <-time.After(time.Hour):
		}
	})
}

// A link that no hub has welcomed twice accepts a hub that does not reach the store (away=1).
func TestAcceptsAHubWithoutStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newScriptedHub(t)
		l := h.link(t, false)
		for i, want := range []bool{false, false, true} {
			c := h.accept(t)
			if c.request.URL.Query().Has("away") != want {
				t.Errorf("connection %d: query %s", i, c.request.URL.RawQuery)
			}
			c.drop()
			expectReports(t, l, disconnected{})
		}
	})
}
