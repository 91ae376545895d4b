package room_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

func (b *table) wantChallengers(want ...room.Challenger) {
	b.t.Helper()
	if got := b.replica.State().Challengers; !slices.Equal(got, want) {
		b.t.Errorf("the challengers are %+v, not %+v", got, want)
	}
}

// Four friends around a table: the loser stands up and waits behind the others, and everybody keeps the games won.
func TestTheLoserLetsTheNextOnePlay(t *testing.T) {
	b := newGame(t, room.Create{})
	b.must("cleo", room.Challenge{Name: "Cleo"})
	b.must("dan", room.Challenge{})
	b.refused(room.ErrChallenged, "cleo", room.Challenge{})
	b.refused(room.ErrSeated, "ana", room.Challenge{})
	b.refused(room.ErrGameRunning, "bob", room.Yield{})
	b.must("bob", room.Handover{Token: token})
	b.must("bob", room.Resign{})

	b.must("bob", room.Yield{First: 1})
	b.refused(room.ErrAsked, "bob", room.Yield{})
	b.must("bob", room.PlayAgain{First: 1}) // bob keeps the seat after all
	b.refused(room.ErrAsked, "bob", room.PlayAgain{First: 1})
	b.must("bob", room.Yield{First: 1})
	if s := b.replica.State(); s.Phase != room.PhaseFinished || s.Players[1].ID != "bob" {
		t.Fatalf("before ana has agreed, the room is %s, and seat 2 is held by %s", s.Phase, s.Players[1].ID)
	}
	b.must("ana", room.PlayAgain{First: 1})
	s := b.replica.State()
	if s.Phase != room.PhasePlaying || s.Players[1].ID != "cleo" || s.Players[1].Name != "Cleo" || s.Score != [2]int{1, 0} {
		t.Errorf("the room is %s, with %+v in seat 2 and the score %v", s.Phase, s.Players[1], s.Score)
	}
	b.wantChallengers(room.Challenger{ID: "dan"}, room.Challenger{ID: "bob"})
	b.refused(room.ErrBadSeatLink, "phone", room.Take{Token: token}) // the link to bob's seat does not lead to cleo's

	// The winner may stand up as well, or both.
	b.must("ana", room.Resign{})
	b.must("ana", room.Yield{})
	b.must("cleo", room.Yield{First: 2})
	s = b.replica.State()
	if s.Players[0].ID != "dan" || s.Players[1].ID != "bob" || s.Score != [2]int{} {
		t.Errorf("the seats are held by %+v with the score %v", s.Players, s.Score)
	}
	b.wantChallengers(room.Challenger{ID: "ana", Won: 1}, room.Challenger{ID: "cleo", Name: "Cleo", Won: 1})
}

// If the challenger leaves before the game has begun, the player decides again.
func TestAChallengerWithdraws(t *testing.T) {
	b := newGame(t, room.Create{})
	b.refused(room.ErrNoChallenger, "cleo", room.Withdraw{})
	b.must("cleo", room.Challenge{})
	b.must("bob", room.Resign{})
	b.must("bob", room.Yield{})
	b.refused(room.ErrNoChallenger, "ana", room.Yield{}) // the only challenger has a seat already
	b.must("cleo", room.Withdraw{})
	if s := b.replica.State(); s.Wishes != [2]bool{} || s.Yields != [2]bool{} {
		t.Errorf("the wishes are %v, and %v give the seat away", s.Wishes, s.Yields)
	}
	b.must("bob", room.PlayAgain{})
	b.must("ana", room.PlayAgain{First: 1})
	b.must("cleo", room.Challenge{})
	b.must("", room.Dismiss{ID: "cleo"})
	b.refused(room.ErrNoChallenger, "", room.Dismiss{ID: "cleo"})
}

// Others may give the seat of a player away only after an absence, and only the other player and the first challenger.
func TestTheSeatOfAnAbsentPlayer(t *testing.T) {
	b := newGame(t, room.Create{})
	b.must("cleo", room.Challenge{})
	b.must("dan", room.Challenge{})
	b.must("bob", room.Resign{})
	gone := room.Yield{Seat: 2, Away: room.LeftLimit, Left: true}
	b.refused(room.ErrNotSeated, "dan", gone)
	b.refused(room.ErrNotAway, "cleo", room.Yield{Seat: 2, Away: room.LeftLimit})
	b.refused(room.ErrNotAway, "ana", room.Yield{Seat: 2})
	b.must("cleo", gone)
	b.must("ana", room.PlayAgain{First: 2})
	if holder := b.replica.State().Players[1].ID; holder != "cleo" {
		t.Errorf("%s holds seat 2", holder)
	}
}

// An AI keeps its seat, and agrees to every challenger.
func TestAChallengerOfAnAI(t *testing.T) {
	b := newTable(t, room.Create{Levels: easy})
	b.must("cleo", room.Challenge{})
	b.must("ana", room.Resign{})
	b.refused(room.ErrBadSeat, "ana", room.Yield{Seat: 2, Away: time.Hour})
	b.must("ana", room.Yield{})
	if s := b.replica.State(); s.Phase != room.PhasePlaying || s.Players[0].ID != "cleo" || s.Owner != "ana" {
		t.Errorf("the room is %s with %+v, and its owner is %s", s.Phase, s.Players, s.Owner)
	}
}

func TestChallengersAreBounded(t *testing.T) {
	b := newGame(t, room.Create{})
	for i := range room.MaxChallengers {
		b.must(room.PlayerID(fmt.Sprint("friend-", i)), room.Challenge{})
	}
	b.refused(room.ErrChallengers, "eve", room.Challenge{})
	for range 40 - room.MaxChallengers {
		b.must("friend-0", room.Withdraw{})
		b.must("friend-0", room.Challenge{})
	}
	b.must("friend-0", room.Withdraw{})
	b.refused(room.ErrTooOften, "friend-0", room.Challenge{})

	b = newTable(t, room.Create{Self: true})
	b.refused(room.ErrSeatTaken, "eve", room.Challenge{})
	b = newTable(t, room.Create{})
	b.refused(room.ErrNotStarted, "eve", room.Challenge{})
	b = newGame(t, room.Create{NoSpectators: true})
	b.refused(room.ErrSeatTaken, "eve", room.Challenge{})
}

// A player who takes a seat by its link no longer waits.
func TestAChallengerTakesASeatByLink(t *testing.T) {
	b := newGame(t, room.Create{})
	b.must("phone", room.Challenge{})
	b.must("bob", room.Handover{Token: token})
	b.must("phone", room.Take{Token: token})
	b.wantChallengers()
}
