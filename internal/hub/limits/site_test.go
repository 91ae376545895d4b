package limits

import (
	"errors"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// callerAt returns the caller with an address.
func callerAt(address string) Caller {
	a := netip.MustParseAddr(address)
	network, site := networksOf(a)
	return Caller{Address: network, Site: site}
}

// All addresses of an IPv6 /48 network together are granted 16 times as much as one.
func TestSitesAreLimited(t *testing.T) {
	now := clocktest.New().Now()
	l := Default()
	l.RequestsPerSecondPerAddress, l.RoomsPerMinutePerAddress, l.RoomsPerMinutePerPlayer, l.OpenRoomsPerHourPerAddress = 1, 10, 0, 10
	l.ImportsPerHourPerAddress, l.FramesPerSecondPerAddress, l.BytesPerDayPerAddress, l.SocketsPerAddress, l.SocketsPerPlayer = 10, 1, 20*room.MaxCost, 10, 0
	g := NewGuard(l)
	l.RoomsPerMinutePerAddress = 0
	others := NewGuard(l)
	analyses := NewQuota(Allowance{PerMinute: 1000, AtOnce: 1000}, Allowance{PerMinute: 10, AtOnce: 1000}, 100)
	for what, try := range map[string]func(c Caller) bool{
		"requests":   func(c Caller) bool { return g.AllowRequest(c, 1, now) == nil },
		"rooms":      func(c Caller) bool { return g.AllowRoom(c, "ana", false, now) == nil },
		"open rooms": func(c Caller) bool { return others.AllowRoom(c, "ana", true, now) == nil },
		"imports":    func(c Caller) bool { return g.AllowImport(c, now) == nil },
		"frames":     func(c Caller) bool { ok, _ := g.NewPacer(c).Allow(now); return ok },
		"bytes":      func(c Caller) bool { return g.Account(c).Charge(room.MaxCost, now) == nil },
		"analyses":   func(c Caller) bool { _, err := analyses.Take(c, "ana", now); return err == nil },
		"sockets":    func(c Caller) bool { done, _ := g.OpenSocket(c, "ana"); return done != nil },
	} {
		granted := 0
		for i := range 40 {
			for range 15 { // 10 are granted to each address
				if try(callerAt(fmt.Sprintf("2001:db8:7:%x::1", i))) {
					granted++
				}
			}
		}
		if granted != siteShare*10 {
			t.Errorf("%s: %d are granted to a site, want %d", what, granted, siteShare*10)
		}
		if !try(callerAt("2001:db8:8::1")) || !try(callerAt("198.51.100.7")) {
			t.Errorf("%s: others are refused", what)
		}
	}
}

// All addresses of an IPv6 /48 network share one turn in the AI's queue, and one part of the
// lobby.
func TestSitesShareTheirTurn(t *testing.T) {
	g := NewGuard(Default())
	names := func(address string) [2]string {
		c := callerAt(address)
		return [2]string{c.Origin(), g.Account(c).Name()}
	}
	one := names("2001:db8:7:1::1")
	if names("2001:db8:7:2::9") != one {
		t.Error("two networks of a site have two turns")
	}
	if a, b := names("198.51.100.7"), names("198.51.100.8"); names("2001:db8:8:1::1") == one || a == b || a == one {
		t.Error("others share the turn")
	}
}

// Many sockets of one address share a rate.
func TestFramesOfAnAddress(t *testing.T) {
	now := clocktest.New().Now()
	g := NewGuard(Default())
	frames := func(c Caller) (granted int) {
		for range 300 {
			p := g.NewPacer(c)
			for range 60 {
				if ok, _ := p.Allow(now); ok {
					granted++
				}
			}
		}
		return granted
	}
	if got, want := frames(callerAt("198.51.100.7")), framesBurst*Default().FramesPerSecondPerAddress; got != want {
		t.Errorf("300 sockets sent %d frames at once, want %d", got, want)
	}
	if got := frames(callerAt("198.51.100.8")); got == 0 {
		t.Error("another address is refused")
	}
}

// In any 24 hours an address spends no more than its budget.
func TestBudget(t *testing.T) {
	clock, l := clocktest.New(), Default()
	g := NewGuard(l)
	a := g.Account(callerAt("198.51.100.7"))
	spent := 0
	for range 24 * 60 {
		var later *wire.Later
		err := a.Charge(10_000, clock.Now())
		for ; err == nil; err = a.Charge(10_000, clock.Now()) {
			spent += 10_000
		}
		if !errors.As(err, &later) || later.Code != "budget_spent" || later.Wait <= 0 {
			t.Fatalf("the budget is spent: %v", err)
		}
		clock.Add(time.Minute)
	}
	if spent > l.BytesPerDayPerAddress || spent < l.BytesPerDayPerAddress*9/10 {
		t.Errorf("%d bytes in a day, of %d", spent, l.BytesPerDayPerAddress)
	}
	if (*Account)(nil).Charge(1<<40, clock.Now()) != nil || g.Account(Caller{Exempt: true}) != nil {
		t.Error("a program on this machine has a budget")
	}
}
