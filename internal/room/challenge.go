package room

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// A challenger waits in the room to play its next game. Friends around one table do it like this, and so does a room:
// whoever wants to play next says so, and after a game one of the two players stands up. That is mostly the player who has
// lost, but they may agree on anything, so the room has no option for it. Nobody is sent away: a player gives the
// seat to the first challenger (Yield), and then waits behind the other challengers. Only of a player who has left,
// the other player and the first challenger may say so. As for any rematch, the other player must agree.

// MaxChallengers bounds the challengers of a room.
const MaxChallengers = 8

// maxChallenges bounds how often somebody may become a challenger in one game.
const maxChallenges = 40

// Challenger is a person who waits to play the next game.
type Challenger struct {
	ID   PlayerID `json:"id"`
	Name string   `json:"name,omitempty"`
	Won  int      `json:"won,omitempty"` // games that the person has won in the room, before giving a seat away
}

// Challenged adds a challenger behind the others.
type Challenged struct {
	ID   PlayerID `json:"player"`
	Name string   `json:"name,omitempty"`
}

// Withdrawn says that a challenger no longer waits.
type Withdrawn struct {
	ID PlayerID `json:"player"`
}

// Challenge makes the player a challenger.
type Challenge struct{ Name string }

// Withdraw ends the player's challenge.
type Withdraw struct{}

// Dismiss ends the challenge of a player who has left. Only a hub sends it, when the player has been absent for AwayLimit.
type Dismiss struct{ ID PlayerID }

// DismissID returns the ID of the Dismiss of a challenger that follows entry n. Several hubs send the same command, and
// only one is carried out.
func DismissID(n uint64, id PlayerID) string { return fmt.Sprintf("dismiss-%d-%s", n, id) }

var (
	ErrChallenged   = &Refusal{"already_challenged", "You wait for the next game already."}
	ErrChallengers  = &Refusal{"too_many_challengers", "Eight people wait for the next game already."}
	ErrNoChallenger = &Refusal{"no_challenger", "Nobody waits for the next game."}
)

func (Challenged) Kind() string { return "challenged" }
func (Withdrawn) Kind() string  { return "withdrawn" }

func (do Challenge) decide(s *State, c Command, _ time.Time) (Event, error) {
	name, err := cleanName(do.Name)
	switch {
	case err != nil:
		return nil, err
	case s.Phase == PhaseWaiting:
		return nil, ErrNotStarted
	case s.SeatOf(c.By).Valid():
		return nil, ErrSeated
	case s.Self() || s.BothAI() || !s.Admits(c.By):
		return nil, ErrSeatTaken
	case s.challenger(c.By) >= 0:
		return nil, ErrChallenged
	case len(s.Challengers) >= MaxChallengers:
		return nil, ErrChallengers
	case s.Challenges >= maxChallenges:
		return nil, ErrTooOften
	}
	return Challenged{c.By, name}, nil
}

func (Withdraw) decide(s *State, c Command, _ time.Time) (Event, error) { return s.withdrawn(c.By) }

func (do Dismiss) decide(s *State, _ Command, _ time.Time) (Event, error) { return s.withdrawn(do.ID) }

func (s *State) withdrawn(id PlayerID) (Event, error) {
	if s.challenger(id) < 0 {
		return nil, ErrNoChallenger
	}
	return Withdrawn{id}, nil
}

// challenger returns the place of a challenger, from 0, or -1.
func (s *State) challenger(id PlayerID) int {
	return slices.IndexFunc(s.Challengers, func(c Challenger) bool { return c.ID == id })
}

func (Challenge) made(by PlayerID, e Event) bool {
	made, ok := e.(Challenged)
	return ok && made.ID == by
}

func (Withdraw) made(by PlayerID, e Event) bool  { return e == Event(Withdrawn{by}) }
func (do Dismiss) made(_ PlayerID, e Event) bool { return e == Event(Withdrawn(do)) }

func (ev Challenged) apply(s *State) error {
	if !s.hasGame() || s.challenger(ev.ID) >= 0 || len(s.Challengers) >= MaxChallengers {
		return errOutOfPlace
	}
	s.Challengers = append(s.Challengers, Challenger{ID: ev.ID, Name: ev.Name})
	s.Challenges++
	return nil
}

func (ev Withdrawn) apply(s *State) error {
	if s.challenger(ev.ID) < 0 {
		return errOutOfPlace
	}
	s.dropChallenger(ev.ID)
	return nil
}

// dropChallenger removes a challenger, if the player is one. If too few are left for the seats that were to be given away,
// the players of these seats decide again.
func (s *State) dropChallenger(id PlayerID) {
	var left []Challenger
	for _, c := range s.Challengers {
		if c.ID != id {
			left = append(left, c)
		}
	}
	s.Challengers = left
	if s.yielded() > len(s.Challengers) {
		for i, yields := range s.Yields {
			s.Wishes[i] = s.Wishes[i] && !yields
		}
		s.Yields = [2]bool{}
	}
}

func (Challenged) refusedWhenFull() bool { return true }

// Yield is PlayAgain of a player who gives the seat to the first challenger. The other player and the first challenger may
// send it for a player who has left: then the caller sets Away and Left, as for a Claim.
type Yield struct {
	Seat  Seat // 0: the sender's
	First Seat // as in PlayAgain
	Away  time.Duration
	Left  bool
}

func (do Yield) decide(s *State, c Command, _ time.Time) (Event, error) {
	mine := s.SeatOf(c.By)
	do.Seat = cmp.Or(do.Seat, mine)
	if err := s.mayWish(c); err != nil {
		return nil, err
	}
	switch {
	case !mine.Valid() && s.challenger(c.By) != 0:
		return nil, ErrNotSeated
	case !do.Seat.Valid() || s.Players[do.Seat-1].ID == "":
		return nil, ErrBadSeat
	case s.Yields[do.Seat-1]:
		return nil, ErrAsked
	case s.yielded() >= len(s.Challengers):
		return nil, ErrNoChallenger
	case do.Seat != mine && do.Away < awayLimit(do.Left):
		return nil, ErrNotAway
	}
	wish := s.wish(do.Seat, do.First)
	wish.Yields = true
	return wish, s.mayChange()
}

func (do Yield) made(_ PlayerID, e Event) bool {
	made, ok := e.(Rematch)
	return ok && made.Yields && (do.Seat == 0 || do.Seat == made.Seat)
}

// Yieldable reports whether others may give a seat to a challenger if its player is absent.
func (s *State) Yieldable(seat Seat) bool {
	return s.Phase == PhaseFinished && s.Players[seat-1].ID != "" && !s.Yields[seat-1] && s.yielded() < len(s.Challengers)
}

// yielded returns how many seats are to be given away.
func (s *State) yielded() (count int) {
	for _, yields := range s.Yields {
		if yields {
			count++
		}
	}
	return count
}

// seatChallengers gives the seats away. Each person keeps the games won, and the series of a new pair has no draws yet. A
// link to the seat is no longer valid.
func (s *State) seatChallengers() {
	for i, yields := range s.Yields {
		if !yields {
			continue
		}
		former, next := &s.Players[i], s.Challengers[0]
		s.Challengers = append(slices.Clone(s.Challengers[1:]), Challenger{former.ID, former.Name, s.Score[i]})
		former.ID, former.Name, s.Score[i] = next.ID, next.Name, next.Won
		s.Handovers[i], s.Draws = SeatOffered{}, 0
	}
	s.Yields = [2]bool{}
}
