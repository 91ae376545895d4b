package archive_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/archive"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// finished returns a record with the fields that statistics look at.
func finished(variant string, one, two room.Player, winner room.Seat, ended time.Time, ms ...int64) *room.Record {
	return &room.Record{
		Variant: variant, Players: [2]room.Player{one, two}, First: 1, Ended: ended, MS: ms,
		Moves: make([]string, len(ms)), End: room.Ending{Winner: winner},
	}
}

var (
	anaPlays = room.Player{ID: "ana"}
	bobPlays = room.Player{ID: "bob"}
	easyAI   = room.Player{Level: "easy"}
	strongAI = room.Player{Level: "strong"}
)

func TestTally(t *testing.T) {
	tally := archive.NewTally("ana", start, time.UTC, 2)
	yesterday, long := start.Add(-24*time.Hour), start.Add(-99*24*time.Hour)
	second := finished("tictactoe", bobPlays, anaPlays, 2, yesterday, 7, 100, 7, 200)
	second.First = 2 // ana makes the moves that take 7 ms
	imported := finished("tictactoe", anaPlays, bobPlays, 1, start, 1e6)
	imported.Imported = "ana"
	delegated := finished("tictactoe", anaPlays, bobPlays, 1, start, 1e6)
	delegated.Delegations = []room.Delegation{{Seat: 2, Level: "easy", To: 1}}
	given := finished("tictactoe", anaPlays, bobPlays, 2, start, 0, 1e6)
	given.Given = 1
	helped := finished("connect4:7x6:4", anaPlays, easyAI, 1, start, 1e6)
	helped.Advice[0] = true
	for _, r := range []*room.Record{
		finished("tictactoe", anaPlays, anaPlays, 2, start, 1e6, 1e6),
		given,
		imported,
		delegated,
		helped,
		finished("connect4:7x6:4", anaPlays, easyAI, 1, start, 10, 999, 20),
		finished("connect4:7x6:4", anaPlays, easyAI, 1, start, 30),
		finished("connect4:7x6:4", anaPlays, strongAI, 0, yesterday),
		second,
		finished("connect4:9x7:4", anaPlays, easyAI, 1, yesterday),
		finished("tictactoe", anaPlays, bobPlays, 1, yesterday),
		finished("tictactoe", easyAI, strongAI, 1, yesterday, 1e6),
		finished("tictactoe", bobPlays, easyAI, 1, yesterday, 1e6),
	} {
		if !tally.Add(r) {
			t.Errorf("a game of %v comes before the days", r.Ended)
		}
	}
	if tally.Add(finished("tictactoe", anaPlays, bobPlays, 2, long)) {
		t.Error("a game from before the days counts")
	}
	want := archive.Stats{
		Results: archive.Results{Games: 6, Won: 5, Drawn: 1},
		Groups: []archive.Group{
			{Game: "connect4", Variant: "connect4:7x6:4", Opponent: "ai", Level: "easy", Results: archive.Results{Games: 2, Won: 2}},
			{Game: "tictactoe", Variant: "tictactoe", Opponent: "human", Results: archive.Results{Games: 2, Won: 2}},
			{Game: "connect4", Variant: "connect4:7x6:4", Opponent: "ai", Level: "strong", Results: archive.Results{Games: 1, Drawn: 1}},
			{Game: "connect4", Variant: "connect4:9x7:4", Opponent: "ai", Level: "easy", Results: archive.Results{Games: 1, Won: 1}},
			{Game: "tictactoe", Variant: "tictactoe", Opponent: "human", Position: true, Results: archive.Results{Games: 1, Lost: 1}},
		},
		Streak: archive.Streak{Current: 2, Best: 3}, MeanMS: (10 + 20 + 30 + 7 + 7) / 5, Considered: 13,
		Days: []archive.Day{{Day: "2026-11-20", Won: 3, Drawn: 1}, {Day: "2026-11-21", Won: 2}},
	}
	if got := tally.Stats(); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestDaysAreThoseOfTheZone(t *testing.T) {
	paris, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		t.Fatal(err)
	}
	// Clocks were put back on the 25th, so that day has 25 hours.
	now := time.Date(2026, 10, 26, 0, 30, 0, 0, paris)
	tally := archive.NewTally("ana", now, paris, 3)
	for _, ended := range []time.Time{
		now,                        // on the 26th
		now.Add(-31 * time.Minute), // in the last minute of the 25th
		time.Date(2026, 10, 24, 22, 0, 0, 0, time.UTC), // at the beginning of the 25th
		time.Date(2026, 10, 24, 21, 59, 0, 0, time.UTC),
		time.Date(2026, 10, 23, 21, 59, 0, 0, time.UTC), // too early
		now.Add(24 * time.Hour),                         // too late: another process's clock was ahead
	} {
		tally.Add(finished("tictactoe", anaPlays, bobPlays, 1, ended))
	}
	want := []archive.Day{{Day: "2026-10-24", Won: 1}, {Day: "2026-10-25", Won: 2}, {Day: "2026-10-26", Won: 1}}
	if got := tally.Stats().Days; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// Tally finds the same streaks in random results as a simple count.
func TestStreaks(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		tally := archive.NewTally("ana", start, time.UTC, 1)
		var won []bool // the latest first
		for range rng.IntN(12) {
			winner := room.Seat(rng.IntN(3))
			won = append(won, winner == 1)
			tally.Add(finished("tictactoe", anaPlays, bobPlays, winner, start))
		}
		var want archive.Streak
		for i := range won {
			for j := i; j < len(won) && won[j]; j++ {
				want.Best = max(want.Best, j-i+1)
				if i == 0 {
					want.Current = j + 1
				}
			}
		}
		if got := tally.Stats().Streak; got != want {
			t.Fatalf("%v: got %+v, want %+v", won, got, want)
		}
	}
}

// StatsOf reads page after page and stops at its limit.
func TestStatsLimit(t *testing.T) {
	store := &longArchive{Store: storetest.Open(t), left: archive.StatsLimit + 5000}
	stats, err := archive.StatsOf(t.Context(), store, "ana", start, time.UTC, 1)
	if err != nil || stats.Considered != archive.StatsLimit || stats.Won != archive.StatsLimit {
		t.Errorf("%+v, %v", stats.Results, err)
	}
	store.left = 700
	if stats, err = archive.StatsOf(t.Context(), store, "ana", start, time.UTC, 1); err != nil || stats.Considered != 700 {
		t.Errorf("%d considered, %v", stats.Considered, err)
	}
}

// longArchive has more games than a test could play.
type longArchive struct {
	storage.Store
	left int
}

func (a *longArchive) Games(_ context.Context, q storage.GamesQuery) (records []room.Record, next string, err error) {
	for ; a.left > 0 && len(records) < q.Limit; a.left-- {
		records = append(records, *finished("tictactoe", anaPlays, bobPlays, 1, start))
	}
	if a.left > 0 {
		next = "more"
	}
	return records, next, nil
}

func TestFilter(t *testing.T) {
	won, lost := finished("connect4:7x6:4", anaPlays, bobPlays, 1, start), finished("connect4:7x6:4", bobPlays, anaPlays, 1, start)
	drawn, self := finished("force3", anaPlays, easyAI, 0, start), finished("force3:fair", anaPlays, anaPlays, 1, start)
	others, foreign := finished("tictactoe", bobPlays, strongAI, 2, start), finished("tictactoe", bobPlays, bobPlays, 2, start)
	all := map[string]*room.Record{"won": won, "lost": lost, "drawn": drawn, "self": self, "others": others, "foreign": foreign}
	for _, test := range []struct {
		filter archive.Filter
		want   string
	}{
		{archive.Filter{}, "drawn foreign lost others self won"},
		{archive.Filter{Game: "connect4"}, "lost won"},
		{archive.Filter{Game: "connect4:7x6:4"}, "lost won"},
		{archive.Filter{Game: "force3"}, "drawn self"},
		{archive.Filter{Game: "force3:fair"}, "self"},
		{archive.Filter{Player: "ana", Result: archive.ResultWon}, "won"},
		{archive.Filter{Player: "ana", Result: archive.ResultLost}, "lost"},
		{archive.Filter{Result: archive.ResultDrawn}, "drawn"},
		{archive.Filter{Result: archive.ResultDecided}, "foreign lost others self won"},
		{archive.Filter{Opponent: archive.OpponentAI}, "drawn others"},
		{archive.Filter{Opponent: archive.OpponentHuman, Game: "connect4", Player: "ana", Result: archive.ResultLost}, "lost"},
	} {
		var got []string
		for name, r := range all {
			if test.filter.Match(r) {
				got = append(got, name)
			}
		}
		slices.Sort(got)
		if strings.Join(got, " ") != test.want {
			t.Errorf("%+v: %v, want %s", test.filter, got, test.want)
		}
		if test.filter.Check() != nil || (test.filter.Query("", 1).Match == nil) != (test.filter == archive.Filter{}) {
			t.Errorf("%+v is not valid, or its query has the wrong Match", test.filter)
		}
	}
	for _, f := range []archive.Filter{{Result: archive.ResultWon}, {Result: archive.ResultLost}, {Result: "perhaps"}, {Opponent: "dog"}, {Game: "connect4:7x6"}} {
		if f.Check() == nil {
			t.Errorf("%+v is valid", f)
		}
	}
}
