package web

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strconv"

	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

const (
	defaultLogEntries = 500 // entries in one answer if the client gives no limit
	maxLogEntries     = 1000

	// entriesPerRequest is how many entries of a log count as one request in the limits.
	entriesPerRequest = 100
)

// CreateRoom is POST /api/rooms.
func (s *Server) CreateRoom(w http.ResponseWriter, r *http.Request) error {
	who := identity(w, r)
	var body wire.NewRoom
	if err := s.readJSON(w, r, &body); err != nil {
		return err
	}
	do, ok := body.Action()
	if !ok {
		return wire.FailBadRequest
	}
	if err := s.guard.AllowRoom(limits.CallerOf(r), who.player(), do.Open, s.cfg.Now()); err != nil {
		return err
	}
	created := play.NewReplica(who.room(body.ID))
	if err := s.create(r, created, room.Command{ID: body.ID, By: who.player(), Do: do}); err != nil {
		return err
	}
	s.cfg.Record.Log.Info("room created", "room", created.ID(), "player", who.player(),
		"variant", do.Variant, "opponent", body.Opponent, "request", requestID(w))
	w.Header().Set("Location", "/r/"+string(created.ID()))
	writeRoom(w, http.StatusCreated, created)
	return nil
}

// create plays the command that creates a room, for the caller of a request.
func (s *Server) create(r *http.Request, created *play.Replica, c room.Command) error {
	caller := limits.CallerOf(r)
	c.Origin = caller.Origin()
	_, err := s.cfg.Rooms.ExecutorFor(s.guard.Account(caller)).Play(r.Context(), created, c)
	return err
}

// Room is GET /api/rooms/{room}.
func (s *Server) Room(w http.ResponseWriter, r *http.Request) error {
	replica, err := s.openRoomFor(r.Context(), r.PathValue("room"), identity(w, r).player())
	if err != nil {
		return err
	}
	writeRoom(w, http.StatusOK, replica)
	return nil
}

// Entries is GET /api/rooms/{room}/entries: a page of the log.
func (s *Server) Entries(w http.ResponseWriter, r *http.Request) error {
	id, q := room.ID(r.PathValue("room")), r.URL.Query()
	after, err := afterIn(q)
	limit, errL := bounded(q, "limit", defaultLogEntries, 1, maxLogEntries)
	if err = cmp.Or(err, errL); err != nil {
		return err
	}
	if !id.Valid() {
		return storage.ErrNotFound
	}
	if err := s.guard.AllowRequest(limits.CallerOf(r), limit/entriesPerRequest, s.cfg.Now()); err != nil {
		return err
	}
	if _, err := s.openRoomFor(r.Context(), string(id), callerOf(r)); err != nil {
		return err
	}
	entries, err := s.cfg.Store.Read(r.Context(), id, after, limit+1) // one entry more than a page shows whether there is a next page
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(wire.EncodeLogPage(entries[:min(len(entries), limit)], len(entries) > limit)) // an error means that the client has gone
	return nil
}

// afterIn returns the number of the last entry that a client has; 0: none.
func afterIn(q url.Values) (uint64, error) {
	after, err := strconv.ParseUint(cmp.Or(q.Get("after"), "0"), 10, 64)
	if err != nil {
		return 0, badRequest("after must be the number of an entry, or 0.")
	}
	return after, nil
}

// openRoom returns a replica of a room. If sockets of this hub are in the room, it is their
// replica, otherwise a new one.
func (s *Server) openRoom(ctx context.Context, id string) (*play.Replica, error) {
	if !room.ID(id).Valid() {
		return nil, storage.ErrNotFound
	}
	if open := s.cfg.Rooms.Replica(room.ID(id)); open != nil {
		return open, nil
	}
	return play.Open(ctx, s.cfg.Store, room.ID(id))
}

// openRoomFor is openRoom for a player. It returns an error if the player may not see the room.
func (s *Server) openRoomFor(ctx context.Context, id string, player room.PlayerID) (replica *play.Replica, err error) {
	if replica, err = s.openRoom(ctx, id); err != nil {
		return nil, err
	}
	if !replica.State().Admits(player) {
		return nil, wire.FailNoSpectators
	}
	return replica, nil
}

func writeRoom(w http.ResponseWriter, status int, replica *play.Replica) {
	s := replica.State()
	answer := map[string]any{
		"room": replica.ID(), "n": s.N, "variant": s.Variant(), "phase": s.Phase, "players": s.Players,
		"game": s.Number, "score": s.Score, "draws": s.Draws, "owner": s.Owner, "clock": s.Clock, "advice": s.Advice,
		"open": s.Open, "spectators": !s.NoSpectators, "thoughts": s.Thoughts,
		"first": s.First, "moves": append([]string{}, s.Moves...), "given": s.Given, "end": s.End,
		"rematch": s.Wishes,
	}
	writeJSON(w, status, answer)
}
