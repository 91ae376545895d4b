package room

import (
	"encoding/json"
	"fmt"
)

// Event is something that happened in a room. CONTRIBUTING.md lists
// what a new kind needs.
//
// The JSON form of an event is stored, is sent to browsers, and is read by other versions
// of this program. A reader must be able to ignore a new field. Never change the meaning of
// a field, and never let State.apply accept what it refused before: add a new kind instead.
// docs/decisions/0017-a-room-may-be-newer-than-its-reader.md has the rules.
type Event interface {
	// Kind returns the name of the event as it is stored and sent.
	Kind() string
}

// ignorable is implemented by a new kind of event that older programs may skip. Everything
// that an older program decides, draws or records must be right without such events.
type ignorable interface{ ignorable() bool }

// Unknown is an event of a kind that this program does not know, written by a newer
// version. The fold skips an ignorable event. For any other, Apply fails with ErrTooNew.
type Unknown struct {
	Type      string
	Data      string // a JSON object
	Ignorable bool   // whether the writer lets readers skip the event
}

func (u Unknown) ignorable() bool { return u.Ignorable }
func (Admitted) ignorable() bool  { return true }

// MarshalJSON implements json.Marshaler.
func (u Unknown) MarshalJSON() ([]byte, error) { return []byte(u.Data), nil }

// Player is the holder of a seat. A free seat has neither ID nor Level.
type Player struct {
	ID     PlayerID `json:"id,omitempty"`    // the ID of a person; empty for an AI
	Name   string   `json:"name,omitempty"`  // a nickname; may be empty
	Level  string   `json:"level,omitempty"` // the level of an AI; empty for a person
	Colour string   `json:"colour"`          // of the discs, one of Colours
}

// Free reports whether nobody holds the seat.
func (p Player) Free() bool { return p.ID == "" && p.Level == "" }

// IsAI reports whether an AI holds the seat.
func (p Player) IsAI() bool { return p.Level != "" }

// Created is always entry 1. Entry.By of this entry is the owner of the room. The owner holds
// seat 1, both seats (pass and play) or none (AI against AI). If both seats are held, the
// first game begins at once.
type Created struct {
	Variant string    `json:"variant"`
	Players [2]Player `json:"players"` // by seat
	First   Seat      `json:"first"`   // who moves first in game 1
	Starter Starter   `json:"starter,omitempty"`
	Clock   *Clock    `json:"clock,omitempty"` // nil: no clock
	Advice  [2]bool   `json:"advice,omitzero"` // whether the AI advises each seat
	Open    bool      `json:"open,omitempty"`  // listed for everybody
	Pace    int64     `json:"pace,omitempty"`  // pause between two moves of AI against AI, in milliseconds

	// Imported says that the games of the room were imported. It can have no further games.
	Imported bool `json:"imported,omitempty"`

	// NoSpectators says that only the players and the owner may watch: see Admitted.
	NoSpectators bool `json:"no_spectators,omitempty"`

	// Thoughts says that the AI's thoughts are shown during a game, not only after it.
	Thoughts bool `json:"thoughts,omitempty"`
}

// Joined seats a second person, or an AI that the owner has invited. The first game
// begins.
type Joined struct {
	Seat  Seat     `json:"seat"`
	ID    PlayerID `json:"player,omitempty"`
	Name  string   `json:"name,omitempty"`
	Level string   `json:"level,omitempty"`
}

// Named sets or removes a nickname.
type Named struct {
	Seat Seat   `json:"seat"`
	Name string `json:"name,omitempty"`
}

// Moved is a move in the notation of the game.
type Moved struct {
	Seat Seat    `json:"seat"`
	Move string  `json:"move"`
	MS   int64   `json:"ms"`            // time of the turn, in milliseconds
	Lag  int64   `json:"lag,omitempty"` // the part of MS that was not charged
	End  *Ending `json:"end,omitempty"`

	// Hurried says that the AI had less time than its level's budget, because other turns
	// were waiting.
	Hurried bool `json:"hurried,omitempty"`

	// Thought says how the AI came to the move; nil: a person's move, or no thought was recorded.
	Thought *Thought `json:"thought,omitempty"`
}

// Resigned ends the game in the opponent's favour.
type Resigned struct {
	Seat Seat    `json:"seat"`
	End  *Ending `json:"end"`
}

// Rematch is a player's wish for another game. The second player's wish starts the game;
// an AI always agrees.
type Rematch struct {
	Seat  Seat `json:"seat"`
	Game  int  `json:"game"`            // number of the new game
	First Seat `json:"first,omitempty"` // who moves first in the new game; 0: it has not started
}

// Advised is the AI's suggestion to the player to move, in the present position.
type Advised struct {
	Seat  Seat   `json:"seat"`
	Move  string `json:"move"`
	Value Value  `json:"value,omitzero"` // value of the move for the player to move; zero: unknown
}

// Offered asks the opponent for a draw or a takeback. The offer stands until it is
// answered. The opponent's next move declines a draw; any move declines a takeback.
type Offered struct {
	Seat Seat  `json:"seat"`
	What Offer `json:"offer"`
}

// Declined refuses the opponent's offer or withdraws the player's own.
type Declined struct {
	Seat Seat  `json:"seat"`
	What Offer `json:"offer"`
}

// Drawn ends the game by agreement: Seat has accepted the offer.
type Drawn struct {
	Seat Seat    `json:"seat"`
	End  *Ending `json:"end"`
}

// TakenBack undoes the last moves of the game; Seat moves again.
type TakenBack struct {
	Seat Seat `json:"seat"`
	Ply  int  `json:"ply"` // number of moves that remain
}

// Claimed ends the game because the opponent of Seat has been absent for too long.
type Claimed struct {
	Seat Seat    `json:"seat"`
	Away int64   `json:"away"` // length of the absence, in milliseconds
	End  *Ending `json:"end"`
}

// Flagged ends the game because the player of Seat has run out of time. It follows from a
// sweep, not from a player's command.
type Flagged struct {
	Seat Seat    `json:"seat"`
	End  *Ending `json:"end"`
}

// Credited moves the beginning of the present turn by MS milliseconds, because no move
// could be stored in that time. It follows from a process's command, not from a player's.
type Credited struct {
	MS    int64 `json:"ms"`
	Until int64 `json:"until"` // outages up to this Unix millisecond are now credited
}

// Emoted shows an emote, one of Emotes, to everybody in the room.
type Emoted struct {
	Seat  Seat   `json:"seat"`
	Emote string `json:"emote"`
}

// Paced sets the speed of AI against AI.
type Paced struct {
	MS     int64 `json:"ms"` // pause between two moves, in milliseconds
	Paused bool  `json:"paused"`
}

// Delegated lets the AI play the turns of a person's seat in the present game, at a level.
// Without a level, the person plays again.
type Delegated struct {
	Seat  Seat   `json:"seat"`
	Level string `json:"level,omitempty"`
}

// LevelSet changes the level of the AI on a seat between two games.
type LevelSet struct {
	Seat  Seat   `json:"seat"`
	Level string `json:"level"`
}

// Admitted says whether spectators are admitted from now on. Programs that do not know
// Admitted may skip it, because it does not change the game.
type Admitted struct {
	Spectators bool `json:"spectators"`
}

// SeatOffered lets the first person who knows the token with this hash take the seat,
// until the Unix millisecond Until. It replaces an earlier offer of the seat. If a player
// holds both seats, the event offers both and names seat 1.
type SeatOffered struct {
	Seat  Seat   `json:"seat"`
	Hash  string `json:"hash"` // SHA-256 of "quatre seat", a line feed and the token, in base64url
	Until int64  `json:"until"`
}

// SeatMoved gives the seat, and everything that its player held and owned in the room, to
// another player, who is the same person on another device. It ends the SeatOffered.
type SeatMoved struct {
	Seat Seat     `json:"seat"`
	ID   PlayerID `json:"player"`
}

// Closed ends the room for good.
type Closed struct {
	Reason string `json:"reason"`
	Note   string `json:"note,omitempty"` // the operator's explanation
}

// Why a room was closed.
const (
	ReasonUnjoined  = "unjoined"  // nobody took the second seat
	ReasonAbandoned = "abandoned" // no entry for AbandonedLimit
	ReasonOperator  = "operator"  // the operator closed the room
)

// Ending is how a game ended.
type Ending struct {
	Winner Seat   `json:"winner"` // 0: a draw
	Reason string `json:"reason"`
	Cells  []int  `json:"cells,omitempty"` // cells of the winning alignments, as rules.Position.Line returns them
}

// Why a game ended.
const (
	ReasonLine     = "line"     // an alignment
	ReasonDraw     = "draw"     // a draw by the rules, such as a full board
	ReasonResigned = "resigned" // the loser gave up
	ReasonAgreed   = "agreed"   // a draw by agreement
	ReasonLeft     = "left"     // a player claimed the game because the opponent was absent
	ReasonTime     = "time"     // the loser's clock ran out
)

// Offer is what a player can ask of the other player.
type Offer string

// The offers.
const (
	OfferDraw     Offer = "draw"
	OfferTakeback Offer = "takeback"
)

// Valid reports whether o is one of the offers.
func (o Offer) Valid() bool { return o == OfferDraw || o == OfferTakeback }

// Starter says who moves first in each game.
type Starter string

// The starters. Empty means StarterAlternate.
const (
	StarterMe        Starter = "me"    // the creator, seat 1
	StarterOther     Starter = "other" // seat 2
	StarterRandom    Starter = "random"
	StarterLoser     Starter = "loser" // the loser of the previous game; after a draw, the seat that moved second
	StarterAlternate Starter = "alternate"
)

// Emotes lists what players can say to each other.
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
func (Delegated) Kind() string   { return "delegated" }
func (LevelSet) Kind() string    { return "levelset" }
func (Admitted) Kind() string    { return "admitted" }
func (SeatOffered) Kind() string { return "seatoffered" }
func (SeatMoved) Kind() string   { return "seatmoved" }
func (Closed) Kind() string      { return "closed" }

// kinds holds the decoder of each kind of event.
var kinds = map[string]func([]byte) (Event, error){
	Created{}.Kind():     decodeAs[Created],
	Joined{}.Kind():      decodeAs[Joined],
	Named{}.Kind():       decodeAs[Named],
	Moved{}.Kind():       decodeMoved,
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
	Delegated{}.Kind():   decodeAs[Delegated],
	LevelSet{}.Kind():    decodeAs[LevelSet],
	Admitted{}.Kind():    decodeAs[Admitted],
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
