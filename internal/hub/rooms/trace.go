package rooms

import (
	"time"

	"github.com/quatre/quatre/internal/trace"
)

// This file traces commands and broadcasts. Without a tracer, each costs one comparison.

// endTrace ends the frame of a command of v. n is its entry; 0: it was refused with code.
func (r *Room) endTrace(f *trace.Frame, v *visitor, kind string, n uint64, code string) {
	if f == nil {
		return
	}
	if code != "" {
		n = r.replica.N()
	}
	f.End(trace.Command{Kind: kind, Room: r.replica.ID(), Player: v.player, N: n, Code: code})
}

// traceProgress is how far the room's broadcasts have been traced.
type traceProgress struct {
	begun  bool // false before the first broadcast, whose entries are not traced
	cursor Cursor
}

// traceBroadcast traces the entries that a broadcast, from start to now, has sent. The
// caller holds mu.
func (r *Room) traceBroadcast(start time.Time) {
	tracer := r.rooms.cfg.Trace
	if tracer == nil {
		return
	}
	if !r.traced.begun {
		r.traced = traceProgress{begun: true, cursor: r.end()}
		return
	}
	entries, ok := r.replica.Since(r.traced.cursor.N, r.traced.cursor.Digest)
	if !ok { // rewound
		r.traced.cursor = r.end()
		return
	}
	for _, e := range entries {
		tracer.Broadcast(r.replica.ID(), e, start, len(r.visitors))
		r.traced.cursor = Cursor{e.N, e.Digest}
	}
}

// end returns the cursor at which the replica ends.
func (r *Room) end() Cursor {
	n, digest := r.replica.End()
	return Cursor{n, digest}
}
