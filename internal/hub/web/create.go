package web

import (
	"net/http"

	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
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
