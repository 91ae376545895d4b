package rooms

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
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
	entries, err := store.Read(t.Context(), id, 0)
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
	stream := strings.Split(key, "\r\n")[2]
	if reply, err := redis.Do("XADD", stream, fmt.Sprintf("%d-0", e.N), "e", string(e.Raw())); err != nil || reply[0] != '$' {
		t.Fatalf("XADD: %q, %v", reply, err)
	}
	ana.Follow(int(e.N))
	ana.Must("name", hubtest.Object{"name": "Ann", "seat": 1})
}
