package room_test

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

var (
	perMove   = &room.Clock{Move: 5000}
	perPlayer = &room.Clock{Base: 10000, Increment: 2000}
)

func TestClockLimits(t *testing.T) {
	for _, c := range []struct {
		clock room.Clock
		code  string
	}{
		{room.Clock{Move: 5000}, ""},
		{room.Clock{Move: 4999}, "bad_clock"},
		{room.Clock{Move: 86400000}, ""},
		{room.Clock{Move: 86400001}, "bad_clock"},
		{room.Clock{Move: -5000}, "bad_clock"},
		{room.Clock{Base: 10000}, ""},
		{room.Clock{Base: 9999}, "bad_clock"},
		{room.Clock{Base: 10800000, Increment: 180000}, ""},
		{room.Clock{Base: 10800001}, "bad_clock"},
		{room.Clock{Base: 60000, Increment: 180001}, "bad_clock"},
		{room.Clock{Base: 60000, Increment: -1}, "bad_clock"},
		{room.Clock{Increment: 1000}, "bad_clock"},
		{room.Clock{}, "bad_clock"},
		{room.Clock{Move: 5000, Base: 10000}, "bad_clock"},
		{room.Clock{Move: 5000, Increment: 1000}, "bad_clock"},
	} {
		create := room.Create{Variant: "tictactoe", First: 1, Clock: &c.clock}
		refusesCreate(t, c.code, create)
		create.Self = true
		refusesCreate(t, c.code, create)
		create.Self, create.Levels = false, [2]string{"easy", "easy"}
		refusesCreate(t, "bad_clock", create) // AI against AI has no clock
	}
}

func TestFirstTurnsAreNotTimed(t *testing.T) {
	for _, clock := range []*room.Clock{perMove, perPlayer} {
		b := newGame(t, room.Create{Clock: clock})
		for i, by := range []room.PlayerID{"ana", "bob"} {
			if at, ok := b.stateFlag(); ok {
				t.Errorf("turn %d: the flag would fall at %v", i+1, at)
			}
			b.wait(24 * time.Hour)
			b.must(by, room.Move{Move: "4", Lag: time.Second})
			b.wantLast(room.Moved{Seat: room.Seat(i + 1), Move: "4", MS: 86400000})
		}
		s := b.state()
		for i, timer := range s.Timers {
			want := room.Timer{Left: time.Duration(clock.Base) * time.Millisecond, Quota: room.FirstLagQuota, Used: 24 * time.Hour}
			if timer != want {
				t.Errorf("seat %d has %+v, want %+v", i+1, timer, want)
			}
		}
		if _, ok := b.stateFlag(); !ok {
			t.Error("the third turn is not timed")
		}
	}
}

func (b *table) stateFlag() (at time.Time, ok bool) {
	return b.replica.State().FlagAt()
}

func TestClockPerMove(t *testing.T) {
	// Each case is one third turn of a game.
	for _, c := range []struct {
		took, lag time.Duration
		want      error
	}{
		{4999 * time.Millisecond, 0, nil},
		{5000 * time.Millisecond, 0, room.ErrTimeUp},
		{5000 * time.Millisecond, -time.Second, room.ErrTimeUp},
		{5000 * time.Millisecond, time.Millisecond, nil},
		{5100 * time.Millisecond, 100 * time.Millisecond, room.ErrTimeUp},
		{5100 * time.Millisecond, 100*time.Millisecond + 999*time.Microsecond, room.ErrTimeUp}, // whole milliseconds
		{5100 * time.Millisecond, 101 * time.Millisecond, nil},
		{6499 * time.Millisecond, 1500 * time.Millisecond, nil},
		{6499 * time.Millisecond, time.Hour, nil},
		{6500 * time.Millisecond, 1500 * time.Millisecond, room.ErrTimeUp},
		{6500 * time.Millisecond, time.Hour, room.ErrTimeUp},
	} {
		b := newGame(t, room.Create{Clock: perMove})
		b.moves("44", "ana", "bob")
		b.wait(c.took)
		if c.want != nil {
			b.refused(c.want, "ana", room.Move{Move: "4", Lag: c.lag})
			continue
		}
		b.must("ana", room.Move{Move: "4", Lag: c.lag})
		uncharged := min(c.lag, room.FirstLagQuota).Milliseconds()
		b.wantLast(room.Moved{Seat: 1, Move: "4", MS: c.took.Milliseconds(), Lag: uncharged})
	}
}

func TestClockPerMoveRestarts(t *testing.T) {
	b := newGame(t, room.Create{Clock: perMove})
	b.moves("44", "ana", "bob")
	for i := range 6 {
		b.wait(4999 * time.Millisecond)
		b.must([]room.PlayerID{"ana", "bob"}[i%2], room.Move{Move: string("171717"[i])})
	}
}

func TestBaseAndIncrement(t *testing.T) {
	b := newGame(t, room.Create{Clock: perPlayer})
	b.moves("44", "ana", "bob")
	left := func(seat room.Seat, want time.Duration) {
		t.Helper()
		if got := b.state().Timers[seat-1].Left; got != want {
			t.Errorf("seat %d has %v left, want %v", seat, got, want)
		}
	}
	b.wait(3 * time.Second)
	b.must("ana", room.Move{Move: "1"})
	left(1, 9*time.Second)
	left(2, 10*time.Second)
	b.wait(500 * time.Millisecond)
	b.must("bob", room.Move{Move: "1", Lag: 200 * time.Millisecond})
	left(2, 11700*time.Millisecond)
	b.must("ana", room.Move{Move: "1", Lag: time.Second}) // the turn took no time, and lag adds none
	left(1, 11*time.Second)
	b.wait(11700 * time.Millisecond)
	b.refused(room.ErrTimeUp, "bob", room.Move{Move: "1"})
	b.must("bob", room.Move{Move: "1", Lag: time.Millisecond})
	left(2, 2*time.Second+time.Millisecond)
	left(1, 11*time.Second)
}

func TestLagQuota(t *testing.T) {
	b := newGame(t, room.Create{Variant: "connect4:15x15:5", Clock: &room.Clock{Move: 60000}})
	b.moves("44", "ana", "bob")
	quota, full := 1500*time.Millisecond, false
	for i, lag := range []time.Duration{1000, 5000, 5000, -1, 0, 0, 0, 0, 0, 0, 5000} {
		lag *= time.Millisecond
		if got := b.state().Timers[0].Quota; got != quota {
			t.Fatalf("before turn %d the quota is %v, want %v", i, got, quota)
		}
		uncharged := max(0, min(lag, quota))
		at, _ := b.stateFlag()
		if want := b.now.Add(time.Minute + quota); !at.Equal(want) {
			t.Errorf("the flag falls at %v, want %v", at, want)
		}
		b.wait(10 * time.Second)
		column := "13579bdf135"[i : i+1]
		b.must("ana", room.Move{Move: column, Lag: lag})
		b.wantLast(room.Moved{Seat: 1, Move: column, MS: 10000, Lag: uncharged.Milliseconds()})
		quota = min(quota-uncharged+500*time.Millisecond, 3500*time.Millisecond)
		full = full || quota == 3500*time.Millisecond
		b.must("bob", room.Move{Move: column})
	}
	if !full {
		t.Error("the quota was never full")
	}
}

// A sweep ends the game once the base time and the whole lag quota have passed.
func TestSweepStoresFallenFlag(t *testing.T) {
	for _, late := range []time.Duration{0, time.Minute, 3 * 24 * time.Hour} { // time without a hub
		b := newGame(t, room.Create{Clock: perPlayer})
		b.moves("44", "ana", "bob")
		b.wait(11500*time.Millisecond - time.Millisecond)
		if b.due() {
			t.Error("due too early")
		}
		b.sweep()
		if b.phase() != room.PhasePlaying {
			t.Fatalf("swept too early into %s", b.phase())
		}
		b.wait(time.Millisecond + late)
		if !b.due() {
			t.Error("not due")
		}
		b.sweep()
		b.sweep() // a second hub
		b.wantLast(room.Flagged{Seat: 1, End: &room.Ending{Winner: 2, Reason: room.ReasonTime}})
		if e := b.last(); e.By != "" || e.N != 5 {
			t.Errorf("the last entry is %d by player %q, want entry 5 without a player", e.N, e.By)
		}
		rec, err := b.store.Game(t.Context(), room.GameID{Room: "table", Game: 1})
		if err != nil || rec.End.Winner != 2 || rec.End.Reason != room.ReasonTime || !rec.Ended.Equal(b.now) {
			t.Errorf("the record is %+v, error %v", rec, err)
		}
		if s := b.state(); s.Score != [2]int{0, 1} || s.Phase != room.PhaseFinished {
			t.Errorf("score %v, phase %s", s.Score, s.Phase)
		}
	}
}

// Time can run out in every game of a series.
func TestFlagFallsInEachGame(t *testing.T) {
	b := newGame(t, room.Create{Clock: perMove})
	for game := 1; game <= 3; game++ {
		b.moves("44", []room.PlayerID{"bob", "ana"}[game%2], []room.PlayerID{"ana", "bob"}[game%2])
		b.wait(time.Hour)
		b.sweep()
		if s := b.state(); s.Phase != room.PhaseFinished || s.Number != game || s.Score[0]+s.Score[1] != game {
			t.Fatalf("game %d: phase %s, score %v", s.Number, s.Phase, s.Score)
		}
		b.must("ana", room.PlayAgain{})
		b.must("bob", room.PlayAgain{})
	}
	b.wait(room.AbandonedLimit)
	b.sweep()
	b.wantLast(room.Closed{Reason: room.ReasonAbandoned})
}

// Once a flag has fallen, no command can save the game or end it in another way, even before
// a sweep.
func TestFallenFlagIsFinal(t *testing.T) {
	b := newGame(t, room.Create{Clock: perMove})
	b.moves("44", "ana", "bob")
	b.must("bob", room.Propose{What: room.OfferDraw})
	b.wait(6500 * time.Millisecond)
	for _, by := range []room.PlayerID{"ana", "bob"} {
		for _, do := range []room.Action{
			room.Move{Move: "4", Lag: time.Hour},
			room.Resign{},
			room.Accept{What: room.OfferDraw},
			room.Decline{What: room.OfferDraw},
			room.Propose{What: room.OfferDraw},
			room.Propose{What: room.OfferTakeback},
			room.Claim{Away: time.Hour},
		} {
			b.refused(room.ErrTimeUp, by, do)
		}
		b.refused(room.ErrGameRunning, by, room.PlayAgain{})
		b.must(by, room.Emote{Emote: "oops"})
		b.must(by, room.Rename{Name: "N"}) // does not change when the flag falls
	}
	b.sweep()
	b.wantLast(room.Flagged{Seat: 1, End: &room.Ending{Winner: 2, Reason: room.ReasonTime}})

	// Against an AI a takeback needs no consent. It must not save the game either.
	b = newTable(t, room.Create{Clock: perMove, Levels: [2]string{1: "easy"}})
	b.moves("44", "ana", room.Machine)
	b.wait(6500 * time.Millisecond)
	b.refused(room.ErrTimeUp, "ana", room.Propose{What: room.OfferTakeback})
}

func TestAIsFlagFalls(t *testing.T) {
	b := newTable(t, room.Create{Clock: perMove, Levels: [2]string{1: "easy"}})
	b.moves("444", "ana", room.Machine)
	b.wait(2500 * time.Millisecond)
	b.sweep() // queues the turn again
	b.wait(4 * time.Second)
	if !b.due() {
		t.Error("not due")
	}
	b.refused(room.ErrTimeUp, room.Machine, room.Move{Move: "4"})
	b.sweep()
	b.wantLast(room.Flagged{Seat: 2, End: &room.Ending{Winner: 1, Reason: room.ReasonTime}})
}

func TestTakebackGivesNoTimeBack(t *testing.T) {
	b := newGame(t, room.Create{Clock: perPlayer})
	b.moves("44", "ana", "bob")
	b.wait(4 * time.Second)
	b.must("ana", room.Move{Move: "1", Lag: 300 * time.Millisecond})
	b.wait(3 * time.Second)
	b.must("ana", room.Propose{What: room.OfferTakeback})
	b.wait(2 * time.Second)
	b.must("bob", room.Accept{What: room.OfferTakeback})
	b.wantLast(room.TakenBack{Seat: 1, Ply: 2})
	s := b.state()
	want := [2]room.Timer{
		// The takeback removes the increments of the undone moves and restores no time.
		{Left: 6300 * time.Millisecond, Quota: 1700 * time.Millisecond, Used: 4 * time.Second},
		{Left: 5 * time.Second, Quota: 1500 * time.Millisecond, Used: 5 * time.Second},
	}
	if s.Timers != want {
		t.Errorf("the timers are %+v, want %+v", s.Timers, want)
	}
	if !s.TurnAt.Equal(b.now) || len(s.MS) != 2 {
		t.Errorf("the turn began at %v, times %v", s.TurnAt, s.MS)
	}
	// Back to a turn without a clock.
	b.must("ana", room.Propose{What: room.OfferTakeback})
	b.must("bob", room.Accept{What: room.OfferTakeback})
	b.wantLast(room.TakenBack{Seat: 1, Ply: 0})
	if at, ok := b.stateFlag(); ok {
		t.Errorf("the flag would fall at %v", at)
	}
}
