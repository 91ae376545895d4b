package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
)

// keepAliveInterval is the maximum time between two writes to a stream of the lobby.
const keepAliveInterval = 15 * time.Second

// Lobby is GET /api/lobby.
func (s *Server) Lobby(w http.ResponseWriter, r *http.Request) error {
	current, err := s.lobby.current(r.Context())
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, json.RawMessage(current))
	return nil
}

// LobbyLive is GET /api/lobby/live: a stream of server-sent events. Each event is the whole
// lobby.
func (s *Server) LobbyLive(w http.ResponseWriter, r *http.Request) error {
	if !s.cfg.Tasks.Admit() {
		return wire.ErrDraining
	}
	defer s.cfg.Tasks.Done()
	release, err := s.openSocket(r, identity(w, r).player())
	if err != nil {
		return err
	}
	defer release()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no") // a proxy must not collect the events
	tick := time.NewTicker(lobbyRefresh)
	defer tick.Stop()
	stream := lobbyStream{w: w, control: http.NewResponseController(w), last: time.Now()}
	for {
		current, err := s.lobby.current(r.Context())
		if err != nil {
			current = stream.shown // the store is away: show the last lobby again
		}
		if !stream.show(current) {
			return nil
		}
		select {
		case <-tick.C:
		case <-r.Context().Done():
			return nil
		case <-s.cfg.Tasks.Context().Done():
			return nil
		}
	}
}

// lobbyStream sends the lobby to one client, and remembers what it has sent.
type lobbyStream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	shown   []byte
	last    time.Time // the time of the last write
}

// show sends the lobby if it has changed. Otherwise it sends a comment once in
// keepAliveInterval, to keep the connection alive. It reports whether the client is still
// connected.
func (l *lobbyStream) show(current []byte) bool {
	switch {
	case !bytes.Equal(current, l.shown):
		l.shown = current
		return l.send([]byte("data: "), current, []byte("\n\n"))
	case time.Since(l.last) >= keepAliveInterval:
		return l.send([]byte(": alive\n\n"))
	}
	return true
}

func (l *lobbyStream) send(parts ...[]byte) bool {
	l.last = time.Now()
	_ = l.control.SetWriteDeadline(time.Now().Add(lobbyTimeout))
	_, err := l.w.Write(bytes.Join(parts, nil))
	return err == nil && l.control.Flush() == nil
}
