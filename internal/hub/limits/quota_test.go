package limits

import (
	"errors"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// A player may make 3 requests in a minute, of which 2 may run at once.
func TestQuota(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	q := NewQuota(Allowance{PerMinute: 3, AtOnce: 2}, Allowance{PerMinute: 100, AtOnce: 100})
	var home Caller
	one, err1 := q.Take(home, "ana", now)
	two, err2 := q.Take(home, "ana", now)
	if _, err := q.Take(home, "ana", now); err1 != nil || err2 != nil || waitOf(err) <= 0 {
		t.Error("want two at once and no third")
	}
	one()
	one() // again: it counts once
	three, err := q.Take(home, "ana", now)
	if err != nil {
		t.Error("refused although one of two has ended")
	}
	two()
	three()
	if _, err := q.Take(home, "ana", now); waitOf(err) != 20*time.Second {
		t.Errorf("a fourth in the minute: %v, after %v", err, waitOf(err))
	}
	if done, err := q.Take(home, "ana", now.Add(20*time.Second)); err != nil {
		t.Error("refused a third of a minute later")
	} else {
		done()
	}
	if len(q.running.now) != 0 {
		t.Errorf("%v are remembered", q.running.now)
	}
}

// waitOf returns after what time a refused request may be granted; 0: it was not refused.
func waitOf(err error) time.Duration {
	var later *wire.Later
	if !errors.As(err, &later) {
		return 0
	}
	return later.Wait
}

// Players of one address share its allowance, even if each player is new. A refused request is
// not counted.
func TestQuotaOfAnAddress(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	q := NewQuota(Allowance{PerMinute: 3, AtOnce: 2}, Allowance{PerMinute: 5, AtOnce: 4})
	school := Caller{Address: netip.MustParsePrefix("192.0.2.1/32")}
	other := Caller{Address: netip.MustParsePrefix("192.0.2.2/32")}
	var over []func()
	take := func(c Caller, player string) bool {
		done, err := q.Take(c, room.PlayerID(player), now)
		if err == nil {
			over = append(over, done)
		} else if waitOf(err) <= 0 {
			t.Errorf("%s is refused: %v", player, err)
		}
		return err == nil
	}
	for i := range 4 {
		if !take(school, fmt.Sprint("new", i)) {
			t.Fatalf("the request %d is refused", i)
		}
	}
	if take(school, "new4") {
		t.Error("a fifth request at once is granted")
	}
	if !take(other, "ana") || !take(Caller{Address: school.Address, Exempt: true}, "ben") {
		t.Error("another address, or a program on this machine, is refused")
	}
	for _, done := range over {
		done()
	}
	if !take(school, "new4") || take(school, "new5") {
		t.Error("want a fifth request in the minute, and no sixth")
	}
	over[len(over)-1]()
	if len(q.running.now) != 0 {
		t.Errorf("%v are remembered", q.running.now)
	}
}
