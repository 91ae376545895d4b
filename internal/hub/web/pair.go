package web

import (
	"context"
	"errors"
	"net/http"

	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
)

// pairBody is what POST /api/pair takes.
type pairBody struct {
	ID      string `json:"id"`
	Variant string `json:"variant"`
	Colour  string `json:"colour"`
	Name    string `json:"name"`
}

// Pair is POST /api/pair. It finds a room whose owner waits for an opponent, or opens a new
// room in which the player waits. It seats nobody. The client must take the seat, as with any
// other link, and asks again if somebody else was faster.
func (s *Server) Pair(w http.ResponseWriter, r *http.Request) error {
	who := identity(w, r)
	var body pairBody
	if err := s.readJSON(w, r, &body); err != nil {
		return err
	}
	own := play.NewReplica(who.room(body.ID))
	if err := own.Refresh(r.Context(), s.cfg.Store); err != nil {
		return err
	}
	found, err := s.partner(r.Context(), who.player(), body.Variant, own)
	if err != nil {
		return err
	}
	if found != "" {
		writeJSON(w, http.StatusOK, map[string]any{"room": found, "seat": "open"})
		return nil
	}
	if own.N() == 0 {
		if err := s.guard.AllowRoom(limits.CallerOf(r), who.player(), true, s.cfg.Now()); err != nil {
			return err
		}
	}
	err = s.create(r, own, room.Command{
		ID: body.ID, By: who.player(), Do: room.Create{
			Variant: body.Variant, Names: [2]string{body.Name}, Colours: [2]string{body.Colour},
			First: wire.FirstOf(room.StarterRandom), Open: true,
		},
	})
	if err != nil && !errors.Is(err, room.ErrExists) {
		return err
	}
	writeJSON(w, http.StatusOK, map[string]any{"room": own.ID(), "seat": "mine"})
	return nil
}

// partner returns the oldest waiting room of another player that has this variant, no clock,
// no advice and no position. It returns an empty ID if there is no such room, if the player's own room is
// older, or if the player's own room no longer waits.
func (s *Server) partner(ctx context.Context, player room.PlayerID, variant string, own *play.Replica) (room.ID, error) {
	var mine *listing
	if own.N() > 0 {
		mine = &listing{Room: own.ID()}
		mine.update(own.State())
		if mine.phase != room.PhaseWaiting {
			return "", nil
		}
	}
	return s.lobby.partner(ctx, func(o *listing) bool {
		return o.Variant == variant && o.Clock == nil && !o.Advice && !o.position &&
			o.owner != player && (mine == nil || o.compare(mine) < 0)
	})
}
