package main

import (
	"context"
	"crypto/rand"
	mathrand "math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// timing is how a link waits. Tests use shorter ones.
type timing struct {
	backoffFirst  time.Duration // before the second try; doubled for each further one, and jittered down to a half
	backoffMax    time.Duration
	welcomeTimeout time.Duration // a try that has given no welcome by then is dropped
	pingEvery     time.Duration
	pongTimeout    time.Duration // for the answer to a ping
	pongTimeoutAfterWake     time.Duration // the same when the person has just come back: a dead connection must not cost them long
}

var defaultTiming = timing{
	backoffFirst: 300 * time.Millisecond, backoffMax: 10 * time.Second, welcomeTimeout: 8 * time.Second,
	pingEvery: 10 * time.Second, pongTimeout: 5 * time.Second, pongTimeoutAfterWake: 2 * time.Second,
}

// backoff returns the wait before a try after so many failures in a row.
func (t timing) backoff(failures int) time.Duration {
	wait := min(t.backoffMax, t.backoffFirst<<min(failures, 10))
	return wait/2 + mathrand.N(wait/2+1)
}

// What a link reports, in order.
type (
	// welcomed: a connection is open. If anew, all entries so far are void.
	welcomed struct {
		fromStart   bool
		player string // one's own public id
		logEnd      uint64 // the last entry of the log
		now    int64  // the hub's time, in Unix milliseconds
		presence   presence
		storeUp  bool
	}
	// entriesCame: the next entries, each exactly once.
	entriesReceived []entry
	// answered: a command has come to its end, stored unless refused.
	answered struct {
		id      string
		refused *refusal
	}
	presenceChanged  presence
	storeChanged bool
	// lost: there is no connection; another one is being tried.
	disconnected struct{}
	// over: there is no connection, and none is tried until resume.
	gaveUp struct{ code websocket.StatusCode }
)

// link is the connection to one room, kept alive.
//
// It promises: entries are reported in order, none twice and none left out,
// whatever connections they came by; a connection that is lost comes back, with
// jittered backoff or at once after wake; a command is sent on every connection,
// always with its own id, until it is answered, and its answer is reported once.
// It gives up only on the close codes that say so, and resume begins again.
//
// send, wake, resume and close may be called from any goroutine and never
// block for the network, except close, which waits for the end of everything.
type link struct {
	address  url.URL // of the room's websocket, without the query
	secret   string
	watch    bool
	client   *http.Client
	timing   timing
	reports  chan any // to the owner; closed at the end
	commands chan struct{}
	wakes    chan struct{}
	resumes  chan struct{}

	stop context.CancelFunc
	done chan struct{}

	mu      sync.Mutex
	closeCode    websocket.StatusCode // with which close closes
	pending []pendingCommand     // in the order in which they were given

	// owned by run
	n        uint64 // the last entry reported, and its digest
	digest   string
	lastSent string // the command
}

// pendingCommand is a command without an answer. sent: on the present
// connection.
type pendingCommand struct {
	command
	sent bool
}

// newLink returns a link to the room of a hub at origin, an http or https
// address. start starts it.
func newLink(origin url.URL, room, secret string, watch bool, client *http.Client, t timing) *link {
	address := *origin.JoinPath("api", "rooms", room, "live")
	address.Scheme = map[string]string{"http": "ws", "https": "wss"}[origin.Scheme]
	return &link{
		address: address, secret: secret, watch: watch, client: client, timing: t,
		reports: make(chan any, 64), commands: make(chan struct{}, 1), wakes: make(chan struct{}, 1),
		resumes: make(chan struct{}, 1), done: make(chan struct{}), closeCode: websocket.StatusGoingAway,
	}
}

func (l *link) start(ctx context.Context) {
	ctx, l.stop = context.WithCancel(ctx)
	go l.run(ctx)
}

// send gives the hub a command, now or as soon as there is a connection.
func (l *link) send(c command) {
	l.mu.Lock()
	l.pending = append(l.pending, pendingCommand{command: c})
	l.mu.Unlock()
	notify(l.commands)
}

// wake says that the person is here and looks: there is no time to lose.
func (l *link) wake() { notify(l.wakes) }

// resume connects again after a final close code.
func (l *link) resume() { notify(l.resumes) }

// close ends the link and waits for its end. leave tells the hub that the
// person will not come back.
func (l *link) close(leave bool) {
	if leave {
		l.mu.Lock()
		l.closeCode = websocket.StatusNormalClosure
		l.mu.Unlock()
	}
	l.stop()
	<-l.done
}

func notify(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // has been signalled already
	}
}

// run connects again and again.
func (l *link) run(ctx context.Context) {
	defer close(l.done)
	defer close(l.reports)
	failures := 0
	for {
		s := &session{link: l}
		code := s.run(ctx)
		if s.welcomed {
			failures = 0
		}
		switch code {
		case closeReplaced, closeMalformed, closeNoRoom, closeOutdated:
			l.report(ctx, gaveUp{code})
			select {
			case <-l.resumes:
				failures = 0
			case <-ctx.Done():
				return
			}
			continue
		case closeTooBig:
			l.reportAnswer(ctx, l.lastSent, &refusal{Code: "too_big", Text: "That is too long."})
		}
		if ctx.Err() != nil {
			return
		}
		l.report(ctx, disconnected{})
		if !s.retryNow && l.waitBackoff(ctx, failures) {
			failures++
		} else {
			failures = 0
		}
	}
}

// rest waits before the next try. It reports false if it was woken up.
func (l *link) waitBackoff(ctx context.Context, failures int) bool {
	wait := time.NewTimer(l.timing.backoff(failures))
	defer wait.Stop()
	select {
	case <-wait.C:
		return true
	case <-l.wakes:
		return false
	case <-ctx.Done():
		return true
	}
}

func (l *link) report(ctx context.Context, what any) {
	select {
	case l.reports <- what:
	case <-ctx.Done():
	}
}

// open dials the room where the entries reported so far end.
func (l *link) dial(ctx context.Context) (*websocket.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, l.timing.welcomeTimeout)
	defer cancel()
	query := url.Values{"after": {strconv.FormatUint(l.n, 10)}, "digest": {l.digest}, "proto": {strconv.Itoa(proto)}}
	if l.watch {
		query.Set("watch", "1")
	}
	address := l.address
	address.RawQuery = query.Encode()
	ws, resp, err := websocket.Dial(ctx, address.String(), &websocket.DialOptions{
		HTTPClient: l.client, HTTPHeader: http.Header{"Authorization": {"Bearer " + l.secret}},
	})
	if resp != nil && resp.Body != nil && err != nil {
		_ = resp.Body.Close()
	}
	return ws, err
}

// unsent returns the commands to send now: all that are pending, or those that
// were not sent on this connection yet.
func (l *link) commandsToSend(all bool) []command {
	l.mu.Lock()
	defer l.mu.Unlock()
	var list []command
	for i := range l.pending {
		if all || !l.pending[i].sent {
			l.pending[i].sent = true
			list = append(list, l.pending[i].command)
		}
	}
	return list
}

// answer ends a command, if it is one that is pending.
func (l *link) reportAnswer(ctx context.Context, id string, refused *refusal) {
	l.mu.Lock()
	known := false
	for i, c := range l.pending {
		if id != "" && c.ID == id {
			l.pending = append(l.pending[:i:i], l.pending[i+1:]...)
			known = true
			break
		}
	}
	l.mu.Unlock()
	if known {
		l.report(ctx, answered{id, refused})
	}
}

// newID returns an id for a command, unused before.
func newID() string { return rand.Text() }
