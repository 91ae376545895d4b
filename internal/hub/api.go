package hub

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// Handler returns everything that the hub serves to the public: the page, the
// API of docs/openapi.yaml and the websocket of docs/asyncapi.yaml. These are all of its addresses.
func (h *Hub) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/about", h.serveAbout)
	mux.HandleFunc("GET /api/me", h.serveMe)
	mux.HandleFunc("POST /api/rooms", h.serveCreate)
	mux.HandleFunc("GET /api/rooms/{room}", h.serveRoom)
	mux.HandleFunc("GET /api/rooms/{room}/entries", h.serveEntries)
	mux.HandleFunc("GET /api/rooms/{room}/live", h.serveLive)
	mux.HandleFunc("GET /api/lobby", h.serveLobby)
	mux.HandleFunc("GET /api/lobby/live", h.serveLobbyLive)
	mux.HandleFunc("POST /api/pair", h.servePair)
	mux.HandleFunc("GET /api/games", h.serveGames)
	mux.HandleFunc("GET /api/games/{room}/{game}", h.serveGame)
	mux.HandleFunc("GET /api/stats", h.serveStats)
	mux.HandleFunc("GET /api/export", h.serveExport)
	mux.HandleFunc("POST /api/import", h.importer())
	mux.HandleFunc("POST /api/analysis", h.serveAnalysis)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") })
	mux.HandleFunc("GET /readyz", h.serveReady)
	mux.HandleFunc("/api/", func(w http.ResponseWriter, _ *http.Request) { h.writeFailure(w, failNoPath) })
	mux.HandleFunc("/", h.page.serve)
	h.origins.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { h.writeFailure(w, failCrossOrigin) }))
	return secure(h.guarded(h.origins.Handler(mux)))
}

// maxLogEntries is how many entries one answer has; the reader asks again after
// them.
const maxLogEntries = 5000

func (h *Hub) serveAbout(w http.ResponseWriter, r *http.Request) {
	identity(w, r)
	levels := []string{}
	for _, l := range room.Levels() {
		levels = append(levels, l.Name)
	}
	about := map[string]any{
		"proto": Proto, "build": h.page.build, "levels": levels, "variants": h.cfg.Variants, "colours": room.Colours,
	}
	if isLocal(r.Host) {
		about["addresses"] = append([]string{}, h.cfg.Addresses...)
	}
	writeJSON(w, http.StatusOK, about)
}

func (h *Hub) serveMe(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, http.StatusOK, map[string]any{"player": identity(w, r).player()})
}

func (h *Hub) serveRoom(w http.ResponseWriter, r *http.Request) {
	identity(w, r)
	replica, err := h.openRoom(r.Context(), r.PathValue("room"))
	if err != nil {
		h.writeError(w, err)
		return
	}
	h.writeRoom(w, http.StatusOK, replica)
}

func (h *Hub) openRoom(ctx context.Context, id string) (*play.Replica, error) {
	if !room.ID(id).Valid() {
		return nil, storage.ErrNotFound
	}
	return play.Open(ctx, h.cfg.Store, room.ID(id))
}

func (h *Hub) writeRoom(w http.ResponseWriter, status int, replica *play.Replica) {
	var answer map[string]any
	replica.View(func(s *room.State) {
		answer = map[string]any{
			"room": replica.ID(), "n": s.N, "variant": s.Variant(), "phase": s.Phase, "players": s.Players,
			"game": s.Number, "score": s.Score, "draws": s.Draws, "owner": s.Owner, "clock": s.Clock, "advice": s.Advice,
			"open": s.Open,
		}
	})
	writeJSON(w, status, answer)
}

func (h *Hub) serveEntries(w http.ResponseWriter, r *http.Request) {
	after, err := strconv.ParseUint(cmp.Or(r.URL.Query().Get("after"), "0"), 10, 64)
	if err != nil {
		h.writeFailure(w, failBadRequest)
		return
	}
	replica, err := h.openRoom(r.Context(), r.PathValue("room"))
	if err != nil {
		h.writeError(w, err)
		return
	}
	entries, _ := replica.Since(0, "")
	entries = entries[min(after, uint64(len(entries))):]
	raw := make([]json.RawMessage, 0, len(entries))
	for _, e := range entries[:min(len(entries), maxLogEntries)] {
		raw = append(raw, e.Raw())
	}
	writeJSON(w, http.StatusOK, map[string]any{"entries": raw})
}

func (h *Hub) serveReady(w http.ResponseWriter, r *http.Request) {
	if err := h.readiness.ask(r.Context(), h); err != nil {
		h.writeFailure(w, failStoreAway)
		return
	}
	_, _ = io.WriteString(w, "ok\n")
}

func (h *Hub) writeError(w http.ResponseWriter, err error) {
	h.writeFailure(w, h.explain(err, "request", requestOf(w)))
}

// writeFailure tells the client, and counts it.
func (h *Hub) writeFailure(w http.ResponseWriter, f failure) {
	h.metrics.refusals.WithLabelValues(f.Code).Inc()
	h.log.Debug("request refused", "code", f.Code, "request", requestOf(w))
	writeJSON(w, f.status, f)
}

// readJSON reads a request's body, or tells the client that it cannot be read.
func (h *Hub) readJSON(w http.ResponseWriter, r *http.Request, body any) bool {
	r.Body = http.MaxBytesReader(w, r.Body, h.cfg.Limits.Body)
	err := json.NewDecoder(r.Body).Decode(body)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		h.writeFailure(w, failBodyTooLong)
	case err != nil:
		h.writeFailure(w, failBadRequest)
	}
	return err == nil
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client has gone
}
