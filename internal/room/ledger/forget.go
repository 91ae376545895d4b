package ledger

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strings"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
)

// ForgetPlayer implements storage.Forgetter. The rooms are first: then no record, job or presence of
// the player comes after those that the other steps find.
func (s *Store) ForgetPlayer(ctx context.Context, p room.PlayerID) (rooms, games int, err error) {
	f := forgetting{Store: s, player: p, id: asJSON(p)}
	for _, step := range []func(context.Context) error{f.rooms, f.games, f.jobs, f.questions} {
		failed := step(ctx)
		err = errors.Join(err, failed)
		if failed != nil && !errors.Is(failed, storage.ErrDamaged) {
			break
		}
	}
	return f.deleted, f.changed, err
}

// forgetting is a call of ForgetPlayer.
type forgetting struct {
	*Store
	player room.PlayerID
	id     string // the player's ID in JSON: what has the player contains it

	deleted, changed int // logs and records
}

// rooms deletes the logs that the player is in.
func (f *forgetting) rooms(ctx context.Context) (damage error) {
	for m, err := range f.all(ctx, rooms) {
		if err == nil {
			err = f.room(ctx, room.ID(m.Name))
		}
		if err != nil && !errors.Is(err, storage.ErrDamaged) {
			return err
		}
		damage = errors.Join(damage, err)
	}
	return damage
}

// room deletes the log of a room, if the player is in it.
func (f *forgetting) room(ctx context.Context, id room.ID) error {
	found, err := f.inLog(ctx, id)
	if err != nil || !found {
		return err
	}
	for range maxTries { // while others append
		n, err := f.of(id).Lengths(ctx, []string{logOf(id)})
		if err != nil || n[0] == 0 {
			return err
		}
		err = f.delete(ctx, id, n[0], presence)
		if err == nil {
			f.deleted++
		}
		if !errors.Is(err, storage.ErrConflict) {
			return err
		}
	}
	return errTooManyWriters
}

// inLog reports whether the log of a room has the player's ID.
func (f *forgetting) inLog(ctx context.Context, id room.ID) (bool, error) {
	const page = 500
	for n := uint64(0); ; n += page {
		raws, err := f.of(id).Log(ctx, logOf(id), n, page)
		found := slices.ContainsFunc(raws, func(raw []byte) bool { return bytes.Contains(raw, []byte(f.id)) })
		if err != nil || found || len(raws) < page {
			return found, err
		}
	}
}

// games changes the records that have the player, and then removes the player's list.
func (f *forgetting) games(ctx context.Context) error {
	return f.eachShard(ctx, func(d Driver) error {
		r := everything
		for r.Limit = 256; ; {
			page, err := d.Members(ctx, ages, r)
			if err != nil {
				return err
			}
			if len(page) == 0 {
				b := new(Batch)
				b.delete(gamesOf(f.player))
				_, err := commit(ctx, d, b)
				return err
			}
			values, err := d.Fields(ctx, games, names(page)...)
			if err != nil {
				return err
			}
			for i, m := range page {
				if strings.Contains(values[i], f.id) {
					if err := f.game(ctx, d, m.Name); err != nil {
						return err
					}
				}
			}
			r.After = &page[len(page)-1]
		}
	})
}

// game changes a record. It removes one that only the player had, or that nobody can read.
func (f *forgetting) game(ctx context.Context, d Driver, name string) error {
	done := false
	err := change(ctx, d, nil, func(b *Batch) error {
		data, err := b.read(ctx, d, games, name)
		if done = strings.Contains(data, f.id); err != nil || !done {
			return err
		}
		r, damaged := decodeRecord(name, data)
		if damaged != nil || r.Imported == f.player {
			b.dropRecord(name, r, damaged)
			return nil
		}
		r.Forget(f.player, room.PlayerID(rand.Text())) // longer than a hash, so that no secret has this ID
		b.listRecord(&r)
		return nil
	})
	if done && err == nil {
		f.changed++
	}
	return err
}

// jobs removes the jobs that the rooms have left in the queues.
func (f *forgetting) jobs(ctx context.Context) error {
	return f.eachShard(ctx, func(d Driver) error {
		all, err := d.All(ctx, jobs)
		for name := range all {
			if t, ok := parseToken(name); ok && t.player == string(f.player) && err == nil {
				err = change(ctx, d, nil, func(b *Batch) error { return t.forget(ctx, d, b) })
			}
		}
		return err
	})
}

// questions removes the questions of the player. If somebody else waits for the answer too, the question is
// asked again.
func (f *forgetting) questions(ctx context.Context) error {
	all, err := f.home().All(ctx, questions)
	for key, data := range all {
		if err != nil || !strings.Contains(data, f.id) {
			continue
		}
		err = change(ctx, f.home(), nil, func(b *Batch) error {
			q, err := f.asked(ctx, b, analysis.QuestionKey(key))
			if err == nil && q != nil && q.By.Player == f.player {
				q.forget(b)
			}
			return err
		})
	}
	return err
}

// eachShard calls do for one shard after the other. Damage does not end it.
func (f *forgetting) eachShard(ctx context.Context, do func(Driver) error) (damage error) {
	for _, d := range f.shards {
		err := do(d)
		if err != nil && !errors.Is(err, storage.ErrDamaged) {
			return err
		}
		damage = errors.Join(damage, err)
	}
	return damage
}
