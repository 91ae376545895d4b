package room

import (
	"encoding/json"
	"fmt"
)

// Event is something that happened in a room. The set is closed within this
// package and open to growth: a new kind is a type here, a line in kinds, a
// case in State.apply and an entry in docs/asyncapi.yaml.
//
// The JSON form of an event is both what is stored and what browsers read, and
// other versions of this program read it beside this one. Fields may be added
// that one can do without; none changes its meaning, and State.apply does not
// begin to accept what it has refused: for that there are new kinds.
// docs/decisions/0017-a-room-may-be-newer-than-its-reader.md has the rules.
type Event interface {
	// Kind returns the event's name in stored and sent form.
	Kind() string
}

// ignorable is an event that says whether those who do not know its kind may do as
// if it was not there: all that can be decided, drawn or recorded stays right
// without it. A new kind has this method if that is so.
type ignorable interface{ ignorable() bool }

// Unknown is an event of a kind that this program does not know: a newer one has
// written it. If it is ignorable the fold passes over it; otherwise Apply fails
// with ErrTooNew.
type Unknown struct {
	Type      string
	Data      string // a JSON object
	Ignorable bool   // so its writer says
}

func (u Unknown) ignorable() bool { return u.Ignorable }

// MarshalJSON implements json.Marshaler.
func (u Unknown) MarshalJSON() ([]byte, error) { return []byte(u.Data), nil }

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

// Created is always entry 1; whoever made it owns the room. The creator holds
// seat 1, or both seats (pass and play), or none (AI against AI). When both seats
// are held the first game begins at once.
type Created struct {
	Variant string    `json:"variant"`
	Players [2]Player `json:"players"` // by seat
	First   Seat      `json:"first"`   // who moves first in game 1
	Starter Starter   `json:"starter,omitempty"`
	Clock   *Clock    `json:"clock,omitempty"` // nil: none
	Advice  [2]bool   `json:"advice,omitzero"` // who is given the AI's suggestions, by seat
	Open    bool      `json:"open,omitempty"`  // listed for everybody
	Pace    int64     `json:"pace,omitempty"`  // between two moves of AI against AI, in milliseconds

	// Imported says that the games were brought in from elsewhere: nothing more
	// is played here.
	Imported bool `json:"imported,omitempty"`
}

// Joined seats a second person, or the AI that the owner has asked instead; the
// first game begins.
type Joined struct {
	Seat  Seat     `json:"seat"`
	ID    PlayerID `json:"player,omitempty"`
	Name  string   `json:"name,omitempty"`
	Level string   `json:"level,omitempty"`
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
	MS   int64   `json:"ms"`            // how long the turn took, in milliseconds
	Lag  int64   `json:"lag,omitempty"` // of these not charged, for the network took them
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

// Advised is the AI's suggestion for the position that stands, to the player who
// is to move in it.
type Advised struct {
	Seat  Seat   `json:"seat"`
	Move  string `json:"move"`
	Value Value  `json:"value,omitzero"` // of the move, to that player; left out: nothing is known
}

// Offered asks the opponent for a draw or for one's move back. The offer stands
// until it is answered. A draw offer is also declined by the other's next move, a
// takeback by any.
type Offered struct {
	Seat Seat  `json:"seat"`
	What Offer `json:"offer"`
}

// Declined answers an offer with no, or withdraws one's own.
type Declined struct {
	Seat Seat  `json:"seat"`
	What Offer `json:"offer"`
}

// Drawn ends the game by agreement: Seat has accepted the offer.
type Drawn struct {
	Seat Seat    `json:"seat"`
	End  *Ending `json:"end"`
}

// TakenBack undoes the game's last moves, for Seat to move again.
type TakenBack struct {
	Seat Seat `json:"seat"`
	Ply  int  `json:"ply"` // how many moves remain
}

// Claimed ends the game because the opponent of Seat has been away too long.
type Claimed struct {
	Seat Seat    `json:"seat"`
	Away int64   `json:"away"` // for how long, in milliseconds
	End  *Ending `json:"end"`
}

// Flagged ends the game because the time of Seat is up. It is the room's own
// doing.
type Flagged struct {
	Seat Seat    `json:"seat"`
	End  *Ending `json:"end"`
}

// Credited has the turn that is on begin MS milliseconds later: so long no move
// could be stored, and the player was not to blame. It is the room's own doing.
type Credited struct {
	MS    int64 `json:"ms"`
	Until int64 `json:"until"` // up to when outages are credited with this, in Unix milliseconds
}

// Emoted is one of Emotes, shown by a player to everybody.
type Emoted struct {
	Seat  Seat   `json:"seat"`
	Emote string `json:"emote"`
}

// Paced sets how AI against AI goes on.
type Paced struct {
	MS     int64 `json:"ms"` // between two moves
	Paused bool  `json:"paused"`
}

// SeatOffered lets whoever knows the token of this hash take the seat, until the
// time that it says, in Unix milliseconds. It replaces what was offered of this seat
// before. A player who holds both seats offers both, as seat 1.
type SeatOffered struct {
	Seat  Seat   `json:"seat"`
	Hash  string `json:"hash"` // SHA-256 of "quatre seat", a line feed and the token, in base64url
	Until int64  `json:"until"`
}

// SeatMoved gives the seat, and all that its player held and owned in the room,
// to another player, who is the same person on another device. The offer is used
// up.
type SeatMoved struct {
	Seat Seat     `json:"seat"`
	ID   PlayerID `json:"player"`
}

// Closed ends the room: nothing can happen in it any more.
type Closed struct {
	Reason string `json:"reason"`
	Note   string `json:"note,omitempty"` // what the operator says about it
}

// Why a room was closed.
const (
	ReasonUnjoined  = "unjoined"  // nobody took the second seat
	ReasonAbandoned = "abandoned" // nobody moved for AbandonedLimit
	ReasonOperator  = "operator"  // the service's operator wanted it
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
	ReasonAgreed   = "agreed"   // a draw that both wanted
	ReasonLeft     = "left"     // the other had left, and it was claimed
	ReasonTime     = "time"     // the loser's clock ran out
)

// Offer is what a player can ask of the other.
type Offer string

// The offers.
const (
	OfferDraw     Offer = "draw"
	OfferTakeback Offer = "takeback"
)

// Valid reports whether there is such an offer.
func (o Offer) Valid() bool { return o == OfferDraw || o == OfferTakeback }

// Starter is who moves first, game after game.
type Starter string

// The starters. The empty one is StarterAlternate.
const (
	StarterMe        Starter = "me"    // the creator, seat 1
	StarterOther     Starter = "other" // seat 2
	StarterRandom    Starter = "random"
	StarterLoser     Starter = "loser" // of the game before; after a draw, whoever did not start it
	StarterAlternate Starter = "alternate"
)

// Emotes are all that players can say to each other.
var Emotes = []string{"hello", "luck", "well-played", "thanks", "oops", "wow", "thinking", "bye"}

// Kind implements Event.
func (u Unknown) Kind() string   { return u.Type }
func (Created) Kind() string     { return "created" }
func (Joined) Kind() string      { return "joined" }
func (Named) Kind() string       { return "named" }
func (Moved) Kind() string       { return "moved" }
func (Advised) Kind() string     { return "advised" }
func (Offered) Kind() string     { return "offered" }
func (Declined) Kind() string    { return "declined" }
func (TakenBack) Kind() string   { return "takenback" }
func (Resigned) Kind() string    { return "resigned" }
func (Drawn) Kind() string       { return "drawn" }
func (Claimed) Kind() string     { return "claimed" }
func (Flagged) Kind() string     { return "flagged" }
func (Credited) Kind() string    { return "credited" }
func (Rematch) Kind() string     { return "rematch" }
func (Emoted) Kind() string      { return "emoted" }
func (Paced) Kind() string       { return "paced" }
func (SeatOffered) Kind() string { return "seatoffered" }
func (SeatMoved) Kind() string   { return "seatmoved" }
func (Closed) Kind() string      { return "closed" }

// kinds decodes each kind of event.
var kinds = map[string]func([]byte) (Event, error){
	Created{}.Kind():     decodeAs[Created],
	Joined{}.Kind():      decodeAs[Joined],
	Named{}.Kind():       decodeAs[Named],
	Moved{}.Kind():       decodeAs[Moved],
	Advised{}.Kind():     decodeAs[Advised],
	Offered{}.Kind():     decodeAs[Offered],
	Declined{}.Kind():    decodeAs[Declined],
	TakenBack{}.Kind():   decodeAs[TakenBack],
	Resigned{}.Kind():    decodeAs[Resigned],
	Drawn{}.Kind():       decodeAs[Drawn],
	Claimed{}.Kind():     decodeAs[Claimed],
	Flagged{}.Kind():     decodeAs[Flagged],
	Credited{}.Kind():    decodeAs[Credited],
	Rematch{}.Kind():     decodeAs[Rematch],
	Emoted{}.Kind():      decodeAs[Emoted],
	Paced{}.Kind():       decodeAs[Paced],
	SeatOffered{}.Kind(): decodeAs[SeatOffered],
	SeatMoved{}.Kind():   decodeAs[SeatMoved],
	Closed{}.Kind():      decodeAs[Closed],
}

func decodeAs[E Event](data []byte) (Event, error) {
	var e E
	if err := json.Unmarshal(data, &e); err != nil {
		return nil, fmt.Errorf("event %q: %w", e.Kind(), err)
	}
	return e, nil
}
