package ledger

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// What the store has of the processes and of the people in rooms:
//
//	~holders      set   holder by the end of its heartbeat
//	~held:HOLDER  set   the rooms for which it has announced something
//	~presence     hash  room to what each holder has announced, as JSON
//	~watched      hash  room to "here" while somebody is there, or since when nobody is
//	beats         hash  last: the last heartbeat of any holder, in microseconds; gaps: the downtimes
const (
	holders  = "~holders"
	presence = "~presence"
	watched  = "~watched"
	beats    = "beats"

	somebody = "here"
)

func heldBy(holder string) string { return "~held:" + holder }

// awake reports whether a room is watched, or was lately, from its field in the hash watched.
func (s *Store) awake(since string) bool {
	return since == somebody || s.Now().Sub(fromMS(number(since))) < s.options.SleepAfter
}

// announced is what the holders have announced for a room.
type announced map[string]storage.RoomPresence

// merged returns who is in the room.
func (a announced) merged() (all storage.RoomPresence) {
	for _, p := range a {
		all = all.Merge(p)
	}
	return all
}

// living returns the holders with a heartbeat, and those whose heartbeat has expired.
func (s *Store) living(ctx context.Context, d Driver) (living map[string]bool, expired []string, err error) {
	all, err := d.Members(ctx, holders, everything)
	living = make(map[string]bool)
	for _, m := range all {
		if m.Score > ms(s.Now()) {
			living[m.Name] = true
		} else {
			expired = append(expired, m.Name)
		}
	}
	return living, expired, err
}

// Present implements storage.Presence.
func (s *Store) Present(ctx context.Context, id room.ID) (here storage.RoomPresence, err error) {
	d := s.of(id)
	stored, err := field(ctx, d, presence, string(id))
	if err != nil || stored == "" {
		return here, err
	}
	living, _, err := s.living(ctx, d)
	if err != nil {
		return here, err
	}
	all, err := decode[announced]("presence", stored)
	maps.DeleteFunc(all, func(holder string, _ storage.RoomPresence) bool { return !living[holder] })
	return all.merged(), err
}

// Announce implements storage.Presence.
func (s *Store) Announce(ctx context.Context, id room.ID, holder string, p storage.RoomPresence) error {
	d := s.of(id)
	return change(ctx, d, map[int]error{1: fmt.Errorf("ledger: holder %s: %w", holder, storage.ErrNotFound)}, func(b *Batch) error {
		stored, err := field(ctx, d, presence, string(id))
		if err != nil {
			return err
		}
		all, err := decode[announced]("presence", stored)
		if err != nil {
			return err
		}
		b.ifScore(holders, holder, ms(s.Now())+1)
		living := map[string]bool{holder: true}
		if _, own := all[holder]; len(all) > 1 || len(all) == 1 && !own {
			if living, _, err = s.living(ctx, d); err != nil {
				return err
			}
		}
		s.replace(b, id, stored, all, living, holder, p)
		return nil
	})
}

// replace replaces what a holder has announced for a room, removes what holders without a heartbeat
// have, and publishes the result. all is what the stored value says.
func (s *Store) replace(b *Batch, id room.ID, stored string, all announced, living map[string]bool, holder string, p storage.RoomPresence) {
	before := all.merged().Somebody()
	maps.DeleteFunc(all, func(other string, _ storage.RoomPresence) bool { return other == holder || !living[other] })
	b.remove(heldBy(holder), string(id))
	if p != (storage.RoomPresence{}) {
		if all == nil {
			all = announced{}
		}
		all[holder] = p
		b.put(heldBy(holder), string(id), 0)
	}
	here := all.merged()
	switch {
	case here.Somebody():
		b.set(watched, string(id), somebody)
	case before:
		b.set(watched, string(id), itoa(ms(s.Now())))
	}
	value := ""
	if len(all) > 0 {
		value = asJSON(all)
	}
	b.ifField(presence, string(id), stored)
	b.set(presence, string(id), value)
	b.publish(logOf(id), present+asJSON(here))
}

// Heartbeat implements storage.Presence. What others have left is removed after the heartbeat, so
// that a process that died with thousands of rooms cannot delay the heartbeats of the others until
// they expire too.
func (s *Store) Heartbeat(ctx context.Context, shard int, holder string) (began bool, err error) {
	d := s.shards[shard]
	living, expired, err := s.living(ctx, d)
	if err == nil && slices.Contains(expired, holder) {
		err = s.reap(ctx, d, holder)
	}
	if err == nil {
		err = s.beat(ctx, d, holder)
	}
	if err != nil {
		return false, err
	}
	for _, other := range expired {
		if other != holder && s.reap(ctx, d, other) != nil {
			break // the next heartbeat tries again
		}
	}
	return !living[holder], nil
}

// beat stores a heartbeat and, if there was none for a while, the downtime before it.
func (s *Store) beat(ctx context.Context, d Driver, holder string) error {
	return change(ctx, d, nil, func(b *Batch) error {
		found, err := d.Fields(ctx, beats, "last", "gaps")
		if err != nil {
			return err
		}
		now, before := s.stamp(), number(found[0])
		b.ifField(beats, "last", found[0])
		if before > 0 && now-before >= storage.MinDowntime.Microseconds() {
			gaps, err := decode[[]gap]("heartbeats", found[1])
			if err != nil {
				return err
			}
			gaps = append(gaps, gap{before / 1000, now / 1000})
			b.set(beats, "gaps", asJSON(gaps[max(0, len(gaps)-storage.MaxDowntimes):]))
		}
		b.set(beats, "last", itoa(now))
		b.put(holders, holder, s.inMS(storage.PresenceTTL))
		return nil
	})
}

// reap withdraws what a holder has announced whose heartbeat has expired. It stops if the holder
// has a heartbeat again: every heartbeat changes the field on which all batches depend.
func (s *Store) reap(ctx context.Context, d Driver, holder string) error {
	for {
		beat, err := field(ctx, d, beats, "last")
		if err != nil {
			return err
		}
		living, _, err := s.living(ctx, d)
		if err != nil || living[holder] {
			return err
		}
		held, err := d.Members(ctx, heldBy(holder), Range{Most: 0, Limit: 100})
		if err != nil {
			return err
		}
		if len(held) == 0 {
			b := new(Batch)
			b.ifField(beats, "last", beat)
			b.prune(holders, holder, heldBy(holder))
			_, err := commit(ctx, d, b)
			return err
		}
		stored, err := d.Fields(ctx, presence, names(held)...)
		if err != nil {
			return err
		}
		batches := make([]*Batch, len(held))
		for i, m := range held {
			all, err := decode[announced]("presence", stored[i])
			if err != nil {
				return err
			}
			batches[i] = new(Batch)
			batches[i].ifField(beats, "last", beat)
			s.replace(batches[i], room.ID(m.Name), stored[i], all, living, holder, storage.RoomPresence{})
		}
		if _, err := d.Commit(ctx, batches...); err != nil { // those that others were faster to change are found again
			return err
		}
	}
}

// Asleep implements storage.Presence.
func (s *Store) Asleep(ctx context.Context, id room.ID) (bool, error) {
	since, err := field(ctx, s.of(id), watched, string(id))
	if err != nil || s.awake(since) {
		return false, err
	}
	queued, err := field(ctx, s.of(id), last, string(id))
	return err == nil && queued == "", err
}

// gap is a time without a heartbeat, from one until the next, in Unix milliseconds.
type gap [2]int64

// Downtimes implements storage.Presence.
func (s *Store) Downtimes(ctx context.Context, shard int) ([]room.Outage, error) {
	data, err := field(ctx, s.shards[shard], beats, "gaps")
	if err != nil {
		return nil, err
	}
	gaps, err := decode[[]gap]("heartbeats", data)
	downtimes := make([]room.Outage, len(gaps))
	for i, g := range gaps {
		downtimes[i] = room.Outage{Since: fromMS(g[0]), Until: fromMS(g[1])}
	}
	return downtimes, err
}
