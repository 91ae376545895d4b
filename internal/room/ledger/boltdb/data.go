package boltdb

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room/ledger"
)

// The functions of this file panic if what is stored cannot be right, as bbolt does. guard makes an
// error of it.

// The parts of a key, see the package comment.
const (
	partEntry  = 'l'
	partField  = 'h'
	partMember = 'm'
	partSize   = 'n'
	partPlace  = 's'
)

const numberLength = 8

// at returns the form of a part of a key.
func at(key string, part byte, rest string) []byte {
	b := make([]byte, 0, len(key)+len(rest)+binary.MaxVarintLen64+numberLength+1)
	b = binary.AppendUvarint(b, uint64(len(key)))
	b = append(b, key...)
	return append(append(b, part), rest...)
}

// entryKey is the place of entry n of a log.
func entryKey(log string, n uint64) []byte {
	return binary.BigEndian.AppendUint64(at(log, partEntry, ""), n)
}

// placeKey is the place of a member in the order of its set.
func placeKey(set string, m ledger.Member) []byte {
	return append(binary.BigEndian.AppendUint64(at(set, partPlace, ""), uint64(m.Score)^1<<63), m.Name...)
}

func number(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

func parseNumber(b []byte) uint64 {
	if len(b) != numberLength {
		panic(fmt.Sprintf("%x is no number", b))
	}
	return binary.BigEndian.Uint64(b)
}

// tx is a transaction.
type tx struct{ lasting, volatile space }

// in returns a transaction that sees a state of the memory, and the file as b does.
func (s *state) in(b *bolt.Tx) *tx {
	return &tx{space{recent: s.recent, stored: b.Bucket(bucketKeys)}, space{recent: s.volatile}}
}

// of returns the space that has a key.
func (t *tx) of(key string) *space {
	if strings.HasPrefix(key, ledger.Volatile) {
		return &t.volatile
	}
	return &t.lasting
}

// run carries out a batch, and returns the number of the first condition that does not hold, or 0.
func (t *tx) run(b *ledger.Batch) (failed int) {
	for i, op := range b.If {
		if !t.of(op.Key).holds(op) {
			return i + 1
		}
	}
	for _, op := range b.Do {
		if op.Kind == ledger.Prune {
			if t.of(op.B).size(op.B) > 0 {
				continue
			}
			op.Kind = ledger.Remove
		}
		t.of(op.Key).change(op)
	}
	return 0
}

// holds reports whether a condition holds.
func (s *space) holds(op ledger.Op) bool {
	switch op.Kind {
	case ledger.IfLog:
		n, raw := s.last(op.Key)
		return strconv.FormatUint(n, 10) == op.A && bytes.HasSuffix(raw, []byte(op.B))
	case ledger.IfField:
		return s.field(op.Key, op.A) == op.B
	case ledger.IfScore:
		score, member := s.score(op.Key, op.A)
		return member && score >= parseScore(op.B)
	}
	panic(fmt.Sprintf("there is no condition %q", op.Kind))
}

// change carries out a change.
func (s *space) change(op ledger.Op) {
	switch op.Kind {
	case ledger.Append:
		s.grow(op.Key, 1)
		s.put(entryKey(op.Key, uint64(s.size(op.Key))), []byte(op.A))
	case ledger.SetField:
		s.setField(op.Key, op.A, op.B)
	case ledger.PutNew:
		if _, member := s.score(op.Key, op.A); !member {
			s.setScore(op.Key, op.A, parseScore(op.B))
		}
	case ledger.Put:
		s.setScore(op.Key, op.A, parseScore(op.B))
	case ledger.Remove:
		s.remove(op.Key, op.A)
	case ledger.Delete:
		s.drop(op.Key)
	case ledger.Publish: // see DB.commit
	default:
		panic(fmt.Sprintf("there is no change %q", op.Kind))
	}
}

func parseScore(text string) int64 {
	score, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		panic(err)
	}
	return score
}

// last returns the number and the bytes of the last entry of a log, or 0 if the log is empty.
func (s *space) last(log string) (n uint64, raw []byte) {
	n = uint64(s.size(log))
	if n == 0 {
		return 0, nil
	}
	if raw = s.get(entryKey(log, n)); raw == nil {
		panic(fmt.Sprintf("log %s: entry %d is missing", log, n))
	}
	return n, raw
}

// entries returns copies of at most limit entries after entry n.
func (s *space) entries(log string, n uint64, limit int) (entries [][]byte) {
	if n == math.MaxUint64 {
		return nil
	}
	for k, v := range s.walk(at(log, partEntry, ""), entryKey(log, n+1), false) {
		n++
		if number := parseNumber(k); number != n {
			panic(fmt.Sprintf("log %s: entry %d follows entry %d", log, number, n-1))
		}
		if entries = append(entries, bytes.Clone(v)); len(entries) >= limit {
			break
		}
	}
	return entries
}

func (s *space) field(hash, field string) string {
	return string(s.get(at(hash, partField, field)))
}

func (s *space) setField(hash, field, value string) {
	switch key := at(hash, partField, field); {
	case string(s.get(key)) == value:
	case value == "":
		s.delete(key)
	default:
		s.put(key, []byte(value))
	}
}

// fields returns all fields of a hash.
func (s *space) fields(hash string) map[string]string {
	all := map[string]string{}
	prefix := at(hash, partField, "")
	for k, v := range s.walk(prefix, prefix, false) {
		all[string(k)] = string(v)
	}
	return all
}

func (s *space) score(set, name string) (score int64, member bool) {
	if value := s.get(at(set, partMember, name)); value != nil {
		return int64(parseNumber(value)), true
	}
	return 0, false
}

// size returns the number of the entries of a log or of the members of a set.
func (s *space) size(key string) int {
	if value := s.get(at(key, partSize, "")); value != nil {
		return int(parseNumber(value))
	}
	return 0
}

// members returns members of a set. It passes over those that skip accepts; skip may be nil.
func (s *space) members(set string, r ledger.Range, skip func(name string) bool) (members []ledger.Member) {
	prefix := at(set, partPlace, "")
	from := prefix
	switch {
	case r.Reverse && r.After != nil:
		from = placeKey(set, *r.After)
	case r.Reverse:
		from = at(set, partPlace+1, "") // behind all places
	case r.After != nil:
		from = append(placeKey(set, *r.After), 0)
	}
	for k := range s.walk(prefix, from, r.Reverse) {
		n := min(len(k), numberLength)
		m := ledger.Member{Score: int64(parseNumber(k[:n]) ^ 1<<63), Name: string(k[n:])}
		if len(members) >= r.Limit || m.Score > r.Most && !r.Reverse {
			break
		}
		if skip == nil || !skip(m.Name) {
			members = append(members, m)
		}
	}
	return members
}

// setScore makes name a member of a set, or moves it.
func (s *space) setScore(set, name string, score int64) {
	switch old, member := s.score(set, name); {
	case !member:
		s.grow(set, 1)
	case old == score:
		return
	default:
		s.delete(placeKey(set, ledger.Member{Score: old, Name: name}))
	}
	s.put(at(set, partMember, name), number(uint64(score)))
	place := placeKey(set, ledger.Member{Score: score, Name: name})
	s.get(place) // if its page is damaged, this batch fails, and not the transaction that empties the journal
	s.put(place, nil)
}

func (s *space) remove(set, name string) {
	if old, member := s.score(set, name); member {
		s.delete(placeKey(set, ledger.Member{Score: old, Name: name}))
		s.delete(at(set, partMember, name))
		s.grow(set, -1)
	}
}

// grow changes the number of the entries of a log or of the members of a set.
func (s *space) grow(key string, by int) {
	switch size := s.size(key) + by; {
	case size < 0:
		panic(fmt.Sprintf("set %s has fewer members than none", key))
	case size == 0:
		s.delete(at(key, partSize, ""))
	default:
		s.put(at(key, partSize, ""), number(uint64(size)))
	}
}

// drop removes a whole key.
func (s *space) drop(key string) {
	var found [][]byte
	prefix := at(key, 0, "")
	prefix = prefix[:len(prefix)-1]
	for k := range s.walk(prefix, prefix, false) {
		found = append(found, append(bytes.Clone(prefix), k...))
	}
	for _, k := range found {
		s.delete(k)
	}
}
