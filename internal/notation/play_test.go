package notation_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// playMany plays n random games and returns their records.
func playMany(t testing.TB, s storage.Store, n int) (games []room.Record) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 11))
	reasons, credits, positions := map[string]int{}, 0, 0
	for i := 0; len(games) < n; i++ {
		p := newPlayer(t, s, rng, room.ID(fmt.Sprintf("room-%d", i)))
		for range 1 + rng.IntN(2) {
			p.playGame()
			if !p.startRematch() {
				break
			}
		}
		for k := 1; k <= p.games; k++ {
			r, err := s.Game(t.Context(), room.GameID{Room: p.replica.ID(), Game: k})
			if errors.Is(err, storage.ErrNotFound) {
				continue // a player resigned after a few moves, so the game has no record
			}
			if err != nil {
				t.Fatal(err)
			}
			reasons[r.End.Reason]++
			credits += len(r.Credits)
			positions += min(r.Given, 1)
			games = append(games, r)
		}
	}
	if n >= 100 && (len(reasons) != 6 || credits == 0 || positions == 0) {
		t.Fatalf("want games with all 6 endings, with outages and from positions, got %v, %d outages and %d positions", reasons, credits, positions)
	}
	return games[:n]
}

// gamePlayer plays the games of one room, for both seats.
type gamePlayer struct {
	t        testing.TB
	rng      *rand.Rand
	replica  *play.Replica
	executor play.Executor
	now      time.Time
	sent     int
	games    int
	create   room.Create
}

var variants = []string{
	"connect4:7x6:4", "connect4:4x4:3", "connect4:15x15:5", "tictactoe", "force3", "force3:fair", "force3:placed", "force3:report",
}

// openings has, by variant, the moves of a position at which games begin.
var openings = map[string][]string{
	"connect4:7x6:4": {"4", "4", "4"}, "connect4:4x4:3": {"1", "4"}, "connect4:15x15:5": {"a", "f"}, "tictactoe": {"b2"},
	"force3": {"P1"}, "force3:fair": {"P1", "P9"}, "force3:placed": {"P1"}, "force3:report": {"P1", "P9"},
}

func newPlayer(t testing.TB, s storage.Store, rng *rand.Rand, id room.ID) *gamePlayer {
	p := &gamePlayer{t: t, rng: rng, replica: play.NewReplica(id), now: start.Add(time.Duration(rng.IntN(1e9)) * time.Millisecond)}
	p.executor = play.Executor{Log: s, Retention: time.Hour, Now: func() time.Time { return p.now }}
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
	if rng.IntN(4) == 0 {
		c.Position, c.From = openings[c.Variant], []room.Source{"", "abc/3", "puzzle 2026-11-21"}[rng.IntN(3)]
	}
	p.create = c
	p.must(ana, c)
	p.wait(5000)
	switch seat2 {
	case 3:
		p.must(bob, room.Sit{Name: names[rng.IntN(len(names))]})
	case 4:
		p.must(ana, room.Invite{Level: "normal"})
	}
	return p
}

func (p *gamePlayer) wait(ms int) {
	p.now = p.now.Add(time.Duration(p.rng.IntN(ms)) * time.Millisecond)
}

func (p *gamePlayer) do(by room.PlayerID, do room.Action) error {
	p.sent++
	_, err := p.executor.Play(context.Background(), p.replica, room.Command{ID: fmt.Sprint(p.sent), By: by, Seen: p.replica.N(), Do: do})
	return err
}

func (p *gamePlayer) must(by room.PlayerID, do room.Action) {
	p.t.Helper()
	if err := p.do(by, do); err != nil {
		p.t.Fatalf("%T by %s: %v", do, by, err)
	}
}

func (p *gamePlayer) state() room.State {
	return *p.replica.State()
}

// playerOf returns the player that moves for a seat.
func playerOf(s room.State, seat room.Seat) room.PlayerID {
	if s.Players[seat-1].IsAI() {
		return room.Machine
	}
	return s.Players[seat-1].ID
}

// playGame plays the current game until it ends.
func (p *gamePlayer) playGame() {
	p.t.Helper()
	plies := p.rng.IntN(60)
	for ply := 0; p.state().Phase == room.PhasePlaying; ply++ {
		s := p.state()
		turn := s.Turn()
		if ply >= plies && p.endByCommand(s, turn) {
			break
		}
		p.wait(4000)
		p.outage()
		moves := s.Position.Moves(nil)
		m := s.Position.FormatMove(moves[p.rng.IntN(len(moves))])
		err := p.do(playerOf(s, turn), room.Move{Move: m, Lag: time.Duration(p.rng.IntN(300)) * time.Millisecond})
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

// outage sometimes stops the store for up to two minutes, while the player thinks.
func (p *gamePlayer) outage() {
	p.executor.Outages = nil
	if p.rng.IntN(20) != 0 {
		return
	}
	o := room.Outage{Since: p.now}
	p.wait(120_000)
	o.Until = p.now
	p.executor.Outages = func(room.ID) []room.Outage { return []room.Outage{o} }
	p.wait(1000)
}

func (p *gamePlayer) expire() {
	p.t.Helper()
	p.now = p.now.Add(24 * time.Hour)
	p.must("", room.Expire{})
}

// takeBack takes back a move, if the players can.
func (p *gamePlayer) takeBack(s room.State) {
	turn := s.Turn()
	if !turn.Valid() {
		return
	}
	p.wait(2000)
	by := playerOf(s, turn.Other())
	if by == room.Machine || p.do(by, room.Propose{What: room.OfferTakeback}) != nil {
		return
	}
	if p.state().Offered.Seat.Valid() {
		p.wait(2000)
		_ = p.do(playerOf(s, turn), room.Accept{What: room.OfferTakeback})
	}
}

// endByCommand ends the game by a command, if possible.
func (p *gamePlayer) endByCommand(s room.State, turn room.Seat) bool {
	p.wait(8000)
	seat := room.Seat(1 + p.rng.IntN(2))
	by := playerOf(s, seat)
	switch p.rng.IntN(4) {
	case 0:
		return by != room.Machine && p.do(by, room.Resign{}) == nil
	case 1:
		if by == room.Machine || p.do(by, room.Propose{What: room.OfferDraw}) != nil {
			return false
		}
		return s.Self() || p.do(playerOf(s, seat.Other()), room.Accept{What: room.OfferDraw}) == nil
	case 2:
		away := []room.Claim{{Away: 45 * time.Second}, {Away: 12 * time.Second, Left: true}, {Draw: true, Away: 41 * time.Second}}
		p.wait(90000) // no absence may be longer than the game
		return by != room.Machine && p.do(by, away[p.rng.IntN(3)]) == nil
	default:
		if _, ok := s.FlagAt(); ok {
			p.expire()
			return true
		}
		return false
	}
}

// startRematch starts another game.
func (p *gamePlayer) startRematch() bool {
	s := p.state()
	p.wait(5000)
	p.must(ana, room.PlayAgain{})
	if p.state().Phase != room.PhasePlaying {
		p.must(playerOf(s, 2), room.PlayAgain{})
	}
	return true
}
