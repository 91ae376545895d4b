package notation_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/notation"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storetest"
)

const (
	ana   room.PlayerID = "Vt3mQ0p8Yy6s1o2h4GqJ5A"
	bob   room.PlayerID = "b0b_b0b-b0b_b0b-b0b_bo"
	other room.PlayerID = "0th3r0th3r0th3r0th3r0t"
)

var start = time.Date(2026, 11, 21, 10, 0, 0, int(7*time.Millisecond), time.UTC)

// Two hundred games of every kind are played, exported in both forms, and imported
// into another store: the logs are the same from the first move on.
func TestTwoHundredGamesComeBack(t *testing.T) {
	here, there := storetest.Open(t), storetest.Open(t)
	played := playMany(t, here, 200)
	for _, f := range []notation.Format{notation.Text, notation.JSON} {
		games := read(t, write(t, f, played))
		if len(games) != len(played) {
			t.Fatalf("%s: %d games of %d", f, len(games), len(played))
		}
		for i := range games {
			sameGame(t, games[i], played[i])
		}
	}
	ctx := t.Context()
	for i, r := range read(t, write(t, notation.Text, played)) {
		id, known, err := room.Import(ctx, there, other, r, start, time.Hour)
		if err != nil || known {
			t.Fatalf("%s: known %v, %v", r.ID(), known, err)
		}
		got, err := there.Game(ctx, id)
		if err != nil || got.Imported != other || got.Room != id.Room {
			t.Fatalf("%+v, %v", got, err)
		}
		sameGame(t, got, played[i])
		sameLog(t, log(t, here, played[i]), log(t, there, got), played[i])
		if again, known, err := room.Import(ctx, there, other, got, start, time.Hour); again != id || !known || err != nil {
			t.Fatalf("imported again it is %s, known %v, %v", again, known, err)
		}
	}
	for _, r := range read(t, write(t, notation.JSON, played)) {
		if _, known, err := room.Import(ctx, there, other, r, start, time.Hour); !known || err != nil {
			t.Fatalf("imported from JSON: known %v, %v", known, err)
		}
	}
	for player, want := range map[room.PlayerID]int{other: len(played), ana: 0, "": 0} {
		if got := all(t, there, player); len(got) != want {
			t.Errorf("%q has %d games, want %d", player, len(got), want)
		}
	}
}

// A game that one has played here is known here.
func TestOnesOwnGameIsKnown(t *testing.T) {
	store := storetest.Open(t)
	for _, r := range playMany(t, store, 5) {
		for _, p := range r.Players {
			if p.ID == "" {
				continue
			}
			if id, known, err := room.Import(t.Context(), store, p.ID, r, start, time.Hour); id != r.ID() || !known || err != nil {
				t.Errorf("%s: %s, known %v, %v", r.ID(), id, known, err)
			}
		}
		// Somebody else's copy is another room, and so is one that was changed.
		if id, known, err := room.Import(t.Context(), store, other, r, start, time.Hour); id == r.ID() || known || err != nil {
			t.Errorf("%s: %s, known %v, %v", r.ID(), id, known, err)
		}
	}
}

func TestSweepLeavesAnImportedLogItsTime(t *testing.T) {
	here, there := storetest.Open(t), storetest.Open(t)
	now := start.Add(100 * 24 * time.Hour)
	for _, r := range playMany(t, here, 3) {
		id, _, err := room.Import(t.Context(), there, ana, r, now, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range []struct {
			now  time.Time
			want int
		}{{now.Add(59 * time.Minute), 0}, {now.Add(time.Hour), 1}} {
			due, err := there.Due(t.Context(), step.now, 10)
			if err != nil || len(due) != step.want {
				t.Fatalf("due at %v: %v, %v", step.now, due, err)
			}
		}
		door := room.Door{Log: there, Retention: time.Hour, Now: func() time.Time { return now.Add(time.Hour) }}
		if err := door.Sweep(t.Context(), id.Room); err != nil {
			t.Fatal(err)
		}
		if entries, err := there.Read(t.Context(), id.Room, 0); err != nil || len(entries) != 0 {
			t.Fatalf("%d entries, %v", len(entries), err)
		}
	}
}

func write(t testing.TB, f notation.Format, games []room.Record) []byte {
	t.Helper()
	var b bytes.Buffer
	w := notation.NewWriter(&b, f)
	for i := range games {
		if err := w.Write(&games[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func read(t testing.TB, data []byte) []room.Record {
	t.Helper()
	games, err := notation.Read(data, start.Add(365*24*time.Hour))
	if err != nil {
		t.Fatalf("%v in\n%s", err, data[:min(len(data), 3000)])
	}
	return games
}

// bare is a game without what is the store's.
func bare(r room.Record) string {
	r.Room, r.Game, r.N, r.Digest, r.Imported = "", 0, 0, "", ""
	text, _ := json.Marshal(r)
	return string(text)
}

func sameGame(t testing.TB, got, want room.Record) {
	t.Helper()
	if bare(got) != bare(want) {
		t.Fatalf("got  %s\nwant %s", bare(got), bare(want))
	}
}

// log returns a game's entries from its first move on: its moves that remained, and
// what ended it.
func log(t testing.TB, s room.Store, r room.Record) (entries []room.Entry) {
	t.Helper()
	whole, err := s.Read(context.Background(), r.Room, 0)
	if err != nil {
		t.Fatal(err)
	}
	digest, game, began := "", 0, false
	for _, e := range whole {
		if !e.Follows(digest) {
			t.Fatalf("%s: entry %d does not follow", r.ID(), e.N)
		}
		digest = e.Digest
		switch ev := e.Event.(type) {
		case room.Created:
			began = !ev.Players[1].Free()
		case room.Joined:
			began = true
		case room.Rematch:
			began = ev.First.Valid()
		case room.Moved, room.Resigned, room.Drawn, room.Claimed, room.Flagged:
			if game == r.Game {
				entries = append(entries, e)
			}
		case room.TakenBack:
			if game == r.Game {
				entries = entries[:ev.Ply]
			}
		}
		if began {
			game, began = game+1, false
		}
	}
	if len(entries) == 0 {
		t.Fatalf("%s has no log", r.ID())
	}
	return entries
}

func sameLog(t testing.TB, want, got []room.Entry, r room.Record) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d entries, want %d", r.ID(), len(got), len(want))
	}
	for i := range got {
		g, w := got[i], want[i]
		if r.Undone > 0 {
			// The time between them is not known, and so no clock runs.
			g.At, w.At = time.Time{}, time.Time{}
			if ev, ok := w.Event.(room.Moved); ok {
				ev.Lag = 0
				w.Event = ev
			}
		}
		if !g.At.Equal(w.At) || g.By != w.By || !reflect.DeepEqual(g.Event, w.Event) {
			t.Fatalf("%s (%+v): entry %d is %s\nwant %s", r.ID(), r.Clock, i, g.Raw(), w.Raw())
		}
	}
}

func all(t testing.TB, s room.Store, player room.PlayerID) []room.Record {
	t.Helper()
	records, next, err := s.Games(context.Background(), room.GamesQuery{Player: player, Limit: 1000})
	if err != nil || next != "" {
		t.Fatalf("%v, cursor %q", err, next)
	}
	return records
}

// playMany plays n random games and returns their records.
func playMany(t testing.TB, s room.Store, n int) (games []room.Record) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 11))
	reasons := map[string]int{}
	for i := 0; len(games) < n; i++ {
		p := newPlayer(t, s, rng, room.ID(fmt.Sprintf("room-%d", i)))
		for range 1 + rng.IntN(2) {
			p.game()
			if !p.again() {
				break
			}
		}
		for k := 1; k <= p.games; k++ {
			r, err := s.Game(t.Context(), room.GameID{Room: p.replica.ID(), Game: k})
			if err != nil {
				t.Fatal(err)
			}
			reasons[r.End.Reason]++
			games = append(games, r)
		}
	}
	if n >= 100 && len(reasons) != 6 {
		t.Fatalf("not every ending has come: %v", reasons)
	}
	return games[:n]
}

// player plays one room's games, all seats of them.
type player struct {
	t       testing.TB
	rng     *rand.Rand
	replica *room.Replica
	door    room.Door
	now     time.Time
	sent    int
	games   int
	create  room.Create
}

var variants = []string{
	"connect4:7x6:4", "connect4:4x4:3", "connect4:15x15:5", "tictactoe", "force3", "force3:fair", "force3:placed",
}

func newPlayer(t testing.TB, s room.Store, rng *rand.Rand, id room.ID) *player {
	p := &player{t: t, rng: rng, replica: room.NewReplica(id), now: start.Add(time.Duration(rng.IntN(1e9)) * time.Millisecond)}
	p.door = room.Door{Log: s, Retention: time.Hour, Now: func() time.Time { return p.now }}
	names := []string{"", "Ana", `"Zoé" \o/`, "[1-0] {x}", "名前", "1. 4 {2.000}"}
	c := room.Create{
		Variant: variants[rng.IntN(len(variants))], First: room.Seat(1 + rng.IntN(2)),
		Names:   [2]string{names[rng.IntN(len(names))], names[rng.IntN(len(names))]},
		Starter: []room.Starter{"", room.StarterMe, room.StarterLoser, room.StarterRandom}[rng.IntN(4)],
		Clock:   []*room.Clock{nil, nil, {Move: 20000}, {Base: 30000, Increment: 2000}, {Base: 60000}}[rng.IntN(5)],
		Advice:  [2]bool{rng.IntN(3) == 0, rng.IntN(3) == 0},
	}
	if rng.IntN(2) == 0 {
		c.Colours = [2]string{"green", "white"}
	}
	seat2 := rng.IntN(5)
	switch seat2 {
	case 0:
		c.Self = true
	case 1:
		c.Levels[1], c.Advice[1] = "easy", false
	case 2:
		c.Levels, c.Clock, c.Advice = [2]string{"easy", "strong"}, nil, [2]bool{}
	}
	p.create = c
	p.must(ana, c)
	p.think(5000)
	switch seat2 {
	case 3:
		p.must(bob, room.Sit{Name: names[rng.IntN(len(names))]})
	case 4:
		p.must(ana, room.Invite{Level: "normal"})
	}
	return p
}

func (p *player) think(ms int) { p.now = p.now.Add(time.Duration(p.rng.IntN(ms)) * time.Millisecond) }

func (p *player) do(by room.PlayerID, do room.Action) error {
	p.sent++
	_, err := p.door.Play(context.Background(), p.replica, room.Command{ID: fmt.Sprint(p.sent), By: by, Seen: p.replica.N(), Do: do})
	return err
}

func (p *player) must(by room.PlayerID, do room.Action) {
	p.t.Helper()
	if err := p.do(by, do); err != nil {
		p.t.Fatalf("%T by %s: %v", do, by, err)
	}
}

func (p *player) state() (s room.State) {
	p.replica.View(func(state *room.State) { s = *state })
	return s
}

// who plays for a seat.
func who(s room.State, seat room.Seat) room.PlayerID {
	if s.Players[seat-1].IsAI() {
		return room.Machine
	}
	return s.Players[seat-1].ID
}

// game plays the game that is on to some end.
func (p *player) game() {
	p.t.Helper()
	plies := p.rng.IntN(60)
	for ply := 0; p.state().Phase == room.PhasePlaying; ply++ {
		s := p.state()
		turn := s.Turn()
		if ply >= plies && p.endNow(s, turn) {
			break
		}
		p.think(4000)
		moves := s.Position.Moves(nil)
		m := s.Position.FormatMove(moves[p.rng.IntN(len(moves))])
		err := p.do(who(s, turn), room.Move{Move: m, Lag: time.Duration(p.rng.IntN(300)) * time.Millisecond})
		if err != nil { // the time is up
			p.expire()
			break
		}
		if p.rng.IntN(12) == 0 {
			p.takeBack(p.state())
		}
	}
	p.games++
}

func (p *player) expire() {
	p.t.Helper()
	p.now = p.now.Add(24 * time.Hour)
	p.must("", room.Expire{})
}

// takeBack undoes a move, if the players can.
func (p *player) takeBack(s room.State) {
	turn := s.Turn()
	if !turn.Valid() {
		return
	}
	p.think(2000)
	by := who(s, turn.Other())
	if by == room.Machine || p.do(by, room.Propose{What: room.OfferTakeback}) != nil {
		return
	}
	if p.state().Offered.Seat.Valid() {
		p.think(2000)
		_ = p.do(who(s, turn), room.Accept{What: room.OfferTakeback})
	}
}

// endNow ends the game by a command, if who plays can.
func (p *player) endNow(s room.State, turn room.Seat) bool {
	p.think(8000)
	seat := room.Seat(1 + p.rng.IntN(2))
	by := who(s, seat)
	switch p.rng.IntN(4) {
	case 0:
		return by != room.Machine && p.do(by, room.Resign{}) == nil
	case 1:
		if by == room.Machine || p.do(by, room.Propose{What: room.OfferDraw}) != nil {
			return false
		}
		return s.Self() || p.do(who(s, seat.Other()), room.Accept{What: room.OfferDraw}) == nil
	case 2:
		away := []room.Claim{{Away: 45 * time.Second}, {Away: 12 * time.Second, Left: true}, {Draw: true, Away: 41 * time.Second}}
		return by != room.Machine && p.do(by, away[p.rng.IntN(3)]) == nil
	default:
		if _, ok := s.FlagAt(); ok {
			p.expire()
			return true
		}
		return false
	}
}

// again starts another game.
func (p *player) again() bool {
	s := p.state()
	p.think(5000)
	p.must(ana, room.PlayAgain{})
	if p.state().Phase != room.PhasePlaying {
		p.must(who(s, 2), room.PlayAgain{})
	}
	return true
}
