package hub

import (
	"fmt"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// Limits are what one hub grants, all counted by this hub alone. Zero in a field
// is no limit, except where it says otherwise. docs/security.md says what they
// are against.
//
// An address is an IPv4 address or the first 64 bits of an IPv6 address, which is
// what one customer of a network has at least. A school or a town hall has one as
// well, for hundreds of people: what counts by address must do for all of them.
type Limits struct {
	// Frame is how many bytes a frame from a client may have; not 0.
	Frame int

	// Outbox is how many frames may wait for a slow reader; not 0.
	Outbox int

	// Malformed is how many frames of a socket may mean nothing; the last of them
	// ends it; not 0.
	Malformed int

	// WriteTime is how long a socket may take to accept what it is sent; not 0.
	WriteTime time.Duration

	// Entries is how long the log of a room may be before no new game starts in it;
	// not 0, and room.MaxEntries at most.
	Entries int

	// Body is how many bytes a request's body may have, imports aside; not 0.
	Body int64

	// FramesPerSecond is what a socket may send on and on, FramesBurst what it may
	// send at once.
	FramesPerSecond, FramesBurst int

	// Sockets are the websockets, and streams of the lobby, open at once.
	Sockets, SocketsPerAddress, SocketsPerPlayer int

	// RoomsPerPlayer is how many rooms one player may have open at once.
	RoomsPerPlayer int

	// RoomsPerMinutePerAddress and RoomsPerMinutePerPlayer are how many rooms may
	// be created; a minute's worth may be at once.
	RoomsPerMinutePerAddress, RoomsPerMinutePerPlayer int

	// ImportsPerHourPerAddress is how many files of games may be imported. What
	// they hold is kept for good.
	ImportsPerHourPerAddress int

	// RequestsPerSecondPerAddress is how many requests of the API are answered, ten
	// seconds' worth at once; a request that reads thousands of games counts as
	// heavyRequest. The files of the page are not counted.
	RequestsPerSecondPerAddress int

	// Tracked is how many addresses, and how many players, a rate is counted for at
	// once; not 0. Beyond that all new ones share one allowance.
	Tracked int

	// Loopback: programs on the hub's own machine are limited too, which they are
	// not otherwise, for each of them is the operator's. What comes through a proxy
	// on this machine is limited in any case.
	Loopback bool
}

// DefaultLimits trouble no school behind one address, and stop one machine from
// taking a hub from everyone else.
func DefaultLimits() Limits {
	return Limits{
		Frame: 4096, Outbox: 64, Body: 4096,
		Malformed: 10, WriteTime: 10 * time.Second, Entries: room.MaxEntries,
		FramesPerSecond: 20, FramesBurst: 60,
		Sockets: 50_000, SocketsPerAddress: 2000, SocketsPerPlayer: 30,
		RoomsPerPlayer:           20,
		RoomsPerMinutePerAddress: 300, RoomsPerMinutePerPlayer: 20,
		ImportsPerHourPerAddress:    60,
		RequestsPerSecondPerAddress: 200,
		Tracked:                     100_000,
	}
}

// requestsBurst is how many seconds' worth of requests may come at once.
const requestsBurst = 10

// maxTooFast is how many frames in a row may be refused for their haste before
// the socket is closed.
const maxTooFast = 200

// Validate refuses limits that mean nothing.
func (l Limits) Validate() error {
	for _, f := range []struct {
		name  string
		value int64
		least int64
	}{
		{"Frame", int64(l.Frame), 512}, // the longest command of the protocol fits
		{"Outbox", int64(l.Outbox), 8}, // what a new socket is sent at once fits
		{"Body", l.Body, 1024},
		{"Malformed", int64(l.Malformed), 1},
		{"WriteTime", int64(l.WriteTime), int64(time.Second)},
		{"Entries", int64(l.Entries), 50}, // a game of tic-tac-toe, its rematch, and some
		{"FramesPerSecond", int64(l.FramesPerSecond), 0},
		{"FramesBurst", int64(l.FramesBurst), 0},
		{"Sockets", int64(l.Sockets), 0},
		{"SocketsPerAddress", int64(l.SocketsPerAddress), 0},
		{"SocketsPerPlayer", int64(l.SocketsPerPlayer), 0},
		{"RoomsPerPlayer", int64(l.RoomsPerPlayer), 0},
		{"RoomsPerMinutePerAddress", int64(l.RoomsPerMinutePerAddress), 0},
		{"RoomsPerMinutePerPlayer", int64(l.RoomsPerMinutePerPlayer), 0},
		{"ImportsPerHourPerAddress", int64(l.ImportsPerHourPerAddress), 0},
		{"RequestsPerSecondPerAddress", int64(l.RequestsPerSecondPerAddress), 0},
		{"Tracked", int64(l.Tracked), 1},
	} {
		if f.value < f.least {
			return fmt.Errorf("hub: the limit %s is %d; it is %d or more", f.name, f.value, f.least)
		}
	}
	if l.Entries > room.MaxEntries {
		return fmt.Errorf("hub: the limit Entries is %d; it is %d or less", l.Entries, room.MaxEntries)
	}
	if l.FramesPerSecond > 0 && l.FramesBurst == 0 {
		return fmt.Errorf("hub: with a limit FramesPerSecond of %d FramesBurst is 1 or more", l.FramesPerSecond)
	}
	return nil
}

// frames is the rate of one socket's frames.
func (l Limits) frames() rate { return per(l.FramesPerSecond, time.Second, l.FramesBurst) }
