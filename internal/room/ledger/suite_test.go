package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// This is the conformance suite of stores. It tests every promise that package storage
// documents, through that package's interfaces alone.
//
//   - runConformance tests a store, case by case.
//   - runModel runs random operations on a store and on a plain model of the store, and
//     compares the results. runPresenceModel does the same for presence, runAnalysesModel
//     for questions and answers.
//   - runShared tests two processes on one store, through two handles.
//
// No test sleeps or measures time. A test waits for an event that must happen, up to
// patience. To show that an event has not happened, a test waits for a later event.

// patience is how long a test waits for an event before it fails.
const patience = time.Minute

// conditions are the settings of the store that a test opens.
type conditions struct {
	Now        func() time.Time // replaces time.Now
	JobLease   time.Duration    // replaces storage.JobLease
	SleepAfter time.Duration    // replaces room.SleepAfter
}

// openStore opens an empty store. The suite closes it.
type openStore func(t *testing.T, c conditions) storage.Store

// runConformance tests a store.
func runConformance(t *testing.T, open openStore) {
	for _, group := range []struct {
		name  string
		cases []testCase
	}{
		{"Log", logCases},
		{"Snapshots", snapshotCases},
		{"Effects", effectCases},
		{"Restore", restoreCases},
		{"Watch", watchCases},
		{"Presence", presenceCases},
		{"Queue", queueCases},
		{"Fair", fairCases},
		{"Reply", replyCases},
		{"Awake", awakeCases},
		{"Analyses", analysisCases},
		{"Archive", archiveCases},
		{"Forget", forgetCases},
		{"ForgetPlayer", forgetPlayerCases},
		{"NameKey", nameKeyCases},
		{"Bulk", bulkCases},
		{"Status", statusCases},
		{"Contexts", contextCases},
	} {
		t.Run(group.name, func(t *testing.T) {
			for _, c := range group.cases {
				t.Run(c.name, func(t *testing.T) { c.run(t, newSuite(t, open, longLease)) })
			}
		})
	}
	t.Run("Queue/ExpiredJobGoesToAnotherWorker", func(t *testing.T) {
		s := newSuite(t, open, shortLease)
		jobOfADeadWorker(t, s, s)
	})
	for _, c := range sleepCases {
		t.Run("Sleep/"+c.name, func(t *testing.T) {
			k := clocktest.At(start)
			c.run(t, wrap(t, open(t, conditions{Now: k.Now, JobLease: longLease, SleepAfter: shortSleep}), k))
		})
	}
}

// tb is a *testing.T or a *rapid.T.
type tb interface {
	rapid.TB
	Cleanup(func())
}

type testCase struct {
	name string
	run  func(*testing.T, *suite)
}

// suite is a store under test, and the clock of the store.
type suite struct {
	storage.Store
	clock *clocktest.Clock
	once  sync.Once
}

// longLease is a JobLease that is longer than any test.
const longLease = time.Hour

func newSuite(t *testing.T, open openStore, jobLease time.Duration) *suite {
	c := clocktest.At(start)
	return wrap(t, open(t, conditions{Now: c.Now, JobLease: jobLease, SleepAfter: room.SleepAfter}), c)
}

func wrap(t *testing.T, s storage.Store, c *clocktest.Clock) *suite {
	w := &suite{Store: s, clock: c}
	t.Cleanup(func() { w.close(t) })
	return w
}

func (s *suite) close(t tb) {
	s.once.Do(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
}

// start is the time at which all tests begin. It is a whole millisecond, like all times
// of rooms.
var start = time.Date(2024, 5, 6, 7, 8, 9, int(10*time.Millisecond), time.UTC)

// testContext returns a context that ends after patience.
func testContext(t tb) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

// roomWriter writes the log of one room.
type roomWriter struct {
	id   room.ID
	n    uint64
	last string // digest of the last entry
}

// next seals the next entry.
func (p *roomWriter) next(word string) room.Entry {
	e, err := room.Seal(p.last, p.n+1, start.Add(time.Duration(p.n)*time.Second), "somebody", word, room.Named{Seat: 1, Name: word})
	if err != nil {
		panic(err)
	}
	return e
}

// write appends an entry and returns it.
func (p *roomWriter) write(t tb, s storage.Store, fx room.Effects) room.Entry {
	t.Helper()
	e := p.next(fmt.Sprintf("%s-%d", p.id, p.n+1))
	if err := s.Append(testContext(t), p.id, e, fx); err != nil {
		t.Fatalf("Append %s %d: %v", p.id, e.N, err)
	}
	p.n, p.last = e.N, e.Digest
	return e
}

func must(t tb, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantErr(t tb, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("%s: got error %v, want %v", what, err, want)
	}
}

func equal[T comparable](t tb, what string, got, want []T) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

// read returns the room's entries after number after, and checks that they follow each other.
func read(t tb, s storage.Store, id room.ID, after uint64) []room.Entry {
	t.Helper()
	entries, err := s.Read(testContext(t), id, after, storage.All)
	must(t, err)
	for i, e := range entries {
		if e.N != after+uint64(i)+1 {
			t.Fatalf("Read %s after %d: entry %d at place %d", id, after, e.N, i)
		}
		if i > 0 && !e.Follows(entries[i-1].Digest) {
			t.Fatalf("Read %s: entry %d does not follow the entry before it", id, e.N)
		}
	}
	return entries
}
