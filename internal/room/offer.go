package room

import (
	"fmt"
	"time"
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

// Propose makes an offer. A takeback that needs nobody's consent is carried out at
// once. If the other player has made the same offer, it is accepted.
type Propose struct{ What Offer }

// Accept agrees to the other player's offer.
type Accept struct{ What Offer }

// Decline refuses the other player's offer, or withdraws the player's own.
type Decline struct{ What Offer }

var (
	ErrNoOffer   = &Refusal{"no_offer", "There is no such offer any more."}
	ErrOffered   = &Refusal{"already_offered", "There is an offer already, or you have made this one in this position before."}
	ErrAIPlaysOn = &Refusal{"ai_plays_on", "The AI plays on."}
)

func (Offered) Kind() string  { return "offered" }
func (Declined) Kind() string { return "declined" }
func (Drawn) Kind() string    { return "drawn" }

func (do Propose) decideInGame(s *State, seat Seat, c Command, now time.Time) (Event, error) {
	opponent := s.Players[seat.Other()-1]
	switch {
	case !do.What.Valid():
		return nil, ErrNoOffer
	case c.Seen < s.StartN || do.What == OfferTakeback && c.Seen < s.TurnN:
		return nil, ErrStale
	case do.What == OfferTakeback && (opponent.IsAI() || s.Self()):
		return s.takenBack(seat, now)
	case do.What == OfferDraw && s.Self():
		return s.drawn(seat), nil
	case do.What == OfferDraw && opponent.IsAI():
		return nil, ErrAIPlaysOn
	case s.Offered.Seat == seat.Other() && s.Offered.What == do.What && c.Seen >= s.OfferN:
		return s.accepted(seat, now)
	case s.Offered.Seat.Valid() || s.Asked[seat-1][do.What] == s.TurnN:
		return nil, ErrOffered
	}
	if do.What == OfferTakeback {
		if _, err := s.takenBack(seat, now); err != nil {
			return nil, err
		}
	}
	return Offered{Seat: seat, What: do.What}, nil
}

func (do Accept) decideInGame(s *State, seat Seat, c Command, now time.Time) (Event, error) {
	if s.Offered.Seat != seat.Other() || s.Offered.What != do.What {
		return nil, ErrNoOffer
	}
	if c.Seen < s.OfferN {
		return nil, ErrStale // the command was meant for another offer
	}
	return s.accepted(seat, now)
}

func (do Decline) decideInGame(s *State, seat Seat, c Command, _ time.Time) (Event, error) {
	if !s.Offered.Seat.Valid() || s.Offered.What != do.What {
		return nil, ErrNoOffer
	}
	if c.Seen < s.OfferN {
		return nil, ErrStale
	}
	return Declined{Seat: seat, What: do.What}, nil
}

// accepted returns the event by which seat agrees to the standing offer.
func (s *State) accepted(seat Seat, now time.Time) (Event, error) {
	if s.Offered.What == OfferDraw {
		return s.drawn(seat), nil
	}
	return s.takenBack(s.Offered.Seat, now)
}

func (s *State) drawn(seat Seat) Event {
	return Drawn{Seat: seat, End: &Ending{Reason: ReasonAgreed}}
}

func (do Propose) made(_ PlayerID, e Event) bool {
	made, ok := e.(Offered)
	return ok && made.What == do.What || isOutcomeOf(do.What, e)
}

func (do Accept) made(_ PlayerID, e Event) bool { return isOutcomeOf(do.What, e) }

func (do Decline) made(_ PlayerID, e Event) bool {
	made, ok := e.(Declined)
	return ok && made.What == do.What
}

// isOutcomeOf reports whether the event is what accepting the offer leads to.
func isOutcomeOf(what Offer, e Event) bool {
	if what == OfferDraw {
		return is[Drawn](e)
	}
	return what == OfferTakeback && is[TakenBack](e)
}

func (ev Offered) apply(s *State) error {
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

func (ev Declined) apply(s *State) error {
	if s.Phase != PhasePlaying || s.Offered.What != ev.What {
		return errOutOfPlace
	}
	s.Offered = Offered{}
	return nil
}

func (ev Drawn) apply(s *State) error { return s.end(ev.Seat, ev.End) }

func (Offered) refusedWhenFull() bool { return true }
