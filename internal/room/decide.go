package room

import (
	"errors"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/quatre/quatre/internal/rules"
)

// Decide turns a command into the event that it causes in a room in state s at
// the time now, or into a *Refusal. It changes nothing and knows no clock.
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
	}
	if _, isMove := c.Do.(Move); c.By == Machine && !isMove {
		return nil, ErrNotSeated // an AI moves, and agrees to all else unasked
	}
	switch do := c.Do.(type) {
	case Sit:
		return decideSit(s, c.By, do)
	case Expire:
		return decideExpire(s, now)
	}

	seat := s.SeatOf(c.By)
	if !seat.Valid() {
		return nil, ErrNotSeated
	}
	switch do := c.Do.(type) {
	case Rename:
		return decideRename(s, seat, do)
	case Move:
		return decideMove(s, seat, c.Seen, do, now)
	case Resign:
		return decideResign(s, seat, c.Seen)
	case PlayAgain:
		return decidePlayAgain(s, seat, c.Seen)
	default:
		return nil, ErrBadCommand
	}
}

func decideCreate(s *State, by PlayerID, do Create) (Event, error) {
	if s.Phase != PhaseNone {
		return nil, ErrExists
	}
	game, err := rules.Parse(do.Variant)
	if err != nil {
		return nil, asRefusal(err)
	}
	name, err := cleanName(do.Name)
	if err != nil {
		return nil, err
	}
	mine, theirs, err := colours(do.Colour)
	if err != nil {
		return nil, err
	}
	if do.Level != "" {
		if _, ok := levelByName(do.Level); !ok {
			return nil, ErrBadLevel
		}
	}
	if !do.First.Valid() {
		return nil, ErrBadStarter
	}
	return Created{
		Variant: game.Variant(),
		Players: [2]Player{{ID: by, Name: name, Colour: mine}, {Level: do.Level, Colour: theirs}},
		First:   do.First,
	}, nil
}

func decideSit(s *State, by PlayerID, do Sit) (Event, error) {
	name, err := cleanName(do.Name)
	switch {
	case err != nil:
		return nil, err
	case s.SeatOf(by).Valid():
		return nil, ErrSeated
	case s.Phase != PhaseWaiting:
		return nil, ErrSeatTaken
	}
	return Joined{Seat: 2, ID: by, Name: name}, nil
}

func decideRename(s *State, seat Seat, do Rename) (Event, error) {
	name, err := cleanName(do.Name)
	switch {
	case err != nil:
		return nil, err
	case s.N >= MaxEntries:
		return nil, ErrFull
	}
	return Named{Seat: seat, Name: name}, nil
}

func decideMove(s *State, seat Seat, seen uint64, do Move, now time.Time) (Event, error) {
	if err := s.mustPlay(); err != nil {
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
		return nil, asRefusal(err)
	}
	took := max(0, now.Sub(s.TurnAt).Milliseconds())
	return Moved{Seat: seat, Move: s.Position.FormatMove(m), MS: took, End: s.endAfter(m)}, nil
}

// endAfter returns how the game ends with m, or nil if it goes on.
func (s *State) endAfter(m rules.Move) *Ending {
	s.Position.Play(m)
	defer s.Position.Undo()
	outcome := s.Position.Outcome()
	if !outcome.Over() {
		return nil
	}
	end := &Ending{Winner: s.seatOfSide(outcome.Winner()), Reason: ReasonLine, Cells: s.Position.Line()}
	if outcome == rules.Drawn {
		end.Reason = ReasonDraw
	}
	return end
}

func decideResign(s *State, seat Seat, seen uint64) (Event, error) {
	if err := s.mustPlay(); err != nil {
		return nil, err
	}
	if seen < s.StartN {
		return nil, ErrStale // it was meant for the game before
	}
	return Resigned{Seat: seat, End: &Ending{Winner: seat.Other(), Reason: ReasonResigned}}, nil
}

func decidePlayAgain(s *State, seat Seat, seen uint64) (Event, error) {
	switch {
	case s.Phase == PhaseWaiting:
		return nil, ErrNotStarted
	case s.Phase == PhasePlaying:
		return nil, ErrGameRunning
	case seen < s.StartN:
		return nil, ErrStale // it was meant for the game before
	case s.Wishes[seat-1]:
		return nil, ErrAsked
	case s.N >= MaxEntries:
		return nil, ErrFull
	}
	again := Rematch{Seat: seat, Game: s.Number + 1}
	if s.Wishes[seat.Other()-1] || s.Players[seat.Other()-1].IsAI() {
		again.First = s.First.Other()
	}
	return again, nil
}

func decideExpire(s *State, now time.Time) (Event, error) {
	switch {
	case s.Phase == PhaseWaiting && !now.Before(s.At.Add(UnjoinedLimit)):
		return Closed{ReasonUnjoined}, nil
	case s.Phase == PhasePlaying && !now.Before(s.At.Add(AbandonedLimit)):
		return Closed{ReasonAbandoned}, nil
	default:
		return nil, ErrNothingDue
	}
}

func (s *State) mustPlay() error {
	switch s.Phase {
	case PhasePlaying:
		return nil
	case PhaseWaiting:
		return ErrNotStarted
	default:
		return ErrGameOver
	}
}

// cleanName trims a nickname and folds its white space, so that no name looks
// like another one by spaces alone.
func cleanName(name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	if !utf8.ValidString(name) || utf8.RuneCountInString(name) > MaxNameLength {
		return "", ErrBadName
	}
	for _, r := range name {
		if !unicode.IsPrint(r) {
			return "", ErrBadName
		}
	}
	return name, nil
}

// colours returns the creator's colour, by default the first one, and the
// opponent's.
func colours(wish string) (mine, theirs string, err error) {
	switch wish {
	case "", Colours[0]:
		return Colours[0], Colours[1], nil
	case Colours[1]:
		return Colours[1], Colours[0], nil
	default:
		return "", "", ErrBadColour
	}
}

func asRefusal(err error) error {
	var e *rules.Error
	if errors.As(err, &e) {
		return &Refusal{Code: e.Code, Text: e.Text}
	}
	return err
}
