package room

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/quatre/quatre/internal/rules"
)

// Colours are those that discs come in.
var Colours = []string{"red", "yellow"}

// Phase is where a room stands in its life: Waiting → Playing ⇄ Finished, and
// Closed from Waiting or Playing. The first event makes it one of them.
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
	Players [2]Player // by seat
	Score   [2]int    // games won, by seat
	Draws   int

	// The present game, or the last one.
	Number   int    // in the room, from 1; 0: none yet
	StartN   uint64 // the entry with which it began
	First    Seat
	Position rules.Position
	Moves    []string
	MS       []int64 // what each move took
	Started  time.Time
	End      *Ending // nil: not over

	// TurnN and TurnAt are the entry since which the position stands.
	TurnN  uint64
	TurnAt time.Time

	// Wishes says who wants another game, by seat.
	Wishes [2]bool
}

// ErrDamaged is in the error of a fold that meets entries which no Decide can
// have written, or which do not follow each other: the log was damaged.
var ErrDamaged = errors.New("room: the log is damaged")

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

// AITurn returns the level that is to move, and whether it is an AI's turn.
func (s *State) AITurn() (Level, bool) {
	turn := s.Turn()
	if !turn.Valid() || !s.Players[turn-1].IsAI() {
		return Level{}, false
	}
	return levelByName(s.Players[turn-1].Level)
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
func (s *State) clone() *State {
	c := *s
	if s.Position != nil {
		c.Position = s.Position.Clone()
	}
	c.Moves = slices.Clip(s.Moves)
	c.MS = slices.Clip(s.MS)
	return &c
}

// Apply folds the next entry into s. On an error, which wraps ErrDamaged, s is
// unusable.
func (s *State) Apply(e Entry) error {
	if e.N != s.N+1 {
		return fmt.Errorf("%w: entry %d after entry %d", ErrDamaged, e.N, s.N)
	}
	if !e.Follows(s.Digest) {
		return fmt.Errorf("%w: the digest of entry %d does not follow", ErrDamaged, e.N)
	}
	s.N, s.At, s.Digest = e.N, e.At, e.Digest
	if err := s.apply(e.Event); err != nil {
		return fmt.Errorf("%w: entry %d: %w", ErrDamaged, e.N, err)
	}
	return nil
}

// errOutOfPlace is for an event that its room's state does not allow, or that
// names no such seat.
var errOutOfPlace = errors.New("the event is out of place")

func (s *State) apply(ev Event) error {
	switch ev := ev.(type) {
	case Created:
		return s.create(ev)
	case Joined:
		if s.Phase != PhaseWaiting || ev.Seat != 2 {
			return errOutOfPlace
		}
		p := &s.Players[ev.Seat-1]
		p.ID, p.Name = ev.ID, ev.Name
		s.start(1, s.First)
	case Named:
		if s.Phase == PhaseNone || !ev.Seat.Valid() {
			return errOutOfPlace
		}
		s.Players[ev.Seat-1].Name = ev.Name
	case Moved:
		return s.move(ev)
	case Resigned:
		if s.Phase != PhasePlaying || ev.End == nil {
			return errOutOfPlace
		}
		s.end(ev.End)
	case Rematch:
		if s.Phase != PhaseFinished || !ev.Seat.Valid() {
			return errOutOfPlace
		}
		s.Wishes[ev.Seat-1] = true
		if ev.First.Valid() {
			s.start(ev.Game, ev.First)
		}
	case Closed:
		s.Phase = PhaseClosed
	}
	return nil
}

func (s *State) create(ev Created) error {
	game, err := rules.Parse(ev.Variant)
	if err != nil {
		return err
	}
	if s.Phase != PhaseNone || !ev.First.Valid() {
		return errOutOfPlace
	}
	s.Game, s.Players, s.First, s.Phase = game, ev.Players, ev.First, PhaseWaiting
	if !s.Players[1].Free() {
		s.start(1, ev.First)
	}
	return nil
}

func (s *State) move(ev Moved) error {
	if s.Phase != PhasePlaying {
		return errOutOfPlace
	}
	m, err := s.Position.ParseMove(ev.Move)
	if err != nil {
		return err
	}
	s.Position.Play(m)
	s.Moves = append(s.Moves, ev.Move)
	s.MS = append(s.MS, ev.MS)
	s.TurnN, s.TurnAt = s.N, s.At
	s.end(ev.End)
	return nil
}

func (s *State) start(number int, first Seat) {
	s.Phase, s.Number, s.First = PhasePlaying, number, first
	s.Position = s.Game.Start()
	s.Moves, s.MS, s.End = nil, nil, nil
	s.StartN, s.Started = s.N, s.At
	s.TurnN, s.TurnAt = s.N, s.At
	s.Wishes = [2]bool{}
}

func (s *State) end(end *Ending) {
	if end == nil {
		return
	}
	s.Phase, s.End = PhaseFinished, end
	s.TurnN = s.N
	if end.Winner.Valid() {
		s.Score[end.Winner-1]++
	} else {
		s.Draws++
	}
}
