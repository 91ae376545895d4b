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

// RunModel carries out random batches, and compares what they return and publish, and what the
// database has then, with a model in maps.
func RunModel(t *testing.T, open Open) {
	f := newFixture(t, open)
	runs := 0
	rapid.Check(t, func(rt *rapid.T) {
		runs++ // each run has keys of its own
		m := &model{logs: map[string][]string{}, hashes: map[string]map[string]string{}, sets: map[string]map[string]int64{}, published: map[string][]string{}}
		keys := keysOf(runs)
		var watchers []*watcher // two of each channel
		for _, channel := range slices.Concat(keys.channels, keys.channels) {
			w := watch(rt, f.Driver, channel, 1000)
			defer w.stop()
			watchers = append(watchers, w)
		}
		for range rapid.IntRange(1, 12).Draw(rt, "commits") {
			var batches []*ledger.Batch
			var want []int
			for range rapid.IntRange(0, 3).Draw(rt, "batches") {
				b := keys.batch(rt, m)
				batches, want = append(batches, b), append(want, m.run(b))
			}
			failed, err := f.Commit(context.Background(), batches...)
			check(rt, failed, want, err, "conditions that failed")
			keys.compare(rt, f.Driver, m)
		}
		b := &ledger.Batch{}
		for _, channel := range keys.channels {
			b.Do = append(b.Do, publish(channel, "last"))
		}
		m.run(b)
		failed, err := f.Commit(context.Background(), b)
		check(rt, failed, []int{0}, err, "the last payloads")
		for i, w := range watchers {
			w.want(m.published[keys.channels[i%len(keys.channels)]]...)
		}
	})
}

// model is a database in maps.
type model struct {
	logs   map[string][]string
	hashes map[string]map[string]string
	sets   map[string]map[string]int64

	published map[string][]string
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
	default:
		score, member := m.sets[op.Key][op.A]
		least, _ := strconv.ParseInt(op.B, 10, 64)
		return member && score >= least
	}
}

func (m *model) change(op ledger.Op) {
	score, _ := strconv.ParseInt(op.B, 10, 64)
	switch _, member := m.sets[op.Key][op.A]; {
	case op.Kind == ledger.Append:
		m.logs[op.Key] = append(m.logs[op.Key], op.A)
		m.published[op.Key] = append(m.published[op.Key], op.A)
	case op.Kind == ledger.Publish:
		m.published[op.Key] = append(m.published[op.Key], op.A)
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
	case op.Kind == ledger.Remove, op.Kind == ledger.Prune && len(m.sets[op.B]) == 0:
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
		if (r.Reverse || m.Score <= r.Most) && (r.After == nil || r.After.Compare(m) == behind) && len(part) < r.Limit {
			part = append(part, m)
		}
	}
	return part
}

// first returns the steps to the first leaf.
func (m *model) first(set string, skip []string) (steps []ledger.Step) {
	members := slices.DeleteFunc(m.members(set), func(m ledger.Member) bool { return slices.Contains(skip, m.Name) })
	for ; len(members) > 0; members = m.members(set) {
		steps = append(steps, ledger.Step{Name: members[0].Name, Size: len(m.sets[set])})
		set += "/" + members[0].Name
	}
	return steps
}

// keys are what a run of the model uses. Some of them begin others, and some are any bytes.
type keys struct{ logs, hashes, sets, channels []string }

func keysOf(run int) keys {
	var k keys
	for _, p := range []string{"", ledger.Volatile} {
		p = fmt.Sprintf("%s%d", p, run)
		k.logs = append(k.logs, p+"log", p+"log"+anyBytes)
		k.hashes = append(k.hashes, p+"hash", p+"hash"+anyBytes)
		k.sets = append(k.sets, p+"set", p+"set/a", p+"set/a/b", p+"set/"+anyBytes)
		k.channels = append(k.channels, p+"channel"+anyBytes)
	}
	k.channels = append(k.channels, k.logs...)
	return k
}

const (
	anyBytes = "\x00\xff é\n'\"{}%:;/~"
	highest  = 1 << 53 // the highest score
)

var (
	names  = rapid.SampledFrom([]string{"a", "b", "aa", "B", "9", "10", "\xff", "a\x00", anyBytes})
	values = rapid.SampledFrom([]string{"", "1", "1.0", "value", anyBytes})
	scores = rapid.SampledFrom([]int64{-highest, -highest + 1, -256, -255, -1, 0, 1, 2, 255, 256, highest - 1, highest})
)

// condition draws a condition. Nine out of ten hold, if there is anything that they can be about.
func (k keys) condition(rt *rapid.T, m *model) ledger.Op {
	wrong := rapid.IntRange(0, 9).Draw(rt, "wrong") == 0
	switch rapid.IntRange(0, 2).Draw(rt, "condition") {
	case 0:
		log := rapid.SampledFrom(k.logs).Draw(rt, "log")
		n, tail := len(m.logs[log]), ""
		if n > 0 {
			last := m.logs[log][n-1]
			tail = last[rapid.IntRange(0, len(last)).Draw(rt, "tail from"):]
			if wrong {
				tail = rapid.SampledFrom([]string{"", "x" + last, last[:len(last)-1]}).Draw(rt, "tail")
			}
		}
		if wrong && tail == "" {
			n = max(0, n+rapid.SampledFrom([]int{-1, 1, 2}).Draw(rt, "off"))
		}
		return op(ledger.IfLog, log, n, tail)
	case 1:
		hash, field := rapid.SampledFrom(k.hashes).Draw(rt, "hash"), names.Draw(rt, "field")
		if wrong {
			return op(ledger.IfField, hash, field, values.Draw(rt, "value"))
		}
		return op(ledger.IfField, hash, field, m.hashes[hash][field])
	default:
		set := rapid.SampledFrom(k.sets).Draw(rt, "set")
		if members := m.members(set); len(members) > 0 && !wrong {
			member := rapid.SampledFrom(members).Draw(rt, "member")
			return op(ledger.IfScore, set, member.Name, max(-highest, member.Score-rapid.Int64Range(0, 1).Draw(rt, "less")))
		}
		return op(ledger.IfScore, set, names.Draw(rt, "member"), scores.Draw(rt, "score"))
	}
}

// batch draws a batch.
func (k keys) batch(rt *rapid.T, m *model) *ledger.Batch {
	b := &ledger.Batch{}
	log, hash, set := rapid.SampledFrom(k.logs), rapid.SampledFrom(k.hashes), rapid.SampledFrom(k.sets)
	for range rapid.IntRange(0, 3).Draw(rt, "conditions") {
		b.If = append(b.If, k.condition(rt, m))
	}
	for range rapid.IntRange(0, 6).Draw(rt, "changes") {
		var c ledger.Op
		switch kind := rapid.SampledFrom([]ledger.Kind{
			ledger.Append, ledger.SetField, ledger.SetField, ledger.Put, ledger.Put, ledger.PutNew, ledger.Remove, ledger.Prune, ledger.Delete, ledger.Publish,
		}).Draw(rt, "kind"); kind {
		case ledger.Append:
			c = op(kind, log.Draw(rt, "log"), fmt.Sprint("entry ", rapid.Byte().Draw(rt, "number"), values.Draw(rt, "entry")), "")
		case ledger.SetField:
			c = op(kind, hash.Draw(rt, "hash"), names.Draw(rt, "field"), values.Draw(rt, "value"))
		case ledger.Put, ledger.PutNew:
			c = op(kind, set.Draw(rt, "set"), names.Draw(rt, "member"), scores.Draw(rt, "score"))
		case ledger.Remove, ledger.Prune:
			c = op(kind, set.Draw(rt, "set"), names.Draw(rt, "member"), set.Draw(rt, "other set"))
			if members := m.members(c.Key); len(members) > 0 && rapid.Bool().Draw(rt, "a member") {
				c.A = rapid.SampledFrom(members).Draw(rt, "member").Name
			}
		case ledger.Delete:
			c = op(kind, rapid.SampledFrom(slices.Concat(k.logs, k.hashes, k.sets)).Draw(rt, "key"), "", "")
		case ledger.Publish:
			c = op(kind, rapid.SampledFrom(k.channels).Draw(rt, "channel"), fmt.Sprint("payload ", values.Draw(rt, "payload")), "")
		}
		b.Do = append(b.Do, c)
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
		after := rapid.SampledFrom([]uint64{0, 1, 2, 3, 4, math.MaxInt64, math.MaxUint64}).Draw(rt, "after")
		limit := rapid.SampledFrom([]int{1, 2, 9, math.MaxInt}).Draw(rt, "limit")
		left := m.logs[log][min(after, uint64(len(m.logs[log]))):]
		entries, err := d.Log(ctx, log, after, limit)
		check(rt, texts(entries), left[:min(limit, len(left))], err, "log %s, %d entries after %d", log, limit, after)
	}
	for _, hash := range k.hashes {
		all, err := d.All(ctx, hash)
		check(rt, all, m.hashes[hash], err, "hash %s", hash)
		values, err := d.Fields(ctx, hash, anyBytes, "a", "never")
		check(rt, values, []string{m.hashes[hash][anyBytes], m.hashes[hash]["a"], ""}, err, "fields of %s", hash)
	}
	for _, set := range k.sets {
		all := ledger.Range{Most: math.MaxInt64, Limit: math.MaxInt32}
		members, err := d.Members(ctx, set, all)
		check(rt, members, m.members(set), err, "set %s", set)
		r := ledger.Range{Most: scores.Draw(rt, "most"), Reverse: rapid.Bool().Draw(rt, "reverse"), Limit: rapid.IntRange(0, 4).Draw(rt, "limit")}
		if rapid.Bool().Draw(rt, "begin behind") {
			r.After = &ledger.Member{Score: scores.Draw(rt, "score"), Name: names.Draw(rt, "name")}
			if len(members) > 0 && rapid.Bool().Draw(rt, "a member") {
				r.After = &members[rapid.IntRange(0, len(members)-1).Draw(rt, "place")]
			}
		}
		members, err = d.Members(ctx, set, r)
		check(rt, members, inRange(m.members(set), r), err, "set %s, %+v", set, r)
	}
	skip := rapid.SliceOfN(names, 0, 3).Draw(rt, "skip")
	for _, set := range k.sets {
		steps, err := d.First(ctx, set, skip...)
		check(rt, steps, m.first(set, skip), err, "first of %q without %q", set, skip)
	}
}
