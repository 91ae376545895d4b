// Package limits decides how many requests, rooms, imports, analyses, sockets and frames one
// hub grants to an address or a player.
//
// It promises:
//
//   - The number of counters is bounded. Addresses and players beyond the first 100,000 share one
//     allowance.
//   - The players of an address share what it is granted, and the addresses of a site too. Who has
//     used the most is refused first, and a new identity gains nothing (shares.go).
//   - A refusal says after how long the same request may be granted.
//   - Time is an argument. Nothing waits, and there is no goroutine.
//
// Each hub counts alone: a client that spreads requests over several hubs is granted as much
// by each of them. docs/operate/security.md says what each limit protects against.
//
// How it works: Callers finds out where a request comes from. Guard counts the requests,
// rooms, imports and sockets of addresses and players, a Pacer the frames of one socket, a
// Quota the analyses of each player.
package limits

import (
	"fmt"
	"strings"

	"github.com/quatre/quatre/internal/room"
)

// Limits are what one hub grants. Zero in a field means no limit, unless the comment says
// otherwise.
//
// An address is an IPv4 address or the first 64 bits of an IPv6 address. A school has one
// address for hundreds of people: limits by address must be enough for all of them. The
// addresses of an IPv6 /48 network together are granted 16 times as much as one.
type Limits struct {
	// Frame is the maximum length of a client's frame in bytes; at least 512, so that the longest
	// command of the protocol fits.
	Frame int

	// OutboxBytes is the maximum of bytes queued for a socket; at least 2*wire.MaxFrameBytes: enough for a
	// part of a long log, and for the frames that follow while the part is being sent.
	OutboxBytes int

	// Body is the maximum length of a request's body in bytes, except for imports; at
	// least 1024.
	Body int64

	// FramesPerSecond is how many frames a socket may send per second in the long run,
	// FramesBurst how many it may send at once after a pause.
	FramesPerSecond, FramesBurst int

	// FramesPerSecondPerAddress is how many frames all sockets of an address may send. Ten
	// seconds' worth may come at once.
	FramesPerSecondPerAddress int

	// BytesPerDayPerAddress is how much the rooms, games and imports of an address may
	// make the store keep in 24 hours, by room.Step.Cost and archive.ImportCost. Two thirds
	// of it may come at once. It is 0 or at least 2*room.MaxCost.
	BytesPerDayPerAddress int

	// Sockets is how many websockets and streams of the lobby may be open at once;
	// SocketsPerAddress and SocketsPerPlayer are how many an address or a player may have.
	Sockets, SocketsPerAddress, SocketsPerPlayer int

	// RoomsPerMinutePerAddress and RoomsPerMinutePerPlayer are how many rooms may be
	// created. A minute's worth may come at once.
	RoomsPerMinutePerAddress, RoomsPerMinutePerPlayer int

	// OpenRoomsPerHourPerAddress is how many rooms may be created that are listed for
	// everybody. An hour's worth may come at once. It keeps an address from filling the
	// part of the list that the lobby reads.
	OpenRoomsPerHourPerAddress int

	// ImportsPerHourPerAddress is how many files of games may be imported. Imported
	// games are kept like played ones.
	ImportsPerHourPerAddress int

	// ForgetsPerHourPerAddress is how many players may ask to be forgotten. Each time the hub
	// reads the whole store.
	ForgetsPerHourPerAddress int

	// RequestsPerSecondPerAddress is how many requests of the API are answered. Ten
	// seconds' worth may come at once. A request that reads thousands of games counts
	// as several. The files of the page are not counted.
	RequestsPerSecondPerAddress int

	// Inside is how many looks inside the AI's search may run at once, each on one core for at
	// most half of the time. 0: looks are refused.
	Inside int

	// Loopback says that programs on the hub's own machine are limited too. Requests
	// that come through a proxy on this machine are always limited.
	Loopback bool
}

// Names are the names of sets of limits.
var Names = []string{"home", "school", "public"}

// Named returns a set of limits: "home", for people who know each other: nothing is limited by address; "school", the
// usual one; "public", for strangers, none of whom shares an address with hundreds of others.
func Named(name string) (Limits, error) {
	l := Default()
	switch name {
	case "school":
	case "home":
		l.SocketsPerAddress, l.BytesPerDayPerAddress, l.RoomsPerMinutePerAddress, l.RequestsPerSecondPerAddress = 0, 0, 0, 0
	case "public":
		l.SocketsPerAddress, l.BytesPerDayPerAddress, l.RoomsPerMinutePerAddress, l.RequestsPerSecondPerAddress = 300, 29<<20, 60, 50
	default:
		return l, fmt.Errorf("-limits %q: must be one of %s", name, strings.Join(Names, ", "))
	}
	return l, nil
}

// Default returns limits that a school behind one address does not reach, and that keep
// one machine from using up a hub.
func Default() Limits {
	return Limits{
		Frame: 4096, OutboxBytes: 64 << 10, Body: 4096,
		FramesPerSecond: 20, FramesBurst: 60, FramesPerSecondPerAddress: 200,
		BytesPerDayPerAddress: 116 << 20,
		Sockets:               50_000, SocketsPerAddress: 2000, SocketsPerPlayer: 30,
		RoomsPerMinutePerAddress: 300, RoomsPerMinutePerPlayer: 20, OpenRoomsPerHourPerAddress: 300,
		ImportsPerHourPerAddress:    60,
		ForgetsPerHourPerAddress:    30,
		RequestsPerSecondPerAddress: 200,
		Inside:                      1,
	}
}

// Validate returns an error if a limit that an operator can set is out of its range.
func (l Limits) Validate() error {
	for name, value := range map[string]int{
		"FramesPerSecond": l.FramesPerSecond, "BytesPerDayPerAddress": l.BytesPerDayPerAddress,
		"Sockets": l.Sockets, "SocketsPerAddress": l.SocketsPerAddress, "RoomsPerMinutePerAddress": l.RoomsPerMinutePerAddress,
		"RequestsPerSecondPerAddress": l.RequestsPerSecondPerAddress, "Inside": l.Inside,
	} {
		if value < 0 {
			return fmt.Errorf("hub: the limit %s is %d; it must be at least 0", name, value)
		}
	}
	if b := l.BytesPerDayPerAddress; b > 0 && b < 2*room.MaxCost {
		return fmt.Errorf("hub: the limit BytesPerDayPerAddress is %d; it must be 0 or at least %d", b, 2*room.MaxCost)
	}
	return nil
}
