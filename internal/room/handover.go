package room

import (
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"time"
)

// A seat moves to another device in two steps. The player who holds the seat draws a secret
// token and offers the seat with it (Handover). Anybody who knows the token can take the seat
// (Take). The log, which everybody in the room can read, has only the hash of the token.

// SeatLinkLife is how long a seat can be taken with a token.
const SeatLinkLife = 10 * time.Minute

// tokenForm accepts 128 to 384 bits in base64url. A token of this length cannot be guessed if
// it was drawn at random, as docs/asyncapi.yaml requires.
var tokenForm = regexp.MustCompile(`^[A-Za-z0-9_-]{22,64}$`)

// hashToken returns the hash of a token that the log has.
func hashToken(token string) string {
	sum := sha256.Sum256([]byte("quatre seat\n" + token))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// decideHandover offers all seats that the player holds. For both seats, the event names
// seat 1.
func decideHandover(s *State, by PlayerID, do Handover, now time.Time) (Event, error) {
	seat := Seat(1)
	if !s.holds(1, by) {
		seat = 2
	}
	switch {
	case !tokenForm.MatchString(do.Token):
		return nil, ErrBadToken
	case s.N >= MaxEntries:
		return nil, ErrFull
	case s.Changes >= maxChanges:
		return nil, ErrTooOften
	}
	return SeatOffered{Seat: seat, Hash: hashToken(do.Token), Until: now.Add(SeatLinkLife).UnixMilli()}, nil
}

func decideTake(s *State, by PlayerID, do Take, now time.Time) (Event, error) {
	if s.SeatOf(by).Valid() {
		return nil, ErrSeated
	}
	seat, until := s.offeredTo(do.Token)
	switch {
	case !seat.Valid():
		return nil, ErrBadSeatLink
	case now.UnixMilli() >= until:
		return nil, ErrSeatLinkOld
	}
	return SeatMoved{Seat: seat, ID: by}, nil
}

func (s *State) offerSeat(ev SeatOffered) error {
	if s.Phase == PhaseNone || !ev.Seat.Valid() || s.Players[ev.Seat-1].ID == "" {
		return errOutOfPlace
	}
	s.Handovers[ev.Seat-1] = ev
	s.Changes++
	return nil
}

// moveSeat replaces the former player's ID everywhere in the state. All other data of a
// player belongs to the seat and does not change.
func (s *State) moveSeat(ev SeatMoved) error {
	if !ev.Seat.Valid() || ev.ID == "" || s.Handovers[ev.Seat-1].Hash == "" {
		return errOutOfPlace
	}
	former := s.Players[ev.Seat-1].ID
	for i := range s.Players {
		if s.Players[i].ID == former {
			s.Players[i].ID = ev.ID
		}
	}
	if s.Owner == former {
		s.Owner = ev.ID
	}
	s.Handovers[ev.Seat-1] = SeatOffered{}
	return nil
}
