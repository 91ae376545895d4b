package ledger

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"iter"
	"math"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// What the store has of a room:
//
//	log:ROOM    log   entry N has its Raw bytes. As a channel, it also has presence and the end
//	rooms       set   the rooms that have a log, by when it began
//	origins     hash  room to its origin
//	snapshots   hash  room to N, a space and the snapshot after entry N
//	due         set   room by its deadline
//	list:LIST   set   room by when it entered the list
//	~claims     hash  room to the deadline that a process sweeps, a space, and until when
//
// Times are in Unix milliseconds, those of rooms and lists in microseconds.
const (
	rooms     = "rooms"
	origins   = "origins"
	snapshots = "snapshots"
	deadlines = "due"
	claims    = "~claims"
)

func logOf(id room.ID) string      { return "log:" + string(id) }
func listOf(list room.List) string { return "list:" + string(list) }

var lists = []room.List{room.Waiting, room.Playing, room.OpenWaiting, room.OpenPlaying}

// Append implements storage.Log.
func (s *Store) Append(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) error {
	return s.append(ctx, id, fx, func(*Batch) error { return nil }, e)
}

// Reply implements storage.Queue.
func (s *Store) Reply(ctx context.Context, e room.Entry, fx room.Effects, worker string, job storage.Job) error {
	t, known := parseToken(job.Token)
	tried := false
	return s.append(ctx, job.Room, fx, func(b *Batch) error {
		switch {
		case !known:
		case !tried:
			t.answered(b, worker)
		default: // the first try failed, perhaps because the lease has expired
			return t.forget(ctx, s.of(t.room), b)
		}
		tried = true
		return nil
	}, e)
}

// append stores entries that follow each other, and what more adds, which may be called several times. The effects are
// those of the last entry.
func (s *Store) append(ctx context.Context, id room.ID, fx room.Effects, more func(*Batch) error, entries ...room.Entry) error {
	d, first, last := s.of(id), &entries[0], entries[len(entries)-1]
	s.ownEntry(id).Store(&last)
	tail, begins := "", first.N == 1
	if !begins {
		tail = first.PrevTail()
	}
	return change(ctx, d, map[int]error{1: storage.ErrConflict}, func(b *Batch) error {
		b.ifLog(logOf(id), first.N-1, tail)
		for _, e := range entries {
			b.append(logOf(id), e.Raw())
		}
		if err := more(b); err != nil {
			return err
		}
		if begins {
			b.put(rooms, string(id), s.stamp())
			b.set(origins, string(id), fx.Origin)
			b.set(watched, string(id), itoa(ms(s.Now())))
			s.origins.Add(id, fx.Origin)
		}
		return s.effects(ctx, d, b, id, last.N, fx, begins)
	})
}

// Restore implements storage.Bulk.
func (s *Store) Restore(ctx context.Context, id room.ID, entries []room.Entry, fx room.Effects) error {
	if err := room.CheckLog(entries); err != nil {
		return err
	}
	return s.append(ctx, id, fx, func(*Batch) error { return nil }, entries...)
}

// Touch implements storage.Log.
func (s *Store) Touch(ctx context.Context, id room.ID, n uint64, fx room.Effects) error {
	d := s.of(id)
	fx.Record = nil
	return change(ctx, d, map[int]error{1: storage.ErrConflict}, func(b *Batch) error {
		b.ifLog(logOf(id), n, "")
		fx := fx
		if fx.Job {
			latest, err := b.read(ctx, d, last, string(id))
			if err != nil {
				return err
			}
			fx.Job = latest == "" // otherwise it is queued already
		}
		return s.effects(ctx, d, b, id, n, fx, false)
	})
}

// effects adds what is stored with entry n. A new room is awake.
func (s *Store) effects(ctx context.Context, d Driver, b *Batch, id room.ID, n uint64, fx room.Effects, isNew bool) error {
	if fx.Job && fx.Lane == room.LaneMachine && !isNew {
		since, err := b.read(ctx, d, watched, string(id))
		if err != nil {
			return err
		}
		if !s.awake(since) {
			fx.Job, fx.Due = false, fx.DueAsleep
		}
	}
	if fx.Job {
		origin, err := s.origin(ctx, d, id)
		if err != nil {
			return err
		}
		now := s.stamp()
		token{now, n, fx.Lane, origin, string(fx.Owner), id}.add(b, now)
	}
	switch {
	case fx.DueUnchanged:
	case fx.Due.IsZero():
		b.remove(deadlines, string(id))
	default:
		b.put(deadlines, string(id), ms(fx.Due.Add(time.Millisecond-1)))
	}
	for _, list := range lists {
		switch {
		case fx.ListUnchanged:
		case list == fx.List:
			b.putNew(listOf(list), string(id), s.stamp())
		default:
			b.remove(listOf(list), string(id))
		}
	}
	if fx.Record != nil {
		s.addRecord(b, fx.Record)
	}
	return nil
}

// origin returns the origin of a room.
func (s *Store) origin(ctx context.Context, d Driver, id room.ID) (string, error) {
	if origin, ok := s.origins.Get(id); ok {
		return origin, nil
	}
	origin, err := field(ctx, d, origins, string(id))
	if err == nil {
		s.origins.Add(id, origin)
	}
	return origin, err
}

// Delete implements storage.Log.
func (s *Store) Delete(ctx context.Context, id room.ID, n uint64) error { return s.delete(ctx, id, n) }

// delete is Delete. It also removes the room from more hashes.
func (s *Store) delete(ctx context.Context, id room.ID, n uint64, more ...string) error {
	d := s.of(id)
	defer s.origins.Remove(id)
	return change(ctx, d, map[int]error{1: storage.ErrConflict}, func(b *Batch) error {
		b.ifLog(logOf(id), n, "")
		latest, err := field(ctx, d, last, string(id))
		if err != nil {
			return err
		}
		if t, ok := parseToken(latest); ok {
			if err := t.forget(ctx, d, b); err != nil {
				return err
			}
		}
		b.delete(logOf(id))
		for _, hash := range append(more, origins, snapshots, claims, watched) {
			b.drop(hash, string(id))
		}
		b.remove(rooms, string(id))
		b.remove(deadlines, string(id))
		for _, list := range lists {
			b.remove(listOf(list), string(id))
		}
		b.publish(logOf(id), gone)
		return nil
	})
}

// Read implements storage.Log.
func (s *Store) Read(ctx context.Context, id room.ID, after uint64, limit int) ([]room.Entry, error) {
	raws, err := s.of(id).Log(ctx, logOf(id), after, limit)
	if err != nil {
		return nil, err
	}
	var entries []room.Entry
	for _, raw := range raws {
		e, err := room.DecodeEntry(raw)
		if err != nil {
			err = fmt.Errorf("%w: room %s: %w", storage.ErrDamaged, id, err)
			s.observer.tell("log", time.Now(), false, err) // the driver has seen nothing wrong
			return nil, err
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// Tail implements storage.Log.
func (s *Store) Tail(ctx context.Context, id room.ID) ([]byte, []room.Entry, error) {
	kept, err := field(ctx, s.of(id), snapshots, string(id))
	if err != nil {
		return nil, nil, err
	}
	number, snapshot, _ := bytes.Cut([]byte(kept), []byte{' '})
	n, _ := strconv.ParseUint(string(number), 10, 64)
	if n == 0 {
		entries, err := s.Read(ctx, id, 0, storage.All)
		return nil, entries, err
	}
	entries, err := s.Read(ctx, id, n-1, storage.All)
	return snapshot, entries, err
}

// KeepSnapshot implements storage.Log.
func (s *Store) KeepSnapshot(ctx context.Context, id room.ID, n uint64, snapshot []byte) error {
	d := s.of(id)
	return change(ctx, d, nil, func(b *Batch) error {
		length, err := d.Lengths(ctx, []string{logOf(id)})
		if err != nil || length[0] < n {
			return err
		}
		b.ifLog(logOf(id), length[0], "")
		b.set(snapshots, string(id), utoa(n)+" "+string(snapshot))
		return nil
	})
}

// Lengths implements storage.Watcher.
func (s *Store) Lengths(ctx context.Context, ids []room.ID) ([]uint64, error) {
	if len(ids) == 0 {
		return nil, ctx.Err()
	}
	logs := make([]string, len(ids))
	for i, id := range ids {
		logs[i] = logOf(id)
	}
	return s.of(ids[0]).Lengths(ctx, logs)
}

// Due implements storage.Deadlines.
func (s *Store) Due(ctx context.Context, now time.Time, limit int) ([]room.ID, error) {
	return s.first(ctx, deadlines, upTo(ms(now), limit))
}

// ClaimDue implements storage.Deadlines.
func (s *Store) ClaimDue(ctx context.Context, shard int, now time.Time, limit int) ([]room.ID, error) {
	d := s.shards[shard]
	due, err := d.Members(ctx, deadlines, upTo(ms(now), 4*limit)) // some of them belong to others
	if err != nil || len(due) == 0 {
		return nil, err
	}
	held, err := d.Fields(ctx, claims, names(due)...)
	if err != nil {
		return nil, err
	}
	var batches []*Batch
	var ids []room.ID
	for i, m := range due {
		deadline, until, _ := strings.Cut(held[i], " ")
		if deadline == itoa(m.Score) && ms(s.Now()) < number(until) || len(ids) == limit {
			continue
		}
		b := new(Batch)
		b.ifField(claims, m.Name, held[i])
		b.set(claims, m.Name, itoa(m.Score)+" "+itoa(s.inMS(storage.SweepLease)))
		batches, ids = append(batches, b), append(ids, room.ID(m.Name))
	}
	failed, err := d.Commit(ctx, batches...)
	if err != nil {
		return nil, err
	}
	var claimed []room.ID
	for i, id := range ids {
		if failed[i] == 0 {
			claimed = append(claimed, id)
		}
	}
	return claimed, nil
}

// Rooms implements storage.Lists.
func (s *Store) Rooms(ctx context.Context, list room.List, limit int) ([]room.ID, error) {
	return s.first(ctx, listOf(list), Range{Reverse: true, Limit: limit})
}

// AllRooms implements storage.Bulk.
func (s *Store) AllRooms(ctx context.Context) iter.Seq2[room.ID, error] {
	return func(yield func(room.ID, error) bool) {
		for m, err := range s.all(ctx, rooms) {
			if !yield(room.ID(m.Name), err) {
				return
			}
		}
	}
}

// all yields the members of a set in all shards.
func (s *Store) all(ctx context.Context, set string) iter.Seq2[Member, error] {
	const page = 256
	return func(yield func(Member, error) bool) {
		for _, d := range s.shards {
			r := Range{Most: math.MaxInt64, Limit: page}
			for {
				found, err := d.Members(ctx, set, r)
				if err != nil {
					yield(Member{}, err)
					return
				}
				for _, m := range found {
					if !yield(m, nil) {
						return
					}
				}
				if len(found) < page {
					break
				}
				r.After = &found[page-1]
			}
		}
	}
}

func names(members []Member) []string {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = m.Name
	}
	return names
}

// gone is the message that the log of a room was deleted; present begins one with the presence.
// Entries begin with a brace.
const (
	gone    = "g"
	present = "h"
)

// Watch implements storage.Watcher.
func (s *Store) Watch(ctx context.Context, id room.ID, tell func(storage.Notice)) (stop func(), err error) {
	return s.of(id).Watch(ctx, logOf(id), func(payload string) { tell(s.notice(id, payload)) })
}

func (s *Store) notice(id room.ID, payload string) storage.Notice {
	switch {
	case payload == "":
	case payload == gone:
		return storage.Notice{Gone: true}
	case payload[:1] == present:
		var p storage.RoomPresence
		if json.Unmarshal([]byte(payload[1:]), &p) == nil {
			return storage.Notice{Presence: &p}
		}
	default:
		if e := s.ownEntry(id).Load(); e != nil && string(e.Raw()) == payload {
			return storage.Notice{Entry: e}
		}
		if e, err := room.DecodeEntry([]byte(payload)); err == nil {
			return storage.Notice{Entry: &e}
		}
	}
	return storage.Notice{Lost: true}
}

var ownSeed = maphash.MakeSeed()

// ownEntry has the last entry that this process has appended to the room, or to another room with the
// same hash. So the process need not decode the entry again when it is told of it.
func (s *Store) ownEntry(id room.ID) *atomic.Pointer[room.Entry] {
	return &s.own[maphash.String(ownSeed, string(id))%uint64(len(s.own))]
}
