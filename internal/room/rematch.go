package room

import "time"

// Rematch is a player's wish for another game. The second player's wish starts the game;
// an AI always agrees.
type Rematch struct {
	Seat  Seat `json:"seat"`
	Game  int  `json:"game"`            // number of the new game
	First Seat `json:"first,omitempty"` // who moves first in the new game; 0: it has not started
}

// PlayAgain asks for another game or agrees to it. If the room's Starter is
// StarterRandom, the seat First makes the first move. The caller draws First at random.
type PlayAgain struct{ First Seat }

var ErrAsked = &Refusal{"already_asked", "You have asked for another game already."}

func (Rematch) Kind() string { return "rematch" }

func (do PlayAgain) decideFor(s *State, seat Seat, c Command, _ time.Time) (Event, error) {
	switch {
	case s.Phase == PhaseWaiting:
		return nil, ErrNotStarted
	case s.Phase == PhasePlaying:
		return nil, ErrGameRunning
	case c.Seen < s.StartN:
		return nil, ErrStale // the command was meant for the previous game
	case s.Wishes[seat-1]:
		return nil, ErrAsked
	case s.N >= MaxEntries:
		return nil, ErrFull
	}
	again := Rematch{Seat: seat, Game: s.Number + 1}
	if s.Wishes[seat.Other()-1] || s.Players[seat.Other()-1].IsAI() || s.Self() {
		again.First = s.nextFirst(do.First)
	}
	return again, nil
}

// nextFirst returns the seat that moves first in the next game. With StarterRandom it
// returns random, the seat that the caller has drawn.
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
	return s.First.Other()
}

func (PlayAgain) made(_ PlayerID, e Event) bool { return is[Rematch](e) }

func (ev Rematch) apply(s *State) error {
	if s.Phase != PhaseFinished || !ev.Seat.Valid() {
		return errOutOfPlace
	}
	s.Wishes[ev.Seat-1] = true
	if ev.First.Valid() {
		s.start(ev.Game, ev.First)
	}
	return nil
}

// start begins a game.
func (s *State) start(number int, first Seat) {
	s.Phase, s.Number, s.First = PhasePlaying, number, first
	s.Position = s.Game.Start()
	s.Moves, s.MS, s.Lag, s.Credits = nil, nil, nil, nil
	s.End, s.EndedBy, s.Away, s.Undone = nil, 0, 0, 0
	s.StartN, s.Started, s.Ended = s.N, s.At, time.Time{}
	s.Wishes = [2]bool{}
	s.Delegated, s.Delegations = [2]string{}, nil
	s.Offered, s.Asked = Offered{}, [2]map[Offer]uint64{}
	s.Hinted = [2]uint64{}
	s.Emotes = [2]emotes{}
	s.Changes = 0
	s.startTimers()
	s.turnBegins()
}

func (Rematch) refusedWhenFull() bool { return true }

func (Rematch) cost(s, next *State, entry int) int {
	if next.Phase == PhasePlaying {
		return max(entry, entry+next.gameCost()-s.unusedCost())
	}
	return entry
}
