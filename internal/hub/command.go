package hub

import (
	"context"
	"errors"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/trace"
)

// playTimeout is how long a command waits for the store. Its client is told to
// send it again then.
const playTimeout = 5 * time.Second

// command carries out what a frame asks for and answers c. It reports whether
// the frame was well formed.
func (h *Hub) command(l *live, c *conn, frame []byte) bool {
	m, action, err := decodeFrame(frame)
	if err != nil {
		h.metrics.refusals.WithLabelValues(failMalformed.Code).Inc()
		c.send(refusedFrame(clip(m.ID), h.noteRefused(c, l, "", failMalformed), l.replica.N()))
		return false
	}
	if action == nil {
		c.send(pongFrame(clip(m.ID), h.cfg.Now().UnixMilli()))
		return true
	}
	switch action.(type) {
	case room.Sit, room.Take:
		l.prefer(c)
	}
	traced := h.cfg.Trace.Frame()
	n, err := h.play(traced, l, room.Command{ID: m.ID, By: c.player, Seen: m.N, Do: l.witness(c, action)})
	if err != nil {
		f := h.failureOf(err, append(c.names(l.replica.ID()), "n", l.replica.N())...)
		c.send(refusedFrame(clip(m.ID), h.noteRefused(c, l, m.T, f), l.replica.N()))
		l.endFrame(traced, c, m.T, 0, f.Code)
		return true
	}
	h.metrics.acknowledged(m.T)
	c.send(okFrame(m.ID, n))
	h.noteDone(c, l, m.T, n)
	l.endFrame(traced, c, m.T, n, "")
	return true
}

// play stores, then broadcasts. The caller acknowledges.
func (h *Hub) play(f *trace.Frame, l *live, c room.Command) (uint64, error) {
	// Not the request's context: a command of a socket that has just died is
	// carried out all the same.
	ctx, cancel := context.WithTimeout(h.life, playTimeout)
	defer cancel()
	start, before := l.begin(c), l.replica.N()
	n, err := h.door.Play(f.Context(ctx), l.replica, c)
	h.metrics.played(c.Do, start, err)
	if errors.Is(err, room.ErrTimeUp) && !l.shard.awake.Load() {
		err = storage.ErrUnavailable // there may have been no hub: ask again in a moment
	}
	if n > before { // it was stored now, and is not one that was sent again
		l.shard.answers(true)
	}
	l.rewound(err)
	l.broadcast()
	return n, err
}

// clip cuts an id to what one may be, so that a refusal is never larger than
// what it answers.
func clip(id string) string {
	return id[:min(len(id), room.MaxCommandID)]
}
