package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// fakeLink records the calls to a link.
type fakeLink struct {
	sent    []command
	asked   []place
	whys    []int
	wakes   int
	resumes int
}

func (r *fakeLink) send(c command)  { r.sent = append(r.sent, c) }
func (r *fakeLink) analyse(p place) { r.asked = append(r.asked, p) }
func (r *fakeLink) why(game int)    { r.whys = append(r.whys, game) }
func (r *fakeLink) wake()           { r.wakes++ }
func (r *fakeLink) resume()         { r.resumes++ }

// screen is a model under test. Its methods act as the link and the user.
type screen struct {
	t    *testing.T
	m    *model
	link *fakeLink
	quit bool
}

// firstEntry is the time of the first entry of the examples, in Unix milliseconds. The
// model's clock is one second ahead of the hub's.
const firstEntry = 1763700000000

func newScreen(t *testing.T, cfg config) *screen {
	t.Helper()
	r := &fakeLink{}
	cfg.origin.Host = "example.org"
	now := time.UnixMilli(firstEntry + 13_000)
	return &screen{t: t, link: r, m: &model{
		cfg: cfg, shareURL: "https://example.org/r/k7m2p9x4w3tq", link: r, room: new(room.State), storeUp: true, now: now, lostAt: now,
		window: window{width: 80, height: 24, glyphs: boxGlyphs},
	}}
}

// showLog reports a welcome for player me and a whole log.
func (s *screen) showLog(me room.PlayerID, entries []room.Entry) *screen {
	s.report(wire.Welcome{
		Player: me, N: uint64(len(entries)), Now: firstEntry + 12_000, Here: wire.Presence{Seats: [2]bool{true, true}}, Store: true,
	}, entriesReceived(entries))
	return s
}

func (s *screen) report(list ...any) {
	for _, r := range list {
		s.update(reported{r})
	}
}

func (s *screen) update(msg tea.Msg) {
	next, cmd := s.m.Update(msg)
	s.m = next.(*model)
	switch msg.(type) {
	case reported:
		if s.m.fatal == "" {
			return // cmd waits for the next report
		}
	case ticked:
		return // cmd waits for the next tick
	}
	if cmd == nil {
		return
	}
	if _, ends := cmd().(tea.QuitMsg); ends {
		s.quit = true
	}
}

// typeKeys presses keys; \n is Enter and \b is Backspace.
func (s *screen) typeKeys(text string) {
	for _, r := range text {
		switch r {
		case '\n':
			s.update(tea.KeyPressMsg{Code: tea.KeyEnter})
		case '\b':
			s.update(tea.KeyPressMsg{Code: tea.KeyBackspace})
		default:
			s.update(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
}

func (s *screen) text() string { return ansi.Strip(strings.Join(s.m.lines(), "\n")) }

func (s *screen) expectText(texts ...string) {
	s.t.Helper()
	for _, text := range texts {
		if !strings.Contains(s.text(), text) {
			s.t.Errorf("screen lacks %q:\n%s", text, s.text())
		}
	}
}

// expectSent checks the last command except its ID, and answers it.
func (s *screen) expectSent(want command, refused *wire.Failure) {
	s.t.Helper()
	if len(s.link.sent) == 0 {
		s.t.Fatalf("nothing was sent, want %+v", want)
	}
	got := s.link.sent[len(s.link.sent)-1]
	s.link.sent = nil
	id := got.ID
	got.ID = ""
	if got != want || id == "" {
		s.t.Errorf("sent %+v, want %+v", got, want)
	}
	s.report(answered{id, refused})
}

const twoPlayerGame = "a game between two people from its first entry to the next game's start"

func TestFullScreen(t *testing.T) {
	s := newScreen(t, config{}).showLog(ana, exampleLog(t, twoPlayerGame)[:7])
	want := `
Connect Four, 7x6, 4 in a row
https://example.org/r/k7m2p9x4w3tq
▸ X  Ana (you)                   time 0:06  here
  O  Zoé                         time 0:02  here

  1   2   3   4   5   6   7
┌───┬───┬───┬───┬───┬───┬───┐
│   │   │   │   │   │   │   │
│   │   │   │   │   │   │   │
│   │   │   │   │   │   │   │
│   │   │   │   │   │   │   │
│   │   │ O │ X │   │   │   │
│   │   │ O │ X │   │   │   │
└───┴───┴───┴───┴───┴───┴───┘

Move 5: your turn (X).
Zoé has played 3.
Column 1-7 (? for help): `
	s.update(tea.WindowSizeMsg{Width: 80, Height: 19})
	if got := s.text(); got != want[1:] {
		t.Errorf("got\n%s\nwant\n%s", got, want[1:])
	}
	for _, size := range []tea.WindowSizeMsg{{Width: 80, Height: 24}, {Width: 40, Height: 15}, {Width: 20, Height: 16}} {
		s.update(size)
		if got := len(s.m.lines()); got > size.Height {
			t.Errorf("%d lines on a screen of %d:\n%s", got, size.Height, s.text())
		}
	}
}

func TestRefusedMoveIsAskedForAgain(t *testing.T) {
	s := newScreen(t, config{}).showLog(ana, exampleLog(t, twoPlayerGame)[:7])
	s.typeKeys("44\b\n")
	s.expectText("Sending…")
	s.typeKeys("5\n")
	s.expectText("Your last move has no answer yet.")
	if len(s.link.sent) != 1 {
		t.Errorf("sent %+v", s.link.sent)
	}
	s.expectSent(command{T: "move", N: 7, Move: "4"}, &wire.Failure{Code: "column_full", Text: "Column 4 is full: choose another one."})
	s.expectText("Move 5: your turn (X).", "Column 4 is full: choose another one.", "Column 1-7 (? for help): ")
	s.typeKeys("5\n")
	if strings.Contains(s.text(), "is full") {
		t.Error("the old refusal is still shown after a new try")
	}
	s.report(entriesReceived(exampleLog(t, twoPlayerGame)[7:8]))
	s.expectSent(command{T: "move", N: 7, Move: "5"}, nil)
	s.expectText("Move 6: Zoé (O) is to move.", "Ana has played 4.")
}

func TestSittingDown(t *testing.T) {
	waiting := exampleLog(t, twoPlayerGame)[:1]
	s := newScreen(t, config{create: wire.NewRoom{Name: "Zoé"}}).showLog(zoe, waiting)
	s.expectSent(command{T: "sit", N: 1, Name: "Zoé"}, &wire.Failure{Code: "seat_taken", Text: "Both seats are taken."})
	s.expectText("Both seats are taken.", "You are watching")
	s.report(disconnected{}, wire.Welcome{From: 1, Player: zoe, N: 1, Store: true})
	if len(s.link.sent) > 0 {
		t.Errorf("asks again for a refused seat: %+v", s.link.sent)
	}

	for name, s := range map[string]*screen{
		"a spectator":     newScreen(t, config{watch: true}).showLog(zoe, waiting),
		"a seated player": newScreen(t, config{}).showLog(ana, waiting),
		"a third player":  newScreen(t, config{create: wire.NewRoom{Name: "Max"}}).showLog("max", exampleLog(t, twoPlayerGame)[:4]),
	} {
		if len(s.link.sent) > 0 {
			t.Errorf("%s sends %+v", name, s.link.sent)
		}
	}
	s = newScreen(t, config{}).showLog(ana, waiting)
	s.expectText("Send this link to a friend: https://example.org/r/k7m2p9x4w3tq", "Or play the AI: /invite normal", "O  (free)")
	s.typeKeys("/invite easy\n")
	s.expectSent(command{T: "invite", N: 1, Level: "easy"}, nil)

	// The program must read the whole log before it asks for a seat.
	s = newScreen(t, config{})
	s.report(wire.Welcome{Player: zoe, N: 2, Store: true}, entriesReceived(waiting))
	if len(s.link.sent) > 0 {
		t.Errorf("asks for a seat before the end of the log: %+v", s.link.sent)
	}

	s = newScreen(t, config{create: wire.NewRoom{Name: "Anna"}}).showLog(ana, exampleLog(t, twoPlayerGame)[:4])
	s.expectSent(command{T: "name", N: 4, Name: "Anna"}, nil)
}

func TestWatching(t *testing.T) {
	for _, s := range []*screen{
		newScreen(t, config{}).showLog("max", exampleLog(t, twoPlayerGame)[:7]),
		newScreen(t, config{watch: true}).showLog(ana, exampleLog(t, twoPlayerGame)[:7]),
	} {
		s.expectText("X  Ana    ", "Move 5: Ana (X) is to move.", "You are watching (q leaves, ? for help): ")
		s.typeKeys("4\n")
		s.expectText("You are watching.")
		s.report(entriesReceived(exampleLog(t, twoPlayerGame)[7:10]))
		s.expectText("Ana (X) has won.")
		s.typeKeys("y\n")
		if len(s.link.sent) > 0 {
			t.Errorf("a spectator sends %+v", s.link.sent)
		}
		s.typeKeys("q\n")
		if !s.quit || !s.m.leaving {
			t.Error("q does not leave")
		}
	}
}

func TestRematch(t *testing.T) {
	entries := exampleLog(t, twoPlayerGame)
	s := newScreen(t, config{}).showLog(ana, entries[:10])
	s.expectText("game 1, 1-0", "You have won.", "│(X)│", "Another game? (y/n) ")
	s.report(entriesReceived(entries[10:11]))
	s.expectText("Zoé asks for another game. Another game? (y/n) ")
	s.typeKeys("y")
	s.expectText("You have asked for another game.")
	s.expectSent(command{T: "rematch", N: 11}, nil)
	s.report(entriesReceived(entries[11:12]))
	s.expectText("game 2, 1-0", "Move 1: Zoé (O) is to move.")

	s = newScreen(t, config{}).showLog(zoe, entries[:10])
	s.expectText("You have lost.")
	s.typeKeys("n")
	if !s.quit || !s.m.leaving || len(s.link.sent) > 0 {
		t.Error("n at the end of a game does not quit")
	}
	s = newScreen(t, config{}).showLog(ana, exampleLog(t, "a game that was played elsewhere"))
	if strings.Contains(s.text(), "Another game?") {
		t.Error("a rematch of an imported game is offered")
	}
}

func TestOffers(t *testing.T) {
	entries := exampleLog(t, "a game on a clock, with advice for player 2, offers, a takeback, emotes; the flag falls")
	s := newScreen(t, config{}).showLog(zoe, entries[:5])
	s.expectText("1:00 + 2 s", "Advice: 4.", "Player 2 says: hello.", "clock 1:00")
	s.typeKeys("/mute\n")
	if strings.Contains(s.text(), "says") {
		t.Error("an emote is shown after /mute")
	}
	s = newScreen(t, config{}).showLog(zoe, entries[:8])
	s.expectText("Ana asks to take the last move back. Allowed? (y/n) ")
	s.typeKeys("y")
	s.expectSent(command{T: "accept", N: 8, Offer: room.OfferTakeback}, nil)
	s = newScreen(t, config{}).showLog(ana, entries[:8])
	s.expectText("You have asked to take your move back.")
	s.typeKeys("/withdraw\n")
	s.expectSent(command{T: "decline", N: 8, Offer: room.OfferTakeback}, nil)
	s.report(entriesReceived(entries[8:9]))
	s.expectText("Ana has taken 1 back.")
	s = newScreen(t, config{}).showLog(ana, entries[:11])
	s.expectText("Player 2 offers a draw. Agreed? (y/n) ")
	s.typeKeys("n")
	s.expectSent(command{T: "decline", N: 11, Offer: room.OfferDraw}, nil)
	s.report(entriesReceived(entries[11:13]))
	s.expectText("You have won on time.", "clock 0:00")
}

func TestSlashCommands(t *testing.T) {
	s := newScreen(t, config{}).showLog(ana, exampleLog(t, twoPlayerGame)[:7])
	yes, no, ms := true, false, int64(500)
	for typed, want := range map[string]command{
		"/draw": {T: "offer", Offer: room.OfferDraw}, "/takeback": {T: "offer", Offer: room.OfferTakeback},
		"/claim": {T: "claim", Result: "win"}, "/claim draw": {T: "claim", Result: "draw"}, "/again": {T: "rematch"},
		"/next": {T: "challenge"}, "/yield": {T: "yield"}, "/yield 2": {T: "yield", Seat: 2},
		"/say well-played": {T: "emote", Emote: "well-played"}, "/name  Ana Lena ": {T: "name", Name: "Ana Lena"}, "/name": {T: "name"},
	} {
		s.typeKeys(typed + "\n")
		want.N = 7
		s.expectSent(want, nil)
	}
	s.typeKeys("/dance\n")
	s.expectText("/dance is not a command. Press ? for help.")
	s.typeKeys("/pace fast\n")
	s.expectText("/pace needs a number of milliseconds.")
	sent := len(s.link.sent)
	for _, typed := range []string{"/draw now", "/resign please", "/again 2", "/quit later", "/moves 5", "/replay 5", "/help draw", "/why x", "/mute bob", "/claim all", "/say boo"} {
		if s.typeKeys(typed + "\n"); s.m.notice == "" || len(s.link.sent) > sent || s.m.leaving || s.m.resigning || s.m.reading != readNothing || s.m.replay.on {
			t.Errorf("%s: %q", typed, s.m.notice)
		}
	}

	s = newScreen(t, config{}).showLog(ana, exampleLog(t, "AI against AI, paced by its owner")[:3])
	s.expectText("paused.")
	pace := s.m.room.Pace.Milliseconds()
	for typed, want := range map[string]command{"/pace 500": {MS: &ms, Paused: &yes}, "/pause": {MS: &pace, Paused: &no}} {
		s.typeKeys(typed + "\n")
		got := s.link.sent[len(s.link.sent)-1]
		if got.T != "pace" || *got.MS != *want.MS || *got.Paused != *want.Paused {
			t.Errorf("%s sends %+v", typed, got)
		}
	}
}

func TestHelp(t *testing.T) {
	s := newScreen(t, config{}).showLog(ana, exampleLog(t, twoPlayerGame)[:7])
	s.typeKeys("?")
	s.expectText("Your disc falls to the lowest free cell", "/takeback")
	if got := len(s.m.lines()); got > 24 {
		t.Errorf("help has %d lines", got)
	}
	s.typeKeys("4")
	s.expectText("/quit", "Press any key.")
	s.typeKeys("4")
	s.expectText("Column 1-7 (? for help): ")
	if s.m.input != "" {
		t.Error("the key that closes the help is typed too")
	}
}

func TestConnectionStatusIsShown(t *testing.T) {
	s := newScreen(t, config{})
	s.expectText("Connecting to example.org…")
	s.showLog(ana, exampleLog(t, twoPlayerGame)[:7]).report(disconnected{})
	s.expectText("your turn") // a short interruption is not shown
	s.update(ticked(s.m.now.Add(showLostAfter)))
	s.report(disconnected{})
	s.expectText("The connection is lost. Trying again…")
	s.report(wire.Welcome{From: 1, Player: ana, N: 7, Store: false})
	s.expectText("The hub's store does not answer.")
	s.report(storeChanged(true))
	s.expectText("your turn")
	s.update(tea.FocusMsg{})
	if s.link.wakes == 0 {
		t.Error("focus does not wake the link")
	}

	s.report(presenceChanged{Seats: [2]bool{true, false}, Claim: [2]int64{0, firstEntry + 20_000}})
	s.expectText("away")
	s.report(wire.Welcome{From: 1, Player: ana, N: 7, Now: firstEntry + 12_500, Here: s.m.presence, Store: true})
	s.expectText("Zoé has left. You may claim the game in 8 s.")
	s.update(ticked(s.m.now.Add(8 * time.Second)))
	s.expectText("Zoé has left: /claim win, or /claim draw.")

	s.report(gaveUp{wire.CloseReplaced})
	s.expectText("Your seat is now open in another place. Press r to take it back.")
	s.typeKeys("r")
	if s.link.resumes != 1 {
		t.Error("r does not take the seat back")
	}
	for code, want := range map[gaveUp]string{{wire.CloseNoRoom}: "no such room", {wire.CloseOutdated}: "too old", {wire.CloseMalformed}: "does not understand", {wire.CloseNotLetIn}: "does not let anybody watch"} {
		s := newScreen(t, config{})
		s.report(code)
		if !s.quit || !strings.Contains(s.m.fatal, want) {
			t.Errorf("%+v: %q", code, s.m.fatal)
		}
	}
}

func TestLeavingWithCtrlCKeepsTheSeat(t *testing.T) {
	s := newScreen(t, config{}).showLog(ana, exampleLog(t, twoPlayerGame)[:7])
	s.update(tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl})
	if !s.quit || s.m.leaving {
		t.Errorf("quit %v, leaves %v", s.quit, s.m.leaving)
	}
}

func TestLongTextIsWrapped(t *testing.T) {
	got := wrap("The hole may not go straight back to cell 5, from where your opponent has just slid it.", 40)
	want := []string{"The hole may not go straight back to", "cell 5, from where your opponent has", "just slid it."}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := wrap("", 40); !slices.Equal(got, []string{""}) {
		t.Errorf("empty text: %q", got)
	}
}
