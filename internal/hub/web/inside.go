package web

import (
	"context"
	"errors"
	"io"
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
func (s *Server) Inside(w http.ResponseWriter, r *http.Request) {
	player, caller := identity(w, r).player(), limits.CallerOf(r)
	var body inside.Request
	if !s.readJSON(w, r, &body) {
		return
	}
	// Package net/http notices that a client has disconnected only after the whole body was read.
	_, _ = io.Copy(io.Discard, r.Body)
	if s.looks == nil {
		s.writeFailure(w, wire.FailNoInside)
		return
	}
	look, err := inside.NewLook(body)
	switch {
	case errors.Is(err, inside.ErrBadRequest):
		s.writeFailure(w, wire.FailBadRequest)
		return
	case err != nil:
		s.writeError(w, err)
		return
	}
	over, retry, ok := s.computations.Take(caller, player, s.cfg.Now())
	if !ok {
		s.writeRetry(w, wire.FailTooMany, retry)
		return
	}
	defer over()
	s.runLook(w, r, look)
}

// runLook waits for a slot, runs the look and writes the answer.
func (s *Server) runLook(w http.ResponseWriter, r *http.Request, look *inside.Look) {
	waiting, cancel := context.WithTimeout(r.Context(), insideWait)
	defer cancel()
	var report inside.Report
	var err error
	ok := s.looks.Run(waiting, limits.CallerOf(r).Network().String(), func() {
		report, err = look.Run(r.Context())
	})
	switch {
	case !ok:
		s.writeRetry(w, wire.FailCrowded, crowdedPause)
	case err != nil:
		s.writeError(w, err)
	default:
		writeJSON(w, http.StatusOK, report)
	}
}
