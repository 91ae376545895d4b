package main

import (
	"context"
	"crypto/rand"
	mathrand "math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// timing holds the waiting times of a link and of HTTP requests. Tests use shorter ones.
type timing struct {
	backoffFirst         time.Duration // first wait; doubles with each try; at random down to half as long
	backoffMax           time.Duration
	welcomeTimeout       time.Duration // from dial to the hub's welcome
	pingEvery            time.Duration
	pongTimeout          time.Duration // for the answer to a ping
	pongTimeoutAfterWake time.Duration // shorter, because the user is waiting
	searchFirst          time.Duration // wait before the first search for another hub; doubles; at random up to twice as long
	searchMax            time.Duration
}

var defaultTiming = timing{
	backoffFirst: 300 * time.Millisecond, backoffMax: 10 * time.Second, welcomeTimeout: 8 * time.Second,
	pingEvery: 10 * time.Second, pongTimeout: 5 * time.Second, pongTimeoutAfterWake: 2 * time.Second,
	searchFirst: 3 * time.Second, searchMax: 30 * time.Second,
}

// backoff returns the wait before the next try, after some failures in a row.
func (t timing) backoff(failures int) time.Duration {
	wait := min(t.backoffMax, t.backoffFirst<<min(failures, 10))
	return wait/2 + mathrand.N(wait/2+1)
}

// The reports of a link, with wire.Welcome: a connection is open. If its From is 0, the receiver must
// discard all entries it has.
type (
	// entriesReceived: the next entries. Each entry is reported once.
	entriesReceived []room.Entry
	// answered: the hub has stored the command or, if refused is set, refused it.
	answered struct {
		id      string
		refused *wire.Failure
	}
	presenceChanged wire.Presence
	storeChanged    bool
	// disconnected: there is no connection; the link is trying to open one.
	disconnected struct{}
	// gaveUp: there is no connection; the link waits for resume.
	gaveUp struct{ code wire.CloseCode }
)

// link keeps a connection to one room open. It promises:
//
//   - It reports entries in order, without gaps or repeats, across reconnections.
//   - It reconnects with jittered backoff, or at once after wake.
//   - It sends a command on every connection, always with the same ID, until the hub
//     answers. It reports the answer once.
//   - While its hub does not reach the store, it searches for a hub that does, and moves to
//     that hub. If it finds none, it keeps its connection.
//   - It stops reconnecting only on a final close code; resume starts it again.
//
// Its methods may be called from one goroutine at a time. Only close blocks: it waits until the link's
// goroutines have ended.
type link struct {
	reporter
	hub      hubClient
	room     string
	watch    bool
	commands chan command // buffers more than a person types while run is busy
	wakes    chan struct{}
	resumes  chan struct{}
	leaving  atomic.Bool // the user leaves for good

	// used by run and its session
	pending  []command // without an answer, in the order of the calls of send
	n        uint64    // number of the last entry reported
	digest   string    // digest of entry n
	lastSent string    // ID of the last command sent
	failures int       // attempts in a row that no hub has welcomed; the loss of a connection counts as one too
}

// newLink returns a link to a room of a hub. The caller must call start and, later, close.
func newLink(hub hubClient, room string, watch bool) *link {
	return &link{
		reporter: reporter{reports: make(chan any, 64)}, hub: hub, room: room, watch: watch,
		commands: make(chan command, 64), wakes: make(chan struct{}, 1), resumes: make(chan struct{}, 1),
	}
}

func (l *link) start(ctx context.Context) {
	l.ctx, l.stop = context.WithCancel(ctx)
	go l.run(l.ctx)
}

// send sends a command to the hub, now or once there is a connection.
func (l *link) send(c command) { l.commands <- c }

// wake says that the user is active. The link then checks the connection or reconnects
// at once.
func (l *link) wake() { notify(l.wakes) }

// resume connects again after a final close code.
func (l *link) resume() { notify(l.resumes) }

// close ends the link and waits for its end. If leave is true, it tells the hub that the
// user leaves for good.
func (l *link) close(leave bool) {
	l.leaving.Store(leave)
	l.end()
}

// notify sends to c, a channel with room for one element, unless it is full.
func notify(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // already notified
	}
}

// run opens a new session whenever the one before ends, until ctx ends.
func (l *link) run(ctx context.Context) {
	defer close(l.reports)
	defer l.questions.Wait()
	for ctx.Err() == nil {
		s := &session{link: l, found: make(chan struct{}, 1)}
		code := s.run(ctx)
		if s.welcomed || s.retryNow {
			l.failures = 0
		}
		if _, final := finalTexts[code]; final || code == wire.CloseReplaced {
			l.report(ctx, gaveUp{code})
			l.pause(ctx, nil, l.resumes)
			continue
		}
		if code == wire.CloseTooBig {
			l.reportAnswer(ctx, l.lastSent, &wire.Failure{Code: "too_big", Text: l.hub.lang.Say(texts.TooLong)})
		}
		l.report(ctx, disconnected{})
		if !s.retryNow {
			l.pause(ctx, time.After(l.hub.timing.backoff(l.failures)), l.wakes)
		}
	}
}

// pause waits until the timer fires or the user does something.
func (l *link) pause(ctx context.Context, timer <-chan time.Time, user <-chan struct{}) {
	for {
		select {
		case <-timer:
			l.failures++
			return
		case <-user:
			l.failures = 0
			return
		case c := <-l.commands:
			l.pending = append(l.pending, c)
		case <-ctx.Done():
			return
		}
	}
}

// query returns the query of a websocket that continues after the last reported entry.
func (l *link) query() url.Values {
	query := url.Values{"after": {strconv.FormatUint(l.n, 10)}, "digest": {l.digest}, "proto": {strconv.Itoa(wire.Proto)}}
	if l.watch {
		query.Set("watch", "1")
	}
	return query
}

// dial opens a websocket.
func (l *link) dial(ctx context.Context, query url.Values) (*websocket.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, l.hub.timing.welcomeTimeout)
	defer cancel()
	address := l.hub.origin.JoinPath("api", "rooms", l.room, "live") // the library makes it a ws or wss address
	address.RawQuery = query.Encode()
	ws, _, err := websocket.Dial(ctx, address.String(), &websocket.DialOptions{
		HTTPClient: l.hub.client, HTTPHeader: http.Header{"Authorization": {"Bearer " + l.hub.secret}},
	})
	if err == nil {
		ws.SetReadLimit(maxFrameFromHub)
	}
	return ws, err
}

// reportAnswer removes a pending command and reports its answer. It ignores unknown IDs.
func (l *link) reportAnswer(ctx context.Context, id string, refused *wire.Failure) {
	if i := slices.IndexFunc(l.pending, func(c command) bool { return id != "" && c.ID == id }); i >= 0 {
		l.pending = slices.Delete(l.pending, i, i+1)
		l.report(ctx, answered{id, refused})
	}
}

// newID returns a new unique ID for a command.
func newID() string { return rand.Text() }

// reporter is the part that both kinds of link share: it passes reports to the model, and answers
// one question of the model at a time.
type reporter struct {
	reports   chan any        // to the link's owner; closed when the link ends
	ctx       context.Context // ends with the link
	stop      context.CancelFunc
	questions sync.WaitGroup
	stopLast  context.CancelFunc // ends the last question; nil: none was asked
}

func (r *reporter) report(ctx context.Context, report any) {
	select {
	case r.reports <- report:
	case <-ctx.Done():
	}
}

// end ends the link and waits for its goroutines. Nobody wants the reports that are left.
func (r *reporter) end() {
	r.stop()
	for range r.reports {
	}
}

// ask answers a question in the background: answer makes the reports. A new question ends
// the one before.
func (r *reporter) ask(answer func(ctx context.Context)) {
	if r.stopLast != nil {
		r.stopLast()
	}
	ctx, cancel := context.WithCancel(r.ctx)
	r.stopLast = cancel
	r.questions.Go(func() {
		defer cancel()
		answer(ctx)
	})
}
