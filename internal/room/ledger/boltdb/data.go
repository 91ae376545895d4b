package boltdb

import (
	"bytes"
	"strings"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room/ledger"
)

// tx is a transaction.
type tx struct {
	lasting  space
	volatile space
}

// in returns a transaction that sees a state of the memory, and the file as b does.
func (s *state) in(b *bolt.Tx) *tx {
	return &tx{space{recent: s.recent, stored: b.Bucket(bucketKeys)}, space{recent: s.volatile}}
}

// of returns the data that has a key.
func (t *tx) of(key string) data {
	if strings.HasPrefix(key, ledger.Volatile) {
		return data{&t.volatile}
	}
	return data{&t.lasting}
}

// data is logs, hashes and sets in a space.
type data struct{ *space }

// last returns the number and the bytes of the last entry of a log, or 0 if the log is empty.
func (d data) last(log string) (n uint64, raw []byte, err error) {
	size, err := d.size(log)
	if err != nil || size == 0 {
		return 0, nil, err
	}
	n = uint64(size)
	if raw = d.get(entryKey(log, n)); raw == nil {
		return 0, nil, damaged("log %s: entry %d is missing", log, n)
	}
	return n, raw, nil
}

// entries returns copies of at most limit entries after entry n.
func (d data) entries(log string, n uint64, limit int) (entries [][]byte, err error) {
	if n+1 == 0 {
		return nil, nil
	}
	for k, v := range within(at(log, partEntry, ""), d.ascend(entryKey(log, n+1))) {
		number, err := parseNumber(k)
		if err == nil && number != n+1 {
			err = damaged("log %s: entry %d follows entry %d", log, number, n)
		}
		if err != nil {
			return nil, err
		}
		n = number
		if entries = append(entries, bytes.Clone(v)); len(entries) >= limit {
			break
		}
	}
	return entries, nil
}

func (d data) append(log string, n uint64, raw string) error {
	if err := d.put(at(log, partSize, ""), number(n)); err != nil {
		return err
	}
	return d.put(entryKey(log, n), []byte(raw))
}

func (d data) field(hash, field string) string {
	return string(d.get(at(hash, partField, field)))
}

func (d data) setField(hash, field, value string) error {
	key := at(hash, partField, field)
	switch {
	case string(d.get(key)) == value:
		return nil
	case value == "":
		d.delete(key)
		return nil
	default:
		return d.put(key, []byte(value))
	}
}

// fields returns all fields of a hash.
func (d data) fields(hash string) map[string]string {
	all := map[string]string{}
	prefix := at(hash, partField, "")
	for k, v := range within(prefix, d.ascend(prefix)) {
		all[string(k)] = string(v)
	}
	return all
}

func (d data) score(set, name string) (score int64, member bool, err error) {
	value := d.get(at(set, partMember, name))
	if value == nil {
		return 0, false, nil
	}
	n, err := parseNumber(value)
	return int64(n), true, err
}

func (d data) size(set string) (int, error) {
	value := d.get(at(set, partSize, ""))
	if value == nil {
		return 0, nil
	}
	n, err := parseNumber(value)
	return int(n), err
}

// members returns members of a set. It passes over those that skip accepts; skip may be nil.
func (d data) members(set string, r ledger.Range, skip func(name string) bool) (members []ledger.Member, err error) {
	walk := d.ascend(at(set, partPlace, ""))
	switch {
	case r.Reverse:
		before := behindScore(set, r.Most)
		if r.After != nil && r.After.Score <= r.Most {
			before = placeKey(set, *r.After)
		}
		walk = d.descend(before)
	case r.After != nil:
		walk = d.ascend(append(placeKey(set, *r.After), 0))
	}
	for k := range within(at(set, partPlace, ""), walk) {
		m, err := parsePlace(k)
		if err != nil {
			return nil, err
		}
		if len(members) >= r.Limit || m.Score > r.Most {
			break
		}
		if skip == nil || !skip(m.Name) {
			members = append(members, m)
		}
	}
	return members, nil
}

// setScore makes name a member of a set, or moves it.
func (d data) setScore(set, name string, score int64) error {
	old, member, err := d.score(set, name)
	switch {
	case err != nil || member && old == score:
		return err
	case member:
		d.delete(placeKey(set, ledger.Member{Score: old, Name: name}))
	default:
		err = d.grow(set, 1)
	}
	if err == nil {
		err = d.put(at(set, partMember, name), number(uint64(score)))
	}
	if err != nil {
		return err
	}
	place := placeKey(set, ledger.Member{Score: score, Name: name})
	d.get(place) // if its page is damaged, this batch fails, and not the transaction that empties the journal
	return d.put(place, nil)
}

func (d data) remove(set, name string) error {
	old, member, err := d.score(set, name)
	if err != nil || !member {
		return err
	}
	d.delete(placeKey(set, ledger.Member{Score: old, Name: name}))
	d.delete(at(set, partMember, name))
	return d.grow(set, -1)
}

// grow changes the number of members of a set.
func (d data) grow(set string, by int) error {
	size, err := d.size(set)
	switch {
	case err != nil:
		return err
	case size+by < 0:
		return damaged("set %s has fewer members than none", set)
	case size+by == 0:
		d.delete(at(set, partSize, ""))
		return nil
	default:
		return d.put(at(set, partSize, ""), number(uint64(size+by)))
	}
}

// drop removes a whole key.
func (d data) drop(key string) {
	var found [][]byte
	prefix := at(key, 0, "")
	prefix = prefix[:len(prefix)-1]
	for k := range within(prefix, d.ascend(prefix)) {
		found = append(found, append(bytes.Clone(prefix), k...))
	}
	for _, k := range found {
		d.delete(k)
	}
}
