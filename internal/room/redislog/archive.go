package redislog

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Game implements storage.Archive.
func (s *Store) Game(ctx context.Context, id room.GameID) (room.Record, error) {
	var r room.Record
	if err := ctx.Err(); err != nil {
		return r, err
	}
	data, err := s.client.Get(ctx, s.shardOf(id.Room).game(id.String())).Bytes()
	if errors.Is(err, redis.Nil) {
		return r, fmt.Errorf("redislog: game %s: %w", id, storage.ErrNotFound)
	}
	if err != nil {
		return r, wrap(ctx, err)
	}
	return r, decodeRecord(data, &r)
}

func decodeRecord(data []byte, r *room.Record) error {
	if err := json.Unmarshal(data, r); err != nil {
		return fmt.Errorf("redislog: %w: record: %w", storage.ErrDamaged, err)
	}
	return nil
}

// place is a game's place in the order of the archive: by the end of the game in Unix
// milliseconds, then by name, the highest first.
type place struct {
	ms   int64
	name string
}

func (a place) compare(b place) int {
	return cmp.Or(cmp.Compare(b.ms, a.ms), cmp.Compare(b.name, a.name))
}

func (a place) cursor() string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(a.ms, 10) + " " + a.name))
}

// parseCursor decodes a cursor. It returns false if s is not a result of the method cursor.
func parseCursor(s string) (place, bool) {
	data, err := base64.RawURLEncoding.Strict().DecodeString(s)
	if err != nil {
		return place{}, false
	}
	ms, name, _ := strings.Cut(string(data), " ")
	n, err := strconv.ParseInt(ms, 10, 64)
	if err != nil {
		return place{}, false
	}
	_, err = room.ParseGameID(name)
	return place{n, name}, err == nil
}

// scanBatch is how many records Games reads at a time if the query has a filter.
const scanBatch = 200

// Games implements storage.Archive.
func (s *Store) Games(ctx context.Context, q storage.GamesQuery) (records []room.Record, next string, err error) {
	if err := ctx.Err(); err != nil || q.Limit <= 0 {
		return nil, "", err
	}
	batch := scanBatch
	if q.Match == nil {
		batch = min(q.Limit+1, storage.GamesScanLimit) // the extra record shows whether there is a next page
	}
	seen := q.Cursor // the place of the last record that the loop has read
	for looked := 0; looked < storage.GamesScanLimit; {
		want := min(batch, storage.GamesScanLimit-looked)
		places, err := s.places(ctx, q.Player, seen, want)
		if err != nil {
			return nil, "", err
		}
		found, err := s.records(ctx, places)
		switch {
		case err == nil:
			s.drop(ctx, q.Player, unrecorded(found, places))
		case !errors.Is(err, storage.ErrDamaged): // a damaged record is left out, and keeps its place
			return nil, "", err
		}
		for i, r := range found {
			// The loop leaves out games that one player played on both seats, if an older version
			// listed them for everybody.
			if r != nil && slices.Contains(r.Listed(), q.Player) && (q.Match == nil || q.Match(r)) {
				if len(records) == q.Limit {
					return records, seen, nil
				}
				records = append(records, *r)
			}
			seen = places[i].cursor()
		}
		if len(places) < want {
			return records, "", nil
		}
		looked += len(places)
	}
	// If there is no further place, there is no next page.
	more, err := s.places(ctx, q.Player, seen, 1)
	if err != nil || len(more) == 0 {
		seen = ""
	}
	return records, seen, err
}

// unrecorded returns the places that have no record.
func unrecorded(records []*room.Record, places []place) (lost []place) {
	for i, r := range records {
		if r == nil {
			lost = append(lost, places[i])
		}
	}
	return lost
}

// records returns the records of the games at these places in the archive. For a record that
// was removed meanwhile, it returns nil, and also for a damaged one: then its error wraps
// storage.ErrDamaged, and the other records are returned.
func (s *Store) records(ctx context.Context, places []place) (records []*room.Record, damage error) {
	pipe := s.client.Pipeline()
	replies := make([]*redis.StringCmd, len(places))
	for i, a := range places {
		id, err := room.ParseGameID(a.name)
		if err != nil {
			return nil, fmt.Errorf("redislog: %w", err)
		}
		replies[i] = pipe.Get(ctx, s.shardOf(id.Room).game(a.name))
	}
	if _, err := pipe.Exec(ctx); err != nil && !errors.Is(err, redis.Nil) {
		return nil, wrap(ctx, err)
	}
	records = make([]*room.Record, len(places))
	for i, reply := range replies {
		data, err := reply.Bytes()
		if errors.Is(err, redis.Nil) {
			continue
		}
		if err != nil {
			return nil, wrap(ctx, err)
		}
		var r room.Record
		if err := decodeRecord(data, &r); err != nil {
			damage = err
			continue
		}
		records[i] = &r
	}
	return records, damage
}

// places returns up to limit places after a cursor, from all shards.
func (s *Store) places(ctx context.Context, player room.PlayerID, cursor string, limit int) ([]place, error) {
	after, ok := parseCursor(cursor)
	highest := "+inf"
	if ok {
		highest = "(" + strconv.FormatInt(after.ms, 10)
	}
	pipe := s.client.Pipeline()
	var replies []*redis.ZSliceCmd
	for _, p := range s.shards {
		replies = append(replies, pipe.ZRangeArgsWithScores(ctx, redis.ZRangeArgs{
			Key: p.games(player), ByScore: true, Start: highest, Stop: "-inf", Rev: true, Count: int64(limit),
		}))
		if ok { // skip the games of the cursor's millisecond that come before it
			replies = append(replies, pipe.ZRangeArgsWithScores(ctx, redis.ZRangeArgs{
				Key: p.games(player), ByScore: true, Start: after.ms, Stop: after.ms,
			}))
		}
	}
	if _, err := pipe.Exec(ctx); err != nil {
		return nil, wrap(ctx, err)
	}
	var all []place
	for _, r := range replies {
		for _, z := range r.Val() {
			a := place{int64(z.Score), z.Member.(string)}
			if !ok || after.compare(a) < 0 {
				all = append(all, a)
			}
		}
	}
	slices.SortFunc(all, place.compare)
	return all[:min(limit, len(all))], nil
}
