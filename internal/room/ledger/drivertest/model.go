package drivertest

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/quatre/quatre/internal/room/ledger"
)

// RunModel carries out random batches, and compares what they return and what the database has
// then with a model in maps.
func RunModel(t *testing.T, open Open) {
	d := open(t)
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	runs := 0
	rapid.Check(t, func(rt *rapid.T) {
		runs++ // each run has keys of its own
		m := &model{logs: map[string][]string{}, hashes: map[string]map[string]string{}, sets: map[string]map[string]int64{}}
		keys := keysOf(runs)
		for range rapid.IntRange(1, 12).Draw(rt, "commits") {
			var batches []*ledger.Batch
			var want []int
			for range rapid.IntRange(1, 3).Draw(rt, "batches") {
				b := keys.batch(rt, m)
				batches, want = append(batches, b), append(want, m.run(b))
			}
			failed, err := d.Shards()[0].Commit(context.Background(), batches...)
			check(rt, failed, want, err, "conditions that failed")
			keys.compare(rt, d.Shards()[0], m)
		}
	})
}

// model is a database in maps.
type model struct {
	logs   map[string][]string
	hashes map[string]map[string]string
	sets   map[string]map[string]int64
}

// run carries out a batch.
func (m *model) run(b *ledger.Batch) (failed int) {
	for i, op := range b.If {
		if !m.holds(op) {
			return i + 1
		}
	}
	for _, op := range b.Do {
		m.change(op)
	}
	return 0
}

func (m *model) holds(op ledger.Op) bool {
	switch op.Kind {
	case ledger.IfLog:
		log := m.logs[op.Key]
		return op.A == strconv.Itoa(len(log)) && (len(log) == 0 || strings.HasSuffix(log[len(log)-1], op.B))
	case ledger.IfField:
		return m.hashes[op.Key][op.A] == op.B
	case ledger.IfScore:
		score, member := m.sets[op.Key][op.A]
		least, _ := strconv.ParseInt(op.B, 10, 64)
		return member && score >= least
	default:
		return op.A == strconv.Itoa(len(m.sets[op.Key]))
	}
}

func (m *model) change(op ledger.Op) {
	score, _ := strconv.ParseInt(op.B, 10, 64)
	switch _, member := m.sets[op.Key][op.A]; {
	case op.Kind == ledger.Append:
		m.logs[op.Key] = append(m.logs[op.Key], op.B)
	case op.Kind == ledger.SetField && op.B == "":
		delete(m.hashes[op.Key], op.A)
	case op.Kind == ledger.SetField:
		if m.hashes[op.Key] == nil {
			m.hashes[op.Key] = map[string]string{}
		}
		m.hashes[op.Key][op.A] = op.B
	case op.Kind == ledger.Put, op.Kind == ledger.PutNew && !member:
		if m.sets[op.Key] == nil {
			m.sets[op.Key] = map[string]int64{}
		}
		m.sets[op.Key][op.A] = score
	case op.Kind == ledger.Remove:
		delete(m.sets[op.Key], op.A)
	case op.Kind == ledger.Delete:
		delete(m.logs, op.Key)
		delete(m.hashes, op.Key)
		delete(m.sets, op.Key)
	}
}

// members returns the members of a set in order.
func (m *model) members(set string) (members []ledger.Member) {
	for name, score := range m.sets[set] {
		members = append(members, ledger.Member{Score: score, Name: name})
	}
	slices.SortFunc(members, ledger.Member.Compare)
	return members
}

// inRange returns the part of members that are in order that a range asks for.
func inRange(members []ledger.Member, r ledger.Range) (part []ledger.Member) {
	members = slices.Clone(members)
	behind := -1
	if r.Reverse {
		slices.Reverse(members)
		behind = 1
	}
	for _, m := range members {
		if m.Score <= r.Most && (r.After == nil || r.After.Compare(m) == behind) && len(part) < r.Limit {
			part = append(part, m)
		}
	}
	return part
}

// first returns the steps to the first leaf.
func (m *model) first(trees, skip []string) (steps []ledger.Step) {
	for _, set := range trees {
		members := slices.DeleteFunc(m.members(set), func(m ledger.Member) bool { return slices.Contains(skip, m.Name) })
		for ; len(members) > 0; members = m.members(set) {
			steps = append(steps, ledger.Step{Set: set, Name: members[0].Name, Size: len(m.sets[set])})
			set += "/" + members[0].Name
		}
		if len(steps) > 0 {
			break
		}
	}
	return steps
}

// keys are what a run of the model uses.
type keys struct{ logs, hashes, sets []string }

func keysOf(run int) keys {
	var k keys
	for _, p := range []string{"", ledger.Volatile} {
		p = fmt.Sprintf("%s%d", p, run)
		k.logs = append(k.logs, p+"log", p+"log2")
		k.hashes = append(k.hashes, p+"hash", p+"hash2")
		k.sets = append(k.sets, p+"set", p+"set/a", p+"set/a/b", p+"set/b")
	}
	return k
}

var (
	names  = rapid.SampledFrom([]string{"a", "b", "aa", "\xff", "c\x00"})
	values = rapid.SampledFrom([]string{"", "1", "value", "\x00"})
	scores = rapid.SampledFrom([]int64{-highest, -1, 0, 1, 2, 255, 256, highest})
)

// batch draws a batch. Most of its conditions hold.
func (k keys) batch(rt *rapid.T, m *model) *ledger.Batch {
	b := &ledger.Batch{}
	log, hash, set := rapid.SampledFrom(k.logs), rapid.SampledFrom(k.hashes), rapid.SampledFrom(k.sets)
	for range rapid.IntRange(0, 3).Draw(rt, "conditions") {
		var op ledger.Op
		off := 0
		if rapid.IntRange(0, 9).Draw(rt, "wrong") == 0 {
			off = 1
		}
		switch rapid.IntRange(0, 3).Draw(rt, "condition") {
		case 0:
			op = ifLog(log.Draw(rt, "log"), 0, "")
			if entries := m.logs[op.Key]; len(entries) > 0 {
				op = ifLog(op.Key, len(entries)+off, entries[len(entries)-1][1:])
			}
		case 1:
			op = ifField(hash.Draw(rt, "hash"), names.Draw(rt, "field"), "wrong"[:off])
			op.B += m.hashes[op.Key][op.A]
		case 2:
			op = ifScore(set.Draw(rt, "set"), names.Draw(rt, "member"), scores.Draw(rt, "score"))
		case 3:
			op = ifSize(set.Draw(rt, "set"), 0)
			op = ifSize(op.Key, len(m.sets[op.Key])+off)
		}
		b.If = append(b.If, op)
	}
	added := map[string]int{}
	for range rapid.IntRange(0, 5).Draw(rt, "changes") {
		switch rapid.IntRange(0, 6).Draw(rt, "change") {
		case 0:
			key := log.Draw(rt, "log")
			added[key]++
			n := len(m.logs[key]) + added[key]
			b.Do = append(b.Do, appendTo(key, n, fmt.Sprint("entry ", n)))
		case 1, 2:
			b.Do = append(b.Do, setField(hash.Draw(rt, "hash"), names.Draw(rt, "field"), values.Draw(rt, "value")))
		case 3, 4:
			op := put(set.Draw(rt, "set"), names.Draw(rt, "member"), scores.Draw(rt, "score"))
			op.Kind = rapid.SampledFrom([]ledger.Kind{ledger.Put, ledger.PutNew}).Draw(rt, "kind")
			b.Do = append(b.Do, op)
		case 5:
			b.Do = append(b.Do, remove(set.Draw(rt, "set"), names.Draw(rt, "member")))
		case 6:
			key := rapid.SampledFrom(slices.Concat(k.logs, k.hashes, k.sets)).Draw(rt, "key")
			b.Do = append(b.Do, deleteKey(key))
			added[key] = -len(m.logs[key])
		}
	}
	return b
}

// compare compares all reads with the model.
func (k keys) compare(rt *rapid.T, d ledger.Driver, m *model) {
	ctx := context.Background()
	lengths, err := d.Lengths(ctx, k.logs)
	for i, log := range k.logs {
		if err != nil || lengths[i] != uint64(len(m.logs[log])) {
			rt.Fatalf("log %s: length %d, want %d, error %v", log, lengths[i], len(m.logs[log]), err)
		}
		after := rapid.IntRange(0, len(m.logs[log])).Draw(rt, "after")
		limit := rapid.IntRange(1, 9).Draw(rt, "limit")
		entries, err := d.Log(ctx, log, uint64(after), limit)
		check(rt, texts(entries), m.logs[log][after:min(after+limit, len(m.logs[log]))], err, "log %s", log)
	}
	for _, hash := range k.hashes {
		all, err := d.All(ctx, hash)
		check(rt, all, m.hashes[hash], err, "hash %s", hash)
		values, err := d.Fields(ctx, hash, "c\x00", "a", "never")
		check(rt, values, []string{m.hashes[hash]["c\x00"], m.hashes[hash]["a"], ""}, err, "fields of %s", hash)
	}
	for _, set := range k.sets {
		all := ledger.Range{Most: math.MaxInt64, Limit: math.MaxInt32}
		members, err := d.Members(ctx, set, all)
		check(rt, members, m.members(set), err, "set %s", set)
		r := ledger.Range{Most: scores.Draw(rt, "most"), Reverse: rapid.Bool().Draw(rt, "reverse"), Limit: rapid.IntRange(1, 4).Draw(rt, "limit")}
		if rapid.Bool().Draw(rt, "begin behind") {
			r.After = &ledger.Member{Score: scores.Draw(rt, "score"), Name: names.Draw(rt, "name")}
		}
		members, err = d.Members(ctx, set, r)
		check(rt, members, inRange(m.members(set), r), err, "set %s, %+v", set, r)
	}
	trees := slices.Clone(k.sets)
	skip := rapid.SliceOfN(names, 0, 3).Draw(rt, "skip")
	for len(trees) > 0 {
		steps, err := d.First(ctx, trees, skip)
		check(rt, steps, m.first(trees, skip), err, "first of %q without %q", trees, skip)
		trees = trees[1:]
	}
}
