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

// tries returns, for each limit of an address, whether a caller is granted one more at a time. An
// address is granted n at once, and a player any number.
func tries(n int) map[string]func(c Caller, now time.Time) bool {
	l := Default()
	l.RoomsPerMinutePerAddress, l.RoomsPerMinutePerPlayer, l.OpenRoomsPerHourPerAddress = n, 0, n
	l.RequestsPerSecondPerAddress, l.FramesPerSecondPerAddress = n/burstSeconds, n/burstSeconds
	l.ImportsPerHourPerAddress, l.BytesPerDayPerAddress, l.SocketsPerAddress, l.SocketsPerPlayer = n, n*3/2*room.MaxCost, n, 0
	g := NewGuard(l)
	l.RoomsPerMinutePerAddress = 0
	others := NewGuard(l)
	many := Allowance{PerMinute: 100_000, AtOnce: 100_000}
	rate := NewQuota(many, Allowance{PerMinute: n, AtOnce: 100_000})
	atOnce := NewQuota(many, Allowance{PerMinute: 100_000, AtOnce: n})
	return map[string]func(c Caller, now time.Time) bool{
		"requests":         func(c Caller, now time.Time) bool { return g.AllowRequest(c, 1, now) == nil },
		"rooms":            func(c Caller, now time.Time) bool { return g.AllowRoom(c, c.Player, false, now) == nil },
		"open rooms":       func(c Caller, now time.Time) bool { return others.AllowRoom(c, c.Player, true, now) == nil },
		"imports":          func(c Caller, now time.Time) bool { return g.AllowImport(c, now) == nil },
		"frames":           func(c Caller, now time.Time) bool { ok, _ := g.NewPacer(c).Allow(now); return ok },
		"bytes":            func(c Caller, now time.Time) bool { return g.Account(c).Charge(room.MaxCost, now) == nil },
		"analyses":         func(c Caller, now time.Time) bool { _, err := rate.Take(c, c.Player, now); return err == nil },
		"analyses at once": func(c Caller, now time.Time) bool { _, err := atOnce.Take(c, c.Player, now); return err == nil },
		"sockets":          func(c Caller, now time.Time) bool { done, _ := g.OpenSocket(c, c.Player, now); return done != nil },
	}
}

// All addresses of an IPv6 /48 network together are granted 16 times as much as one.
func TestSitesAreLimited(t *testing.T) {
	now := clocktest.New().Now()
	for what := range tries(10) {
		try, granted := tries(10)[what], 0
		for i := range 40 {
			for range 15 { // 10 are granted to each address
				if try(callerAt(fmt.Sprintf("2001:db8:7:%x::1", i)), now) {
					granted++
				}
			}
		}
		if granted != siteShare*10 {
			t.Errorf("%s: %d are granted to a site, want %d", what, granted, siteShare*10)
		}
		if !try(callerAt("2001:db8:8::1"), now) || !try(callerAt("198.51.100.7"), now) {
			t.Errorf("%s: others are refused", what)
		}
	}
}

// However much one pupil does, with however many identities, the others behind the same address are
// granted something, and so are the others of a site.
func TestOnePupilLeavesSomethingToTheClass(t *testing.T) {
	const atOnce, pupils = 300, 8
	school := func(i int) Caller {
		c := callerAt("198.51.100.7")
		c.Player = room.PlayerID(fmt.Sprint("pupil", i))
		return c
	}
	site := func(i int) Caller { return callerAt(fmt.Sprintf("2001:db8:7:%x::1", i)) }
	for _, c := range []struct {
		attack     string
		who        func(i int) Caller
		identities int           // of the attacker, who uses them in turn; 0: a new one each time
		seen       time.Duration // how long ago the class did something
	}{
		{"one identity", school, 1, time.Second},
		{"14 identities", school, 14, time.Second},
		{"a new identity each time", school, 0, time.Second},
		{"one identity in the break", school, 1, time.Hour},
		{"14 identities in the break", school, 14, time.Hour},
		{"a new identity each time, in the break", school, 0, time.Hour},
		{"14 addresses of a site", site, 14, time.Second},
		{"a new address of a site each time", site, 0, time.Second},
	} {
		for what := range tries(atOnce) {
			try, now, granted := tries(atOnce)[what], clocktest.New().Now(), 0
			class := func() {
				for i := range pupils {
					if try(c.who(i), now) {
						granted++
					}
				}
			}
			class()
			now = now.Add(time.Second)
			class()
			now, granted = now.Add(c.seen), 0
			for i := range 4 * atOnce {
				if i == 2*atOnce {
					now = now.Add(time.Second)
				}
				if c.identities > 0 {
					i %= c.identities
				}
				try(c.who(pupils+i), now)
			}
			now = now.Add(time.Second)
			if class(); granted != pupils {
				t.Errorf("%s: %s: %d of %d pupils are granted one", c.attack, what, granted, pupils)
			}
		}
	}
}

// With the default limits, 30 pupils behind one address play 2,000 games against the AI within an hour,
// each in a new room. Some of them play twice as many as others.
func TestSchoolDay(t *testing.T) {
	const pupils, games = 30, 2000
	step, err := new(room.State).Next("room", room.Command{ID: "c", By: "pupil", Do: room.Create{
		Variant: "connect4:7x6:4", Levels: [2]string{1: "easy"}, First: 1,
	}}, time.Unix(1_700_000_000, 0), 0)
	if err != nil {
		t.Fatal(err)
	}
	g, now := NewGuard(Default()), clocktest.New().Now()
	for i := range games {
		c := callerAt("198.51.100.7")
		c.Player = room.PlayerID(fmt.Sprint("pupil", i%(pupils*3/2)%pupils))
		for what, err := range map[string]error{
			"a request": g.AllowRequest(c, 5, now), "a room": g.AllowRoom(c, c.Player, false, now), "its bytes": g.Account(c).Charge(step.Cost, now),
		} {
			if err != nil {
				t.Fatalf("game %d of %s: %s is refused: %v", i, c.Player, what, err)
			}
		}
		for moves := range 21 {
			if ok, _ := g.NewPacer(c).Allow(now); !ok {
				t.Fatalf("game %d: the move %d is refused", i, moves)
			}
		}
		now = now.Add(time.Hour / games)
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
	if got, want := frames(callerAt("198.51.100.7")), burstSeconds*Default().FramesPerSecondPerAddress; got != want {
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
