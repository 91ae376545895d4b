package room

import (
	"encoding/json"
	"fmt"
)

// Event is something that happened in a room. The set is closed within this
// package and open to growth: a new kind is a type here, a line in kinds, a
// case in State.apply and an entry in docs/asyncapi.yaml.
//
// The JSON form of an event is both what is stored and what browsers read.
// Fields may be added to it; none changes its meaning.
type Event interface {
	// Kind returns the event's name in stored and sent form.
	Kind() string
}

// Player is who holds a seat. A free seat has neither ID nor Level.
type Player struct {
	ID     PlayerID `json:"id,omitempty"`    // a person's, or empty
	Name   string   `json:"name,omitempty"`  // a nickname, or empty
	Level  string   `json:"level,omitempty"` // an AI's, or empty
	Colour string   `json:"colour"`          // of the discs: one of Colours
}

// Free reports whether nobody holds the seat.
func (p Player) Free() bool { return p.ID == "" && p.Level == "" }

// IsAI reports whether an AI holds the seat.
func (p Player) IsAI() bool { return p.Level != "" }

// Created is always entry 1. The creator holds seat 1. With an AI in seat 2 the
// first game begins at once.
type Created struct {
	Variant string    `json:"variant"`
	Players [2]Player `json:"players"` // by seat
	First   Seat      `json:"first"`   // who moves first in game 1
}

// Joined seats a second person; the first game begins.
type Joined struct {
	Seat Seat     `json:"seat"`
	ID   PlayerID `json:"player"`
	Name string   `json:"name,omitempty"`
}

// Named gives a player a nickname, or takes it away.
type Named struct {
	Seat Seat   `json:"seat"`
	Name string `json:"name,omitempty"`
}

// Moved is a turn in the game's notation.
type Moved struct {
	Seat Seat    `json:"seat"`
	Move string  `json:"move"`
	MS   int64   `json:"ms"` // how long the turn took, in milliseconds
	End  *Ending `json:"end,omitempty"`
}

// Resigned ends the game in the opponent's favour.
type Resigned struct {
	Seat Seat    `json:"seat"`
	End  *Ending `json:"end"`
}

// Rematch is a player's wish for another game. The wish that completes both
// starts it; an AI always agrees.
type Rematch struct {
	Seat  Seat `json:"seat"`
	Game  int  `json:"game"`            // the number of the game wished for
	First Seat `json:"first,omitempty"` // who moves first in it; 0: not yet started
}

// Closed ends the room: nothing can happen in it any more.
type Closed struct {
	Reason string `json:"reason"`
}

// Why a room was closed.
const (
	ReasonUnjoined  = "unjoined"  // nobody took the second seat
	ReasonAbandoned = "abandoned" // nobody moved for AbandonedLimit
)

// Ending is how a game ended.
type Ending struct {
	Winner Seat   `json:"winner"` // 0: a draw
	Reason string `json:"reason"`
	Cells  []int  `json:"cells,omitempty"` // of the winning alignments, as rules.Position.Line
}

// Why a game ended.
const (
	ReasonLine     = "line"     // an alignment
	ReasonDraw     = "draw"     // the rules call it a draw: a full board, say
	ReasonResigned = "resigned" // the loser gave up
)

// Kind implements Event.
func (Created) Kind() string  { return "created" }
func (Joined) Kind() string   { return "joined" }
func (Named) Kind() string    { return "named" }
func (Moved) Kind() string    { return "moved" }
func (Resigned) Kind() string { return "resigned" }
func (Rematch) Kind() string  { return "rematch" }
func (Closed) Kind() string   { return "closed" }

// kinds decodes each kind of event.
var kinds = map[string]func([]byte) (Event, error){
	Created{}.Kind():  decodeAs[Created],
	Joined{}.Kind():   decodeAs[Joined],
	Named{}.Kind():    decodeAs[Named],
	Moved{}.Kind():    decodeAs[Moved],
	Resigned{}.Kind(): decodeAs[Resigned],
	Rematch{}.Kind():  decodeAs[Rematch],
	Closed{}.Kind():   decodeAs[Closed],
}

func decodeAs[E Event](data []byte) (Event, error) {
	var e E
	if err := json.Unmarshal(data, &e); err != nil {
		return nil, fmt.Errorf("event %q: %w", e.Kind(), err)
	}
	return e, nil
}
