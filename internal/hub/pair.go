package hub

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
)

// servePair finds somebody to play with, or opens a room in which to wait. It
// seats nobody: the client sits down by itself, as with any other link, and asks
// again if somebody else was faster.
func (h *Hub) servePair(w http.ResponseWriter, r *http.Request) {
	who := identity(w, r)
	var body struct {
		ID      string `json:"id"`
		Variant string `json:"variant"`
		Colour  string `json:"colour"`
		Name    string `json:"name"`
	}
	if !h.readJSON(w, r, &body) {
		return
	}
	own := play.NewReplica(who.room(body.ID))
	if err := own.Refresh(r.Context(), h.cfg.Store); err != nil {
		h.writeError(w, err)
		return
	}
	found, err := h.partner(r.Context(), who.player(), body.Variant, own)
	switch {
	case err != nil:
		h.writeError(w, err)
	case found != "":
		writeJSON(w, http.StatusOK, map[string]any{"room": found, "seat": "open"})
	case own.N() == 0 && !h.mayCreate(w, r, who.player()): // it has answered
	default:
		_, err := h.door.Play(r.Context(), own, room.Command{
			ID: body.ID, By: who.player(),
			Do: room.Create{
				Variant: body.Variant, Names: [2]string{body.Name}, Colours: [2]string{body.Colour},
				First: firstOf(room.StarterRandom), Open: true,
			},
		})
		if err != nil && !errors.Is(err, room.ErrExists) {
			h.writeError(w, err)
			return
		}
		writeJSON(w, http.StatusOK, map[string]any{"room": own.ID(), "seat": "mine"})
	}
}

// partner returns the oldest room that waits for somebody like player, without a
// clock and without advice; none if the player's own room is older, or is in
// use.
func (h *Hub) partner(ctx context.Context, player room.PlayerID, variant string, own *play.Replica) (room.ID, error) {
	var mine *card
	if own.N() > 0 {
		mine = &card{Room: own.ID()}
		own.View(func(s *room.State) { mine.phase, mine.opened = s.Phase, s.Opened.UnixMilli() })
		if mine.phase != room.PhaseWaiting {
			return "", nil
		}
	}
	ctx, cancel := context.WithTimeout(ctx, lobbyDeadline)
	defer cancel()
	if !h.lobby.turn.take(ctx) {
		return "", ctx.Err()
	}
	defer h.lobby.turn.free()
	candidates, err := h.cards(ctx, room.OpenWaiting, lobbyScan, func(c *card) bool {
		return c.phase == room.PhaseWaiting && c.there && c.Variant == variant && c.Clock == nil && !c.advice &&
			c.owner != player && (mine == nil || c.before(mine))
	})
	if err != nil || len(candidates) == 0 {
		return "", err
	}
	return slices.MinFunc(candidates, func(a, b *card) int {
		if a.before(b) {
			return -1
		}
		return 1
	}).Room, nil
}
