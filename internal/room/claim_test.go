package room_test

import (
	"errors"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

func TestClaimLimits(t *testing.T) {
	for _, c := range []struct {
		claim room.Claim
		want  error
	}{
		{room.Claim{Away: 40 * time.Second}, nil},
		{room.Claim{Away: 40 * time.Second, Draw: true}, nil},
		{room.Claim{Away: 40*time.Second - time.Millisecond}, room.ErrNotAway},
		{room.Claim{Away: 10 * time.Second, Left: true}, nil},
		{room.Claim{Away: 10*time.Second - time.Millisecond, Left: true, Draw: true}, room.ErrNotAway},
		{room.Claim{}, room.ErrNotAway},
		{room.Claim{Away: -time.Hour}, room.ErrNotAway},
	} {
		b := newGame(t, room.Create{})
		b.must("ana", room.Move{Move: "4"})
		b.wait(24 * time.Hour)
		if c.want != nil {
			b.refused(c.want, "ana", c.claim)
			continue
		}
		b.must("ana", c.claim)
		end := &room.Ending{Winner: 1, Reason: room.ReasonLeft}
		s := b.state()
		if c.claim.Draw {
			end.Winner = 0
		}
		if score := [2]int{int(end.Winner), 0}; s.Score != score || s.Draws != 1-int(end.Winner) {
			t.Errorf("score %v, draws %d", s.Score, s.Draws)
		}
		b.wantLast(room.Claimed{Seat: 1, Away: c.claim.Away.Milliseconds(), End: end})
		if rec, err := b.store.Game(t.Context(), room.GameID{Room: "table", Game: 1}); err != nil || rec.End.Reason != room.ReasonLeft {
			t.Errorf("the record is %+v, error %v", rec, err)
		}
		b.refused(room.ErrGameOver, "ana", c.claim)
	}
}

var longGone = room.Claim{Away: 24 * time.Hour}

func TestEitherSeatMayClaim(t *testing.T) {
	b := newTable(t, room.Create{})
	b.refused(room.ErrNotStarted, "ana", longGone)
	b.wait(time.Hour / 2)
	b.must("bob", room.Sit{})
	b.wait(room.AwayLimit - time.Millisecond)
	b.refused(room.ErrNotAway, "bob", longGone) // absence before the game began does not count
	b.wait(24*time.Hour - room.AwayLimit + time.Millisecond)
	b.refused(room.ErrNotSeated, "eve", longGone)
	b.refused(room.ErrNotSeated, room.Machine, longGone)
	b.must("bob", longGone) // although it is ana's turn
	b.wantLast(room.Claimed{Seat: 2, Away: 86400000, End: &room.Ending{Winner: 2, Reason: room.ReasonLeft}})
}

func TestClaimable(t *testing.T) {
	for name, c := range map[string]struct {
		create room.Create
		want   error
	}{
		"an AI":            {room.Create{Levels: easy}, room.ErrNotAway},
		"oneself":          {room.Create{Self: true}, room.ErrNotAway},
		"10 minutes":       {room.Create{Clock: &room.Clock{Move: 600000}}, room.ErrNotAway},
		"under 10 minutes": {room.Create{Clock: &room.Clock{Move: 599999}}, nil},
		"3 hours":          {room.Create{Clock: &room.Clock{Base: 10800000}}, nil},
	} {
		b := newTable(t, c.create)
		if c.create.Clock != nil {
			b.must("bob", room.Sit{})
		}
		b.wait(24 * time.Hour)
		s := b.state()
		if got := s.Claimable(2); got != (c.want == nil) {
			t.Errorf("%s: Claimable returned %v", name, got)
		}
		if err := b.do("ana", longGone); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if b.phase() == room.PhaseFinished {
			if s := b.state(); s.Claimable(1) || s.Claimable(2) {
				t.Errorf("%s: Claimable returned true after the game", name)
			}
		}
	}
	b := newTable(t, room.Create{})
	if s := b.state(); s.Claimable(1) || s.Claimable(2) {
		t.Error("Claimable returned true before the game")
	}
}

// The absent player may come back and move, through another hub, while the claim is on
// its way.
func TestClaimAfterOpponentHasMoved(t *testing.T) {
	b := newGame(t, room.Create{})
	b.must("ana", room.Move{Move: "4"})
	seen := b.replica.N()
	b.must("bob", room.Move{Move: "4"})
	if err := b.doSeen(seen, "ana", longGone); !errors.Is(err, room.ErrStale) {
		t.Errorf("a claim sent before the opponent's move arrived: got error %v, want ErrStale", err)
	}
	b.must("bob", room.Rename{Name: "Bob"})
	b.wait(24 * time.Hour)
	if err := b.doSeen(b.replica.N()-1, "ana", longGone); err != nil {
		t.Errorf("a claim sent before the opponent's new nickname arrived: %v", err)
	}
}
