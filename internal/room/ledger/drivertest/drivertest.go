// Package drivertest is the suite for databases of package ledger. It tests every sentence of the
// comments of ledger.Database and ledger.Driver.
//
//   - Run tests a database, case by case.
//   - RunModel carries out random batches and reads, and compares them with a plain model.
//
// The tests of each database also test its own promises: outages, restarts, damaged files.
//
// No test sleeps or measures time. A test waits for an event that must happen, up to Patience. To
// show that an event has not happened, a test waits for a later event.
package drivertest

import (
	"context"
	"math"
	"reflect"
	"strconv"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room/ledger"
)

// Patience is how long a test waits for an event before it fails.
const Patience = 20 * time.Second

// Open opens an empty database. The suite closes it.
type Open func(t testing.TB) ledger.Database

// Run tests a database.
func Run(t *testing.T, open Open) {
	for _, group := range []struct {
		name  string
		cases []testCase
	}{
		{"Commit", commitCases},
		{"Concurrent", concurrentCases},
		{"Read", readCases},
		{"Set", setCases},
		{"Watch", watchCases},
		{"Database", databaseCases},
	} {
		t.Run(group.name, func(t *testing.T) {
			for _, c := range group.cases {
				t.Run(c.name, func(t *testing.T) {
					d := open(t)
					f := &fixture{T: t, Database: d, Driver: d.Shards()[0]}
					t.Cleanup(f.close)
					c.test(f)
				})
			}
		})
	}
}

type testCase struct {
	name string
	test func(*fixture)
}

// fixture is a database under test, and its first shard.
type fixture struct {
	*testing.T
	ledger.Database
	ledger.Driver
	closed bool
}

func (f *fixture) close() {
	f.Helper()
	if f.closed {
		return
	}
	f.closed = true
	if err := f.Close(); err != nil {
		f.Errorf("Close: %v", err)
	}
}

// commit carries out batches, which must give these results.
func (f *fixture) commit(want []int, batches ...*ledger.Batch) {
	f.Helper()
	failed, err := f.Commit(f.Context(), batches...)
	if err != nil || !reflect.DeepEqual(failed, want) {
		f.Fatalf("Commit: conditions %v failed, want %v, error %v", failed, want, err)
	}
}

// do carries out changes.
func (f *fixture) do(changes ...ledger.Op) {
	f.Helper()
	f.commit([]int{0}, &ledger.Batch{Do: changes})
}

// holds checks whether conditions hold. want is the number of the first that does not, or 0.
func (f *fixture) holds(want int, conditions ...ledger.Op) {
	f.Helper()
	f.commit([]int{want}, &ledger.Batch{If: conditions})
}

// each runs a test with keys that last and with volatile ones.
func each(test func(f *fixture, prefix string)) func(*fixture) {
	return func(f *fixture) {
		test(f, "")
		test(f, ledger.Volatile)
	}
}

func ifLog(log string, n int, tail string) ledger.Op {
	return ledger.Op{Kind: ledger.IfLog, Key: log, A: strconv.Itoa(n), B: tail}
}

func ifField(hash, field, value string) ledger.Op {
	return ledger.Op{Kind: ledger.IfField, Key: hash, A: field, B: value}
}

func ifScore(set, member string, least int64) ledger.Op {
	return ledger.Op{Kind: ledger.IfScore, Key: set, A: member, B: strconv.FormatInt(least, 10)}
}

func ifSize(set string, n int) ledger.Op {
	return ledger.Op{Kind: ledger.IfSize, Key: set, A: strconv.Itoa(n)}
}

func appendTo(log string, n int, raw string) ledger.Op {
	return ledger.Op{Kind: ledger.Append, Key: log, A: strconv.Itoa(n), B: raw}
}

func setField(hash, field, value string) ledger.Op {
	return ledger.Op{Kind: ledger.SetField, Key: hash, A: field, B: value}
}

func put(set, member string, score int64) ledger.Op {
	return ledger.Op{Kind: ledger.Put, Key: set, A: member, B: strconv.FormatInt(score, 10)}
}

func putNew(set, member string, score int64) ledger.Op {
	return ledger.Op{Kind: ledger.PutNew, Key: set, A: member, B: strconv.FormatInt(score, 10)}
}

func remove(set, member string) ledger.Op {
	return ledger.Op{Kind: ledger.Remove, Key: set, A: member}
}

func deleteKey(key string) ledger.Op { return ledger.Op{Kind: ledger.Delete, Key: key} }

func publish(channel, payload string) ledger.Op {
	return ledger.Op{Kind: ledger.Publish, Key: channel, A: payload}
}

// wantLog checks all entries of a log.
func (f *fixture) wantLog(log string, want ...string) {
	f.Helper()
	entries, err := f.Log(f.Context(), log, 0, math.MaxInt32)
	if err != nil || !reflect.DeepEqual(texts(entries), texts(want)) {
		f.Fatalf("log %s: %q, want %q, error %v", log, entries, want, err)
	}
	lengths, err := f.Lengths(f.Context(), []string{log})
	if err != nil || len(lengths) != 1 || lengths[0] != uint64(len(want)) {
		f.Fatalf("log %s: lengths %v, want %d, error %v", log, lengths, len(want), err)
	}
}

// texts returns entries as strings, never nil.
func texts[T string | []byte](entries []T) []string {
	all := []string{}
	for _, e := range entries {
		all = append(all, string(e))
	}
	return all
}

// wantHash checks all fields of a hash.
func (f *fixture) wantHash(hash string, want map[string]string) {
	f.Helper()
	all, err := f.All(f.Context(), hash)
	if err != nil || len(all) != len(want) || len(want) > 0 && !reflect.DeepEqual(all, want) {
		f.Fatalf("hash %s: %q, want %q, error %v", hash, all, want, err)
	}
}

// wantMembers checks a range of a set.
func (f *fixture) wantMembers(set string, r ledger.Range, want ...ledger.Member) {
	f.Helper()
	members, err := f.Members(f.Context(), set, r)
	if err != nil || len(members) != len(want) || len(want) > 0 && !reflect.DeepEqual(members, want) {
		f.Fatalf("set %s, %+v: %v, want %v, error %v", set, r, members, want, err)
	}
}

// wantSet checks all members of a set.
func (f *fixture) wantSet(set string, want ...ledger.Member) {
	f.Helper()
	f.wantMembers(set, ledger.Range{Most: math.MaxInt64, Limit: math.MaxInt32}, want...)
	f.holds(0, ifSize(set, len(want)))
}

// within returns a context that ends after Patience.
func within(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), Patience)
	t.Cleanup(cancel)
	return ctx
}
