package room

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"regexp"
	"time"
)

// A seat moves to another device in two steps. The player who holds the seat draws a secret
// token and offers the seat with it (Handover). Anybody who knows the token can take the seat
// (Take). The log, which everybody in the room can read, has only the hash of the token.

// SeatLinkLife is how long a seat can be taken with a token.
const SeatLinkLife = 10 * time.Minute

// SeatOffered lets the first person who knows the token with this hash take the seat,
// until the Unix millisecond Until. It replaces an earlier offer of the seat. If a player
// holds both seats, the event offers both and names seat 1.
type SeatOffered struct {
	Seat  Seat   `json:"seat"`
	Hash  string `json:"hash"` // SHA-256 of "quatre seat", a line feed and the token, in base64url
	Until int64  `json:"until"`
}

// SeatMoved gives the seat, and everything that its player held and owned in the room, to
// another player, who is the same person on another device. It ends the SeatOffered.
type SeatMoved struct {
	Seat Seat     `json:"seat"`
	ID   PlayerID `json:"player"`
}

// Handover offers the player's seat, for SeatLinkLife, to the first person who knows
// Token. The player has drawn the token at random and keeps it secret.
type Handover struct{ Token string }

// Take takes the seat that was offered with this token.
type Take struct{ Token string }

var (
	ErrBadToken    = &Refusal{"bad_token", "A seat token has 22 to 64 letters, digits, hyphens or underscores."}
	ErrBadSeatLink = &Refusal{"bad_seat_link", "This link to a seat was used, or a newer one has replaced it."}
	ErrSeatLinkOld = &Refusal{"seat_link_expired", "This link to a seat has expired: make a new one where you play."}
)

func (SeatOffered) Kind() string { return "seatoffered" }
func (SeatMoved) Kind() string   { return "seatmoved" }

// tokenForm accepts 128 to 384 bits in base64url. A token of this length cannot be guessed if
// it was drawn at random, as docs/api/asyncapi.yaml requires.
var tokenForm = regexp.MustCompile(`^[A-Za-z0-9_-]{22,64}$`)

// hashToken returns the hash of a token that the log has.
func hashToken(token string) string {
	sum := sha256.Sum256([]byte("quatre seat\n" + token))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// decideFor offers all seats that the player holds. For both seats, the event names seat 1.
func (do Handover) decideFor(s *State, _ Seat, c Command, now time.Time) (Event, error) {
	seat := Seat(1)
	if !s.holds(1, c.By) {
		seat = 2
	}
	if !tokenForm.MatchString(do.Token) {
		return nil, ErrBadToken
	}
	return SeatOffered{Seat: seat, Hash: hashToken(do.Token), Until: now.Add(SeatLinkLife).UnixMilli()}, s.mayChange()
}

func (do Take) decide(s *State, c Command, now time.Time) (Event, error) {
	if s.SeatOf(c.By).Valid() {
		return nil, ErrSeated
	}
	seat, until := s.offeredTo(do.Token)
	switch {
	case !seat.Valid():
		return nil, ErrBadSeatLink
	case now.UnixMilli() >= until:
		return nil, ErrSeatLinkOld
	}
	return SeatMoved{Seat: seat, ID: c.By}, nil
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

// AdmitsToken reports whether a player with this token may see the room, to take a seat.
func (s *State) AdmitsToken(token string, now time.Time) bool {
	seat, until := s.offeredTo(token)
	return seat.Valid() && now.UnixMilli() < until
}

func (do Handover) made(_ PlayerID, e Event) bool {
	made, ok := e.(SeatOffered)
	return ok && made.Hash == hashToken(do.Token)
}

func (Take) made(_ PlayerID, e Event) bool { return is[SeatMoved](e) }

func (ev SeatOffered) apply(s *State) error {
	if s.Phase == PhaseNone || !ev.Seat.Valid() || s.Players[ev.Seat-1].ID == "" {
		return errOutOfPlace
	}
	s.Handovers[ev.Seat-1] = ev
	s.Changes++
	return nil
}

func (SeatOffered) refusedWhenFull() bool { return true }

// apply replaces the former player's ID everywhere in the state. All other data of a player belongs to
// the seat and does not change.
func (ev SeatMoved) apply(s *State) error {
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
	s.dropChallenger(ev.ID)
	return nil
}
