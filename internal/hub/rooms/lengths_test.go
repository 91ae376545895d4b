package rooms

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// deleteLimit is how soon the hub must close the sockets after an operator has deleted the log
// of their room. An idle machine needs half of that.
const deleteLimit = 2 * time.Second

// An operator deletes the key of a log. Redis sends no notice, but every hub closes the sockets of
// the room. Other rooms are not affected.
func TestOperatorDeletesALog(t *testing.T) {
	redis := redistest.New(t)
	hub := func(name string) *served {
		store := storetest.OpenRedis(t, redis.URL())
		return serve(t, name, store)
	}
	one, two := hub("one"), hub("two")
	id, ana, bob := seated(t, one, two)
	eve := two.open("eve", two.createWith("other", "eve", room.Create{}))

	key, err := redis.Do("KEYS", "*log:"+string(id))
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if reply, err := redis.Do("DEL", strings.Split(key, "\r\n")[2]); err != nil || reply != ":1\r\n" {
		t.Fatalf("DEL: %q, %v", reply, err)
	}
	ana.Closed(wire.CloseServiceRestart)
	bob.Closed(wire.CloseServiceRestart)
	if took := time.Since(began); took > 3*deleteLimit { // a busy machine needs longer
		t.Errorf("it took %v", took)
	} else {
		t.Logf("it took %v", took)
	}
	eve.Must("name", hubtest.Object{"name": "Eve", "seat": 1})
}

// The process that stored an entry died before it published the entry. Every hub shows the entry
// nevertheless.
func TestEntryThatNobodyWasToldOf(t *testing.T) {
	redis := redistest.New(t)
	store := storetest.OpenRedis(t, redis.URL())
	one := serve(t, "one", store)
	id, ana, _ := seated(t, one, one)
	entries, err := store.Read(t.Context(), id, 0, storage.All)
	if err != nil {
		t.Fatal(err)
	}
	last := entries[len(entries)-1]
	e, err := room.Seal(last.Digest, last.N+1, time.UnixMilli(1), last.By, "other", room.Named{Seat: 2, Name: "Rob"})
	if err != nil {
		t.Fatal(err)
	}
	key, err := redis.Do("KEYS", "*log:"+string(id))
	if err != nil {
		t.Fatal(err)
	}
	if reply, err := redis.Do("RPUSH", strings.Split(key, "\r\n")[2], string(e.Raw())); err != nil || reply[0] != ':' {
		t.Fatalf("RPUSH: %q, %v", reply, err)
	}
	ana.Follow(int(e.N))
	ana.Must("name", hubtest.Object{"name": "Ann", "seat": 1})
}

// lengthsStore records which rooms are compared, and says that one log is longer than it is.
type lengthsStore struct {
	storage.Store
	compared []room.ID // by the last call
	longer   room.ID
}

func (l *lengthsStore) Lengths(ctx context.Context, ids []room.ID) ([]uint64, error) {
	l.compared = ids
	lengths, err := l.Store.Lengths(ctx, ids)
	for i, id := range ids {
		if id == l.longer {
			lengths[i]++
		}
	}
	return lengths, err
}

// A room without an entry for a minute is compared in one of ten calls, unless a player's clock runs
// or the log was longer in the last call. No call compares most of these rooms.
func TestQuietRoomsAreComparedSeldom(t *testing.T) {
	clock := clocktest.New()
	store := &lengthsStore{Store: storetest.Open(t)}
	s := serveUnstarted(t, "hub", store, withClock(clock))
	const quiet = 100
	for i := range quiet {
		s.dial(Visit{Room: s.createWith(room.ID(fmt.Sprint("quiet", i)), "cem", room.Create{}), Player: "cem"})
	}
	timed := s.createWith("timed", "ana", room.Create{Clock: &room.Clock{Move: time.Hour.Milliseconds()}})
	s.open("ana", timed)
	s.open("bob", timed).Must("sit", hubtest.Object{"name": "Bob"})
	hubtest.Await(t, "the rooms to be open", func() bool { return len(s.rooms.registry.all()) == quiet+1 })
	shard := s.rooms.shards[0]

	shard.compareLengths()
	if n := len(store.compared); n != quiet+1 {
		t.Errorf("%d rooms with an entry in the last minute were compared, want %d", n, quiet+1)
	}
	clock.Add(quietAfter)
	compared := map[room.ID]int{}
	for range quietTurns {
		shard.compareLengths()
		if n := len(store.compared); n > quiet/2 {
			t.Errorf("one call compared %d rooms", n)
		}
		for _, id := range store.compared {
			compared[id]++
		}
	}
	for id, n := range compared {
		if want := map[bool]int{false: 1, true: quietTurns}[id == timed]; n != want {
			t.Errorf("%s was compared %d times in %d calls, want %d", id, n, quietTurns, want)
		}
	}
	if len(compared) != quiet+1 {
		t.Errorf("%d rooms were compared in %d calls, want %d", len(compared), quietTurns, quiet+1)
	}

	store.longer, store.compared = "quiet7-cem", nil
	for !slices.Contains(store.compared, store.longer) {
		shard.compareLengths()
	}
	shard.compareLengths()
	if !slices.Contains(store.compared, store.longer) {
		t.Error("a longer log was not compared in the next call")
	}
}
