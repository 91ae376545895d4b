package limits

import (
	"net/netip"
	"sync"
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

	mu        sync.Mutex
	sockets   int
	byAddress map[netip.Prefix]int // sockets, by address and by site
	byPlayer  map[room.PlayerID]*playerSockets
}

// playerSockets counts the sockets of one player.
type playerSockets struct {
	sockets int
	rooms   map[room.ID]int // sockets, by room
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
		byAddress:      map[netip.Prefix]int{},
		byPlayer:       map[room.PlayerID]*playerSockets{},
	}
}

// Limits returns the limits that the guard enforces.
func (g *Guard) Limits() Limits { return g.limits }

// Sockets returns how many sockets and streams are open.
func (g *Guard) Sockets() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.sockets
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

// OpenSocket counts one more socket in a room, or one more stream of the lobby if in is
// empty, until done is called. If a limit is reached, done is nil and f says which.
func (g *Guard) OpenSocket(c Caller, player room.PlayerID, in room.ID) (done func(), f wire.Failure) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if reached(g.limits.Sockets, g.sockets) {
		return nil, wire.FailHubFull // exempt callers too: the limit bounds this process's memory
	}
	if c.Exempt {
		g.sockets++
		return sync.OnceFunc(func() {
			g.mu.Lock()
			defer g.mu.Unlock()
			g.sockets--
		}), f
	}
	mine := g.byPlayer[player]
	if mine == nil {
		mine = &playerSockets{rooms: map[room.ID]int{}}
	}
	switch {
	case reached(g.limits.SocketsPerAddress, g.byAddress[c.Address]),
		c.Site.IsValid() && reached(siteShare*g.limits.SocketsPerAddress, g.byAddress[c.Site]),
		reached(g.limits.SocketsPerPlayer, mine.sockets):
		return nil, wire.FailSockets
	case in != "" && mine.rooms[in] == 0 && reached(g.limits.RoomsPerPlayer, len(mine.rooms)):
		return nil, wire.FailRooms
	}
	g.sockets++
	for _, network := range c.networks() {
		g.byAddress[network]++
	}
	g.byPlayer[player] = mine
	mine.sockets++
	if in != "" {
		mine.rooms[in]++
	}
	return sync.OnceFunc(func() { g.closeSocket(c, player, in) }), f
}

// closeSocket takes back what OpenSocket has counted.
func (g *Guard) closeSocket(c Caller, player room.PlayerID, in room.ID) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sockets--
	for _, network := range c.networks() {
		if g.byAddress[network]--; g.byAddress[network] == 0 {
			delete(g.byAddress, network)
		}
	}
	mine := g.byPlayer[player]
	if in != "" {
		if mine.rooms[in]--; mine.rooms[in] == 0 {
			delete(mine.rooms, in)
		}
	}
	if mine.sockets--; mine.sockets == 0 {
		delete(g.byPlayer, player)
	}
}

// reached reports whether a count has reached its limit; 0 is no limit.
func reached(limit, count int) bool { return limit > 0 && count >= limit }
