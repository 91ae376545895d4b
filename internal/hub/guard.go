package hub

import (
	"errors"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/room"
)

// guard counts what addresses and players do with this hub, and says when it is
// too much. Limits says how much that is.
type guard struct {
	limits Limits

	requests       *rates[netip.Prefix]
	roomsByAddress *rates[netip.Prefix]
	roomsByPlayer  *rates[room.PlayerID]
	imports        *rates[netip.Prefix]

	mu        sync.Mutex
	sockets   int
	byAddress map[netip.Prefix]int
	byPlayer  map[room.PlayerID]*holding
}

// holding is what one player has open.
type holding struct {
	sockets int
	rooms   map[room.ID]int // sockets in each
}

func newGuard(l Limits) *guard {
	return &guard{
		limits: l,
		requests: newRates[netip.Prefix](
			per(l.RequestsPerSecondPerAddress, time.Second, requestsBurst*l.RequestsPerSecondPerAddress), l.Tracked),
		roomsByAddress: newRates[netip.Prefix](per(l.RoomsPerMinutePerAddress, time.Minute, l.RoomsPerMinutePerAddress), l.Tracked),
		roomsByPlayer:  newRates[room.PlayerID](per(l.RoomsPerMinutePerPlayer, time.Minute, l.RoomsPerMinutePerPlayer), l.Tracked),
		imports:        newRates[netip.Prefix](per(l.ImportsPerHourPerAddress, time.Hour, l.ImportsPerHourPerAddress), l.Tracked),
		byAddress:      map[netip.Prefix]int{},
		byPlayer:       map[room.PlayerID]*holding{},
	}
}

// open counts one more socket until done is called, in a room or, without one, of
// the lobby. done is nil if it is one too many: then f says of what.
func (g *guard) open(c caller, player room.PlayerID, in room.ID) (done func(), f failure) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if over(g.limits.Sockets, g.sockets) {
		return nil, failHubFull // exempt or not: it is this process's memory
	}
	if c.exempt {
		g.sockets++
		return sync.OnceFunc(func() {
			g.mu.Lock()
			defer g.mu.Unlock()
			g.sockets--
		}), f
	}
	mine := g.byPlayer[player]
	if mine == nil {
		mine = &holding{rooms: map[room.ID]int{}}
	}
	switch {
	case over(g.limits.SocketsPerAddress, g.byAddress[c.from]), over(g.limits.SocketsPerPlayer, mine.sockets):
		return nil, failSockets
	case in != "" && mine.rooms[in] == 0 && over(g.limits.RoomsPerPlayer, len(mine.rooms)):
		return nil, failRooms
	}
	g.sockets++
	g.byAddress[c.from]++
	g.byPlayer[player] = mine
	mine.sockets++
	if in != "" {
		mine.rooms[in]++
	}
	return sync.OnceFunc(func() { g.closed(c.from, player, in) }), f
}

// closed takes back what open has counted.
func (g *guard) closed(from netip.Prefix, player room.PlayerID, in room.ID) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sockets--
	if g.byAddress[from]--; g.byAddress[from] == 0 {
		delete(g.byAddress, from)
	}
	mine := g.byPlayer[player]
	if in != "" {
		if mine.rooms[in]--; mine.rooms[in] == 0 {
			delete(mine.rooms, in)
		}
	}
	if mine.sockets--; mine.sockets == 0 {
		delete(g.byPlayer, player)
	}
}

// over reports whether one more than now is too many.
func over(limit, now int) bool { return limit > 0 && now >= limit }

// mayCreate counts a room that is to be created, or tells the client to wait.
func (h *Hub) mayCreate(w http.ResponseWriter, r *http.Request, player room.PlayerID) bool {
	c := callerOf(r)
	if c.exempt {
		return true
	}
	now := h.cfg.Now()
	wait, ok := h.guard.roomsByPlayer.take(player, 1, now)
	if ok {
		wait, ok = h.guard.roomsByAddress.take(c.from, 1, now)
	}
	if !ok {
		h.refuse(w, failTooFast, wait)
	}
	return ok
}

// mayImport counts a file that is to be imported, or tells the client to wait.
func (h *Hub) mayImport(w http.ResponseWriter, r *http.Request) bool {
	c := callerOf(r)
	if c.exempt {
		return true
	}
	wait, ok := h.guard.imports.take(c.from, 1, h.cfg.Now())
	if !ok {
		h.refuse(w, failTooFast, wait)
	}
	return ok
}

// heavyRequest is what a request that reads thousands of games counts for.
const heavyRequest = 20

// guarded finds out who asks, and lets nobody ask too often.
func (h *Hub) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = h.identifyCaller(r)
		nameRequest(w, r)
		if isTLS(r) {
			w.Header().Set("Strict-Transport-Security", transportSecurity)
		}
		cost := 0
		switch path := r.URL.Path; {
		case path == "/api/export", path == "/api/stats", path == "/api/import":
			cost = heavyRequest
		case strings.HasPrefix(path, "/api/"), path == "/readyz", path == "/healthz":
			cost = 1
		}
		if c := callerOf(r); cost > 0 && !c.exempt {
			if wait, ok := h.guard.requests.take(c.from, cost, h.cfg.Now()); !ok {
				h.refuse(w, failTooFast, wait)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// refuse says that something was not done, and after how long to ask again.
func (h *Hub) refuse(w http.ResponseWriter, f failure, wait time.Duration) {
	w.Header().Set("Retry-After", strconv.Itoa(max(1, int(math.Ceil(wait.Seconds())))))
	h.writeFailure(w, f)
}

// refusedPause is after how long a client that was refused a socket or a stream
// may try again.
const refusedPause = 10 * time.Second

// openSocket counts a socket, or a stream of the lobby, that is to be opened,
// until done is called. done is nil if it must not be opened: then the client has
// been told.
func (h *Hub) openSocket(w http.ResponseWriter, r *http.Request, player room.PlayerID, in room.ID) (done func()) {
	if h.crossOrigin(r) {
		h.writeFailure(w, failCrossOrigin)
		return nil
	}
	done, f := h.guard.open(callerOf(r), player, in)
	switch {
	case done != nil:
	case in != "" && r.Header.Get("Origin") != "" && f != failHubFull:
		h.turnAway(w, r, f)
	default:
		h.refuse(w, f, refusedPause)
	}
	return done
}

// turnAway tells a page why it gets no socket. Browsers show pages nothing of an
// answer that opens none, so it is opened and closed.
func (h *Hub) turnAway(w http.ResponseWriter, r *http.Request, f failure) {
	h.metrics.refusals.WithLabelValues(f.Code).Inc()
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{OriginPatterns: h.cfg.Origins, CompressionMode: websocket.CompressionDisabled})
	if err == nil {
		_ = ws.Close(closeTooMany, f.Code)
		h.metrics.countClosed(closeTooMany)
	}
}

// pacer holds one socket to the rate of frames. It is owned by the goroutine that
// reads the socket; nil holds it to none.
type pacer struct {
	rate
	empty   time.Time
	refused int // frames in a row
}

func (h *Hub) newPacer(r *http.Request) *pacer {
	if callerOf(r).exempt || h.cfg.Limits.FramesPerSecond == 0 {
		return nil
	}
	return &pacer{rate: h.cfg.Limits.frames()}
}

// tooFast reports whether a frame of c comes too soon, and answers it then. If it
// goes on the socket is closed: its program does not listen.
func (h *Hub) tooFast(l *live, c *conn, p *pacer, frame []byte) bool {
	if p == nil {
		return false
	}
	var ok bool
	if p.empty, _, ok = p.take(p.empty, 1, h.cfg.Now()); ok {
		p.refused = 0
		return false
	}
	h.metrics.refusals.WithLabelValues(failTooFast.Code).Inc()
	m, _, _ := decodeFrame(frame) // of the error there is nothing more to say
	c.send(refusedFrame(clip(m.ID), failTooFast, l.replica.N()))
	if p.refused++; p.refused > maxTooFast {
		c.end(websocket.StatusPolicyViolation, "too many frames in too short a time")
	}
	return true
}

// countTooBig counts a frame that was larger than it may be: the library has
// closed the socket with 1009.
func (h *Hub) countTooBig(err error) {
	if errors.Is(err, websocket.ErrMessageTooBig) {
		h.metrics.refusals.WithLabelValues("frame_too_large").Inc()
	}
}
