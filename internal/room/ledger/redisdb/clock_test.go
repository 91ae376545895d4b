package redisdb

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
)

// openAhead opens a database on a machine whose clock is ahead.
func openAhead(t *testing.T, url string, ahead time.Duration) *DB {
	t.Helper()
	s := open(t, url, WithMachineClock(func() time.Time { return time.Now().Add(ahead) }))
	t.Cleanup(func() { closeDB(t, s) })
	return s
}

// TestMachinesWithWrongClocks opens a database on two machines whose clocks differ by 3 min. The
// two must agree on the time.
func TestMachinesWithWrongClocks(t *testing.T) {
	url := redistest.New(t).URL()
	const skew = 90 * time.Second
	ahead, behind := openAhead(t, url, skew), openAhead(t, url, -skew)
	for _, s := range []*DB{ahead, behind} {
		if d := time.Since(s.Now()).Abs(); d > time.Second {
			t.Errorf("the store's time is wrong by %v", d)
		}
	}
	for s, want := range map[*DB]time.Duration{ahead: -skew, behind: skew} {
		if got, known := s.ClockOffset(); !known || (got-want).Abs() > time.Second {
			t.Errorf("the store's clock is %v ahead of the machine's (known: %v), want %v", got, known, want)
		}
	}
}

// TestSomebodySetsTheMachinesClock sets the machine's clock ahead by an hour. The store's time
// must not jump.
func TestSomebodySetsTheMachinesClock(t *testing.T) {
	var set atomic.Int64
	s := open(t, redistest.New(t).URL(), WithMachineClock(func() time.Time {
		return time.Now().Round(0).Add(time.Duration(set.Load()))
	}))
	defer closeDB(t, s)
	set.Store(int64(time.Hour)) // the same happens on a machine that was suspended
	if err := s.SyncClock(t.Context()); err != nil {
		t.Fatal(err)
	}
	if d := time.Since(s.Now()).Abs(); d > time.Second {
		t.Errorf("the store's time is wrong by %v", d)
	}
}

// TestClockForbidden forbids the Redis user the command TIME. The store then uses the machine's
// clock, as the documentation tells the operator.
func TestClockForbidden(t *testing.T) {
	server := redistest.New(t)
	if reply, err := server.Do("ACL", "SETUSER", "plain", "on", ">secret", "~*", "&*", "+@all", "-time"); err != nil || reply != "+OK\r\n" {
		t.Fatalf("ACL SETUSER: %q, %v", reply, err)
	}
	s := openAhead(t, "redis://plain:secret@"+server.Addr, time.Hour)
	if ahead := time.Until(s.Now()); ahead < 59*time.Minute {
		t.Errorf("the store's time is %v ahead of the test, want the time of the machine", ahead)
	}
	if _, known := s.ClockOffset(); known {
		t.Error("ClockOffset reports an offset although TIME is forbidden")
	}
}
