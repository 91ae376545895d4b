package main

import (
	"flag"

	"github.com/quatre/quatre/internal/hub/limits"
)

// limitFlags adds the flags of what the hub grants. They sort by what is limited.
func limitFlags(fs *flag.FlagSet, l *limits.Limits) {
	*l = limits.Default()
	fs.IntVar(&l.FramesPerSecond, "frames-per-second", l.FramesPerSecond, "`frames` that a websocket may send on and on; 0: any number")
	fs.IntVar(&l.FramesBurst, "frames-burst", l.FramesBurst, "`frames` that a websocket may send at once, after a pause")
	fs.IntVar(&l.ImportsPerHourPerAddress, "imports-per-hour-per-address", l.ImportsPerHourPerAddress, "`files` of games that an address may import; 0: any number")
	fs.BoolVar(&l.Loopback, "limit-loopback", false, "limit programs on this machine too")
	fs.IntVar(&l.Entries, "max-entries", l.Entries, "`entries` of a room's log, beyond which no new game starts")
	fs.IntVar(&l.Malformed, "max-malformed", l.Malformed, "`frames` of a websocket that mean nothing; the last ends it")
	fs.DurationVar(&l.WriteTime, "timeout-websocket", l.WriteTime, "`time` that a websocket may take to accept what it is sent")
	fs.Int64Var(&l.Body, "max-body", l.Body, "`bytes` of a request's body, imports aside")
	fs.IntVar(&l.Frame, "max-frame", l.Frame, "`bytes` of a frame that a websocket sends")
	fs.IntVar(&l.Outbox, "max-outbox", l.Outbox, "`frames` that may wait for a websocket that reads slowly")
	fs.IntVar(&l.RoomsPerPlayer, "max-rooms-per-player", l.RoomsPerPlayer, "`rooms` that a player may have open at once; 0: any number")
	fs.IntVar(&l.Sockets, "max-sockets", l.Sockets, "`websockets` open at once; 0: any number")
	fs.IntVar(&l.SocketsPerAddress, "max-sockets-per-address", l.SocketsPerAddress, "`websockets` of an address open at once; 0: any number")
	fs.IntVar(&l.SocketsPerPlayer, "max-sockets-per-player", l.SocketsPerPlayer, "`websockets` of a player open at once; 0: any number")
	fs.IntVar(&l.Tracked, "max-tracked", l.Tracked, "`addresses`, and players, whose rates are counted at once; the others share one")
	fs.IntVar(&l.RequestsPerSecondPerAddress, "requests-per-second-per-address", l.RequestsPerSecondPerAddress, "`requests` of the API that an address may send on and on, ten times as many at once; 0: any number")
	fs.IntVar(&l.RoomsPerMinutePerAddress, "rooms-per-minute-per-address", l.RoomsPerMinutePerAddress, "`rooms` that an address may create; 0: any number")
	fs.IntVar(&l.RoomsPerMinutePerPlayer, "rooms-per-minute-per-player", l.RoomsPerMinutePerPlayer, "`rooms` that a player may create; 0: any number")
}
