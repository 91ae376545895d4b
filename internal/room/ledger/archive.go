package ledger

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// The records of finished games. GAME is ROOM/k.
//
//	games           hash  GAME to the record as JSON
//	ages            set   GAME by its end; that of an imported game by when it was stored here
//	games:PLAYER    set   GAME by its end: those that are listed for a player
//	games:          set   the same: those that are listed for everybody
//	meta            hash  name-key: the key of storage.NameKey
const (
	games = "games"
	ages  = "ages"
	meta  = "meta"
)

func gamesOf(p room.PlayerID) string { return "games:" + string(p) }

// addRecord adds a record and its places.
func (s *Store) addRecord(b *Batch, r *room.Record) {
	name, date := r.ID().String(), r.Ended
	if r.Imported != "" {
		date = s.Now()
	}
	b.put(ages, name, ms(date))
	b.listRecord(r)
}

// listRecord stores a record with its places in the lists.
func (b *Batch) listRecord(r *room.Record) {
	name := r.ID().String()
	b.set(games, name, asJSON(r))
	for _, p := range r.Listed() {
		b.put(gamesOf(p), name, ms(r.Ended))
	}
}

// dropRecord removes a record that was read under a name, and its places; those in the lists only if it is not damaged.
func (b *Batch) dropRecord(name string, r room.Record, damaged error) {
	b.drop(games, name)
	b.remove(ages, name)
	if damaged == nil {
		for _, p := range r.Listed() {
			b.remove(gamesOf(p), name)
		}
	}
}

// AddGame implements storage.Bulk.
func (s *Store) AddGame(ctx context.Context, r room.Record) error {
	return change(ctx, s.of(r.Room), map[int]error{1: storage.ErrConflict}, func(b *Batch) error {
		b.ifField(games, r.ID().String(), "")
		s.addRecord(b, &r)
		return nil
	})
}

// Game implements storage.Archive.
func (s *Store) Game(ctx context.Context, id room.GameID) (r room.Record, err error) {
	data, err := field(ctx, s.of(id.Room), games, id.String())
	switch {
	case err != nil:
		return r, err
	case data == "":
		return r, fmt.Errorf("ledger: game %s: %w", id, storage.ErrNotFound)
	}
	return decodeRecord(id.String(), data)
}

func decodeRecord(name, data string) (r room.Record, err error) {
	r, err = decode[room.Record]("game "+name, data)
	if err == nil && r.ID().String() != name {
		err = fmt.Errorf("ledger: game %s: %w: it is stored as %s", r.ID(), storage.ErrDamaged, name)
	}
	return r, err
}

// Games implements storage.Archive. It merges what the shards have, and does not go beyond the
// place up to which all of them have looked.
func (s *Store) Games(ctx context.Context, q storage.GamesQuery) ([]room.Record, string, error) {
	if q.Limit <= 0 {
		return nil, "", ctx.Err()
	}
	after := parseCursor(q.Cursor)
	if after == nil && q.Cursor != "" {
		return nil, "", storage.ErrCursor
	}
	var mu sync.Mutex // the shards are asked at once
	var found []placed
	var end *Member // the first place where a shard has stopped looking
	err := s.each(ctx, func(ctx context.Context, d Driver) error {
		some, stopped, err := lookFor(ctx, d, q, after, storage.GamesScanLimit/len(s.shards))
		mu.Lock()
		defer mu.Unlock()
		found = append(found, some...)
		if stopped != nil && (end == nil || end.Compare(*stopped) < 0) {
			end = stopped
		}
		return err
	})
	slices.SortFunc(found, func(a, b placed) int { return b.place.Compare(a.place) })
	var records []room.Record
	for i, p := range found {
		if end != nil && p.place.Compare(*end) < 0 {
			break
		}
		if len(records) == q.Limit {
			end = &found[i-1].place
			break
		}
		records = append(records, p.record)
	}
	return records, cursor(end), err
}

// placed is a record with its place in a list.
type placed struct {
	place  Member
	record room.Record
}

// lookFor returns up to q.Limit+1 records of one shard behind a place. If it has looked at most
// records, or has found so many, it returns the place where it stopped.
func lookFor(ctx context.Context, d Driver, q storage.GamesQuery, after *Member, most int) (found []placed, stopped *Member, err error) {
	page := min(200, most)
	for looked := 0; ; looked += page {
		places, err := d.Members(ctx, gamesOf(q.Player), Range{Reverse: true, After: after, Limit: page})
		switch {
		case err != nil || len(places) == 0:
			return found, nil, err
		case looked >= most:
			return found, after, nil
		}
		values, err := d.Fields(ctx, games, names(places)...)
		if err != nil {
			return nil, nil, err
		}
		for i, data := range values {
			after = &places[i]
			r, err := decodeRecord(after.Name, data)
			if err != nil || q.Match != nil && !q.Match(&r) { // there is none, or it is damaged
				continue
			}
			if found = append(found, placed{*after, r}); len(found) > q.Limit {
				return found, after, nil
			}
		}
	}
}

// cursor encodes a place.
func cursor(m *Member) string {
	if m == nil {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString([]byte(itoa(m.Score) + " " + m.Name))
}

// parseCursor returns nil for what cursor has not returned.
func parseCursor(c string) *Member {
	data, err := base64.RawURLEncoding.Strict().DecodeString(c)
	if err != nil {
		return nil
	}
	text, name, _ := strings.Cut(string(data), " ")
	score, wrong := strconv.ParseInt(text, 10, 64)
	_, bad := room.ParseGameID(name)
	if wrong != nil || bad != nil {
		return nil
	}
	return &Member{score, name}
}

// Forget implements storage.Forgetter. It asks one shard after the other for what is left of limit.
func (s *Store) Forget(ctx context.Context, before time.Time, limit int) (n int, more bool, err error) {
	errs := make([]error, len(s.shards))
	for i, d := range s.shards {
		old, err := d.Members(ctx, ages, upTo(ms(before)-1, limit-n))
		more = more || len(old) >= limit-n
		for _, m := range old {
			forgot := false
			if forgot, err = forgetGame(ctx, d, m.Name); err != nil {
				break
			}
			if forgot { // and no other process has
				n++
			}
		}
		errs[i] = err
	}
	return n, more, together(ctx, errs)
}

// forgetGame removes a record and its places. It reports whether there was one.
func forgetGame(ctx context.Context, d Driver, name string) (forgot bool, err error) {
	err = change(ctx, d, nil, func(b *Batch) error {
		data, err := b.read(ctx, d, games, name)
		if forgot = data != ""; err != nil || !forgot {
			return err
		}
		r, damaged := decodeRecord(name, data)
		b.dropRecord(name, r, damaged)
		return nil
	})
	return forgot && err == nil, err
}

// AllGames implements storage.Bulk.
func (s *Store) AllGames(ctx context.Context) iter.Seq2[room.Record, error] {
	return func(yield func(room.Record, error) bool) {
		for m, err := range s.all(ctx, ages) {
			if err != nil {
				yield(room.Record{}, err)
				return
			}
			id, err := room.ParseGameID(m.Name)
			var r room.Record
			if err == nil {
				r, err = s.Game(ctx, id)
			}
			if errors.Is(err, storage.ErrNotFound) {
				continue // it was forgotten during the walk
			}
			if !yield(r, err) || err != nil && !errors.Is(err, storage.ErrDamaged) {
				return
			}
		}
	}
}

// NameKey implements storage.NameKey.
func (s *Store) NameKey(ctx context.Context, proposal []byte) (key []byte, err error) {
	err = change(ctx, s.home(), nil, func(b *Batch) error {
		stored, err := b.read(ctx, s.home(), meta, "name-key")
		if err != nil {
			return err
		}
		key = []byte(stored)
		if stored == "" && len(proposal) > 0 {
			key = proposal
			b.set(meta, "name-key", string(proposal))
		}
		return nil
	})
	return key, err
}
