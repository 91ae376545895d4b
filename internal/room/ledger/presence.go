package ledger

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// What the store has of the processes and of the people in rooms:
//
//	~holders      set   holder by the end of its heartbeat
//	~held:HOLDER  set   the rooms for which it has announced something
//	~presence     hash  room to what each holder has announced, as JSON
//	~watched      hash  room to "here" while somebody is there, or since when nobody is
//	beats         hash  last: the last heartbeat of any holder; gaps: the downtimes, as JSON
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
	var at int64
	_, err := fmt.Sscan(since, &at)
	return since == somebody || err == nil && s.Now().Sub(fromMS(at)) < s.options.SleepAfter
}

// announced is what the holders have announced for a room.
type announced map[string]storage.RoomPresence

func parseAnnounced(data string) (announced, error) {
	all := announced{}
	if data == "" {
		return all, nil
	}
	if err := json.Unmarshal([]byte(data), &all); err != nil {
		return nil, fmt.Errorf("ledger: presence: %w: %w", storage.ErrDamaged, err)
	}
	return all, nil
}

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
func (s *Store) Present(ctx context.Context, id room.ID) (storage.RoomPresence, error) {
	all, _, err := s.announcedFor(ctx, s.of(id), id)
	return all.merged(), err
}

// announcedFor returns what the living holders have announced, and the stored value.
func (s *Store) announcedFor(ctx context.Context, d Driver, id room.ID) (announced, string, error) {
	living, _, err := s.living(ctx, d)
	if err != nil {
		return nil, "", err
	}
	stored, err := field(ctx, d, presence, string(id))
	if err != nil {
		return nil, "", err
	}
	all, err := parseAnnounced(stored)
	for holder := range all {
		if !living[holder] {
			delete(all, holder)
		}
	}
	return all, stored, err
}

// Announce implements storage.Presence.
func (s *Store) Announce(ctx context.Context, id room.ID, holder string, p storage.RoomPresence) error {
	d := s.of(id)
	return change(ctx, d, map[int]error{1: fmt.Errorf("ledger: holder %s: %w", holder, storage.ErrNotFound)}, func(b *Batch) error {
		b.ifScore(holders, holder, ms(s.Now())+1)
		return s.announce(ctx, d, b, id, holder, p)
	})
}

// announce replaces what a holder has announced, and publishes the result.
func (s *Store) announce(ctx context.Context, d Driver, b *Batch, id room.ID, holder string, p storage.RoomPresence) error {
	all, stored, err := s.announcedFor(ctx, d, id)
	if err != nil {
		return err
	}
	before, err := parseAnnounced(stored)
	if err != nil {
		return err
	}
	delete(all, holder)
	b.remove(heldBy(holder), string(id))
	if p != (storage.RoomPresence{}) {
		all[holder] = p
		b.put(heldBy(holder), string(id), 0)
	}
	here := all.merged()
	switch {
	case here.Somebody():
		b.set(watched, string(id), somebody)
	case before.merged().Somebody():
		b.set(watched, string(id), itoa(ms(s.Now())))
	}
	value := ""
	if len(all) > 0 {
		value = asJSON(all)
	}
	b.ifField(presence, string(id), stored)
	b.set(presence, string(id), value)
	b.publish(logOf(id), present+asJSON(here))
	return nil
}

// asJSON encodes a value of this package or of storage, which can always be encoded.
func asJSON(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(data)
}

// Heartbeat implements storage.Presence.
func (s *Store) Heartbeat(ctx context.Context, shard int, holder string) (began bool, err error) {
	d := s.shards[shard]
	living, expired, err := s.living(ctx, d)
	if err != nil {
		return false, err
	}
	for _, other := range expired {
		if err := s.reap(ctx, d, other); err != nil {
			return false, err
		}
	}
	return !living[holder], change(ctx, d, nil, func(b *Batch) error {
		found, err := d.Fields(ctx, beats, "last", "gaps")
		if err != nil {
			return err
		}
		now := ms(s.Now())
		var before int64
		_, _ = fmt.Sscan(found[0], &before)
		b.ifField(beats, "last", found[0])
		if before > 0 && now-before >= storage.MinDowntime.Milliseconds() {
			gaps, err := parseGaps(found[1])
			if err != nil {
				return err
			}
			gaps = append(gaps, gap{before, now})
			b.set(beats, "gaps", asJSON(gaps[max(0, len(gaps)-storage.MaxDowntimes):]))
		}
		b.set(beats, "last", itoa(now))
		b.put(holders, holder, now+storage.PresenceTTL.Milliseconds())
		return nil
	})
}

// reap withdraws what a holder has announced whose heartbeat has expired.
func (s *Store) reap(ctx context.Context, d Driver, holder string) error {
	for {
		held, err := d.Members(ctx, heldBy(holder), Range{Most: 0, Limit: 100})
		if err != nil {
			return err
		}
		for _, m := range held {
			err := change(ctx, d, nil, func(b *Batch) error {
				return s.announce(ctx, d, b, room.ID(m.Name), holder, storage.RoomPresence{})
			})
			if err != nil {
				return err
			}
		}
		if len(held) == 0 {
			b := new(Batch)
			b.ifSize(heldBy(holder), 0)
			b.remove(holders, holder)
			_, err := commit(ctx, d, b)
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

func parseGaps(data string) (gaps []gap, err error) {
	if data == "" {
		return nil, nil
	}
	if err := json.Unmarshal([]byte(data), &gaps); err != nil {
		return nil, fmt.Errorf("ledger: heartbeats: %w: %w", storage.ErrDamaged, err)
	}
	return gaps, nil
}

// Downtimes implements storage.Presence.
func (s *Store) Downtimes(ctx context.Context, shard int) ([]room.Outage, error) {
	data, err := field(ctx, s.shards[shard], beats, "gaps")
	if err != nil {
		return nil, err
	}
	gaps, err := parseGaps(data)
	downtimes := make([]room.Outage, len(gaps))
	for i, g := range gaps {
		downtimes[i] = room.Outage{Since: fromMS(g[0]), Until: fromMS(g[1])}
	}
	return downtimes, err
}
