package room

import (
	"crypto/subtle"
	"time"
)

// The owner may shut spectators out. Then only the players and the owner see the room. Until
// both seats are held, anybody with the link sees it all the same, to take the free seat.

// Admits reports whether a player may see the room.
func (s *State) Admits(id PlayerID) bool {
	return !s.NoSpectators || s.Phase == PhaseNone || s.Phase == PhaseWaiting ||
		id != "" && id == s.Owner || s.SeatsOf(id) != [2]bool{}
}

// AdmitsToken reports whether a player with this token may see the room, to take a seat.
func (s *State) AdmitsToken(token string, now time.Time) bool {
	seat, until := s.offeredTo(token)
	return seat.Valid() && now.UnixMilli() < until
}

// offeredTo returns the seat that the token gives, and the time in Unix milliseconds until
// which the token is valid. It returns 0 if the token gives no seat. It compares in constant
// time, so that its duration does not tell how much of a token was right.
func (s *State) offeredTo(token string) (seat Seat, until int64) {
	hash := hashToken(token)
	for i, offer := range s.Handovers {
		if subtle.ConstantTimeCompare([]byte(hash), []byte(offer.Hash)) == 1 {
			return Seat(i + 1), offer.Until
		}
	}
	return 0, 0
}

func decideAdmit(s *State, by PlayerID, do Admit) (Event, error) {
	switch {
	case by != s.Owner:
		return nil, ErrNotOwner
	case !do.Spectators && !s.NoSpectators:
		// the owner may always shut spectators out
	case s.N >= MaxEntries:
		return nil, ErrFull
	case s.Changes >= maxChanges:
		return nil, ErrTooOften
	}
	return Admitted(do), nil
}
