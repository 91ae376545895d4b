package main

import (
	"math/rand/v2"

	"github.com/quatre/quatre/internal/rules"
)

// phase is the phase of a room.
type phase int

const (
	loading  phase = iota // no entry has been read yet
	waiting               // the second seat is free
	playing               // a game is in progress
	finished              // a game has ended; another may begin
	closed                // final
)

// byAI is the author of an AI's entries.
const byAI = "ai"

// fault is a way in which an entry breaks a promise.
type fault string

const (
	noFault  fault = ""
	afterEnd fault = "after_end" // a move after the end of the game
	stranger fault = "stranger"  // a move by somebody other than the seat's player
	illegal  fault = "illegal"   // against the rules, or a wrong result
)

// player is the holder of a seat: a person by ID or an AI by level. The zero value is a
// free seat.
type player struct{ id, level string }

func (s player) free() bool { return s == player{} }

// game is the state of a room: a fold of its log. The zero value is the state before the
// first entry. Arrays of two are indexed by seat - 1.
type game struct {
	phase        phase
	rules        rules.Game
	players      [2]player
	first        int // the seat that moves first in the current game
	position     rules.Position
	rematchAsked [2]bool // by seat
	delegated    [2]bool // by seat: the AI plays the turns of a person
}

// turn returns the seat whose turn it is, or 0 if no game is in progress.
func (g *game) turn() int {
	if g.phase != playing || g.position == nil {
		return 0
	}
	if g.position.Turn() == rules.First {
		return g.first
	}
	return 3 - g.first
}

// awaitsAI reports whether it is an AI's turn.
func (g *game) awaitsAI() bool {
	turn := g.turn()
	return turn != 0 && g.playedByAI(turn)
}

// playedByAI reports whether the AI plays the turns of a seat: an AI holds it, or a person has
// delegated its turns.
func (g *game) playedByAI(seat int) bool { return g.players[seat-1].level != "" || g.delegated[seat-1] }

// beginGame starts a game. Seat first moves first; an invalid seat counts as 1.
func (g *game) beginGame(first int) {
	if g.phase = playing; first != 2 {
		first = 1
	}
	g.first, g.rematchAsked, g.delegated, g.position = first, [2]bool{}, [2]bool{}, g.rules.Start()
}

// apply applies the next entry of the log and returns its fault. An entry of an unknown
// type changes nothing.
func (g *game) apply(e *entry) fault {
	if (g.phase == loading) != (string(e.kind) == "created") {
		return illegal
	}
	switch string(e.kind) {
	case "created":
		return g.applyCreated(e)
	case "moved":
		return g.applyMoved(e)
	case "joined":
		if !validSeat(e.seat) || g.phase != waiting || !g.players[e.seat-1].free() {
			return illegal
		}
		g.players[e.seat-1] = player{string(e.player), string(e.level)}
		g.beginGame(g.first)
	case "rematch":
		return g.applyRematch(e)
	case "takenback":
		if g.phase != playing || e.ply >= g.position.Ply() {
			return illegal
		}
		for g.position.Ply() > e.ply {
			g.position.Undo()
		}
	case "resigned", "drawn", "claimed", "flagged":
		if g.phase != playing {
			return afterEnd
		}
		g.phase = finished
	case "seatmoved": // the player continues on another device, with another ID
		if !validSeat(e.seat) || g.players[e.seat-1].id == "" {
			return illegal
		}
		g.players[e.seat-1].id = string(e.player)
	case "delegated": // without a level, the person plays again
		if !validSeat(e.seat) || g.phase != playing {
			return illegal
		}
		g.delegated[e.seat-1] = len(e.level) > 0
	case "closed":
		g.phase = closed
	}
	return noFault
}

func validSeat(seat int) bool { return seat == 1 || seat == 2 }

func (g *game) applyCreated(e *entry) fault {
	var err error
	if g.rules, err = rules.Parse(string(e.variant)); err != nil {
		return illegal
	}
	g.phase, g.first = waiting, max(1, e.first)
	for i, p := range e.players {
		g.players[i] = player{string(p.id), string(p.level)}
	}
	if !g.players[0].free() && !g.players[1].free() {
		g.beginGame(g.first)
	}
	return noFault
}

// applyMoved applies a move. It checks the player, the rules and the result.
func (g *game) applyMoved(e *entry) fault {
	if g.phase != playing {
		return afterEnd
	}
	turn := g.turn()
	if e.seat != turn {
		return illegal
	}
	holder := g.players[turn-1]
	ai := g.playedByAI(turn)
	if by := string(e.by); ai && by != byAI || !ai && by != holder.id {
		return stranger
	}
	m, err := g.position.ParseMove(string(e.move))
	if err != nil {
		return illegal
	}
	g.position.Play(m)
	outcome := g.position.Outcome()
	if outcome.Over() {
		g.phase = finished
	}
	if outcome.Over() != e.over || e.over && e.winner != g.seatOf(outcome.Winner()) {
		return illegal
	}
	return noFault
}

// seatOf returns the seat of a side, or 0.
func (g *game) seatOf(side rules.Side) int {
	switch side {
	case rules.First:
		return g.first
	case rules.Second:
		return 3 - g.first
	}
	return 0
}

func (g *game) applyRematch(e *entry) fault {
	if g.phase != finished || !validSeat(e.seat) {
		return illegal
	}
	g.rematchAsked[e.seat-1] = true
	if validSeat(e.first) {
		g.beginGame(e.first)
	}
	return noFault
}

// randomMove returns a random legal move in the game's notation. It uses buf as memory.
func (g *game) randomMove(r *rand.Rand, buf []rules.Move) string {
	moves := g.position.Moves(buf)
	return g.position.FormatMove(moves[r.IntN(len(moves))])
}
