package hub

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/room"
)

// Limits of one socket.
const (
	outboxFrames = 64 // frames that may wait for a slow reader
	writeTimeout = 10 * time.Second
	pingInterval = 15 * time.Second // measures the lag, and finds sockets whose other end has vanished
	pingTimeout  = 15 * time.Second
	openTimeout  = 5 * time.Second // to read the room for a new socket
)

// conn is one websocket: one view of one room.
type conn struct {
	id     string
	player room.PlayerID
	ws     *websocket.Conn

	out  chan []byte
	done chan struct{}        // closed when the socket must end
	once sync.Once            // guards the end
	code websocket.StatusCode // why; set before done is closed
	why  string

	roundTrip atomic.Int64 // smoothed, in nanoseconds; 0: not measured yet

	// guarded by live.mu
	since  time.Time
	cursor cursor  // the last entry in the outbox
	seats  [2]bool // whose player this is, by seat; none of them: a spectator
	watch  bool    // does not want to sit
	shown  bool    // has been announced, so that a later one replaces it
}

// serveLive is GET /api/rooms/{room}/live: the whole life of one socket. The
// request's goroutine reads; another one writes.
func (h *Hub) serveLive(w http.ResponseWriter, r *http.Request) {
	if !h.admit() {
		h.writeFailure(w, h.failureOf(errDraining))
		return
	}
	defer h.work.Done()
	who := identity(w, r).player()
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{
		OriginPatterns:  h.cfg.Origins,
		CompressionMode: websocket.CompressionDisabled, // frames are small, and a window per socket is not
	})
	if err != nil {
		h.metrics.refusals.WithLabelValues("handshake").Inc()
		return // Accept has answered
	}
	ws.SetReadLimit(maxFrame)

	q := r.URL.Query()
	if proto, err := strconv.Atoi(q.Get("proto")); err != nil || proto < MinProto {
		h.refuseSocket(ws, closeOutdated, "this page is too old: reload it")
		return
	}
	c := &conn{
		id: rand.Text(), player: who, since: h.cfg.Now(), ws: ws,
		out: make(chan []byte, outboxFrames), done: make(chan struct{}),
		watch: q.Get("watch") == "1",
	}
	after, _ := strconv.ParseUint(q.Get("after"), 10, 64)

	l, err := h.join(c, room.ID(r.PathValue("room")), cursor{after, q.Get("digest")})
	switch {
	case errors.Is(err, room.ErrNotFound):
		h.refuseSocket(ws, closeNoRoom, "there is no such room")
		return
	case err != nil:
		h.log.Warn("room not opened", "room", r.PathValue("room"), "error", err)
		h.refuseSocket(ws, websocket.StatusTryAgainLater, "the room cannot be opened now")
		return
	}
	h.metrics.opened.Inc()
	// Run has sent everyone away before; this finds those who were just coming in.
	defer context.AfterFunc(h.life, func() { c.end(websocket.StatusServiceRestart, "the hub restarts") })()
	var writer sync.WaitGroup
	writer.Go(c.write)
	c.read(h, l)
	h.leave(l, c)
	writer.Wait()
	h.metrics.countClosed(c.code)
}

// join opens the room and puts c into it.
func (h *Hub) join(c *conn, id room.ID, after cursor) (*live, error) {
	if !id.Valid() {
		return nil, room.ErrNotFound
	}
	ctx, cancel := context.WithTimeout(h.life, openTimeout)
	defer cancel()
	return h.enter(ctx, id, c, after)
}

func (h *Hub) refuseSocket(ws *websocket.Conn, code websocket.StatusCode, why string) {
	_ = ws.Close(code, why)
	h.metrics.countClosed(code)
}

// read hands the frames of c to the hub until the socket ends.
func (c *conn) read(h *Hub, l *live) {
	// The library bounds no read in time: pings find dead sockets, and ending
	// the socket ends the read.
	malformed := 0
	for {
		_, frame, err := c.ws.Read(context.Background())
		if err != nil {
			c.end(websocket.CloseStatus(err), "")
			return
		}
		if !h.command(l, c, frame) {
			if malformed++; malformed == maxMalformed {
				c.end(closeMalformed, "too many malformed frames")
			}
		}
	}
}

// write sends what is in the outbox until the socket must end, then closes it.
//
// Its contexts do not end with the hub: one that ends in the middle of a write
// cuts the connection, and what was said last is to arrive.
func (c *conn) write() {
	ping := time.NewTicker(pingInterval)
	defer ping.Stop()
	var pings sync.WaitGroup
	defer pings.Wait()
	pings.Go(c.ping)
	for {
		select {
		case frame := <-c.out:
			ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
			err := c.ws.Write(ctx, websocket.MessageText, frame)
			cancel()
			if err != nil {
				c.end(websocket.StatusAbnormalClosure, "")
			}
		case <-ping.C:
			pings.Go(c.ping)
		case <-c.done:
			// The close frame only helps a peer that is alive; one that is not
			// ends here after the library's own 5 s.
			if c.code == websocket.StatusAbnormalClosure || c.code == closeSlow {
				_ = c.ws.CloseNow()
			} else {
				_ = c.ws.Close(c.code, c.why)
			}
			return
		}
	}
}

// ping measures a round trip, and ends a socket that does not answer.
func (c *conn) ping() {
	ctx, cancel := context.WithTimeout(context.Background(), pingTimeout)
	defer cancel()
	start := time.Now()
	if c.ws.Ping(ctx) != nil {
		c.end(websocket.StatusAbnormalClosure, "")
		return
	}
	c.measured(time.Since(start))
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

// send puts a frame into the outbox. A full one ends the socket: its client
// comes back and reads on where it stopped. After its end nothing is sent.
func (c *conn) send(frame []byte) {
	if c.ended() {
		return
	}
	select {
	case c.out <- frame:
	default:
		c.end(closeSlow, "too slow")
	}
}

func (c *conn) ended() bool {
	select {
	case <-c.done:
		return true
	default:
		return false
	}
}

// end ends the socket, once: the first reason counts. It does not wait.
func (c *conn) end(code websocket.StatusCode, why string) {
	c.once.Do(func() {
		if code < websocket.StatusNormalClosure {
			code = websocket.StatusAbnormalClosure
		}
		c.code, c.why = code, why
		close(c.done)
	})
}
