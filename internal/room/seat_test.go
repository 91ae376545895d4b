package room_test

import (
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

func TestCreateRefusesOddSeats(t *testing.T) {
	good := room.Create{Variant: "tictactoe", First: 1}
	for name, c := range map[string]struct {
		code  string
		spoil func(*room.Create)
	}{
		"a room":                   {"", func(*room.Create) {}},
		"an AI in seat 1":          {"bad_seat", func(c *room.Create) { c.Levels[0] = "easy" }},
		"both seats and an AI":     {"bad_seat", func(c *room.Create) { c.Self, c.Levels[1] = true, "easy" }},
		"no seat, and both":        {"bad_seat", func(c *room.Create) { c.Self, c.Others = true, true }},
		"no seat, and an AI":       {"bad_seat", func(c *room.Create) { c.Others, c.Levels[1] = true, "easy" }},
		"a level that is not":      {"unknown_level", func(c *room.Create) { c.Levels = [2]string{"godlike", "easy"} }},
		"one colour twice":         {"bad_colour", func(c *room.Create) { c.Colours = [2]string{"red", "red"} }},
		"an odd second colour":     {"bad_colour", func(c *room.Create) { c.Colours[1] = "plaid" }},
		"an odd second name":       {"bad_name", func(c *room.Create) { c.Self, c.Names[1] = true, strings.Repeat("x", 25) }},
		"no first":                 {"bad_starter", func(c *room.Create) { c.First = 0 }},
		"an odd starter":           {"bad_starter", func(c *room.Create) { c.Starter = "youngest" }},
		"a pace for people":        {"bad_pace", func(c *room.Create) { c.Pace = time.Second }},
		"a pace against an AI":     {"bad_pace", func(c *room.Create) { c.Pace, c.Levels = time.Second, easy }},
		"a slow pace":              {"bad_pace", func(c *room.Create) { c.Pace, c.Levels = room.MaxPace+1, [2]string{"easy", "easy"} }},
		"a pace backwards":         {"bad_pace", func(c *room.Create) { c.Pace, c.Levels = -1, [2]string{"easy", "easy"} }},
		"the slowest pace":         {"", func(c *room.Create) { c.Pace, c.Levels = room.MaxPace, [2]string{"easy", "easy"} }},
		"advice for an AI":         {"bad_advice", func(c *room.Create) { c.Advice[1], c.Levels = true, easy }},
		"advice against an AI":     {"", func(c *room.Create) { c.Advice[0], c.Levels = true, easy }},
		"advice for two AIs":       {"bad_advice", func(c *room.Create) { c.Advice[0], c.Levels = true, [2]string{"easy", "easy"} }},
		"advice for all":           {"", func(c *room.Create) { c.Advice = [2]bool{true, true} }},
		"a variant that is not":    {"unknown_variant", func(c *room.Create) { c.Variant = "chess" }},
		"everything for one":       {"", func(c *room.Create) { c.Self, c.Clock, c.Starter = true, perPlayer, room.StarterRandom }},
		"everything against an AI": {"", func(c *room.Create) { c.Levels, c.Clock, c.Starter = easy, perMove, room.StarterLoser }},
	} {
		create := good
		c.spoil(&create)
		t.Run(name, func(t *testing.T) { refusesCreate(t, c.code, create) })
	}
}

func TestColoursThatAreLeftOpen(t *testing.T) {
	for wish, want := range map[[2]string][2]string{
		{}:               {"red", "yellow"},
		{"blue"}:         {"blue", "red"},
		{"red"}:          {"red", "yellow"},
		{1: "red"}:       {"yellow", "red"},
		{1: "white"}:     {"red", "white"},
		{"white", "red"}: {"white", "red"},
	} {
		players := newTable(t, room.Create{Colours: wish}).state().Players
		if got := [2]string{players[0].Colour, players[1].Colour}; got != want {
			t.Errorf("%v became %v, want %v", wish, got, want)
		}
	}
}

func TestSelfRoom(t *testing.T) {
	b := newTable(t, room.Create{Self: true, Names: [2]string{"Ana", "Anatole"}})
	s := b.state()
	if s.Phase != room.PhasePlaying || !s.Self() || s.BothAI() || s.Players[0].ID != "ana" || s.Players[1].ID != "ana" ||
		s.Players[1].Name != "Anatole" || s.SeatsOf("ana") != [2]bool{true, true} {
		t.Fatalf("the room is %+v", s)
	}
	b.refused(room.ErrSeated, "ana", room.Sit{})
	b.refused(room.ErrSeatTaken, "bob", room.Sit{})
	b.refused(room.ErrSeatTaken, "ana", room.Invite{Level: "easy"})
	b.refused(room.ErrNotSeated, "bob", room.Move{Move: "4"})
	b.must("ana", room.Rename{Name: "A"})
	b.wantLast(room.Named{Seat: 1, Name: "A"})
	b.must("ana", room.Rename{Name: "B", Seat: 2})
	b.wantLast(room.Named{Seat: 2, Name: "B"})
	b.refused(room.ErrBadSeat, "ana", room.Rename{Name: "C", Seat: 3})
	b.must("ana", room.Move{Move: "4"})
	b.must("ana", room.Resign{}) // allowed in the turn of either seat
	b.wantLast(room.Resigned{Seat: 2, End: &room.Ending{Winner: 1, Reason: room.ReasonResigned}})
	b.must("ana", room.PlayAgain{}) // she need not agree for the other seat
	b.wantLast(room.Rematch{Seat: 1, Game: 2, First: 2})
	b.must("ana", room.Move{Move: "4"})
	if e, ok := b.last().Event.(room.Moved); !ok || e.Seat != 2 {
		t.Errorf("the last event is %+v", b.last().Event)
	}
}

func TestRenameOnlyOneself(t *testing.T) {
	b := newGame(t, room.Create{})
	b.must("bob", room.Rename{Name: "Bob"})
	b.wantLast(room.Named{Seat: 2, Name: "Bob"})
	b.must("bob", room.Rename{Name: "", Seat: 2})
	b.wantLast(room.Named{Seat: 2})
	b.refused(room.ErrBadSeat, "bob", room.Rename{Name: "Eve", Seat: 1})
	b.refused(room.ErrNotSeated, "eve", room.Rename{Name: "Eve", Seat: 1})
	b.refused(room.ErrBadName, "bob", room.Rename{Name: strings.Repeat("é", 25)})
	b.must("bob", room.Rename{Name: strings.Repeat("é", 24)})
	b = newTable(t, room.Create{Levels: easy})
	b.refused(room.ErrBadSeat, "ana", room.Rename{Name: "HAL", Seat: 2})
}

func TestInvite(t *testing.T) {
	b := newTable(t, room.Create{First: 2, Open: true})
	b.refused(room.ErrNotOwner, "bob", room.Invite{Level: "easy"})
	b.refused(room.ErrNotSeated, room.Machine, room.Invite{Level: "easy"})
	b.refused(room.ErrBadLevel, "ana", room.Invite{Level: "godlike"})
	b.refused(room.ErrBadLevel, "ana", room.Invite{})
	b.wantBacklog(0)
	b.must("ana", room.Invite{Level: "easy"})
	b.wantLast(room.Joined{Seat: 2, Level: "easy"})
	b.wantBacklog(1) // it is the AI's turn
	b.refused(room.ErrSeatTaken, "ana", room.Invite{Level: "easy"})
	b.refused(room.ErrSeatTaken, "bob", room.Sit{})
	b.must(room.Machine, room.Move{Move: "4"})
	b.must("ana", room.Move{Move: "4"})
}

func TestEmotes(t *testing.T) {
	b := newTable(t, room.Create{})
	hello := room.Emote{Emote: "hello"}
	b.refused(room.ErrNotStarted, "ana", hello)
	b.must("bob", room.Sit{})
	b.refused(room.ErrNotSeated, "eve", hello)
	b.refused(room.ErrNotSeated, room.Machine, hello)
	for _, odd := range []string{"", "Hello", "insult"} {
		b.refused(room.ErrBadEmote, "ana", room.Emote{Emote: odd})
	}
	b.must("ana", hello)
	b.wantLast(room.Emoted{Seat: 1, Emote: "hello"})
	b.wait(4 * time.Second)
	b.must("ana", room.Emote{Emote: "luck"})
	b.must("ana", room.Emote{Emote: "wow"})
	b.wait(6*time.Second - time.Millisecond)
	b.refused(room.ErrEmotes, "ana", hello)
	b.must("bob", hello) // ana's limit does not count for bob
	b.wait(time.Millisecond)
	b.must("ana", hello) // the first of the last three was 10 s ago
	b.refused(room.ErrEmotes, "ana", hello)
	b.wait(4*time.Second - time.Millisecond)
	b.refused(room.ErrEmotes, "ana", hello)
	b.wait(time.Millisecond)
	b.must("ana", hello)

	for range 35 {
		b.wait(10 * time.Second)
		b.must("ana", room.Emote{Emote: room.Emotes[len(room.Emotes)-1]})
	}
	b.wait(time.Hour)
	b.refused(room.ErrEmotes, "ana", hello) // she has shown 40 in this game
	b.must("bob", room.Resign{})
	b.must("bob", room.Emote{Emote: "well-played"}) // also allowed after the game
	b.refused(room.ErrEmotes, "ana", hello)
	b.must("ana", room.PlayAgain{})
	b.must("bob", room.PlayAgain{})
	b.must("ana", hello) // a new game has begun
}

// nextFirst ends the game, starts the next one, and returns the seat that moves first in it.
func (b *table) nextFirst(end room.Action, by room.PlayerID) room.Seat {
	b.wait(room.AwayLimit)
	b.must(by, end)
	b.must("ana", room.PlayAgain{})
	b.must("bob", room.PlayAgain{})
	return b.state().First
}

func TestStarters(t *testing.T) {
	for _, c := range []struct {
		starter room.Starter
		want    [4]room.Seat // after ana lost, bob lost, bob lost, a draw
	}{
		{room.StarterMe, [4]room.Seat{1, 1, 1, 1}},
		{room.StarterOther, [4]room.Seat{2, 2, 2, 2}},
		{room.StarterAlternate, [4]room.Seat{2, 1, 2, 1}},
		{"", [4]room.Seat{2, 1, 2, 1}},
		{room.StarterLoser, [4]room.Seat{1, 2, 2, 1}},
	} {
		b := newGame(t, room.Create{Starter: c.starter})
		if first := b.state().First; first != 1 {
			t.Errorf("starter %q: seat %d starts the first game, want 1", c.starter, first)
		}
		got := [4]room.Seat{
			b.nextFirst(room.Resign{}, "ana"), b.nextFirst(room.Resign{}, "bob"),
			b.nextFirst(room.Claim{Away: time.Hour}, "ana"), b.nextFirst(room.Claim{Away: time.Hour, Draw: true}, "ana"),
		}
		if got != c.want {
			t.Errorf("starter %q: seats %v start the next games, want %v", c.starter, got, c.want)
		}
	}
}

// With StarterRandom both seats start about equally often. The random source is the same in every
// run. With a different source in each run, the test would fail once in 10^9 runs.
func TestStarterByChance(t *testing.T) {
	b := newGame(t, room.Create{Starter: room.StarterRandom})
	var times [3]int
	for range 200 {
		b.wait(time.Second)
		times[b.nextFirst(room.Resign{}, "ana")]++
	}
	if times[1] < 57 || times[2] < 57 || times[1]+times[2] != 200 {
		t.Errorf("the seats started %v times", times[1:])
	}
}

func TestLists(t *testing.T) {
	for _, c := range []struct {
		open             bool
		waiting, playing room.List
	}{{false, room.Waiting, room.Playing}, {true, room.OpenWaiting, room.OpenPlaying}} {
		b := newTable(t, room.Create{Open: c.open})
		wantIn := func(want room.List) {
			t.Helper()
			for _, list := range []room.List{room.Waiting, room.Playing, room.OpenWaiting, room.OpenPlaying} {
				ids, err := b.store.Rooms(t.Context(), list, 10)
				if err != nil || (len(ids) == 1) != (list == want) {
					t.Errorf("open %v: %q lists %v, %v", c.open, list, ids, err)
				}
			}
		}
		wantIn(c.waiting)
		b.must("bob", room.Sit{})
		wantIn(c.playing)
		b.must("ana", room.Move{Move: "4"})
		wantIn(c.playing)
		b.must("ana", room.Resign{})
		wantIn(room.Unlisted)
		b.must("ana", room.PlayAgain{})
		wantIn(room.Unlisted)
		b.must("bob", room.PlayAgain{})
		wantIn(c.playing)
		b.wait(room.AbandonedLimit)
		b.sweep()
		wantIn(room.Unlisted)
	}
}

// Nothing more can happen in a room whose game was imported.
func TestImportedRoom(t *testing.T) {
	b := newTable(t, room.Create{Self: true, Imported: true})
	b.must("ana", room.Move{Move: "4"})
	b.must("ana", room.Resign{})
	for _, m := range made {
		if _, create := m.do.(room.Create); create {
			continue
		}
		b.refused(room.ErrImported, "ana", m.do)
		b.refused(room.ErrImported, "bob", m.do)
	}
}

// TestRoomForTwoOthers: its creator holds no seat. The game begins when two have sat down.
func TestRoomForTwoOthers(t *testing.T) {
	b := newTable(t, room.Create{Others: true})
	b.refused(room.ErrBadSeat, "ana", room.Invite{Level: "easy"})
	b.refused(room.ErrNotSeated, "ana", room.Resign{})
	b.must("bob", room.Sit{Name: "Bob"})
	b.refused(room.ErrSeated, "bob", room.Sit{})
	b.must("zoe", room.Sit{})
	b.refused(room.ErrSeatTaken, "ana", room.Sit{})
	if p := b.state().Players; b.phase() != room.PhasePlaying || p[0].Name != "Bob" || p[1].ID != "zoe" || b.state().Owner != "ana" {
		t.Errorf("phase %s, players %+v", b.phase(), p)
	}
	b.moves("44", "bob", "zoe")
	b.must("ana", room.Admit{Spectators: false})

	b = newTable(t, room.Create{Others: true})
	b.must("bob", room.Sit{})
	b.must("ana", room.Invite{Level: "easy"})
	if p := b.state().Players; b.phase() != room.PhasePlaying || !p[1].IsAI() {
		t.Errorf("phase %s, players %+v", b.phase(), p)
	}
}
