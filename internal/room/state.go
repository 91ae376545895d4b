package room

import (
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/quatre/quatre/internal/rules"
)

// Colours are those that discs come in: any two are told apart by the
// colour-blind too.
var Colours = []string{"red", "yellow", "blue", "green", "violet", "white"}

// Phase is where a room stands in its life: Waiting → Playing ⇄ Finished, and
// Closed from Waiting or Playing, for the operator from Finished too. The first event
// makes it one of them.
type Phase string

// The phases.
const (
	PhaseNone     Phase = ""         // nothing has happened
	PhaseWaiting  Phase = "waiting"  // for the second player
	PhasePlaying  Phase = "playing"  // a game is on
	PhaseFinished Phase = "finished" // a game is over; another may follow
	PhaseClosed   Phase = "closed"   // for good
)

// State is a room after some number of entries: their fold, and nothing else.
// The zero value is the room before its first entry.
type State struct {
	N      uint64    // of the last entry
	At     time.Time // of the last entry
	Digest string    // of the last entry

	Phase   Phase
	Game    rules.Game
	Owner   PlayerID  // who opened the room
	Opened  time.Time // when
	Players [2]Player // by seat
	Score   [2]int    // games won, by seat
	Draws   int

	// How the room was opened.
	Starter  Starter
	Clock    *Clock  // nil: none
	Advice   [2]bool // who is given suggestions, by seat
	Open     bool    // listed for everybody
	Imported bool    // nothing is played here

	// How AI against AI goes on.
	Pace   time.Duration // between two moves
	Paused bool

	// The present game, or the last one.
	Number   int    // in the room, from 1; 0: none yet
	StartN   uint64 // the entry with which it began
	First    Seat
	Position rules.Position
	Moves    []string
	MS       []int64      // what each move took
	Lag      []int64      // and what of it was not charged, in milliseconds
	Credits  []TurnCredit // outages that turns were credited, in order
	Started  time.Time
	End      *Ending  // nil: not over
	EndedBy  Seat     // whose doing the end was; for a flag, whose time was up
	Away     int64    // if the end was claimed: for how long the other was away, in milliseconds
	Undone   int      // how many times moves were taken back
	Timers   [2]Timer // by seat

	// Offered is the offer that stands, if its Seat is valid, and OfferN its
	// entry. Asked is the TurnN at which a seat last made each offer.
	Offered Offered
	OfferN  uint64
	Asked   [2]map[Offer]uint64

	// Handovers are the seats that can be taken with a token, by seat, also if it is
	// too late by now; without Hash: none.
	Handovers [2]SeatOffered

	// Advised is the suggestion for the position that stands, empty: none yet, and
	// AdvisedValue what it is worth.
	Advised      string
	AdvisedValue Value

	// Changes counts nicknames and paces that were set, and seats that were handed
	// over, since the game began.
	Changes int

	// Emotes is when each seat last showed one, the latest last, in this game.
	Emotes [2]emotes

	// TurnN is the entry since which the position stands, and TurnAt when the turn
	// began: with that entry, and later if it was credited outages. CreditedTo is up to
	// when outages were credited last.
	TurnN      uint64
	TurnAt     time.Time
	CreditedTo time.Time

	// Wishes says who wants another game, by seat.
	Wishes [2]bool
}

// ErrDamaged is in the error of a fold that meets entries which no Decide can
// have written, or which do not follow each other: the log was damaged.
var ErrDamaged = errors.New("room: the log is damaged")

// ErrTooNew is in the error of a fold that meets what only a newer version of this
// program can have written: an event of an unknown kind that is not ignorable, an
// unknown game, level or offer. The log is fine; this process must leave the room
// to another one.
var ErrTooNew = errors.New("room: this program is too old for the room")

// SeatOf returns the seat with which a player acts: the one to move if it is
// that player's, else the one that is, else none.
func (s *State) SeatOf(id PlayerID) Seat {
	if turn := s.Turn(); turn.Valid() && s.holds(turn, id) {
		return turn
	}
	for seat := Seat(1); seat <= 2; seat++ {
		if s.holds(seat, id) {
			return seat
		}
	}
	return 0
}

func (s *State) holds(seat Seat, id PlayerID) bool {
	p := s.Players[seat-1]
	return id != "" && (p.ID == id || p.IsAI() && id == Machine)
}

// Variant returns the variant of the room's game, empty before the first entry.
func (s *State) Variant() string {
	if s.Game == nil {
		return ""
	}
	return s.Game.Variant()
}

// SeatsOf says which seats are a player's, by seat.
func (s *State) SeatsOf(id PlayerID) [2]bool {
	return [2]bool{s.holds(1, id), s.holds(2, id)}
}

// Turn returns the seat to move, or none while no game is on.
func (s *State) Turn() Seat {
	if s.Phase != PhasePlaying {
		return 0
	}
	return s.seatOfSide(s.Position.Turn())
}

// Watched reports whether AI plays AI, for those who watch.
func (s *State) Watched() bool { return s.Players[0].IsAI() && s.Players[1].IsAI() }

// Self reports whether one person holds both seats.
func (s *State) Self() bool {
	return s.Players[0].ID != "" && s.Players[0].ID == s.Players[1].ID
}

// Reply is what the AI owes a room: a move, or a suggestion to the player who is
// to move.
type Reply struct {
	Level  Level
	Advice bool
}

// ReplyOwed returns what the AI owes, and whether it owes anything.
func (s *State) ReplyOwed() (Reply, bool) {
	turn := s.Turn()
	if !turn.Valid() || s.Paused {
		return Reply{}, false
	}
	if s.Players[turn-1].IsAI() {
		level, ok := levelByName(s.Players[turn-1].Level)
		return Reply{Level: level}, ok
	}
	if s.Advice[turn-1] && s.Advised == "" {
		return Reply{Level: levels[len(levels)-1], Advice: true}, true
	}
	return Reply{}, false
}

func (s *State) seatOfSide(side rules.Side) Seat {
	switch side {
	case rules.First:
		return s.First
	case rules.Second:
		return s.First.Other()
	default:
		return 0
	}
}

// clone returns a copy that apply can change without touching s.
func (s *State) Clone() *State {
	c := *s
	if s.Position != nil {
		c.Position = s.Position.Clone()
	}
	c.Moves = slices.Clip(s.Moves)
	c.MS = slices.Clip(s.MS)
	c.Lag = slices.Clip(s.Lag)
	c.Credits = slices.Clip(s.Credits)
	for i := range c.Asked {
		c.Asked[i] = maps.Clone(s.Asked[i])
	}
	return &c
}

// What a player may say with emotes.
const (
	maxEmotesInRow  = 3 // within emoteSpan
	emoteSpan       = 10 * time.Second
	maxEmotesInGame = 40
)

// How often may be done in one game what would fill the log for nothing.
const (
	maxChanges   = 100 // nicknames, paces and handovers
	maxTakebacks = 200
)

// emotes is what one player has shown in a game.
type emotes struct {
	count int
	last  [maxEmotesInRow]time.Time // the latest last
}

func (e *emotes) add(at time.Time) {
	e.count++
	copy(e.last[:], e.last[1:])
	e.last[maxEmotesInRow-1] = at
}

// allow reports whether another one may follow.
func (e *emotes) allow(now time.Time) bool {
	return e.count < maxEmotesInGame && now.Sub(e.last[0]) >= emoteSpan
}
