package main

import (
	"math/rand/v2"

	"github.com/quatre/quatre/internal/rules"
)

// phase is where a room stands.
type phase int

const (
	unknown  phase = iota // nothing of the log is here yet
	waiting               // the second seat is free
	playing               // a game is on
	finished              // a game has ended, and another may begin
	closed                // nothing can happen any more
)

// by is who acts for an AI.
const byAI = "ai"

// fault is what an entry does that no log may hold.
type fault string

const (
	noFault  fault = ""
	afterEnd fault = "after_end" // a move in a game that has ended
	stranger fault = "stranger"  // a move by somebody else than the seat's player
	illegal  fault = "illegal"   // what the rules do not allow, or an end that they do not see
)

// seated is a player: a person by id, an AI by level; neither: the seat is free.
type seated struct{ id, level string }

func (s seated) free() bool { return s == seated{} }

// game is a room as its log tells it, by the rules of the game. The zero value
// is a room of which nothing is known. Arrays of two are by seat - 1.
type game struct {
	phase   phase
	rules   rules.Game
	players [2]seated
	first   int // the seat that moves first in the present game
	pos     rules.Position
	asked   [2]bool // for another game
}

// turn returns the seat that is to move, 0 when no game is on.
func (g *game) turn() int {
	if g.phase != playing || g.pos == nil {
		return 0
	}
	if g.pos.Turn() == rules.First {
		return g.first
	}
	return 3 - g.first
}

// awaitsAI reports whether it is an AI's turn.
func (g *game) awaitsAI() bool {
	turn := g.turn()
	return turn != 0 && g.players[turn-1].level != ""
}

// begin starts a game in which first moves first.
func (g *game) begin(first int) {
	if g.phase = playing; first != 2 {
		first = 1
	}
	g.first, g.asked, g.pos = first, [2]bool{}, g.rules.Start()
}

// apply adds the next entry of the log and says what is wrong with it. An entry
// of an unknown type changes nothing.
func (g *game) apply(e *entry) fault {
	if (g.phase == unknown) != (string(e.kind) == "created") {
		return illegal
	}
	switch string(e.kind) {
	case "created":
		return g.created(e)
	case "moved":
		return g.moved(e)
	case "joined":
		if !valid(e.seat) || g.phase != waiting || !g.players[e.seat-1].free() {
			return illegal
		}
		g.players[e.seat-1] = seated{string(e.player), string(e.level)}
		g.begin(g.first)
	case "rematch":
		return g.rematch(e)
	case "takenback":
		if g.phase != playing || e.ply >= g.pos.Ply() {
			return illegal
		}
		for g.pos.Ply() > e.ply {
			g.pos.Undo()
		}
	case "resigned", "drawn", "claimed", "flagged":
		if g.phase != playing {
			return afterEnd
		}
		g.phase = finished
	case "seatmoved": // to another device of the same person: another id plays on
		if !valid(e.seat) || g.players[e.seat-1].id == "" {
			return illegal
		}
		g.players[e.seat-1].id = string(e.player)
	case "closed":
		g.phase = closed
	}
	return noFault
}

func valid(seat int) bool { return seat == 1 || seat == 2 }

func (g *game) created(e *entry) fault {
	var err error
	if g.rules, err = rules.Parse(string(e.variant)); err != nil {
		return illegal
	}
	g.phase, g.first = waiting, max(1, e.first)
	for i, p := range e.players {
		g.players[i] = seated{string(p.id), string(p.level)}
	}
	if !g.players[0].free() && !g.players[1].free() {
		g.begin(g.first)
	}
	return noFault
}

// moved plays a move, and checks that it was its player's, legal, and the end
// exactly where the rules see one.
func (g *game) moved(e *entry) fault {
	if g.phase != playing {
		return afterEnd
	}
	turn := g.turn()
	if e.seat != turn {
		return illegal
	}
	who := g.players[turn-1]
	if by := string(e.by); who.level != "" && by != byAI || who.level == "" && by != who.id {
		return stranger
	}
	m, err := g.pos.ParseMove(string(e.move))
	if err != nil {
		return illegal
	}
	g.pos.Play(m)
	outcome := g.pos.Outcome()
	if outcome.Over() {
		g.phase = finished
	}
	if outcome.Over() != e.over || e.over && e.winner != g.seatOf(outcome.Winner()) {
		return illegal
	}
	return noFault
}

// seatOf returns the seat of a side, 0 for nobody's.
func (g *game) seatOf(side rules.Side) int {
	switch side {
	case rules.First:
		return g.first
	case rules.Second:
		return 3 - g.first
	}
	return 0
}

func (g *game) rematch(e *entry) fault {
	if g.phase != finished || !valid(e.seat) {
		return illegal
	}
	g.asked[e.seat-1] = true
	if valid(e.first) {
		g.begin(e.first)
	}
	return noFault
}

// random returns a legal move in the game's notation; buf is its memory.
func (g *game) random(r *rand.Rand, buf []rules.Move) string {
	moves := g.pos.Moves(buf)
	return g.pos.FormatMove(moves[r.IntN(len(moves))])
}
