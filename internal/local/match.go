package local

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/minimax/match"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// MaxGames is the most games of a match in a page.
const MaxGames = 1000

// reportEvery is the least time between two standings of a match that goes on. A standing comes after
// a pair of games.
const reportEvery = 100 * time.Millisecond

// MatchRequest asks for a match between two levels: the same games as aiworker match plays with the same settings.
type MatchRequest struct {
	Variant string    `json:"variant"`
	Levels  [2]string `json:"levels"`  // see match.ParsePlayer
	Games   int       `json:"games"`   // an even number, up to MaxGames
	Opening int       `json:"opening"` // random turns before each game
	Seed    uint64    `json:"seed"`
}

// MatchStanding tells what two levels have done in the games of a match until now, as the first level sees them.
type MatchStanding struct {
	match.Tally
	Points [3]float64 `json:"points"` // the share of the first level, and its 95 % interval
	Done   bool       `json:"done"`
}

// Match plays the games of a match, and reports how it stands, at last when all are played. It fails with the error
// of ctx, or with a *room.Refusal.
func (e *Engine) Match(ctx context.Context, q MatchRequest, report func(standing []byte)) error {
	game, err := rules.Parse(q.Variant)
	if err != nil {
		return refused(err)
	}
	var levels [2]minimax.Level
	for i, text := range q.Levels {
		if levels[i], err = match.ParsePlayer(text); err != nil {
			return refused(err)
		}
	}
	if q.Games < 2 || q.Games > MaxGames || q.Games%2 != 0 {
		return refused(fmt.Errorf("%d games: must be an even number up to %d", q.Games, MaxGames))
	}
	if most := match.LongestOpening(game); q.Opening < 0 || q.Opening > most {
		return refused(fmt.Errorf("%d random turns: must be 0 to %d", q.Opening, most))
	}
	var sum match.Tally
	config := match.Config{Game: game, A: levels[1], B: levels[0], Seed: q.Seed, Opening: q.Opening}
	reported := time.Now()
	for n := range q.Games / 2 {
		games, err := match.Play(ctx, e.search, config.Pair(n))
		if err != nil {
			return err
		}
		sum.Add(games.Swapped()) // as in aiworker match, the later level is A
		if done := sum.Games() == q.Games; done || time.Since(reported) > reportEvery {
			reported = time.Now()
			share, low, high := match.Wilson(float64(sum.Wins)+float64(sum.Draws)/2, sum.Games())
			text, _ := json.Marshal(MatchStanding{sum, [3]float64{share, low, high}, done}) // cannot fail: numbers
			report(text)
		}
	}
	return nil
}

func refused(err error) error { return &room.Refusal{Code: "bad_request", Text: err.Error()} }
