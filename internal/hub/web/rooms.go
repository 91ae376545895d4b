package web

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// maxLogEntries is the maximum number of entries in one answer. The client asks again for the
// others.
const maxLogEntries = 5000

// Room is GET /api/rooms/{room}.
func (s *Server) Room(w http.ResponseWriter, r *http.Request) {
	identity(w, r)
	replica, err := s.openRoom(r.Context(), r.PathValue("room"))
	if err != nil {
		s.writeError(w, err)
		return
	}
	writeRoom(w, http.StatusOK, replica)
}

// Entries is GET /api/rooms/{room}/entries.
func (s *Server) Entries(w http.ResponseWriter, r *http.Request) {
	after, err := strconv.ParseUint(cmp.Or(r.URL.Query().Get("after"), "0"), 10, 64)
	if err != nil {
		s.writeFailure(w, wire.FailBadRequest)
		return
	}
	replica, err := s.openRoom(r.Context(), r.PathValue("room"))
	if err != nil {
		s.writeError(w, err)
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

func (s *Server) openRoom(ctx context.Context, id string) (*play.Replica, error) {
	if !room.ID(id).Valid() {
		return nil, storage.ErrNotFound
	}
	return play.Open(ctx, s.cfg.Store, room.ID(id))
}

func writeRoom(w http.ResponseWriter, status int, replica *play.Replica) {
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
