package redislog_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// TestForgetWhileMasterIsAway: while one master of a Cluster is away, Forget removes the games
// on the other masters.
func TestForgetWhileMasterIsAway(t *testing.T) {
	t.Parallel()
	c := redistest.NewClusterOf(t, 3, 0)
	s := open(t, c.URL())
	defer closeStore(t, s)
	living := 0
	for i := range 24 {
		r := room.Record{Room: room.ID(fmt.Sprintf("r%d", i)), Game: 1, Ended: time.UnixMilli(7).UTC()}
		if i%2 == 1 {
			r.Imported = "i"
		}
		entry := (&writer{id: r.Room}).seal(t)
		if err := s.Restore(t.Context(), r.Room, []room.Entry{entry}, room.Effects{Record: &r}); err != nil {
			t.Fatal(err)
		}
		if c.Owner(slotOf(t, c, r.Room)) != c.Masters[2] {
			living++
		}
	}
	if err := s.DateImports(t.Context(), time.Now()); err != nil {
		t.Fatal(err)
	}
	if living == 0 || living == 24 {
		t.Fatalf("%d of 24 games are on the two masters that stay alive, want some on each side", living)
	}
	c.Masters[2].Stop(t)
	forgotten, steps := 0, 0
	for more := true; more; steps++ {
		var n int
		var err error
		if n, more, err = s.Forget(t.Context(), time.Now().Add(time.Minute), 5); err != nil && !errors.Is(err, storage.ErrUnavailable) {
			t.Fatal(err)
		} else if !more && err == nil {
			t.Fatal("Forget returned no error although a master is away")
		}
		forgotten += n
	}
	if forgotten != living {
		t.Errorf("%d of %d games were forgotten in %d steps", forgotten, living, steps)
	}
}
