package room

import (
	"time"

	"github.com/quatre/quatre/internal/rules"
)

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

// Move plays a turn, in the notation of the game. Lag is the network's part of the
// turn, as measured by the caller. Only Machine can set Hurried and Thought. Hurried says
// that the AI had less than its budget, because other turns were waiting. A Thought beyond
// its limits is not stored.
type Move struct {
	Move    string
	Lag     time.Duration
	Hurried bool
	Thought *Thought
}

var ErrNotYourTurn = &Refusal{"not_your_turn", "It is the other player's turn."}

func (Moved) Kind() string { return "moved" }

func (do Move) decideFor(s *State, seat Seat, c Command, now time.Time) (Event, error) {
	if s.Delegated[seat-1] != "" {
		return nil, ErrDelegated
	}
	return do.play(s, seat, c.Seen, now)
}

func (do Move) decideForMachine(s *State, c Command, now time.Time) (Event, error) {
	seat := s.SeatOf(Machine)
	if !seat.Valid() {
		return nil, ErrNotSeated
	}
	if s.Paused {
		return nil, ErrStale
	}
	do.Lag = 0 // the network takes no time from the AI
	return do.play(s, seat, c.Seen, now)
}

// play decides the move of a seat.
func (do Move) play(s *State, seat Seat, seen uint64, now time.Time) (Event, error) {
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

func (do Move) made(_ PlayerID, e Event) bool {
	made, ok := e.(Moved)
	return ok && made.Move == do.Move
}

func (ev Moved) apply(s *State) error {
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

// turnBegins starts a turn after the position has changed.
func (s *State) turnBegins() {
	s.TurnN, s.TurnAt = s.N, s.At
	s.Advised, s.AdvisedValue, s.AdvisedOnly = "", Value{}, false
}
