package redislog_test

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/redislog"
	"github.com/quatre/quatre/internal/room/storage"
)

// openAhead opens a store on a machine whose clock is ahead.
func openAhead(t *testing.T, url string, ahead time.Duration) *redislog.Store {
	t.Helper()
	s := open(t, url, redislog.WithMachineClock(func() time.Time { return time.Now().Add(ahead) }))
	t.Cleanup(func() { closeStore(t, s) })
	return s
}

// TestMachinesWithWrongClocks opens a store on two machines whose clocks differ by 3 min. The
// two stores must agree on the time, on the holders that are alive, and on downtimes.
func TestMachinesWithWrongClocks(t *testing.T) {
	url := redistest.New(t).URL()
	const skew = 90 * time.Second
	ahead, behind := openAhead(t, url, skew), openAhead(t, url, -skew)
	for _, s := range []*redislog.Store{ahead, behind} {
		if d := time.Since(s.Now()).Abs(); d > time.Second {
			t.Errorf("the store's time is wrong by %v", d)
		}
	}
	for s, want := range map[*redislog.Store]time.Duration{ahead: -skew, behind: skew} {
		if got, known := s.ClockOffset(); !known || (got-want).Abs() > time.Second {
			t.Errorf("the store's clock is %v ahead of the machine's (known: %v), want %v", got, known, want)
		}
	}

	beat := func(s *redislog.Store, holder string) (began bool) {
		t.Helper()
		began, err := s.Heartbeat(t.Context(), holder)
		if err != nil {
			t.Fatal(err)
		}
		return began
	}
	beat(ahead, "a")
	beat(behind, "b")
	here := storage.RoomPresence{Spectators: 1}
	for s, holder := range map[*redislog.Store]string{ahead: "a", behind: "b"} {
		if err := s.Announce(t.Context(), "room", holder, here); err != nil {
			t.Fatalf("%s: %v", holder, err)
		}
	}
	if beat(behind, "b") || beat(ahead, "a") {
		t.Error("a heartbeat began again, so one store has taken the other's holder for dead")
	}
	for _, s := range []*redislog.Store{ahead, behind} {
		if p, err := s.Present(t.Context(), "room"); err != nil || p.Spectators != 2 {
			t.Errorf("Present returned %+v, error %v; want 2 spectators", p, err)
		}
		if d, err := s.LastDowntime(t.Context(), 0); err != nil || d != (room.Outage{}) {
			t.Errorf("LastDowntime returned %+v, error %v; want none", d, err)
		}
	}
}

// TestSomebodySetsTheMachinesClock sets the machine's clock ahead by an hour. The store's time
// must not jump.
func TestSomebodySetsTheMachinesClock(t *testing.T) {
	var set atomic.Int64
	s := open(t, redistest.New(t).URL(), redislog.WithMachineClock(func() time.Time {
		return time.Now().Round(0).Add(time.Duration(set.Load()))
	}))
	defer closeStore(t, s)
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
