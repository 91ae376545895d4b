package limits

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"golang.org/x/time/rate"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// Guard counts what addresses and players do with this hub, and refuses more than
// Limits grants. Callers that are exempt are not counted, except for their sockets. Its
// methods are safe for concurrent use.
type Guard struct {
	limits Limits
	shares *shares

	requests       addressRates
	roomsByAddress addressRates
	roomsByPlayer  *rates[room.PlayerID]
	openRooms      addressRates
	imports        addressRates
	forgets        addressRates
	frames         addressRates
	bytes          addressRates

	sockets counts
}

// burstSeconds is how many seconds' worth of requests, or of an address's frames, may come at once.
const burstSeconds = 10

const day = 24 * time.Hour

// NewGuard returns a guard that has counted nothing yet. l must be valid.
func NewGuard(l Limits) *Guard {
	requests, imports := l.RequestsPerSecondPerAddress, l.ImportsPerHourPerAddress
	byAddress, byPlayer := l.RoomsPerMinutePerAddress, l.RoomsPerMinutePerPlayer
	frames, open := l.FramesPerSecondPerAddress, l.OpenRoomsPerHourPerAddress
	refilled := l.BytesPerDayPerAddress / 3 // within 24 hours; the other two thirds may be spent at once
	s := newShares()
	bytes := newAddressRates(s, refilled, day, l.BytesPerDayPerAddress-refilled)
	bytes.addresses.reserve, bytes.sites.reserve = 4, 4 // a lesson cannot wait until they come back
	return &Guard{
		limits:         l,
		shares:         s,
		requests:       newAddressRates(s, requests, time.Second, burstSeconds*requests),
		roomsByAddress: newAddressRates(s, byAddress, time.Minute, byAddress),
		roomsByPlayer:  newRates[room.PlayerID](byPlayer, time.Minute, byPlayer),
		openRooms:      newAddressRates(s, open, time.Hour, open),
		imports:        newAddressRates(s, imports, time.Hour, imports),
		forgets:        newAddressRates(s, l.ForgetsPerHourPerAddress, time.Hour, l.ForgetsPerHourPerAddress),
		frames:         newAddressRates(s, frames, time.Second, burstSeconds*frames),
		bytes:          bytes,
	}
}

// AllowRequest counts a request as cost requests. The error is a *wire.Later.
func (g *Guard) AllowRequest(c Caller, cost int, now time.Time) error {
	return g.requests.allow(c, cost, now, wire.FailTooFast)
}

// AllowRoom counts a room that a player is about to create. open says whether the room will be
// listed for everybody. The error is a *wire.Later.
func (g *Guard) AllowRoom(c Caller, player room.PlayerID, open bool, now time.Time) error {
	if c.Exempt {
		return nil
	}
	if open {
		if err := g.openRooms.allow(c, 1, now, wire.FailTooFast); err != nil {
			return err
		}
	}
	if wait, ok := g.roomsByPlayer.take(nil, player, 1, now); !ok {
		return &wire.Later{Failure: wire.FailTooFast, Wait: wait}
	}
	return g.roomsByAddress.allow(c, 1, now, wire.FailTooFast)
}

// AllowImport counts a file that is about to be imported. The error is a *wire.Later.
func (g *Guard) AllowImport(c Caller, now time.Time) error {
	return g.imports.allow(c, 1, now, wire.FailTooFast)
}

// AllowForget counts a player who asks to be forgotten. The error is a *wire.Later.
func (g *Guard) AllowForget(c Caller, now time.Time) error {
	return g.forgets.allow(c, 1, now, wire.FailTooFast)
}

// OpenSocket counts one more socket or stream of the lobby, until done is called. If a limit is
// reached, done is nil and f says which. The limit of the hub holds for exempt callers too, because
// it bounds this process's memory.
func (g *Guard) OpenSocket(c Caller, player room.PlayerID, now time.Time) (done func(), f wire.Failure) {
	all := []count{{who: everybody{}, most: g.limits.Sockets, f: wire.FailHubFull}}
	if !c.Exempt {
		all = append(all, count{who: player, most: g.limits.SocketsPerPlayer, f: wire.FailSockets})
		all = append(all, g.shares.counts(c, g.limits.SocketsPerAddress, wire.FailSockets, now)...)
	}
	return g.sockets.start(all...)
}

// Share names whose turn it is when a caller's turn comes in a queue: the player's, unless the
// network has too many to tell them apart.
func (g *Guard) Share(c Caller, now time.Time) string {
	if c.Exempt {
		return string(c.Player)
	}
	name := fmt.Sprint(g.shares.find(c.Address, c.Player, now).place)
	if c.Site.IsValid() {
		name = fmt.Sprint(g.shares.find(c.Site, c.Address, now).place, " ", name)
	}
	return name
}

// Account limits the bytes that a caller makes the store keep. A nil Account has no limit.
type Account struct {
	guard  *Guard
	caller Caller
}

// Account returns the account of a caller; nil if the caller is not limited.
func (g *Guard) Account(c Caller) *Account {
	if c.Exempt {
		return nil
	}
	return &Account{g, c}
}

// Charge takes bytes from the account of the address. If too few bytes are left, Charge takes
// none and returns a *wire.Later.
func (a *Account) Charge(bytes int, now time.Time) error {
	if a == nil || bytes <= 0 {
		return nil
	}
	return a.guard.bytes.allow(a.caller, bytes, now, wire.FailSpent)
}

// Name returns a hash of the address, or of the site of an IPv6 address; empty for a nil
// Account. Hubs only compare these names.
func (a *Account) Name() string {
	if a == nil {
		return ""
	}
	sum := sha256.Sum256([]byte("quatre address\n" + a.caller.Network().String()))
	return hex.EncodeToString(sum[:8])
}

// maxTooFast is how many frames in a row may be refused before the socket is closed: its
// client ignores the refusals.
const maxTooFast = 200

// Pacer limits the rate of frames from one socket, and from all sockets of its address.
// Only the goroutine that reads the socket may use it. A nil Pacer allows everything.
type Pacer struct {
	bucket  *rate.Limiter
	guard   *Guard
	caller  Caller
	refused int // frames in a row
}

// NewPacer returns the pacer of a new socket; nil if its frames are not limited.
func (g *Guard) NewPacer(c Caller) *Pacer {
	if c.Exempt {
		return nil
	}
	return &Pacer{bucket: rate.NewLimiter(per(g.limits.FramesPerSecond, time.Second), g.limits.FramesBurst), guard: g, caller: c}
}

// Allow counts a frame. It reports whether the frame is granted and, if not, whether the
// socket must be closed.
func (p *Pacer) Allow(now time.Time) (ok, mustClose bool) {
	if p == nil {
		return true, false
	}
	if p.bucket.AllowN(now, 1) && p.guard.frames.allow(p.caller, 1, now, wire.FailTooFast) == nil {
		p.refused = 0
		return true, false
	}
	p.refused++
	return false, p.refused > maxTooFast
}
