package room

import (
	"slices"
	"time"
)

// How long a player must be absent before the other player may end the game.
const (
	AwayLimit = 40 * time.Second // after a lost connection
	LeftLimit = 10 * time.Second // after a goodbye
)

// decidePropose makes an offer, or carries it out if it needs nobody's consent.
func decidePropose(s *State, seat Seat, seen uint64, what Offer, now time.Time) (Event, error) {
	if err := s.mustPlay(now); err != nil {
		return nil, err
	}
	opponent := s.Players[seat.Other()-1]
	switch {
	case !what.Valid():
		return nil, ErrNoOffer
	case seen < s.StartN || what == OfferTakeback && seen < s.TurnN:
		return nil, ErrStale
	case s.N >= MaxEntries:
		return nil, ErrFull
	case what == OfferTakeback && (opponent.IsAI() || s.Self()):
		return s.takenBack(seat, now)
	case what == OfferDraw && s.Self():
		return s.drawn(seat), nil
	case what == OfferDraw && opponent.IsAI():
		return nil, ErrAIPlaysOn
	case s.Offered.Seat == seat.Other() && s.Offered.What == what && seen >= s.OfferN:
		return s.accepted(seat, now)
	case s.Offered.Seat.Valid() || s.Asked[seat-1][what] == s.TurnN:
		return nil, ErrOffered
	}
	if what == OfferTakeback {
		if _, err := s.takenBack(seat, now); err != nil {
			return nil, err
		}
	}
	return Offered{Seat: seat, What: what}, nil
}

func decideAccept(s *State, seat Seat, seen uint64, what Offer, now time.Time) (Event, error) {
	if err := s.mustPlay(now); err != nil {
		return nil, err
	}
	if s.Offered.Seat != seat.Other() || s.Offered.What != what {
		return nil, ErrNoOffer
	}
	if seen < s.OfferN {
		return nil, ErrStale // the command was meant for another offer
	}
	return s.accepted(seat, now)
}

func decideDecline(s *State, seat Seat, seen uint64, what Offer, now time.Time) (Event, error) {
	if err := s.mustPlay(now); err != nil {
		return nil, err
	}
	if !s.Offered.Seat.Valid() || s.Offered.What != what {
		return nil, ErrNoOffer
	}
	if seen < s.OfferN {
		return nil, ErrStale
	}
	return Declined{Seat: seat, What: what}, nil
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

// takenBack returns the event that undoes the last move of seat and the reply to it. If one
// person holds both seats, the event undoes only the last move of the game.
func (s *State) takenBack(seat Seat, now time.Time) (Event, error) {
	if s.Self() {
		seat = s.Turn().Other()
	}
	ply := len(s.Moves) - 1
	if s.Turn() == seat {
		ply-- // the opponent has replied
	}
	switch {
	case ply < 0:
		return nil, ErrNothingBack
	case s.Undone >= maxTakebacks:
		return nil, ErrTooOften
	case !s.allowsTakeback(ply, now):
		return nil, ErrNoTimeBack
	}
	return TakenBack{Seat: seat, Ply: ply}, nil
}

func decideClaim(s *State, seat Seat, seen uint64, do Claim, now time.Time) (Event, error) {
	if err := s.mustPlay(now); err != nil {
		return nil, err
	}
	if seen < s.TurnN {
		return nil, ErrStale // the other player may have moved since
	}
	limit := AwayLimit
	if do.Left {
		limit = LeftLimit
	}
	// Absence before the start of the game does not count.
	away := min(do.Away, now.Sub(s.Started)).Truncate(time.Millisecond)
	if !s.Claimable(seat.Other()) || away < limit {
		return nil, ErrNotAway
	}
	end := &Ending{Winner: seat, Reason: ReasonLeft}
	if do.Draw {
		end.Winner = 0
	}
	return Claimed{Seat: seat, Away: away.Milliseconds(), End: end}, nil
}

// Claimable reports whether the opponent may claim the present game if the player of this
// seat is absent.
func (s *State) Claimable(seat Seat) bool {
	return s.Phase == PhasePlaying && s.Players[seat-1].ID != "" && s.Players[seat.Other()-1].ID != "" &&
		!s.Self() && !s.Clock.Slow()
}

func decideEmote(s *State, seat Seat, do Emote, now time.Time) (Event, error) {
	switch {
	case !s.hasGame():
		return nil, ErrNotStarted
	case !slices.Contains(Emotes, do.Emote):
		return nil, ErrBadEmote
	case !s.Emotes[seat-1].allow(now):
		return nil, ErrEmotes
	case s.N >= MaxEntries:
		return nil, ErrFull
	}
	return Emoted{Seat: seat, Emote: do.Emote}, nil
}
