package filelog

import (
	"bytes"
	"context"
	"fmt"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Append implements storage.Log.
func (s *Store) Append(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) error {
	return s.append(ctx, id, e, fx, 0)
}

// append implements Append, and removes a job in the same transaction; 0: none.
func (s *Store) append(ctx context.Context, id room.ID, e room.Entry, fx room.Effects, done uint64) error {
	if e.N == 0 {
		return fmt.Errorf("filelog: entry 0 of room %s: %w", id, storage.ErrConflict)
	}
	if err := checkName(id); err != nil {
		return err
	}
	var job *queued
	return s.submit(ctx, &change{
		apply: func(tx *bolt.Tx) error {
			n, last := s.journal.last(tx, id)
			if n != e.N-1 || n > 0 && !bytes.HasSuffix(last, []byte(e.PrevTail())) {
				return storage.ErrConflict
			}
			if done != 0 {
				if err := tx.Bucket(bucketJobs).Delete(sequenceKey(done)); err != nil {
					return err
				}
			}
			if n > 0 && changesLogOnly(fx) {
				return s.journal.add(tx, id, e)
			}
			if err := s.journal.move(tx, id); err != nil {
				return err
			}
			log, err := tx.Bucket(bucketLog).CreateBucketIfNotExists([]byte(id))
			if err != nil {
				return err
			}
			if err := log.Put(sequenceKey(e.N), e.Raw()); err != nil {
				return err
			}
			if err := putRecord(tx, fx.Record); err != nil {
				return err
			}
			job, err = s.putEffects(tx, id, e.N, fx, e.N == 1, false)
			return err
		},
		then: func() {
			s.queue.remove(done)
			s.queue.add(job)
		},
		tell: func() { s.watches.tell(id, storage.Notice{Entry: &e}) },
	})
}

// Restore implements storage.Restorer.
func (s *Store) Restore(ctx context.Context, id room.ID, entries []room.Entry, fx room.Effects) error {
	if err := checkName(id); err != nil {
		return err
	}
	if err := room.CheckLog(entries); err != nil {
		return err
	}
	last := entries[len(entries)-1]
	var job *queued
	return s.submit(ctx, &change{
		apply: func(tx *bolt.Tx) error {
			if n, _ := s.journal.last(tx, id); n != 0 {
				return storage.ErrConflict
			}
			log, err := tx.Bucket(bucketLog).CreateBucketIfNotExists([]byte(id))
			if err != nil {
				return err
			}
			for _, e := range entries {
				if err := log.Put(sequenceKey(e.N), e.Raw()); err != nil {
					return err
				}
			}
			if err := putRecord(tx, fx.Record); err != nil {
				return err
			}
			job, err = s.putEffects(tx, id, last.N, fx, true, false)
			return err
		},
		then: func() { s.queue.add(job) },
		tell: func() { s.watches.tell(id, storage.Notice{Entry: &last}) },
	})
}

// Touch implements storage.Log.
func (s *Store) Touch(ctx context.Context, id room.ID, n uint64, fx room.Effects) error {
	if err := checkName(id); err != nil {
		return err
	}
	var job *queued
	return s.submit(ctx, &change{
		apply: func(tx *bolt.Tx) (err error) {
			if last, _ := s.journal.last(tx, id); last != n {
				return storage.ErrConflict
			}
			job, err = s.putEffects(tx, id, n, fx, false, true)
			return err
		},
		then: func() { s.queue.add(job) },
	})
}

// Delete implements storage.Log.
func (s *Store) Delete(ctx context.Context, id room.ID, n uint64) error {
	var job uint64
	return s.submit(ctx, &change{
		apply: func(tx *bolt.Tx) error {
			if last, _ := s.journal.last(tx, id); last != n {
				return storage.ErrConflict
			}
			st, err := stateOf(tx, id)
			if err != nil {
				return err
			}
			job = st.Job
			if job != 0 {
				if err := tx.Bucket(bucketJobs).Delete(sequenceKey(job)); err != nil {
					return err
				}
			}
			st.Job, st.Origin = 0, ""
			if err := st.move(tx, id, 0, room.Unlisted); err != nil {
				return err
			}
			if err := tx.Bucket(bucketSnapshots).Delete([]byte(id)); err != nil {
				return err
			}
			if err := s.journal.forget(tx, id); err != nil {
				return err
			}
			if tx.Bucket(bucketLog).Bucket([]byte(id)) == nil {
				return nil
			}
			return tx.Bucket(bucketLog).DeleteBucket([]byte(id))
		},
		then: func() {
			s.queue.remove(job)
			s.watched.forget(id)
			s.watches.tell(id, storage.Notice{Gone: true})
		},
	})
}

// Due implements storage.Deadlines.
func (s *Store) Due(ctx context.Context, now time.Time, limit int) ([]room.ID, error) {
	var ids []room.ID
	end := timeKey(now.UnixMilli()+1, "")
	err := s.view(ctx, func(tx *bolt.Tx) error {
		c := tx.Bucket(bucketDue).Cursor()
		for k, _ := c.First(); k != nil && len(ids) < limit && bytes.Compare(k, end) < 0; k, _ = c.Next() {
			ids = append(ids, room.ID(nameOf(k)))
		}
		return nil
	})
	return ids, err
}

// DueIn implements storage.Deadlines.
func (s *Store) DueIn(ctx context.Context, _ int, now time.Time, limit int) ([]room.ID, error) {
	return s.Due(ctx, now, limit)
}

// ClaimDue implements storage.Deadlines. Only one process uses the file, so it need not mark
// the rooms as claimed.
func (s *Store) ClaimDue(ctx context.Context, _ int, now time.Time, limit int) ([]room.ID, error) {
	return s.Due(ctx, now, limit)
}

// Rooms implements storage.Lists.
func (s *Store) Rooms(ctx context.Context, list room.List, limit int) ([]room.ID, error) {
	var ids []room.ID
	err := s.view(ctx, func(tx *bolt.Tx) error {
		b := tx.Bucket(bucketList).Bucket([]byte(list))
		if list == room.Unlisted || b == nil {
			return nil
		}
		c := b.Cursor()
		for k, _ := c.Last(); k != nil && len(ids) < limit; k, _ = c.Prev() {
			ids = append(ids, room.ID(nameOf(k)))
		}
		return nil
	})
	return ids, err
}

// checkName returns an error if id is not a valid room ID. bbolt might refuse such an ID as a
// key, and this would undo all other changes in the transaction too.
func checkName(id room.ID) error {
	if !id.Valid() {
		return fmt.Errorf("filelog: %q is not a valid room ID", id)
	}
	return nil
}

// putEffects stores fx for a room whose log ends at n. It returns the job that it has queued,
// or nil. isNew says that the room is new, so that it counts as watched now. If once is true,
// putEffects queues no job while the room's latest job is still in the queue.
func (s *Store) putEffects(tx *bolt.Tx, id room.ID, n uint64, fx room.Effects, isNew, once bool) (job *queued, err error) {
	st, err := stateOf(tx, id)
	if err != nil {
		return nil, err
	}
	if fx.Origin != "" {
		st.Origin = fx.Origin
	}
	now, due := s.clock(), fx.Due
	if isNew {
		s.watched.created(id, now)
	}
	queued := st.hasJob(tx)
	switch {
	case fx.Job && fx.Lane == room.LaneMachine && !s.watched.awake(id, now, s.queue.sleepAfter):
		due = fx.DueAsleep
	case fx.Job && (!once || !queued):
		stored := storedJob{Room: id, N: n, Lane: fx.Lane.String(), Origin: st.Origin, Owner: fx.Owner}
		if job, err = putJob(tx, stored, now); err != nil {
			return nil, err
		}
		st.Job = job.seq
	}
	return job, st.move(tx, id, deadline(due), fx.List)
}

// move gives the room a new deadline and a new list, and stores its state.
func (st roomState) move(tx *bolt.Tx, id room.ID, due int64, list room.List) error {
	if st.Due != due {
		if err := st.moveDue(tx, id, due); err != nil {
			return err
		}
		st.Due = due
	}
	if st.List != list {
		entered, err := st.moveList(tx, id, list)
		if err != nil {
			return err
		}
		st.List, st.Entered = list, entered
	}
	return st.put(tx, id)
}

func (st roomState) moveDue(tx *bolt.Tx, id room.ID, due int64) error {
	b := tx.Bucket(bucketDue)
	if st.Due != 0 {
		if err := b.Delete(timeKey(st.Due, string(id))); err != nil {
			return err
		}
	}
	if due == 0 {
		return nil
	}
	return b.Put(timeKey(due, string(id)), nil)
}

func (st roomState) moveList(tx *bolt.Tx, id room.ID, list room.List) (entered uint64, err error) {
	lists := tx.Bucket(bucketList)
	if st.List != room.Unlisted {
		key := append(sequenceKey(st.Entered), id...)
		if b := lists.Bucket([]byte(st.List)); b != nil { // b is nil only in a damaged file
			if err := b.Delete(key); err != nil {
				return 0, err
			}
		}
	}
	if list == room.Unlisted {
		return 0, nil
	}
	b, err := lists.CreateBucketIfNotExists([]byte(list))
	if err != nil {
		return 0, err
	}
	if entered, err = b.NextSequence(); err != nil {
		return 0, err
	}
	return entered, b.Put(append(sequenceKey(entered), id...), nil)
}
