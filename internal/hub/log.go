package hub

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"regexp"
	"strings"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/room"
)

// Every request has an id, by which the lines of the log that concern it are found,
// and those of the socket that it became. A trusted proxy may bring one, so that it
// is in the proxy's log too; else it is made here. The answer says it.
//
// The log names players by their public ids. Secrets, cookies, the tokens of seats
// and what a client has sent as a command's content are never in it.
const requestHeader = "X-Request-Id"

// requestForm keeps what a proxy brings from forging lines of the log.
var requestForm = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

const madeLength = 16 // characters of an id that is made here: 80 bits

// nameRequest gives a request that has passed identifyCaller its id.
func nameRequest(w http.ResponseWriter, r *http.Request) {
	id := strings.Clone(r.Header.Get(requestHeader)) // a socket keeps it, and not the request's header
	if !requestForm.MatchString(id) {
		id = strings.ToLower(rand.Text()[:madeLength])
	}
	w.Header().Set(requestHeader, id)
}

// requestOf returns the id of the request that w answers.
func requestOf(w http.ResponseWriter) string { return w.Header().Get(requestHeader) }

// verbose reports whether debug lines are wanted: where thousands of frames come a
// second not even their arguments are to be put together otherwise.
func (h *Hub) verbose() bool { return h.log.Enabled(context.Background(), slog.LevelDebug) }

// names returns what a line of the log says of a socket in a room.
func (c *conn) names(id room.ID) []any {
	return []any{"room", id, "player", c.player, "request", c.request}
}

func (h *Hub) noteOpened(c *conn, l *live) {
	if h.verbose() {
		h.log.Debug("socket opened", append(c.names(l.replica.ID()), "n", l.replica.N())...)
	}
}

func (h *Hub) noteClosed(c *conn, id room.ID) {
	if h.verbose() {
		code := c.outbox.code
		h.log.Debug("socket closed", append(c.names(id), "code", int(code), "lost", code == websocket.StatusAbnormalClosure)...)
	}
}

// noteDone notes a command that was acknowledged: kind is its type, n its entry.
func (h *Hub) noteDone(c *conn, l *live, kind string, n uint64) {
	if h.verbose() {
		h.log.Debug("command done", append(c.names(l.replica.ID()), "type", kind, "n", n)...)
	}
}

// noteRefused notes a command that was refused, when the log ended at n.
func (h *Hub) noteRefused(c *conn, l *live, kind string, f failure) failure {
	if h.verbose() {
		h.log.Debug("command refused", append(c.names(l.replica.ID()), "type", kind, "code", f.Code, "n", l.replica.N())...)
	}
	return f
}
