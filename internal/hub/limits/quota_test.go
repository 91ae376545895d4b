package limits

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// A player may make 3 requests in a minute, of which 2 may run at once.
func TestQuota(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	q := NewQuota(Allowance{PerMinute: 3, AtOnce: 2}, Allowance{PerMinute: 100, AtOnce: 100})
	var home Caller
	one, _, ok1 := q.Take(home, "ana", now)
	two, _, ok2 := q.Take(home, "ana", now)
	if _, retry, ok := q.Take(home, "ana", now); !ok1 || !ok2 || ok || retry <= 0 {
		t.Error("want two at once and no third")
	}
	one()
	one() // again: it counts once
	three, _, ok := q.Take(home, "ana", now)
	if !ok {
		t.Error("refused although one of two has ended")
	}
	two()
	three()
	if _, retry, ok := q.Take(home, "ana", now); ok || retry != 20*time.Second {
		t.Errorf("a fourth in the minute: %v, after %v", ok, retry)
	}
	if done, _, ok := q.Take(home, "ana", now.Add(20*time.Second)); !ok {
		t.Error("refused a third of a minute later")
	} else {
		done()
	}
	q.dropIdle(now.Add(10 * time.Minute))
	if len(q.players) != 0 {
		t.Errorf("%d players are remembered", len(q.players))
	}
}

// Players of one address share its allowance, even if each player is new. A refused request is
// not counted.
func TestQuotaOfAnAddress(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	q := NewQuota(Allowance{PerMinute: 3, AtOnce: 2}, Allowance{PerMinute: 5, AtOnce: 4})
	school := Caller{Address: addressOf(netip.MustParseAddr("192.0.2.1"))}
	other := Caller{Address: addressOf(netip.MustParseAddr("192.0.2.2"))}
	var over []func()
	take := func(c Caller, player string) bool {
		done, retry, ok := q.Take(c, room.PlayerID(player), now)
		if ok {
			over = append(over, done)
		} else if retry <= 0 {
			t.Errorf("%s is refused for %v", player, retry)
		}
		return ok
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
	q.dropIdle(now.Add(10 * time.Minute))
	if len(q.players)+len(q.addresses) != 0 {
		t.Errorf("%d players and %d addresses are remembered", len(q.players), len(q.addresses))
	}
}
