package web

import (
	"context"
	"net/http"
	"time"

	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/wire"
)

const (
	// forgetTimeout is how long the hub may take to read the whole store.
	forgetTimeout = 2 * time.Minute

	// forgetPause is when a client should ask again while another player is being forgotten.
	forgetPause = 5 * time.Second
)

// Forget is POST /api/me/forget. It removes the player from the store, and the cookie from the browser. If
// the client goes away meanwhile, Forget stops: the browser still has the cookie, so the person can ask again.
func (s *Server) Forget(w http.ResponseWriter, r *http.Request) error {
	rooms, games := 0, 0
	if who, known := identify(r); known {
		if err := s.guard.AllowForget(limits.CallerOf(r), s.cfg.Now()); err != nil {
			return err
		}
		if !s.forgetting.TryAcquire(1) {
			return &wire.Later{Failure: wire.FailTooFast, Wait: forgetPause}
		}
		defer s.forgetting.Release(1)
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(forgetTimeout + pageTimeout))
		ctx, cancel := context.WithTimeout(r.Context(), forgetTimeout)
		defer cancel()
		var err error
		if rooms, games, err = s.cfg.Store.ForgetPlayer(ctx, who.player()); err != nil {
			return err
		}
		s.cfg.Record.Log.Info("player forgotten", "rooms", rooms, "games", games, "request", requestID(w))
	}
	setCookie(w, r, "", -time.Second)
	writeJSON(w, http.StatusOK, map[string]int{"rooms": rooms, "games": games})
	return nil
}
