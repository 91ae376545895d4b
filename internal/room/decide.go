package room

import (
	"errors"
	"time"

	"github.com/quatre/quatre/internal/rules"
)

// Decide returns the event that c leads to in state s at now, or a *Refusal. It never writes
// to s, which other goroutines may read. The result depends only on the arguments.
func Decide(s *State, c Command, now time.Time) (Event, error) {
	if create, ok := c.Do.(Create); ok {
		return decideCreate(s, c.By, create)
	}
	switch {
	case s.Phase == PhaseNone:
		return nil, ErrNoRoom
	case s.Phase == PhaseClosed:
		return nil, ErrClosed
	case c.Seen > s.N:
		return nil, ErrAhead
	case c.By == Machine:
		return decideForMachine(s, c, now)
	case c.By == Operator:
		return decideForOperator(c.Do)
	}
	if _, expire := c.Do.(Expire); s.Imported && s.Phase == PhaseFinished && !expire {
		return nil, ErrImported
	}
	switch do := c.Do.(type) {
	case Sit:
		return decideSit(s, c.By, do)
	case Invite:
		return decideInvite(s, c.By, do)
	case Pace:
		return decidePace(s, c.By, do)
	case Admit:
		return decideAdmit(s, c.By, do)
	case Take:
		return decideTake(s, c.By, do, now)
	case Credit:
		return decideCredit(s, c.By, do, now)
	case Expire:
		return decideExpire(s, now)
	}

	seat := s.SeatOf(c.By)
	if actsForAIs(c.Do) && s.BothAI() && c.By == s.Owner {
		seat = 1 // AIs agree to every rematch, so the owner acts for both seats
	}
	if !seat.Valid() {
		return nil, ErrNotSeated
	}
	switch do := c.Do.(type) {
	case Rename:
		return decideRename(s, c.By, do)
	case Handover:
		return decideHandover(s, c.By, do, now)
	case Move:
		if s.Delegated[seat-1] != "" {
			return nil, ErrDelegated
		}
		return decideMove(s, seat, c.Seen, do, now)
	case Delegate:
		return decideDelegate(s, c.By, c.Seen, do, now)
	case SetLevel:
		return decideSetLevel(s, c.Seen, do)
	case Propose:
		return decidePropose(s, seat, c.Seen, do.What, now)
	case Accept:
		return decideAccept(s, seat, c.Seen, do.What, now)
	case Decline:
		return decideDecline(s, seat, c.Seen, do.What, now)
	case Resign:
		return decideResign(s, seat, c.Seen, now)
	case Claim:
		return decideClaim(s, seat, c.Seen, do, now)
	case PlayAgain:
		return decidePlayAgain(s, seat, c.Seen, do.First)
	case Emote:
		return decideEmote(s, seat, do, now)
	default:
		return nil, ErrBadCommand
	}
}

// actsForAIs reports whether the owner of a room of AI against AI may send the command.
func actsForAIs(do Action) bool {
	switch do.(type) {
	case PlayAgain, SetLevel:
		return true
	}
	return false
}

// decideForMachine decides commands of AIs, which only move and advise.
func decideForMachine(s *State, c Command, now time.Time) (Event, error) {
	reply, owed := s.ReplyOwed()
	switch do := c.Do.(type) {
	case Move:
		seat := s.SeatOf(Machine)
		if !seat.Valid() {
			return nil, ErrNotSeated
		}
		if s.Paused {
			return nil, ErrStale
		}
		do.Lag = 0 // the network takes no time from the AI
		return decideMove(s, seat, c.Seen, do, now)
	case Advise:
		if !owed || !reply.Advice || c.Seen < s.TurnN {
			return nil, ErrStale
		}
		m, err := s.Position.ParseMove(do.Move)
		if err != nil {
			return nil, AsRefusal(err)
		}
		if !do.Value.Valid() {
			return nil, ErrBadCommand
		}
		return Advised{Seat: s.Turn(), Move: s.Position.FormatMove(m), Value: do.Value}, nil
	default:
		return nil, ErrNotSeated
	}
}

func decideMove(s *State, seat Seat, seen uint64, do Move, now time.Time) (Event, error) {
	if err := s.mustPlay(now); err != nil {
		return nil, err
	}
	if seen < s.TurnN {
		return nil, ErrStale
	}
	if s.Turn() != seat {
		return nil, ErrNotYourTurn
	}
	m, err := s.Position.ParseMove(do.Move)
	if err != nil {
		return nil, AsRefusal(err)
	}
	took := max(0, now.Sub(s.TurnAt).Truncate(time.Millisecond))
	lag := s.uncharged(do.Lag)
	if s.ticking() && took-lag >= s.allowance() {
		return nil, ErrTimeUp
	}
	moved := Moved{Seat: seat, Move: s.Position.FormatMove(m), MS: took.Milliseconds(), Lag: lag.Milliseconds(), End: s.endAfter(m)}
	if s.machineLevel(seat) != "" {
		moved.Hurried, moved.Thought = do.Hurried, do.Thought.stored()
	}
	return moved, nil
}

// endAfter returns how m ends the game, or nil if the game goes on.
func (s *State) endAfter(m rules.Move) *Ending {
	after := s.Position.Clone() // other goroutines may read s.Position
	after.Play(m)
	outcome := after.Outcome()
	if !outcome.Over() {
		return nil
	}
	end := &Ending{Winner: s.seatOfSide(outcome.Winner()), Reason: ReasonLine, Cells: after.Line()}
	if outcome == rules.Drawn {
		end.Reason = ReasonDraw
	}
	return end
}

func decideResign(s *State, seat Seat, seen uint64, now time.Time) (Event, error) {
	if err := s.mustPlay(now); err != nil {
		return nil, err
	}
	if seen < s.StartN {
		return nil, ErrStale // the command was meant for the previous game
	}
	return Resigned{Seat: seat, End: &Ending{Winner: seat.Other(), Reason: ReasonResigned}}, nil
}

func decidePlayAgain(s *State, seat Seat, seen uint64, random Seat) (Event, error) {
	switch {
	case s.Phase == PhaseWaiting:
		return nil, ErrNotStarted
	case s.Phase == PhasePlaying:
		return nil, ErrGameRunning
	case seen < s.StartN:
		return nil, ErrStale // the command was meant for the previous game
	case s.Wishes[seat-1]:
		return nil, ErrAsked
	case s.N >= MaxEntries:
		return nil, ErrFull
	}
	again := Rematch{Seat: seat, Game: s.Number + 1}
	if s.Wishes[seat.Other()-1] || s.Players[seat.Other()-1].IsAI() || s.Self() {
		again.First = s.nextFirst(random)
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

func decideExpire(s *State, now time.Time) (Event, error) {
	if s.flagFallen(now) {
		turn := s.Turn()
		return Flagged{Seat: turn, End: &Ending{Winner: turn.Other(), Reason: ReasonTime}}, nil
	}
	switch {
	case s.Phase == PhaseWaiting && !now.Before(s.At.Add(UnjoinedLimit)):
		return Closed{Reason: ReasonUnjoined}, nil
	case s.Phase == PhasePlaying && !now.Before(s.At.Add(AbandonedLimit)):
		return Closed{Reason: ReasonAbandoned}, nil
	default:
		return nil, ErrNothingDue
	}
}

// mustPlay returns nil if a game is in progress. A game whose flag has fallen is over
// even before a sweep has stored this end.
func (s *State) mustPlay(now time.Time) error {
	switch s.Phase {
	case PhasePlaying:
		if s.flagFallen(now) {
			return ErrTimeUp
		}
		return nil
	case PhaseWaiting:
		return ErrNotStarted
	default:
		return ErrGameOver
	}
}

func AsRefusal(err error) error {
	var e *rules.Error
	if errors.As(err, &e) {
		return &Refusal{Code: e.Code, Text: e.Text}
	}
	return err
}
