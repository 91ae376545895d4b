package hub

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// Limits of one socket.
const (
	pingTimeout = 15 * time.Second
	openTimeout = 5 * time.Second // to read the room for a new socket
)

// conn is one websocket: one view of one room. What it is sent goes through
// its outbox (outbox.go).
//
// An idle one is a goroutine that reads and two small buffers, as the library
// needs them, and nothing else: no goroutine that writes, no timer, no request.
// docs/performance.md has the figures.
type conn struct {
	hub     *Hub
	id      string
	player  room.PlayerID
	request string // the id of the request that it was
	ws      *websocket.Conn
	line    *line
	pacer   *pacer // owned by read

	tasks sync.WaitGroup // its goroutines beside the one that reads

	roundTrip atomic.Int64 // smoothed, in nanoseconds; 0: not measured yet

	outbox outbox

	// guarded by live.mu
	since  time.Time
	cursor cursor  // the last entry in the outbox
	seats  [2]bool // whose player this is, by seat; none of them: a spectator
	watch  bool    // does not want to sit
	shown  bool    // has been announced, so that a later one replaces it

	greeted uint64 // the last entry that was there when it came; guarded by live.mu
}

// serveLive is GET /api/rooms/{room}/live. It accepts a socket; a goroutine of
// the socket's own lives with it, so that those of the request can be freed.
func (h *Hub) serveLive(w http.ResponseWriter, r *http.Request) {
	if !h.admit() {
		h.writeError(w, errDraining)
		return
	}
	who, id := identity(w, r).player(), room.ID(strings.Clone(r.PathValue("room")))
	closed := h.openSocket(w, r, who, id)
	if closed == nil {
		h.work.Done()
		return
	}
	wire := line{timeout: h.cfg.Limits.WriteTime}
	ws, err := websocket.Accept(&lineHijacker{w, &wire}, r, &websocket.AcceptOptions{
		OriginPatterns:  h.cfg.Origins,
		CompressionMode: websocket.CompressionDisabled, // frames are small, and a window per socket is not
	})
	if err != nil {
		closed()
		h.work.Done()
		h.metrics.refusals.WithLabelValues("handshake").Inc()
		return // Accept has answered
	}
	ws.SetReadLimit(int64(h.cfg.Limits.Frame))
	c := &conn{hub: h, id: rand.Text(), player: who, ws: ws, line: &wire, since: h.cfg.Now(), pacer: h.newPacer(r), request: requestOf(w)}
	c.outbox.limit = h.cfg.Limits.Outbox
	q := r.URL.Query()
	go func() {
		defer h.work.Done()
		defer closed()
		h.attend(c, id, q)
	}()
}

// attend is the whole life of a socket.
func (h *Hub) attend(c *conn, id room.ID, q url.Values) {
	defer func() {
		c.tasks.Wait()
		h.metrics.countClosed(c.outbox.code)
	}()
	defer c.survive(nil)
	if proto, err := strconv.Atoi(q.Get("proto")); err != nil || proto < MinProto {
		c.end(closeOutdated, "this page is too old: reload it")
		return
	}
	c.watch = q.Get("watch") == "1"
	after, _ := strconv.ParseUint(q.Get("after"), 10, 64)

	place := cursor{after, strings.Clone(q.Get("digest"))}
	l, err := h.join(c, id, place)
	h.metrics.joined(place, err)
	switch {
	case errors.Is(err, storage.ErrNotFound):
		c.end(closeNoRoom, "there is no such room")
		return
	case errors.Is(err, room.ErrTooNew):
		h.log.Warn(tooNewText, "room", id, "error", err)
		c.end(closeTooNew, tooNewText)
		return
	case err != nil:
		h.log.Warn("room not opened", append(c.names(id), "error", err)...)
		c.end(websocket.StatusTryAgainLater, "the room cannot be opened now")
		return
	}
	h.metrics.opened.Inc()
	h.sockets.add(c)
	h.noteOpened(c, l)
	c.spawn(c.ping)
	c.read(h, l)
	h.sockets.remove(c)
	h.leave(l, c)
	h.noteClosed(c, id)
}

// join opens the room and puts c into it.
func (h *Hub) join(c *conn, id room.ID, after cursor) (*live, error) {
	if !id.Valid() {
		return nil, storage.ErrNotFound
	}
	ctx, cancel := context.WithTimeout(h.life, openTimeout)
	defer cancel()
	return h.enter(ctx, id, c, after)
}

// read hands the frames of c to the hub until the socket ends.
func (c *conn) read(h *Hub, l *live) {
	defer c.survive(l)
	// The library bounds no read in time: pings find dead sockets, and ending
	// the socket ends the read.
	malformed := 0
	for {
		_, frame, err := c.ws.Read(context.Background())
		if err != nil {
			h.countTooBig(err)
			c.end(websocket.CloseStatus(err), "")
			return
		}
		if h.tooFast(l, c, c.pacer, frame) {
			continue
		}
		if !h.command(l, c, frame) {
			if malformed++; malformed == h.cfg.Limits.Malformed {
				c.end(closeMalformed, "too many malformed frames")
			}
		}
	}
}

// ping measures a round trip, and ends a socket that does not answer.
func (c *conn) ping() {
	defer c.survive(nil)
	ctx, cancel := context.WithTimeout(context.Background(), pingTimeout)
	defer cancel()
	start := time.Now()
	if c.ws.Ping(ctx) != nil {
		c.end(websocket.StatusAbnormalClosure, "")
		return
	}
	trip := time.Since(start)
	c.measured(trip)
	c.hub.metrics.trips.Observe(trip.Seconds())
}

// measured takes a round trip into the smoothed one, with a quarter of its
// weight, so that a single hiccup is not taken for the line.
func (c *conn) measured(trip time.Duration) {
	if before := c.lag(); before != 0 {
		trip = (3*before + trip) / 4
	}
	c.roundTrip.Store(int64(trip))
}

// lag returns what the network takes of a turn: the way of the opponent's move
// to the player, and that of the answer back.
func (c *conn) lag() time.Duration { return time.Duration(c.roundTrip.Load()) }
