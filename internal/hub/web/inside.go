package web

import (
	"errors"
	"net/http"
	"time"

	"github.com/quatre/quatre/internal/hub/inside"
	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/wire"
)

// Inside is POST /api/inside: the tree of the AI's search in a position, and the effort of the
// search with different techniques. For the limits, a look counts as a computed analysis.
func (s *Server) Inside(w http.ResponseWriter, r *http.Request) error {
	player, caller := identity(w, r).player(), limits.CallerOf(r)
	var body inside.Request
	if err := s.readJSON(w, r, &body); err != nil {
		return err
	}
	if s.cfg.Limits.Inside == 0 {
		return wire.FailNoInside
	}
	look, err := inside.NewLook(body)
	switch {
	case errors.Is(err, inside.ErrBadRequest):
		return wire.FailBadRequest
	case err != nil:
		return err
	}
	share := s.guard.Share(caller, s.cfg.Now())
	report, err := s.looks.Run(r.Context(), caller.Network().String(), share, look, func(budget time.Duration) (report inside.Report, err error) {
		over, err := s.computations.Take(caller, player, s.cfg.Now())
		if err != nil {
			return report, err
		}
		defer over()
		return look.Run(r.Context(), budget)
	})
	var waiting inside.Waiting
	switch {
	case errors.As(err, &waiting):
		f := wire.FailCrowded
		f.Place = waiting.Place
		return &wire.Later{Failure: f, Wait: crowdedPause}
	case err != nil:
		return err
	}
	writeJSON(w, http.StatusOK, report)
	return nil
}
