package room

import (
	"fmt"
	"slices"
	"time"

	"github.com/quatre/quatre/internal/rules"
)

// Created is always entry 1. Entry.By of this entry is the owner of the room. The owner holds
// seat 1, both seats (pass and play) or none (AI against AI, or a room for two others). If both
// seats are held, the first game begins at once.
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

	// Position has the given moves, after which each game begins. First makes the first of them.
	Position []string `json:"position,omitempty"`
	From     Source   `json:"from,omitempty"` // where the position comes from; empty: not known
}

// Create creates the room. The seat First makes the first move of the first game that is
// played here, so the first one after Position. If Starter is StarterRandom, the caller draws
// First at random, because Decide is deterministic.
type Create struct {
	Variant string
	Levels  [2]string // level of the AI on each seat; empty: a person's seat. If seat 1 has an AI, seat 2 must have one
	Self    bool      // the creator holds both seats
	Others  bool      // the creator holds no seat: two others will play
	Names   [2]string
	Colours [2]string // empty: the first free colours
	First   Seat
	Starter Starter
	Clock   *Clock  // nil: no clock
	Advice  [2]bool // whether each seat gets advice
	Open    bool    // listed for everybody
	Pace    time.Duration

	Imported bool // the games were played elsewhere

	NoSpectators bool // only the players and the owner may watch
	Thoughts     bool // the AI's thoughts are shown during a game

	Position []string // the given moves, after which each game begins: see position.go
	From     Source
}

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

func (s Starter) valid() bool {
	switch s {
	case "", StarterMe, StarterOther, StarterRandom, StarterLoser, StarterAlternate:
		return true
	}
	return false
}

var (
	ErrExists     = &Refusal{"room_exists", "This room exists already."}
	ErrBadColour  = &Refusal{"bad_colour", "Colours are red, yellow, blue, green, violet and white. The players need different ones."}
	ErrBadStarter = &Refusal{"bad_starter", "The starter is me, other, random, loser or alternate."}
	ErrBadClock   = &Refusal{"bad_clock", "A clock has 5 seconds to 24 hours a move, or 10 seconds to 3 hours plus up to 3 minutes a move. AI against AI has none."}
	ErrBadAdvice  = &Refusal{"bad_advice", "Advice is for people who play."}
)

func (Created) Kind() string { return "created" }

func (do Create) decide(s *State, c Command, _ time.Time) (Event, error) {
	if s.Phase != PhaseNone {
		return nil, ErrExists
	}
	game, err := rules.Parse(do.Variant)
	if err != nil {
		return nil, AsRefusal(err)
	}
	players, err := newPlayers(c.By, do)
	switch {
	case err != nil:
		return nil, err
	case !do.First.Valid() || !do.Starter.valid():
		return nil, ErrBadStarter
	}
	bothAI := players[0].IsAI()
	if do.Clock != nil && (bothAI || !do.Clock.Valid()) {
		return nil, ErrBadClock
	}
	if do.Pace < 0 || do.Pace > MaxPace || do.Pace != 0 && !bothAI {
		return nil, ErrBadPace
	}
	for i, wanted := range do.Advice {
		if wanted && players[i].IsAI() {
			return nil, ErrBadAdvice
		}
	}
	position, err := readPosition(game, do.Position, do.From)
	if err != nil {
		return nil, err
	}
	return Created{
		Variant: game.Variant(), Players: players, First: MoverAt(do.First, len(position)), Starter: do.Starter, Clock: do.Clock,
		Advice: do.Advice, Open: do.Open, Pace: do.Pace.Milliseconds(), Imported: do.Imported,
		NoSpectators: do.NoSpectators, Thoughts: do.Thoughts, Position: position, From: do.From,
	}, nil
}

// newPlayers returns the holders of both seats of a new room.
func newPlayers(by PlayerID, do Create) (players [2]Player, err error) {
	if do.Levels[0] != "" && do.Levels[1] == "" || (do.Self || do.Others) && do.Levels != [2]string{} || do.Self && do.Others {
		return players, ErrBadSeat
	}
	if do.Colours, err = fillColours(do.Colours); err != nil {
		return players, err
	}
	for i := range players {
		p := Player{Level: do.Levels[i], Colour: do.Colours[i]}
		if p.Level != "" {
			level, err := SeatableLevel(p.Level, do.Imported)
			if err != nil {
				return players, err
			}
			p.Level = level.Name
		} else if i == 0 && !do.Others || do.Self {
			p.ID = by
			clean := cleanName
			if do.Imported {
				clean = storedName
			}
			if p.Name, err = clean(do.Names[i]); err != nil {
				return players, err
			}
		}
		players[i] = p
	}
	return players, nil
}

// fillColours chooses a colour for each seat that has none, and checks that the two colours
// differ.
func fillColours(wish [2]string) ([2]string, error) {
	for i, c := range wish {
		if c == "" {
			wish[i] = Colours[slices.IndexFunc(Colours, func(free string) bool { return free != wish[1-i] })]
		} else if !slices.Contains(Colours, c) {
			return wish, ErrBadColour
		}
	}
	if wish[0] == wish[1] {
		return wish, ErrBadColour
	}
	return wish, nil
}

func (Create) made(_ PlayerID, e Event) bool { return is[Created](e) }

func (ev Created) apply(s *State) error {
	game, err := rules.Parse(ev.Variant)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrTooNew, err)
	}
	if err := checkLevels(ev.Players[0].Level, ev.Players[1].Level); err != nil {
		return err
	}
	if s.Phase != PhaseNone || !ev.First.Valid() {
		return errOutOfPlace
	}
	s.Game, s.Players, s.First, s.Phase = game, ev.Players, ev.First, PhaseWaiting
	s.Starter, s.Clock, s.Advice, s.Open = ev.Starter, ev.Clock, ev.Advice, ev.Open
	s.Pace, s.Imported = time.Duration(ev.Pace)*time.Millisecond, ev.Imported
	s.NoSpectators, s.Thoughts = ev.NoSpectators, ev.Thoughts
	position, err := readPosition(game, ev.Position, ev.From)
	if err != nil {
		return err
	}
	s.give(position, ev.From)
	if s.freeSeat() == 0 {
		s.start(1, ev.First)
	}
	return nil
}
