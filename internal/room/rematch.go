package room

import (
	"time"

	"github.com/quatre/quatre/internal/rules"
)

// Rematch is a player's wish for another game. The second player's wish starts the game;
// an AI always agrees.
type Rematch struct {
	Seat  Seat `json:"seat"`
	Game  int  `json:"game"`            // number of the new game
	First Seat `json:"first,omitempty"` // who moves first in the new game; 0: it has not started

	// Yields says that the player gives the seat to the first challenger when the game starts: see Yield.
	Yields bool `json:"yields,omitempty"`
}

// PlayAgain asks for another game or agrees to it. If the room's Starter is
// StarterRandom, the seat First makes the first move. The caller draws First at random.
type PlayAgain struct{ First Seat }

var ErrAsked = &Refusal{"already_asked", "You have asked for another game already."}

func (Rematch) Kind() string { return "rematch" }

// decideFor also lets a player keep the seat who wanted to give it away.
func (do PlayAgain) decideFor(s *State, seat Seat, c Command, _ time.Time) (Event, error) {
	if err := s.mayWish(c); err != nil {
		return nil, err
	}
	if s.Yields[seat-1] {
		return s.wish(seat, do.First), s.mayChange()
	}
	if s.Wishes[seat-1] {
		return nil, ErrAsked
	}
	return s.wish(seat, do.First), nil
}

// mayWish returns nil if a player may wish for another game, or change how it will be played.
func (s *State) mayWish(c Command) error {
	switch {
	case s.Phase == PhaseWaiting:
		return ErrNotStarted
	case s.Phase == PhasePlaying:
		return ErrGameRunning
	case c.Seen < s.StartN:
		return ErrStale // the command was meant for the previous game
	}
	return nil
}

// wish returns the wish of a seat's player, which starts the game if the other player has agreed. random is the seat that
// the caller has drawn.
func (s *State) wish(seat, random Seat) Rematch {
	again := Rematch{Seat: seat, Game: s.Number + 1}
	if s.Wishes[seat.Other()-1] || s.Players[seat.Other()-1].IsAI() || s.Self() {
		again.First = MoverAt(s.nextFirst(random), s.Given)
	}
	return again
}

// nextFirst returns the seat that makes the first move in the next game, after those that are
// given. With StarterRandom it returns random, the seat that the caller has drawn.
func (s *State) nextFirst(random Seat) Seat {
	switch s.Starter {
	case StarterMe:
		return 1
	case StarterOther:
		return 2
	case StarterRandom:
		if random.Valid() {
			return random
		}
	case StarterLoser:
		if s.End.Winner.Valid() {
			return s.End.Winner.Other()
		}
	}
	return MoverAt(s.First, s.Given).Other()
}

func (PlayAgain) made(_ PlayerID, e Event) bool {
	made, ok := e.(Rematch)
	return ok && !made.Yields
}

func (ev Rematch) apply(s *State) error {
	if s.Phase != PhaseFinished || !ev.Seat.Valid() {
		return errOutOfPlace
	}
	if s.Yields[ev.Seat-1] != ev.Yields {
		s.Changes++
	}
	s.Wishes[ev.Seat-1], s.Yields[ev.Seat-1] = true, ev.Yields
	if s.yielded() > len(s.Challengers) {
		return errOutOfPlace
	}
	if ev.First.Valid() {
		s.seatChallengers()
		s.start(ev.Game, ev.First)
	}
	return nil
}

// start begins a game, at the position that is given. A learner wants to try again from there.
func (s *State) start(number int, first Seat) {
	s.Phase, s.Number, s.First = PhasePlaying, number, first
	s.Position = s.Game.Start()
	s.give(s.Moves[:s.Given], s.From)
	_ = rules.Replay(s.Position, s.Moves) // checked when the room was created
	s.Credits = nil
	s.End, s.EndedBy, s.Away, s.Undone = nil, 0, 0, 0
	s.StartN, s.Started, s.Ended = s.N, s.At, time.Time{}
	s.Wishes = [2]bool{}
	s.Delegated, s.Delegations = [2]string{}, nil
	s.Offered, s.Asked = Offered{}, [2]map[Offer]uint64{}
	s.Hinted = [2]uint64{}
	s.Emotes = [2]emotes{}
	s.Changes, s.Challenges = 0, 0
	s.startTimers()
	s.turnBegins()
}

func (Rematch) refusedWhenFull() bool { return true }
