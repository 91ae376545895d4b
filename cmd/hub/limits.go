package main

import (
	"flag"

	"github.com/quatre/quatre/internal/hub/limits"
)

// limitFlags adds the flags of the hub's limits, with their defaults.
func limitFlags(fs *flag.FlagSet, l *limits.Limits) {
	*l = limits.Default()
	fs.IntVar(&l.FramesPerSecond, "frames-per-second", l.FramesPerSecond, "max sustained `frames` per second from a websocket; 0: no limit")
	fs.IntVar(&l.BytesPerDayPerAddress, "bytes-per-day-per-address", l.BytesPerDayPerAddress, "max `bytes` that the rooms, games and imports of an address may make the store keep in 24 hours; 0: no limit")
	fs.IntVar(&l.Inside, "inside", l.Inside, "max `searches` for the page /inside at once, each on a core for half of the time; 0: none, the page is off")
	fs.BoolVar(&l.Loopback, "limit-loopback", false, "apply the limits to clients on this machine too")
	fs.IntVar(&l.Entries, "max-entries", l.Entries, "max `entries` in a room's log; no new game starts beyond")
	fs.IntVar(&l.Sockets, "max-sockets", l.Sockets, "max open `websockets`; 0: no limit")
	fs.IntVar(&l.SocketsPerAddress, "max-sockets-per-address", l.SocketsPerAddress, "max open `websockets` per address; 0: no limit")
	fs.IntVar(&l.RequestsPerSecondPerAddress, "requests-per-second-per-address", l.RequestsPerSecondPerAddress, "max sustained API `requests` per second and address, ten times as many in a burst; 0: no limit")
	fs.IntVar(&l.RoomsPerMinutePerAddress, "rooms-per-minute-per-address", l.RoomsPerMinutePerAddress, "max `rooms` that an address may create per minute; 0: no limit")
}
