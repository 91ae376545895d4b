package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
)

// keepAliveInterval is the maximum time between two writes to a stream of the lobby.
const keepAliveInterval = 15 * time.Second

// Lobby is GET /api/lobby.
func (s *Server) Lobby(w http.ResponseWriter, r *http.Request) error {
	pages, err := bounded(r.URL.Query(), "pages", 1, 1, lobbyPages)
	if err != nil {
		return err
	}
	current, err := s.lobby.current(r.Context(), pages)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, json.RawMessage(current))
	return nil
}

// LobbyLive is GET /api/lobby/live: a stream of server-sent events. Each event is the whole
// lobby.
func (s *Server) LobbyLive(w http.ResponseWriter, r *http.Request) error {
	pages, err := bounded(r.URL.Query(), "pages", 1, 1, lobbyPages)
	if err != nil {
		return err
	}
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
	control, shown, last := http.NewResponseController(w), []byte(nil), time.Now() // last: of the last write
	for {
		var event []byte
		current, err := s.lobby.current(r.Context(), pages) // after an error the client keeps the last lobby
		switch {
		case err == nil && !bytes.Equal(current, shown):
			shown, event = current, fmt.Appendf(nil, "data: %s\n\n", current)
		case time.Since(last) >= keepAliveInterval:
			event = []byte(": alive\n\n") // a comment, to keep the connection alive
		}
		if event != nil {
			last = time.Now()
			_ = control.SetWriteDeadline(last.Add(lobbyTimeout))
			if _, err := w.Write(event); err != nil || control.Flush() != nil {
				return nil // the client has gone
			}
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
