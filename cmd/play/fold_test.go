package main

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

const (
	// player IDs in the examples
	ana = "Vt3mQ0p8Yy6s1o2h4GqJ5A"
	zoe = "b9Kq2LrXw0aZt7uPnE4c1g"
)

func TestFoldOfTwoPeople(t *testing.T) {
	entries := exampleLog(t, "a game between two people from its first entry to the next game's start")
	s := foldAll(entries[:1])
	if mine, both := s.seatOf(ana); s.phase != waiting || s.owner != ana || mine != 1 || both || s.turn() != 0 {
		t.Errorf("created: %+v", s)
	}
	s = foldAll(entries[:3])
	if s.phase != playing || s.players[1] != (player{ID: zoe, Name: "Zoé", Colour: "yellow"}) || s.turn() != 1 || s.game != 1 {
		t.Errorf("joined: %+v", s)
	}
	s = foldAll(entries[:9])
	if strings.Join(s.moves, "") != "434343" || s.turn() != 1 || s.last != (lastMove{seat: 2, move: "3"}) {
		t.Errorf("playing: %+v", s)
	}
	s = foldAll(entries[:10])
	if s.phase != finished || s.score != [2]int{1, 0} || s.turn() != 0 || !slices.Equal(s.end.Cells, []int{3, 10, 17, 24}) {
		t.Errorf("won: %+v", s)
	}
	s = foldAll(entries[:11])
	if s.rematch != [2]bool{false, true} || s.phase != finished {
		t.Errorf("rematch asked for: %+v", s)
	}
	s = foldAll(entries[:12])
	if s.phase != playing || s.game != 2 || s.turn() != 2 || len(s.moves) != 0 || s.end != nil || s.rematch != [2]bool{} {
		t.Errorf("second game: %+v", s)
	}
	s = foldAll(entries)
	if s.phase != finished || s.score != [2]int{1, 1} || s.end.Reason != "resigned" {
		t.Errorf("resigned: %+v", s)
	}
}

func TestFoldOfClockAndOffers(t *testing.T) {
	entries := exampleLog(t, "a game on a clock, with advice for player 2, offers, a takeback, emotes; the flag falls")
	at := func(n int) roomState { return foldAll(entries[:n]) }
	if s := at(2); *s.time.setting != (clockSetting{Base: 60000, Increment: 2000}) || s.time.left != [2]int64{60000, 60000} {
		t.Errorf("the clock: %+v", s.time)
	}
	if s := at(4); s.advice != (advice{seat: 2, move: "4"}) {
		t.Errorf("advice: %+v", s.advice)
	}
	if s := at(5); s.emote != (shownEmote{seat: 2, emote: "hello", n: 5}) {
		t.Errorf("emote: %+v", s.emote)
	}
	if s := at(6); s.advice != (advice{}) || s.emote != (shownEmote{}) || s.time.left != [2]int64{60000, 60000} {
		t.Errorf("after a move: %+v", s)
	}
	// The turn took 5000 ms. 120 ms of lag do not count. The increment is 2000 ms.
	if s := at(7); s.time.left != [2]int64{57120, 60000} || s.time.elapsed != [2]int64{6000, 2000} {
		t.Errorf("the first timed turn: %+v", s.time)
	}
	if s := at(8); s.offer != (offer{seat: 1, kind: offerTakeback}) {
		t.Errorf("offered: %+v", s.offer)
	}
	s := at(9)
	if s.offer != (offer{}) || !slices.Equal(s.moves, []string{"4", "4"}) || s.turn() != 1 || s.last != (lastMove{1, "1", true}) {
		t.Errorf("taken back: %+v", s)
	}
	// Player 1 loses the increment. The interrupted turn counts for player 2.
	if s.time.left != [2]int64{55120, 59000} || s.time.elapsed != [2]int64{6000, 3000} || s.time.turnAt != entries[8].At {
		t.Errorf("time after a takeback: %+v", s.time)
	}
	if s := at(11); s.offer != (offer{seat: 2, kind: offerDraw}) {
		t.Errorf("offered: %+v", s.offer)
	}
	if s := at(12); s.offer != (offer{}) {
		t.Errorf("declined: %+v", s.offer)
	}
	if s := at(13); s.phase != finished || s.end.Reason != "time" || s.time.left[1] != 0 || s.score != [2]int{1, 0} {
		t.Errorf("flagged: %+v", s)
	}
}

func TestFoldOfOutages(t *testing.T) {
	entries := exampleLog(t, "a game on a clock; the store is away twice in a turn, and again before a takeback")
	s := foldAll(entries[:6])
	if got := s.playerTimeAt(1, entries[5].At); got.left != 53*time.Second || got.elapsed != 8*time.Second {
		t.Errorf("after two outages: %+v", got)
	}
	s = foldAll(entries)
	if s.time.left != [2]int64{50000, 56000} || s.time.elapsed != [2]int64{11000, 5000} || s.time.turnAt != 1763700175000 {
		t.Errorf("after a takeback: %+v", s.time)
	}
}

func TestFoldOfOtherOpponents(t *testing.T) {
	s := foldAll(exampleLog(t, "one player on both seats; a draw is agreed with oneself"))
	if mine, both := s.seatOf(ana); mine != 1 || !both || s.phase != playing || s.game != 2 || s.turn() != 2 || s.draws != 1 {
		t.Errorf("self: %+v", s)
	}
	watched := exampleLog(t, "AI against AI, paced by its owner")
	if s := foldAll(watched[:3]); !s.aiAgainstAI() || s.owner != ana || s.pace != 2000 || !s.paused {
		t.Errorf("watch: %+v", s)
	}
	if s := foldAll(watched); s.paused || len(s.moves) != 2 {
		t.Errorf("watch: %+v", s)
	}
	if s := foldAll(exampleLog(t, "an AI is invited")); s.players[1].Level != "normal" || s.phase != playing {
		t.Errorf("invited: %+v", s)
	}
	if s := foldAll(exampleLog(t, "the other player has left")); s.end == nil || s.end.Reason != "left" || s.score != [2]int{1, 0} {
		t.Errorf("claimed: %+v", s)
	}
	if s := foldAll(exampleLog(t, "a game that was played elsewhere")); !s.imported || s.phase != finished {
		t.Errorf("imported: %+v", s)
	}
	if s := foldAll(exampleLog(t, "a game against the AI, and a room that nobody joined")); s.phase != closed || s.closed != "abandoned" {
		t.Errorf("closed: %+v", s)
	}
}

// After seatmoved, the new device has everything that the old one had.
func TestFoldOfSeatMoved(t *testing.T) {
	const phone = "7Wm1ZcT4rKp9uQe2xNf0Lg"
	entries := exampleLog(t, "player 1 continues on another device; a second link is not used")
	s := foldAll(entries[:2])
	if mine, _ := s.seatOf(ana); mine != 1 || s.switchedDevice != 0 {
		t.Errorf("offered: %+v", s)
	}
	s = foldAll(entries[:3])
	former, _ := s.seatOf(ana)
	mine, both := s.seatOf(phone)
	if former != 0 || mine != 1 || both || s.owner != phone || s.switchedDevice != 1 || s.players[0].Name != "Ana" {
		t.Errorf("moved: %+v", s)
	}
	screen := newScreen(t, config{}).showLog(ana, entries[:3])
	if got := screen.m.remarks(nil); got != "Ana plays on another device now." || screen.m.isPlayer() {
		t.Errorf("the old device shows %q", got)
	}
	if s := foldAll(entries); len(s.moves) != 1 || s.switchedDevice != 0 {
		t.Errorf("after the next move: %+v", s)
	}
	self := foldAll(exampleLog(t, "one player on both seats; a draw is agreed with oneself"))
	self = fold(self, entry{N: self.n + 1, Type: "seatmoved", Data: event{Seat: 1, Player: phone}})
	if _, both := self.seatOf(phone); !both {
		t.Errorf("both seats: %+v", self.players)
	}
}

// A draw offer stays open until the other seat has moved.
func TestOffersEnd(t *testing.T) {
	moves := []string{"4", "3"}
	for _, c := range []struct {
		kind string
		by   seat
		open [2]bool // after the first and the second move
	}{
		{offerDraw, 1, [2]bool{true, false}},
		{offerDraw, 2, [2]bool{false, false}},
		{offerTakeback, 1, [2]bool{false, false}},
		{offerTakeback, 2, [2]bool{false, false}},
	} {
		s := foldAll(exampleLog(t, "a game between two people from its first entry to the next game's start")[:3])
		s = fold(s, entry{N: 4, Type: "offered", Data: event{Seat: c.by, Offer: c.kind}})
		for i, move := range moves {
			s = fold(s, entry{N: s.n + 1, Type: "moved", Data: event{Seat: s.turn(), Move: move}})
			if got := s.offer.seat == c.by; got != c.open[i] {
				t.Errorf("%s by %d after %d moves: open %v", c.kind, c.by, i+1, got)
			}
		}
	}
}

// fold must not change its argument. It must ignore entries that are not the next one.
func TestFoldIsPure(t *testing.T) {
	for _, e := range examples(t)["entries"] {
		m, _ := decode(e.payload)
		var s roomState
		var states, copies []roomState
		for i, x := range m.Entries {
			later := x
			later.N += 2
			if got := fold(s, later); !reflect.DeepEqual(got, s) {
				t.Errorf("%s: entry %d is folded too early", e.name, later.N)
			}
			next := fold(s, x)
			if again := fold(next, x); !reflect.DeepEqual(again, next) {
				t.Errorf("%s: entry %d is folded twice", e.name, x.N)
			}
			if next.n != uint64(i+1) {
				t.Errorf("%s: entry %d does not advance n", e.name, x.N)
			}
			states, copies = append(states, next), append(copies, deepCopy(next))
			s = next
		}
		for i := range states {
			// Folding different entries onto an old state must not change newer states.
			fold(states[i], entry{N: states[i].n + 1, Type: "moved", Data: event{Seat: 1, Move: "other"}})
			fold(states[i], entry{N: states[i].n + 1, Type: "takenback", Data: event{Seat: 1}})
		}
		if !reflect.DeepEqual(states, copies) {
			t.Errorf("%s: a fold has changed its argument", e.name)
		}
	}
}

func deepCopy(s roomState) roomState {
	s.moves = slices.Clone(s.moves)
	return s
}

func TestUnknownAndBrokenEntriesOnlyAdvanceN(t *testing.T) {
	before := foldAll(exampleLog(t, "a game between two people from its first entry to the next game's start")[:6])
	for _, e := range []entry{
		{Type: "teleported", Data: event{Seat: 1, Move: "4"}},
		{Type: "moved", Data: event{Seat: 3, Move: "4"}},
		{Type: "named", Data: event{Name: "Nobody"}},
		{Type: "takenback", Data: event{Seat: 1, Ply: 12}},
		{Type: "takenback", Data: event{Seat: 1, Ply: -1}},
		{Type: "rematch", Data: event{Seat: -1}},
		{Type: "flagged", Data: event{}},
	} {
		e.N = before.n + 1
		want := before
		want.n++
		if got := fold(before, e); !reflect.DeepEqual(got, want) {
			t.Errorf("%s %+v: got %+v", e.Type, e.Data, got)
		}
	}
	if got := finishGame(before, nil); got.end == nil || got.phase != finished {
		t.Errorf("missing ending: %+v", got)
	}
}

func TestTimeOf(t *testing.T) {
	entries := exampleLog(t, "a game on a clock, with advice for player 2, offers, a takeback, emotes; the flag falls")
	untimed, timed := foldAll(entries[:3]), foldAll(entries[:6])
	if got := untimed.playerTimeAt(2, entries[2].At+700); got != (playerTime{elapsed: 700e6, left: 60e9, hasClock: true}) {
		t.Errorf("a turn without a clock: %+v", got)
	}
	if got := timed.playerTimeAt(1, entries[5].At+700); got != (playerTime{elapsed: 1700e6, left: 59300e6, hasClock: true}) {
		t.Errorf("a turn on the clock: %+v", got)
	}
	if got := timed.playerTimeAt(1, entries[5].At+70_000); got.left != 0 {
		t.Errorf("clock below zero: %+v", got)
	}
	if got := timed.playerTimeAt(2, entries[5].At+700); got != (playerTime{elapsed: 2e9, left: 60e9, hasClock: true}) {
		t.Errorf("time of player 2 in the turn of player 1: %+v", got)
	}
	for text, d := range map[string]playerTime{"0:00": {}, "4:05": {elapsed: 245e9}, "1:04:05": {elapsed: 3845e9}} {
		if got := clockText(d.elapsed, false); got != text {
			t.Errorf("%v: got %q", d.elapsed, got)
		}
	}
	if got := clockText(9_870e6, true); got != "0:09.8" {
		t.Errorf("tenths: %q", got)
	}
}
