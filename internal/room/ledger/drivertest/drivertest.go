// Package drivertest is the suite for databases of package ledger. It tests every sentence of the
// comments of ledger.Database and ledger.Driver that one process can test without faults.
//
//   - RunModel carries out random batches, reads and watches, and compares them with a plain model.
//   - Run tests what the model does not: large keys, calls at once, slow watchers, the end.
//
// The tests of each database also test its own promises: outages, restarts, damaged files.
//
// No test sleeps or measures time. A test waits for an event that must happen, up to patience. To
// show that an event has not happened, a test waits for a later event.
package drivertest

import (
	"fmt"
	"math"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room/ledger"
)

// patience is how long a test waits for an event before it fails.
const patience = 20 * time.Second

// Open opens an empty database. The suite closes it.
type Open func(t testing.TB) ledger.Database

// Run tests a database.
func Run(t *testing.T, open Open) {
	for group, cases := range map[string]cases{
		"Calls": callCases, "Concurrent": concurrentCases, "Watch": watchCases, "Database": databaseCases,
	} {
		for name, test := range cases {
			t.Run(group+"/"+name, func(t *testing.T) { test(newFixture(t, open)) })
		}
	}
}

type cases map[string]func(*fixture)

// fixture is a database under test, and its first shard.
type fixture struct {
	*testing.T
	ledger.Database
	ledger.Driver
	closing sync.Once
}

func newFixture(t *testing.T, open Open) *fixture {
	d := open(t)
	f := &fixture{T: t, Database: d, Driver: d.Shards()[0]}
	t.Cleanup(f.close)
	return f
}

func (f *fixture) close() {
	f.Helper()
	f.closing.Do(func() {
		if err := f.Close(); err != nil {
			f.Errorf("Close: %v", err)
		}
	})
}

// commit carries out batches, which must give these results.
func (f *fixture) commit(want []int, batches ...*ledger.Batch) {
	f.Helper()
	failed, err := f.Commit(f.Context(), batches...)
	check(f, failed, want, err, "conditions that failed")
}

// do carries out changes.
func (f *fixture) do(changes ...ledger.Op) {
	f.Helper()
	f.commit([]int{0}, &ledger.Batch{Do: changes})
}

// each runs a test with keys that last and with volatile ones.
func each(test func(f *fixture, prefix string)) func(*fixture) {
	return func(f *fixture) {
		test(f, "")
		test(f, ledger.Volatile)
	}
}

func op(kind ledger.Kind, key string, a, b any) ledger.Op {
	return ledger.Op{Kind: kind, Key: key, A: fmt.Sprint(a), B: fmt.Sprint(b)}
}

func ifLog(log string, n int, tail string) ledger.Op { return op(ledger.IfLog, log, n, tail) }

func ifScore(set, member string, least int64) ledger.Op {
	return op(ledger.IfScore, set, member, least)
}

func appendTo(log, raw string) ledger.Op { return op(ledger.Append, log, raw, "") }

func setField(hash, field, value string) ledger.Op { return op(ledger.SetField, hash, field, value) }

func put(set, member string, score int64) ledger.Op { return op(ledger.Put, set, member, score) }

func deleteKey(key string) ledger.Op { return op(ledger.Delete, key, "", "") }

func publish(channel, payload string) ledger.Op { return op(ledger.Publish, channel, payload, "") }

// fataler is a *testing.T or a *rapid.T.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// check checks the result of a call, a slice or a map.
func check(t fataler, got, want any, err error, call string, args ...any) {
	t.Helper()
	bothEmpty := reflect.ValueOf(got).Len() == 0 && reflect.ValueOf(want).Len() == 0
	if err != nil || !bothEmpty && !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: %q, want %q, error %v", fmt.Sprintf(call, args...), got, want, err)
	}
}

// wantLog checks all entries of a log.
func (f *fixture) wantLog(log string, want ...string) {
	f.Helper()
	entries, err := f.Log(f.Context(), log, 0, math.MaxInt32)
	check(f, texts(entries), want, err, "log %s", log)
	lengths, err := f.Lengths(f.Context(), []string{log})
	check(f, lengths, []uint64{uint64(len(want))}, err, "length of log %s", log)
}

// texts returns entries as strings.
func texts(entries [][]byte) (all []string) {
	for _, e := range entries {
		all = append(all, string(e))
	}
	return all
}

// wantHash checks all fields of a hash.
func (f *fixture) wantHash(hash string, want map[string]string) {
	f.Helper()
	all, err := f.All(f.Context(), hash)
	check(f, all, want, err, "hash %s", hash)
}

// wantSet checks all members of a set.
func (f *fixture) wantSet(set string, want ...ledger.Member) {
	f.Helper()
	members, err := f.Members(f.Context(), set, ledger.Range{Most: math.MaxInt64, Limit: math.MaxInt32})
	check(f, members, want, err, "set %s", set)
}
