package web

import (
	"context"
	"errors"
	"net/http"

	"github.com/quatre/quatre/internal/hub/inside"
	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/wire"
)

// insideWait is the longest time that a request waits for a slot. The rest after a look, and a
// look of another address with its rest, take less.
const insideWait = 4 * inside.Budget

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
	over, err := s.computations.Take(caller, player, s.cfg.Now())
	if err != nil {
		return err
	}
	defer over()
	waiting, cancel := context.WithTimeout(r.Context(), insideWait)
	defer cancel()
	var report inside.Report
	ok := s.looks.Run(waiting, caller.Network().String(), func() {
		report, err = look.Run(r.Context())
	})
	switch {
	case !ok:
		return &wire.Later{Failure: wire.FailCrowded, Wait: crowdedPause}
	case err != nil:
		return err
	}
	writeJSON(w, http.StatusOK, report)
	return nil
}
