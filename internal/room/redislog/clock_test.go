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

// on opens a store on a machine whose clock is ahead.
func on(t *testing.T, url string, ahead time.Duration) *redislog.Store {
	t.Helper()
	s := open(t, url, redislog.WithMachineClock(func() time.Time { return time.Now().Add(ahead) }))
	t.Cleanup(func() { closeStore(t, s) })
	return s
}

// TestMachinesWithWrongClocks has two processes on machines whose clocks differ by 3 min.
// They agree on the time, on who is alive, and on whose lease has ended.
func TestMachinesWithWrongClocks(t *testing.T) {
	url := redistest.New(t).URL()
	const skew = 90 * time.Second
	ahead, behind := on(t, url, skew), on(t, url, -skew)
	for _, s := range []*redislog.Store{ahead, behind} {
		if d := time.Since(s.Now()).Abs(); d > time.Second {
			t.Errorf("the store's time is wrong by %v", d)
		}
	}
	for s, want := range map[*redislog.Store]time.Duration{ahead: -skew, behind: skew} {
		if got, known := s.ClockOffset(); !known || (got-want).Abs() > time.Second {
			t.Errorf("the store is %v ahead of its process, %v; want %v", got, known, want)
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
		t.Error("one has declared the other dead")
	}
	for _, s := range []*redislog.Store{ahead, behind} {
		if p, err := s.Present(t.Context(), "room"); err != nil || p.Spectators != 2 {
			t.Errorf("present are %+v, %v", p, err)
		}
		if d, err := s.LastDowntime(t.Context(), 0); err != nil || d != (room.Outage{}) {
			t.Errorf("a downtime that was none: %+v, %v", d, err)
		}
	}
}

// TestSomebodySetsTheMachinesClock sets it by an hour. The time goes on as before.
func TestSomebodySetsTheMachinesClock(t *testing.T) {
	var set atomic.Int64
	s := open(t, redistest.New(t).URL(), redislog.WithMachineClock(func() time.Time {
		return time.Now().Round(0).Add(time.Duration(set.Load()))
	}))
	defer closeStore(t, s)
	set.Store(int64(time.Hour)) // without a monotonic reading this is also a machine that has slept
	if err := s.SyncClock(t.Context()); err != nil {
		t.Fatal(err)
	}
	if d := time.Since(s.Now()).Abs(); d > time.Second {
		t.Errorf("the store's time is wrong by %v", d)
	}
}

// TestClockForbidden gives a user of Redis no right to ask for the time. The store uses
// the machine's clock, as the operator was told.
func TestClockForbidden(t *testing.T) {
	server := redistest.New(t)
	if reply, err := server.Do("ACL", "SETUSER", "plain", "on", ">secret", "~*", "&*", "+@all", "-time"); err != nil || reply != "+OK\r\n" {
		t.Fatalf("ACL SETUSER: %q, %v", reply, err)
	}
	s := on(t, "redis://plain:secret@"+server.Addr, time.Hour)
	if ahead := time.Until(s.Now()); ahead < 59*time.Minute {
		t.Errorf("the time is %v ahead, not that of the machine", ahead)
	}
	if _, known := s.ClockOffset(); known {
		t.Error("the offset is known")
	}
}
