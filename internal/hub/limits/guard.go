package limits

import (
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// Guard counts what addresses and players do with this hub, and refuses more than
// Limits grants. Callers that are exempt are not counted, except for their sockets. Its
// methods are safe for concurrent use.
type Guard struct {
	limits Limits

	requests       addressRates
	roomsByAddress addressRates
	roomsByPlayer  *rates[room.PlayerID]
	openRooms      addressRates
	imports        addressRates
	frames         addressRates
	bytes          addressRates

	sockets counts
}

// requestsBurst is how many seconds' worth of requests may come at once, and framesBurst how
// many seconds' worth of an address's frames.
const (
	requestsBurst = 10
	framesBurst   = 10
)

const day = 24 * time.Hour

// NewGuard returns a guard that has counted nothing yet. l must be valid.
func NewGuard(l Limits) *Guard {
	requests, imports := l.RequestsPerSecondPerAddress, l.ImportsPerHourPerAddress
	byAddress, byPlayer := l.RoomsPerMinutePerAddress, l.RoomsPerMinutePerPlayer
	frames, open := l.FramesPerSecondPerAddress, l.OpenRoomsPerHourPerAddress
	halfDay := l.BytesPerDayPerAddress / 2 // at most one half at once, and the other half within the next 24 hours
	return &Guard{
		limits:         l,
		requests:       newAddressRates(requests, time.Second, requestsBurst*requests, l.Tracked),
		roomsByAddress: newAddressRates(byAddress, time.Minute, byAddress, l.Tracked),
		roomsByPlayer:  newRates[room.PlayerID](byPlayer, time.Minute, byPlayer, l.Tracked),
		openRooms:      newAddressRates(open, time.Hour, open, l.Tracked),
		imports:        newAddressRates(imports, time.Hour, imports, l.Tracked),
		frames:         newAddressRates(frames, time.Second, framesBurst*frames, l.Tracked),
		bytes:          newAddressRates(halfDay, day, halfDay, l.Tracked),
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
	if wait, ok := g.roomsByPlayer.take(player, 1, now); !ok {
		return &wire.Later{Failure: wire.FailTooFast, Wait: wait}
	}
	return g.roomsByAddress.allow(c, 1, now, wire.FailTooFast)
}

// AllowImport counts a file that is about to be imported. The error is a *wire.Later.
func (g *Guard) AllowImport(c Caller, now time.Time) error {
	return g.imports.allow(c, 1, now, wire.FailTooFast)
}

// OpenSocket counts one more socket or stream of the lobby, until done is called. If a limit is
// reached, done is nil and f says which. The limit of the hub holds for exempt callers too, because
// it bounds this process's memory.
func (g *Guard) OpenSocket(c Caller, player room.PlayerID) (done func(), f wire.Failure) {
	all := []count{{everybody{}, g.limits.Sockets, wire.FailHubFull}}
	if !c.Exempt {
		all = append(all, count{player, g.limits.SocketsPerPlayer, wire.FailSockets})
		all = append(all, c.counts(g.limits.SocketsPerAddress, wire.FailSockets)...)
	}
	return g.sockets.start(all...)
}
