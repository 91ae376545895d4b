package room

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"regexp"
	"time"
)

// A seat moves to another device in two steps: the player who holds it makes a
// secret token and asks for it to be known here (Handover); whoever knows the
// token takes the seat (Take). The log, which everybody in the room can read, has
// only the token's hash.

// SeatLinkLife is how long a seat can be taken with a token.
const SeatLinkLife = 10 * time.Minute

// tokenForm is that of 128 to 384 bits in base64url. A token that is drawn by
// chance, as docs/asyncapi.yaml asks for, cannot be guessed at any rate, let alone
// at that of one socket's frames.
var tokenForm = regexp.MustCompile(`^[A-Za-z0-9_-]{22,64}$`)

// hashToken returns what the log may have of a token.
func hashToken(token string) string {
	sum := sha256.Sum256([]byte("quatre seat\n" + token))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// decideHandover offers all that the player holds: in a room with one person that
// is both seats, named by the first.
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

// decideTake is asked by somebody who plays nowhere in this room. Neither the time
// that it takes nor what it answers tells how much of a token was right.
func decideTake(s *State, by PlayerID, do Take, now time.Time) (Event, error) {
	if s.SeatOf(by).Valid() {
		return nil, ErrSeated
	}
	hash := hashToken(do.Token)
	for i, offer := range s.Handovers {
		if subtle.ConstantTimeCompare([]byte(hash), []byte(offer.Hash)) == 0 {
			continue
		}
		if now.UnixMilli() >= offer.Until {
			return nil, ErrSeatLinkOld
		}
		return SeatMoved{Seat: Seat(i + 1), ID: by}, nil
	}
	return nil, ErrBadSeatLink
}

func (s *State) offerSeat(ev SeatOffered) error {
	if s.Phase == PhaseNone || !ev.Seat.Valid() || s.Players[ev.Seat-1].ID == "" {
		return errOutOfPlace
	}
	s.Handovers[ev.Seat-1] = ev
	s.Changes++
	return nil
}

// moveSeat puts the new player wherever the former one was. All else that belongs
// to a player is kept by seat.
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
