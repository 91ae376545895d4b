package room_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

var start = time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)

// table is a room for a test, with a clock that the test sets. Its methods send the commands of
// players.
type table struct {
	t        *testing.T
	store    storage.Store
	executor play.Executor
	replica  *play.Replica
	now      time.Time
	sent     int // number of commands
}

func newTable(t *testing.T, create room.Create) *table {
	b := &table{t: t, store: storetest.Open(t), now: start}
	b.executor = play.Executor{Log: b.store, Now: func() time.Time { return b.now }, Retention: time.Hour}
	b.replica = play.NewReplica("table")
	if create.Variant == "" {
		create.Variant = "connect4:7x6:4"
	}
	if create.First == 0 {
		create.First = 1
	}
	b.must("ana", create)
	return b
}

// newGame returns a table at which bob has sat down.
func newGame(t *testing.T, create room.Create) *table {
	b := newTable(t, create)
	b.must("bob", room.Sit{})
	return b
}

func (b *table) do(by room.PlayerID, do room.Action) error {
	return b.doSeen(b.replica.N(), by, do)
}

// doSeen sends a command whose sender has seen entry seen.
func (b *table) doSeen(seen uint64, by room.PlayerID, do room.Action) error {
	b.sent++
	_, err := b.executor.Play(context.Background(), b.replica, room.Command{ID: strconv.Itoa(b.sent), By: by, Seen: seen, Do: do})
	return err
}

func (b *table) must(by room.PlayerID, do room.Action) {
	b.t.Helper()
	if err := b.do(by, do); err != nil {
		b.t.Fatalf("%T by %s: got error %v", do, by, err)
	}
}

func (b *table) refused(want error, by room.PlayerID, do room.Action) {
	b.t.Helper()
	if err := b.do(by, do); !errors.Is(err, want) {
		b.t.Errorf("%T by %s: got error %v, want %v", do, by, err, want)
	}
}

func (b *table) moves(columns string, players ...room.PlayerID) {
	b.t.Helper()
	for i, c := range columns {
		b.must(players[i%2], room.Move{Move: string(c)})
	}
}

func (b *table) phase() room.Phase {
	return b.replica.State().Phase
}

// wait sets the clock forward by d.
func (b *table) wait(d time.Duration) { b.now = b.now.Add(d) }

// due reports whether the deadline of the room has passed.
func (b *table) due() bool {
	b.t.Helper()
	ids, err := b.store.Due(context.Background(), b.now, 10)
	if err != nil {
		b.t.Fatal(err)
	}
	return len(ids) > 0
}

// sweep sweeps the room, even if it is not due, and reads the new entries.
func (b *table) sweep() {
	b.t.Helper()
	if err := b.executor.Sweep(context.Background(), b.replica.ID()); err != nil {
		b.t.Fatal(err)
	}
	if err := b.replica.Refresh(context.Background(), b.store); err != nil && !errors.Is(err, play.ErrRewound) {
		b.t.Fatal(err)
	}
}

// state returns the present state of the room.
func (b *table) state() room.State {
	return *b.replica.State()
}

// last returns the last entry.
func (b *table) last() room.Entry {
	b.t.Helper()
	entries, _ := b.replica.Since(0, "")
	return entries[len(entries)-1]
}

// wantLast fails the test if the last event is not want.
func (b *table) wantLast(want room.Event) {
	b.t.Helper()
	if got := b.last().Event; !reflect.DeepEqual(got, want) {
		b.t.Errorf("the last event is %+v, want %+v", got, want)
	}
}

// wantBacklog fails the test if the number of jobs in the queue is not want.
func (b *table) wantBacklog(want int) {
	b.t.Helper()
	if got, err := storetest.Backlog(context.Background(), b.store); err != nil || got != want {
		b.t.Errorf("%d jobs are queued, want %d (%v)", got, want, err)
	}
}

// finishJob takes the only job and removes it without a reply.
func (b *table) finishJob() storage.Job {
	b.t.Helper()
	b.wantBacklog(1)
	pending, err := b.store.Pending(context.Background())
	if err != nil {
		b.t.Fatal(err)
	}
	lane := slices.IndexFunc(pending.Lanes[:], func(l storage.QueueLoad) bool { return l.Jobs > 0 })
	job, err := b.store.Take(context.Background(), "worker", room.Lane(lane))
	if err == nil {
		err = b.store.Done(context.Background(), job)
	}
	if err != nil {
		b.t.Fatal(err)
	}
	return job
}

// refusesCreate checks that creating a room is refused with a code.
func refusesCreate(t *testing.T, code string, create room.Create) {
	t.Helper()
	_, err := room.Decide(&room.State{}, room.Command{ID: "1", By: "ana", Do: create}, start)
	var refusal *room.Refusal
	switch {
	case code == "" && err != nil:
		t.Errorf("%+v: %v", create, err)
	case code != "" && (!errors.As(err, &refusal) || refusal.Code != code):
		t.Errorf("%+v: %v; want %s", create, err, code)
	}
}
