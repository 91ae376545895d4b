package room

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/quatre/quatre/internal/rules"
)

// Apply folds the next entry into s. Its error wraps ErrDamaged or ErrTooNew. After an error
// s must not be used.
func (s *State) Apply(e Entry) error {
	if e.N != s.N+1 {
		return fmt.Errorf("%w: entry %d after entry %d", ErrDamaged, e.N, s.N)
	}
	if !e.Follows(s.Digest) {
		return fmt.Errorf("%w: the digest of entry %d does not follow the entry before it", ErrDamaged, e.N)
	}
	if e.N == 1 {
		s.Owner, s.Opened = e.By, e.At
	}
	s.N, s.At, s.Digest = e.N, e.At, e.Digest
	if err := s.apply(e.Event); errors.Is(err, ErrTooNew) {
		return fmt.Errorf("entry %d: %w", e.N, err)
	} else if err != nil {
		return fmt.Errorf("%w: entry %d: %w", ErrDamaged, e.N, err)
	}
	return nil
}

// errOutOfPlace says that the state of the room does not allow the event.
var errOutOfPlace = errors.New("the event is out of place")

func (s *State) apply(ev Event) error {
	switch ev := ev.(type) {
	case Created:
		return s.create(ev)
	case Joined:
		return s.join(ev)
	case Named:
		if s.Phase == PhaseNone || !ev.Seat.Valid() {
			return errOutOfPlace
		}
		s.Players[ev.Seat-1].Name = ev.Name
		s.Changes++
	case Moved:
		return s.move(ev)
	case Advised:
		if s.Phase != PhasePlaying || ev.Seat != s.Turn() {
			return errOutOfPlace
		}
		s.Advised, s.AdvisedValue = ev.Move, ev.Value
	case Offered:
		return s.offer(ev)
	case Declined:
		if s.Phase != PhasePlaying || s.Offered.What != ev.What {
			return errOutOfPlace
		}
		s.Offered = Offered{}
	case TakenBack:
		return s.takeBack(ev)
	case Resigned:
		return s.end(ev.Seat, ev.End)
	case Drawn:
		return s.end(ev.Seat, ev.End)
	case Claimed:
		s.Away = ev.Away
		return s.end(ev.Seat, ev.End)
	case Flagged:
		return s.end(ev.Seat, ev.End)
	case Credited:
		return s.creditTurn(ev)
	case Rematch:
		if s.Phase != PhaseFinished || !ev.Seat.Valid() {
			return errOutOfPlace
		}
		s.Wishes[ev.Seat-1] = true
		if ev.First.Valid() {
			s.start(ev.Game, ev.First)
		}
	case Emoted:
		if !s.hasGame() || !ev.Seat.Valid() {
			return errOutOfPlace
		}
		s.Emotes[ev.Seat-1].add(s.At)
	case Paced:
		if !s.BothAI() {
			return errOutOfPlace
		}
		s.Pace, s.Paused = time.Duration(ev.MS)*time.Millisecond, ev.Paused
		s.Changes++
	case Delegated:
		return s.delegate(ev)
	case LevelSet:
		return s.setLevel(ev)
	case Admitted:
		if s.Phase == PhaseNone {
			return errOutOfPlace
		}
		s.NoSpectators = !ev.Spectators
		s.Changes++
	case SeatOffered:
		return s.offerSeat(ev)
	case SeatMoved:
		return s.moveSeat(ev)
	case Closed:
		s.Phase, s.ClosedFor = PhaseClosed, ev.Reason
		if s.Ended.IsZero() {
			s.Ended = s.At
		}
	case Unknown:
		if !ev.Ignorable {
			return fmt.Errorf("%w: the room has an event of the type %q", ErrTooNew, ev.Type)
		}
		if s.Phase == PhaseNone {
			return errOutOfPlace
		}
		s.skipped = true
	}
	return nil
}

// hasGame reports whether the room has a game, in progress or finished.
func (s *State) hasGame() bool { return s.Phase == PhasePlaying || s.Phase == PhaseFinished }

func (s *State) create(ev Created) error {
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
	if !s.Players[1].Free() {
		s.start(1, ev.First)
	}
	return nil
}

// checkLevels returns ErrTooNew if this program does not know a level: it could not tell when
// the AI must reply. An empty level is accepted.
func checkLevels(names ...string) error {
	for _, name := range names {
		if _, known := levelByName(name); name != "" && !known {
			return fmt.Errorf("%w: the room has an AI of the level %q", ErrTooNew, name)
		}
	}
	return nil
}

func (s *State) join(ev Joined) error {
	if s.Phase != PhaseWaiting || ev.Seat != 2 {
		return errOutOfPlace
	}
	if err := checkLevels(ev.Level); err != nil {
		return err
	}
	p := &s.Players[ev.Seat-1]
	p.ID, p.Name, p.Level = ev.ID, ev.Name, ev.Level
	s.start(1, s.First)
	return nil
}

func (s *State) move(ev Moved) error {
	if s.Phase != PhasePlaying || ev.Seat != s.Turn() {
		return errOutOfPlace
	}
	m, err := s.Position.ParseMove(ev.Move)
	if err != nil {
		return err
	}
	s.charge(ev)
	s.Position.Play(m)
	s.Moves = append(s.Moves, ev.Move)
	s.MS = append(s.MS, ev.MS)
	s.Lag = append(s.Lag, ev.Lag)
	if s.Offered.What == OfferTakeback || s.Offered.Seat != ev.Seat {
		s.Offered = Offered{}
	}
	s.turnBegins()
	if ev.End != nil {
		return s.end(ev.Seat, ev.End)
	}
	return nil
}

func (s *State) offer(ev Offered) error {
	if s.Phase != PhasePlaying || !ev.Seat.Valid() {
		return errOutOfPlace
	}
	if !ev.What.Valid() {
		return fmt.Errorf("%w: the room has the offer %q", ErrTooNew, ev.What)
	}
	s.Offered, s.OfferN = ev, s.N
	if s.Asked[ev.Seat-1] == nil {
		s.Asked[ev.Seat-1] = map[Offer]uint64{}
	}
	s.Asked[ev.Seat-1][ev.What] = s.TurnN
	return nil
}

func (s *State) takeBack(ev TakenBack) error {
	if s.Phase != PhasePlaying || ev.Ply < 0 || ev.Ply >= len(s.Moves) {
		return errOutOfPlace
	}
	s.Timers = s.timersAfterTakeback(ev.Ply, s.At)
	for len(s.Moves) > ev.Ply {
		s.Position.Undo()
		s.Moves, s.MS = s.Moves[:len(s.Moves)-1], s.MS[:len(s.MS)-1]
		s.Lag = s.Lag[:len(s.Lag)-1]
	}
	s.Undone++
	s.Delegations = delegationsBefore(s.Delegations, ev.Ply)
	for n := len(s.Credits); n > 0 && s.Credits[n-1].Ply >= ev.Ply; n-- {
		s.Credits = slices.Clip(s.Credits[:n-1])
	}
	// Clones share these slices, so an append must copy them.
	s.Moves, s.MS, s.Lag = slices.Clip(s.Moves), slices.Clip(s.MS), slices.Clip(s.Lag)
	s.Offered = Offered{}
	s.turnBegins()
	return nil
}

// turnBegins starts a turn after the position has changed.
func (s *State) turnBegins() {
	s.TurnN, s.TurnAt = s.N, s.At
	s.Advised, s.AdvisedValue = "", Value{}
}

func (s *State) start(number int, first Seat) {
	s.Phase, s.Number, s.First = PhasePlaying, number, first
	s.Position = s.Game.Start()
	s.Moves, s.MS, s.Lag, s.Credits = nil, nil, nil, nil
	s.End, s.EndedBy, s.Away, s.Undone = nil, 0, 0, 0
	s.StartN, s.Started, s.Ended = s.N, s.At, time.Time{}
	s.Wishes = [2]bool{}
	s.Delegated, s.Delegations = [2]string{}, nil
	s.Offered, s.Asked = Offered{}, [2]map[Offer]uint64{}
	s.Emotes = [2]emotes{}
	s.Changes = 0
	s.startTimers()
	s.turnBegins()
}

// end ends the present game by an action of seat.
func (s *State) end(seat Seat, end *Ending) error {
	if s.Phase != PhasePlaying || end == nil || !seat.Valid() {
		return errOutOfPlace
	}
	s.Phase, s.Ended, s.End, s.EndedBy = PhaseFinished, s.At, end, seat
	s.Offered = Offered{}
	s.TurnN = s.N
	if end.Winner.Valid() {
		s.Score[end.Winner-1]++
	} else {
		s.Draws++
	}
	return nil
}
