package archive

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Allowance is how many games of one kind a player may keep, the latest first. 0 is no
// limit.
type Allowance struct {
	Games int
	Bytes int // of the records in JSON
}

// Kind says which of a player's games an Allowance is about.
type Kind func(r *room.Record, player room.PlayerID) bool

// ImportedBy are the games that the player has imported.
func ImportedBy(r *room.Record, player room.PlayerID) bool { return r.Imported == player }

// SelfPlayOf are the games that the player played on both seats.
func SelfPlayOf(r *room.Record, player room.PlayerID) bool {
	return r.SelfPlay() && r.Players[0].ID == player
}

// Trim removes a player's games of one kind beyond an allowance: those that ended first.
// Games in spare stay. It looks at all games of the player, so it must be rare. It returns
// the number of games that it removed.
func Trim(ctx context.Context, s Store, player room.PlayerID, of Kind, a Allowance, spare []room.GameID) (removed int, err error) {
	over, err := beyond(ctx, s, player, of, a, spare)
	for _, id := range over {
		if err := s.ForgetGame(ctx, id); err != nil {
			return removed, err
		}
		removed++
	}
	return removed, err
}

// beyond returns the games that Trim removes. It keeps no record, since there may be many.
func beyond(ctx context.Context, s Store, player room.PlayerID, of Kind, a Allowance, spare []room.GameID) (over []room.GameID, err error) {
	left := a
	for _, id := range spare {
		r, err := s.Game(ctx, id)
		if err != nil {
			return nil, err
		}
		left.Games--
		left.Bytes -= size(&r)
	}
	q := storage.GamesQuery{Player: player, Limit: statsPage, Match: func(r *room.Record) bool {
		return of(r, player) && !slices.Contains(spare, r.ID())
	}}
	for {
		records, next, err := s.Games(ctx, q)
		if err != nil {
			return nil, err
		}
		for i := range records {
			left.Games--
			left.Bytes -= size(&records[i])
			if a.Games > 0 && left.Games < 0 || a.Bytes > 0 && left.Bytes < 0 {
				over = append(over, records[i].ID())
			}
		}
		if next == "" {
			return over, nil
		}
		q.Cursor = next
	}
}

// size returns the length of a record as it is stored.
func size(r *room.Record) int {
	data, err := json.Marshal(r)
	if err != nil {
		panic(err) // cannot happen for a record
	}
	return len(data)
}
