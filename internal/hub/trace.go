package hub

import (
	"time"

	"github.com/quatre/quatre/internal/trace"
)

// This file is what the hub tells of a command's way, if it is traced. Nothing of it
// does more than a comparison otherwise.

// endFrame ends the frame of a command of c's. n is its entry, 0 if it was refused
// with code.
func (l *live) endFrame(f *trace.Frame, c *conn, kind string, n uint64, code string) {
	if f == nil {
		return
	}
	if code != "" {
		n = l.replica.N()
	}
	f.End(trace.Command{Kind: kind, Room: l.replica.ID(), Player: c.player, N: n, Code: code})
}

// shownTo is how far the room's broadcasts have been traced.
type shownTo struct {
	begun bool // what was there before is nobody's news
	cursor
}

// traceBroadcast notes that the sockets were given what the replica has gained, from
// start to now. The caller holds mu.
func (l *live) traceBroadcast(start time.Time) {
	tracer := l.hub.cfg.Trace
	if tracer == nil {
		return
	}
	if !l.traced.begun {
		l.traced.begun = true
		l.traced.cursor = l.last()
		return
	}
	entries, ok := l.replica.Since(l.traced.n, l.traced.digest)
	if !ok { // rewound
		l.traced.cursor = l.last()
		return
	}
	for _, e := range entries {
		tracer.Broadcast(l.replica.ID(), e, start, len(l.conns))
		l.traced.cursor = cursor{e.N, e.Digest}
	}
}

// last returns the place at which the replica ends.
func (l *live) last() cursor {
	entries, _ := l.replica.Since(0, "")
	if len(entries) == 0 {
		return cursor{}
	}
	e := entries[len(entries)-1]
	return cursor{e.N, e.Digest}
}
