package archive

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// StatsLimit is how many of a player's latest finished games the statistics look at.
const StatsLimit = 10000

// statsPage is how many records are read at a time.
const statsPage = 500

// Results counts one player's games by result.
type Results struct {
	Games int `json:"games"`
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
}

// Group is a player's results in one variant against people, or against one level.
type Group struct {
	Game     string `json:"game"` // the variant up to its first colon
	Variant  string `json:"variant"`
	Opponent string `json:"opponent"`        // "human" or "ai"
	Level    string `json:"level,omitempty"` // the opponent's, if an AI

	// Position says that the games began at a position. No other figure includes them.
	Position bool `json:"position,omitempty"`

	Results
}

// The kinds of opponents.
const (
	OpponentHuman = "human"
	OpponentAI    = "ai"
)

// Streak is how many games were won in a row.
type Streak struct {
	Current int `json:"current"` // the streak that ends with the latest game
	Best    int `json:"best"`
}

// Day is a player's results on one day.
type Day struct {
	Day   string `json:"day"` // as 2026-11-21
	Won   int    `json:"won"`
	Drawn int    `json:"drawn"`
	Lost  int    `json:"lost"`
}

// Stats summarises the games that a player finished in a range of days. It leaves out
// imported games, games that one person played on both seats, and games in which the AI
// played turns of a person or advised one.
type Stats struct {
	Results
	Groups     []Group `json:"groups"` // the most played first; those of positions last
	Streak     Streak  `json:"streak"`
	MeanMS     int64   `json:"mean_ms"`    // mean time of the player's own moves, in milliseconds
	Considered int     `json:"considered"` // number of finished games of these days, at most StatsLimit
	Days       []Day   `json:"days"`       // every day, the oldest first
}

// Tally sums up games into Stats. NewTally makes it.
type Tally struct {
	player room.PlayerID
	zone   *time.Location
	stats  Stats
	groups map[Group]*Results // the keys have zero Results
	days   map[string]int     // index in stats.Days
	broken bool               // a game that was not won has ended Streak.Current
	run    int                // games won in a row, ending with the game added last
	ms     int64
	moves  int64
}

// NewTally returns a Tally of one player's games of the given number of days. The last day
// is that of now, in zone.
func NewTally(player room.PlayerID, now time.Time, zone *time.Location, days int) *Tally {
	t := &Tally{player: player, zone: zone, groups: map[Group]*Results{}, days: map[string]int{}}
	t.stats.Days = make([]Day, 0, days)
	year, month, day := now.In(zone).Date()
	for i := range days {
		// Noon is on the intended day even when clocks change.
		name := time.Date(year, month, day-days+1+i, 12, 0, 0, 0, zone).Format(time.DateOnly)
		t.days[name] = i
		t.stats.Days = append(t.stats.Days, Day{Day: name})
	}
	return t
}

// Add adds a game if it ended on one of the days. Games must come in the order of
// storage.Archive.Games, the latest first. Add returns false for a game that ended before
// these days. All games that follow are older still.
func (t *Tally) Add(r *room.Record) bool {
	ended := r.Ended.In(t.zone).Format(time.DateOnly)
	i, within := t.days[ended]
	if !within {
		return ended > t.stats.Days[0].Day
	}
	t.stats.Considered++
	seat, counts := seatFor(r, t.player)
	if !counts {
		return true
	}
	count := func(won, drawn, lost *int) {
		switch r.End.Winner {
		case seat:
			*won++
		case 0:
			*drawn++
		default:
			*lost++
		}
	}
	group := groupOf(r, seat)
	if t.groups[group] == nil {
		t.groups[group] = new(Results)
	}
	add := func(all *Results) {
		all.Games++
		count(&all.Won, &all.Drawn, &all.Lost)
	}
	add(t.groups[group])
	if group.Position {
		return true
	}
	add(&t.stats.Results)
	day := &t.stats.Days[i]
	count(&day.Won, &day.Drawn, &day.Lost)
	t.streak(r.End.Winner == seat)
	for i := range r.MS {
		if room.MoverAt(r.First, i) == seat {
			t.ms += r.MS[i]
			t.moves++
		}
	}
	return true
}

func (t *Tally) streak(won bool) {
	if !won {
		t.broken, t.run = true, 0
		return
	}
	t.run++
	t.stats.Streak.Best = max(t.stats.Streak.Best, t.run)
	if !t.broken {
		t.stats.Streak.Current = t.run
	}
}

// Stats returns the statistics of the games added so far.
func (t *Tally) Stats() Stats {
	s := t.stats
	s.Days = slices.Clone(s.Days)
	if t.moves > 0 {
		s.MeanMS = t.ms / t.moves
	}
	s.Groups = []Group{}
	for g, results := range t.groups {
		g.Results = *results
		s.Groups = append(s.Groups, g)
	}
	slices.SortFunc(s.Groups, func(a, b Group) int {
		if a.Position != b.Position {
			if a.Position {
				return 1
			}
			return -1
		}
		return cmp.Or(cmp.Compare(b.Games, a.Games), strings.Compare(a.Variant, b.Variant),
			strings.Compare(a.Opponent, b.Opponent), strings.Compare(a.Level, b.Level))
	})
	return s
}

// StatsOf returns the statistics of a player's games of the last days. It looks at the
// latest StatsLimit games. The error is that of the archive.
func StatsOf(ctx context.Context, a storage.Archive, player room.PlayerID, now time.Time, zone *time.Location, days int) (Stats, error) {
	t := NewTally(player, now, zone, days)
	q := storage.GamesQuery{Player: player, Limit: statsPage}
	for {
		records, next, err := a.Games(ctx, q)
		if err != nil {
			return Stats{}, err
		}
		for i := range records {
			if !t.Add(&records[i]) {
				return t.Stats(), nil
			}
		}
		if next == "" || t.stats.Considered >= StatsLimit {
			return t.Stats(), nil
		}
		q.Cursor = next
	}
}

// seatFor returns the player's seat in a game, and whether the game counts for the
// statistics.
func seatFor(r *room.Record, player room.PlayerID) (room.Seat, bool) {
	mine := [2]bool{r.Players[0].ID == player, r.Players[1].ID == player}
	switch {
	case player == "" || r.Imported != "" || mine[0] == mine[1] || len(r.Delegations) > 0 || r.Advice != [2]bool{}:
		return 0, false
	case mine[0]:
		return 1, true
	default:
		return 2, true
	}
}

// groupOf returns the group of a game for the player in this seat, without Results.
func groupOf(r *room.Record, seat room.Seat) Group {
	game, _, _ := strings.Cut(r.Variant, ":")
	g := Group{Game: game, Variant: r.Variant, Opponent: OpponentHuman, Position: r.Given > 0}
	if opponent := r.Players[seat.Other()-1]; opponent.IsAI() {
		g.Opponent, g.Level = OpponentAI, opponent.Level
	}
	return g
}
