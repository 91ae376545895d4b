package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// recorder is a link that only notes what it is asked for.
type recorder struct {
	sent    []command
	wakes   int
	resumes int
}

func (r *recorder) send(c command) { r.sent = append(r.sent, c) }
func (r *recorder) wake()          { r.wakes++ }
func (r *recorder) resume()        { r.resumes++ }

// screen is a model under test, with the hand of a person on it.
type screen struct {
	t    *testing.T
	m    model
	link *recorder
	quit bool
}

// firstEntry is when the examples begin. The model's clock is a second fast.
const firstEntry = 1763700000000

func newScreen(t *testing.T, cfg config) *screen {
	t.Helper()
	r := &recorder{}
	cfg.origin.Host = "example.org"
	now := time.UnixMilli(firstEntry + 13_000)
	return &screen{t: t, link: r, m: model{
		cfg: cfg, share: "https://example.org/r/k7m2p9x4w3tq", link: r, store: true, now: now, lostAt: now,
		width: 80, height: 24, glyphs: boxGlyphs, painter: plainly,
	}}
}

// comes shows the person me a log, from its first entry.
func (s *screen) comes(me string, entries []entry) *screen {
	s.reports(welcomed{
		anew: true, player: me, n: uint64(len(entries)), now: firstEntry + 12_000, here: here{Seats: [2]bool{true, true}}, store: true,
	}, entriesCame(entries))
	return s
}

func (s *screen) reports(list ...any) {
	for _, r := range list {
		s.update(reported{r})
	}
}

func (s *screen) update(msg tea.Msg) {
	next, cmd := s.m.Update(msg)
	s.m = next.(model)
	switch msg.(type) {
	case reported:
		if s.m.failed == "" {
			return // the command waits for the next report
		}
	case ticked:
		return // the command waits for the next tick
	}
	if cmd == nil {
		return
	}
	if _, ends := cmd().(tea.QuitMsg); ends {
		s.quit = true
	}
}

// types presses keys; \n is Enter.
func (s *screen) types(text string) {
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

func (s *screen) text() string { return strings.Join(s.m.lines(), "\n") }

func (s *screen) shows(texts ...string) {
	s.t.Helper()
	for _, text := range texts {
		if !strings.Contains(s.text(), text) {
			s.t.Errorf("the screen lacks %q:\n%s", text, s.text())
		}
	}
}

// sent checks the last command, but for its id, and answers it.
func (s *screen) sent(want command, refused *refusal) {
	s.t.Helper()
	if len(s.link.sent) == 0 {
		s.t.Fatalf("nothing was sent, not %+v", want)
	}
	got := s.link.sent[len(s.link.sent)-1]
	s.link.sent = nil
	id := got.ID
	got.ID = ""
	if got != want || id == "" {
		s.t.Errorf("sent %+v, not %+v", got, want)
	}
	s.reports(answered{id, refused})
}

const friends = "a game between two people from its first entry to the next game's start"

func TestWholeScreen(t *testing.T) {
	s := newScreen(t, config{}).comes(ana, log(t, friends)[:7])
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
		t.Errorf("the screen is\n%s\nnot\n%s", got, want[1:])
	}
	for _, size := range []tea.WindowSizeMsg{{Width: 80, Height: 24}, {Width: 40, Height: 15}, {Width: 20, Height: 16}} {
		s.update(size)
		if got := len(s.m.lines()); got > size.Height {
			t.Errorf("%d lines on a screen of %d:\n%s", got, size.Height, s.text())
		}
	}
}

func TestMoveIsAskedAgain(t *testing.T) {
	s := newScreen(t, config{}).comes(ana, log(t, friends)[:7])
	s.types("44\b\n")
	s.shows("Sending…")
	s.types("5\n")
	s.shows("Your last move has no answer yet.")
	if len(s.link.sent) != 1 {
		t.Errorf("sent %+v", s.link.sent)
	}
	s.sent(command{T: "move", N: 7, Move: "4"}, &refusal{Code: "column_full", Text: "Column 4 is full: choose another one."})
	s.shows("Move 5: your turn (X).", "Column 4 is full: choose another one.", "Column 1-7 (? for help): ")
	s.types("5\n")
	if strings.Contains(s.text(), "is full") {
		t.Error("the old refusal stands beside a new try")
	}
	s.reports(entriesCame(log(t, friends)[7:8]))
	s.sent(command{T: "move", N: 7, Move: "5"}, nil)
	s.shows("Move 6: Zoé (O) is to move.", "Ana has played 4.")
}

func TestSittingDown(t *testing.T) {
	waiting := log(t, friends)[:1]
	s := newScreen(t, config{name: "Zoé"}).comes(zoe, waiting)
	s.sent(command{T: "sit", N: 1, Name: "Zoé"}, &refusal{Code: "seat_taken", Text: "Both seats are taken."})
	s.shows("Both seats are taken.", "You are watching")
	s.reports(lost{}, welcomed{player: zoe, n: 1, store: true})
	if len(s.link.sent) > 0 {
		t.Errorf("asks again for a seat that it was refused: %+v", s.link.sent)
	}

	for name, s := range map[string]*screen{
		"who only watches":   newScreen(t, config{watch: true}).comes(zoe, waiting),
		"who sits already":   newScreen(t, config{}).comes(ana, waiting),
		"who comes too late": newScreen(t, config{name: "Max"}).comes("max", log(t, friends)[:4]),
	} {
		if len(s.link.sent) > 0 {
			t.Errorf("%s sends %+v", name, s.link.sent)
		}
	}
	s = newScreen(t, config{}).comes(ana, waiting)
	s.shows("Send this link to a friend: https://example.org/r/k7m2p9x4w3tq", "Or play the AI: /invite normal", "O  (free)")
	s.types("/invite easy\n")
	s.sent(command{T: "invite", N: 1, Level: "easy"}, nil)

	// All of the log must be known before anything is asked for.
	s = newScreen(t, config{})
	s.reports(welcomed{anew: true, player: zoe, n: 2, store: true}, entriesCame(waiting))
	if len(s.link.sent) > 0 {
		t.Errorf("asks for a seat in the past: %+v", s.link.sent)
	}

	s = newScreen(t, config{name: "Anna"}).comes(ana, log(t, friends)[:4])
	s.sent(command{T: "name", N: 4, Name: "Anna"}, nil)
}

func TestWatching(t *testing.T) {
	for _, s := range []*screen{
		newScreen(t, config{}).comes("max", log(t, friends)[:7]),
		newScreen(t, config{watch: true}).comes(ana, log(t, friends)[:7]),
	} {
		s.shows("X  Ana    ", "Move 5: Ana (X) is to move.", "You are watching (q leaves, ? for help): ")
		s.types("4\n")
		s.shows("You are watching.")
		s.reports(entriesCame(log(t, friends)[7:10]))
		s.shows("Ana (X) has won.")
		s.types("y\n")
		if len(s.link.sent) > 0 {
			t.Errorf("a spectator sends %+v", s.link.sent)
		}
		s.types("q\n")
		if !s.quit || !s.m.leaves {
			t.Error("q does not leave")
		}
	}
}

func TestAnotherGame(t *testing.T) {
	entries := log(t, friends)
	s := newScreen(t, config{}).comes(ana, entries[:10])
	s.shows("game 1, 1-0", "You have won.", "│(X)│", "Another game? (y/n) ")
	s.reports(entriesCame(entries[10:11]))
	s.shows("Zoé asks for another game. Another game? (y/n) ")
	s.types("y")
	s.shows("You have asked for another game.")
	s.sent(command{T: "rematch", N: 11}, nil)
	s.reports(entriesCame(entries[11:12]))
	s.shows("game 2, 1-0", "Move 1: Zoé (O) is to move.")

	s = newScreen(t, config{}).comes(zoe, entries[:10])
	s.shows("You have lost.")
	s.types("n")
	if !s.quit || !s.m.leaves || len(s.link.sent) > 0 {
		t.Error("no other game, and yet the program stays")
	}
	s = newScreen(t, config{}).comes(ana, log(t, "a game that was played elsewhere"))
	if strings.Contains(s.text(), "Another game?") {
		t.Error("another game is offered where none can follow")
	}
}

func TestOffers(t *testing.T) {
	entries := log(t, "a game on a clock, with advice for player 2, offers, a takeback, emotes; the flag falls")
	s := newScreen(t, config{}).comes(zoe, entries[:5])
	s.shows("1:00 + 2 s", "Advice: 4.", "Player 2 says: hello.", "clock 1:00")
	s.types("/mute\n")
	if strings.Contains(s.text(), "says") {
		t.Error("muted, and yet it says something")
	}
	s = newScreen(t, config{}).comes(zoe, entries[:8])
	s.shows("Ana asks to take the last move back. Allowed? (y/n) ")
	s.types("y")
	s.sent(command{T: "accept", N: 8, Offer: offerTakeback}, nil)
	s = newScreen(t, config{}).comes(ana, entries[:8])
	s.shows("You have asked to take your move back.")
	s.types("/withdraw\n")
	s.sent(command{T: "decline", N: 8, Offer: offerTakeback}, nil)
	s.reports(entriesCame(entries[8:9]))
	s.shows("Ana has taken 1 back.")
	s = newScreen(t, config{}).comes(ana, entries[:11])
	s.shows("Player 2 offers a draw. Agreed? (y/n) ")
	s.types("n")
	s.sent(command{T: "decline", N: 11, Offer: offerDraw}, nil)
	s.reports(entriesCame(entries[11:13]))
	s.shows("You have won on time.", "clock 0:00")
}

func TestWordsBehindASlash(t *testing.T) {
	s := newScreen(t, config{}).comes(ana, log(t, friends)[:7])
	yes, no, ms := true, false, int64(500)
	for typed, want := range map[string]command{
		"/draw": {T: "offer", Offer: offerDraw}, "/takeback": {T: "offer", Offer: offerTakeback}, "/resign": {T: "resign"},
		"/claim": {T: "claim", Result: "win"}, "/claim draw": {T: "claim", Result: "draw"}, "/again": {T: "rematch"},
		"/say well-played": {T: "emote", Emote: "well-played"}, "/name  Ana Lena ": {T: "name", Name: "Ana Lena"}, "/name": {T: "name"},
	} {
		s.types(typed + "\n")
		want.N = 7
		s.sent(want, nil)
	}
	s.types("/dance\n")
	s.shows("/dance is no command. Press ? for help.")
	s.types("/pace fast\n")
	s.shows("/pace needs a number of milliseconds.")

	s = newScreen(t, config{}).comes(ana, log(t, "AI against AI, paced by its owner")[:3])
	s.shows("paused.")
	for typed, want := range map[string]command{"/pace 500": {MS: &ms, Paused: &yes}, "/pause": {MS: &s.m.room.pace, Paused: &no}} {
		s.types(typed + "\n")
		got := s.link.sent[len(s.link.sent)-1]
		if got.T != "pace" || *got.MS != *want.MS || *got.Paused != *want.Paused {
			t.Errorf("%s sends %+v", typed, got)
		}
	}
}

func TestHelp(t *testing.T) {
	s := newScreen(t, config{}).comes(ana, log(t, friends)[:7])
	s.types("?")
	s.shows("Your disc falls to the lowest free cell", "/takeback")
	if got := len(s.m.lines()); got > 24 {
		t.Errorf("the help has %d lines", got)
	}
	s.types("4")
	s.shows("Column 1-7 (? for help): ")
	if s.m.line != "" {
		t.Error("the key that ends the help is typed too")
	}
}

func TestConnectionIsTold(t *testing.T) {
	s := newScreen(t, config{})
	s.shows("Connecting to example.org…")
	s.comes(ana, log(t, friends)[:7]).reports(lost{})
	s.shows("your turn") // for a moment that is not worth a word
	s.update(ticked(s.m.now.Add(lostAfter)))
	s.reports(lost{})
	s.shows("The connection is lost. Trying again…")
	s.reports(welcomed{player: ana, n: 7, store: false})
	s.shows("The hub's memory does not answer.")
	s.reports(storeChanged(true))
	s.shows("your turn")
	s.update(tea.FocusMsg{})
	if s.link.wakes == 0 {
		t.Error("looked at, it does not wake up")
	}

	s.reports(hereChanged{Seats: [2]bool{true, false}, Claim: [2]int64{0, firstEntry + 20_000}})
	s.shows("away")
	s.reports(welcomed{player: ana, n: 7, now: firstEntry + 12_500, here: s.m.here, store: true})
	s.shows("Zoé has left. You may claim the game in 8 s.")
	s.update(ticked(s.m.now.Add(8 * time.Second)))
	s.shows("Zoé has left: /claim win, or /claim draw.")

	s.reports(over{closeReplaced})
	s.shows("This seat is played from another place now. Press r to take it back.")
	s.types("r")
	if s.link.resumes != 1 {
		t.Error("r does not take the seat back")
	}
	for code, want := range map[over]string{{closeNoRoom}: "no such room", {closeOutdated}: "too old", {closeMalformed}: "does not understand"} {
		s := newScreen(t, config{})
		s.reports(code)
		if !s.quit || !strings.Contains(s.m.failed, want) {
			t.Errorf("%+v: %q", code, s.m.failed)
		}
	}
}

func TestLeavingWithCtrlCKeepsTheSeat(t *testing.T) {
	s := newScreen(t, config{}).comes(ana, log(t, friends)[:7])
	s.update(tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl})
	if !s.quit || s.m.leaves {
		t.Errorf("quit %v, leaves %v", s.quit, s.m.leaves)
	}
}

func TestLongTextIsWrapped(t *testing.T) {
	got := wrap("The hole may not go straight back to cell 5, from where your opponent has just slid it.", 40)
	want := []string{"The hole may not go straight back to", "cell 5, from where your opponent has", "just slid it."}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := wrap("", 40); !slices.Equal(got, []string{""}) {
		t.Errorf("nothing: %q", got)
	}
}
