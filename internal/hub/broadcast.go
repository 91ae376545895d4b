package hub

import (
	"slices"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/room"
)

// broadcast shows every socket what the replica has gained. Whoever appends and
// whoever is told of it both call it: the second one finds nothing to do.
func (l *live) broadcast() {
	l.mu.Lock()
	defer l.mu.Unlock()
	version := l.replica.Version()
	if version == l.shown {
		return
	}
	defer l.traceBroadcast(l.hub.cfg.Trace.Now())
	var frames sharedFrames
	for c := range l.conns {
		l.advance(c, &frames)
	}
	if seats := l.seatsTaken(); seats != l.seats {
		l.seats = seats
		for c := range l.conns {
			l.seat(c)
		}
		l.announce()
	}
	l.tellHere()      // an absence may be worth something now, or no longer
	l.shown = version // not before: what a panic interrupts is shown by the next call
}

func (l *live) seatsTaken() (players [2]room.PlayerID) {
	l.replica.View(func(s *room.State) { players = [2]room.PlayerID{s.Players[0].ID, s.Players[1].ID} })
	return players
}

// sharedFrames are frames for all sockets at the same place, few as a rule.
type sharedFrames []sharedFrame

type sharedFrame struct {
	span  span
	frame []byte
}

func (f sharedFrames) find(s span) []byte {
	for i := range f {
		if f[i].span == s {
			return f[i].frame
		}
	}
	return nil
}

// span is what a frame of entries leads from and to.
type span struct{ from, to cursor }

// advance gives c the entries after its cursor. Sockets at the same place share
// the frame. A socket whose place the replica does not hold has been shown a
// log that was rewound since: it is sent away, to start anew. The caller holds
// mu.
func (l *live) advance(c *conn, frames *sharedFrames) {
	if c.ended() {
		return
	}
	entries, ok := l.replica.Since(c.cursor.n, c.cursor.digest)
	if !ok {
		c.end(websocket.StatusServiceRestart, "the room was rewound")
		return
	}
	for part := range slices.Chunk(entries, entriesPerMessage) {
		last := part[len(part)-1]
		s := span{c.cursor, cursor{last.N, last.Digest}}
		frame := frames.find(s)
		if frame == nil {
			frame = entriesFrame(part)
			*frames = append(*frames, sharedFrame{s, frame})
			l.hub.metrics.entries.Add(float64(len(part)))
		}
		l.stamp(c, part)
		c.send(frame)
		c.cursor = s.to
	}
}
