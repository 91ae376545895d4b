package archive

import (
	"context"
	"encoding/json"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Allowance limits the games of one kind that a player may keep, the latest first. A field
// that is 0 sets no limit.
type Allowance struct {
	Games int
	Bytes int // total size of the records in JSON
}

// Kind reports whether an Allowance limits this game of the player.
type Kind func(r *room.Record, player room.PlayerID) bool

// ImportedBy is the Kind of the games that the player has imported.
func ImportedBy(r *room.Record, player room.PlayerID) bool { return r.Imported == player }

// SelfPlayOf is the Kind of the games that the player played on both seats.
func SelfPlayOf(r *room.Record, player room.PlayerID) bool {
	return r.SelfPlay() && r.Players[0].ID == player
}

// Trim removes the oldest of a player's games of one kind, so that the others are within an
// allowance. It never removes the games in spare. It reads all records of the player, so
// callers must call it rarely. It returns the number of games that it removed.
func Trim(ctx context.Context, s Store, player room.PlayerID, of Kind, a Allowance, spare []room.GameID) (removed int, err error) {
	over, err := excess(ctx, s, player, of, a, spare)
	for _, id := range over {
		if err := s.ForgetGame(ctx, id); err != nil {
			return removed, err
		}
		removed++
	}
	return removed, err
}

// sizedGame is the ID of a game and the length of its record.
type sizedGame struct {
	id    room.GameID
	bytes int
}

// excess returns the games that Trim removes.
func excess(ctx context.Context, s Store, player room.PlayerID, of Kind, a Allowance, spare []room.GameID) (over []room.GameID, err error) {
	spared, all, err := list(ctx, s, player, of, spare)
	if err != nil {
		return nil, err
	}
	games, bytes := 0, 0
	for i, k := range append(spared, all...) {
		games++
		bytes += k.bytes
		if i >= len(spared) && (a.Games > 0 && games > a.Games || a.Bytes > 0 && bytes > a.Bytes) {
			over = append(over, k.id)
		}
	}
	return over, nil
}

// list returns the player's games of a kind in two lists: the games in spare, and the others.
func list(ctx context.Context, s Store, player room.PlayerID, of Kind, spare []room.GameID) (spared, others []sizedGame, err error) {
	q := storage.GamesQuery{Player: player, Limit: statsPage, Match: func(r *room.Record) bool { return of(r, player) }}
	isSpared := map[room.GameID]bool{}
	for _, id := range spare {
		isSpared[id] = true
	}
	for {
		records, next, err := s.Games(ctx, q)
		if err != nil {
			return nil, nil, err
		}
		for i := range records {
			k := sizedGame{records[i].ID(), size(&records[i])}
			if isSpared[k.id] {
				spared = append(spared, k)
			} else {
				others = append(others, k)
			}
		}
		if next == "" {
			return spared, others, nil
		}
		q.Cursor = next
	}
}

// ImportCost returns an upper bound of the bytes that an imported game takes in a store.
// Redis rounds the memory of a record up, by a quarter at most.
func ImportCost(r *room.Record) int { return importCost + size(r)*5/4 }

// importCost is the bytes that a record takes in addition to its JSON: its keys and its
// places in lists.
const importCost = 1024

// size returns the length of a record as it is stored.
func size(r *room.Record) int {
	data, err := json.Marshal(r)
	if err != nil {
		panic(err) // cannot happen for a record
	}
	return len(data)
}
