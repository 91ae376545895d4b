package web

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
)

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // an error means that the client has gone
}

// writeShared answers with v, which is the same for everybody. Caches may keep it for a time.
func writeShared(w http.ResponseWriter, v any, keep time.Duration) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "public, max-age="+strconv.Itoa(int(keep.Seconds())))
	_ = json.NewEncoder(w).Encode(v) // an error means that the client has gone
}

// Answer returns a handler that calls answer. If that returns an error, the client gets its failure.
func (s *Server) Answer(answer func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := answer(w, r); err != nil {
			s.writeError(w, err)
		}
	}
}

// writeError answers with the failure that clients get for err, and counts it. If err is a
// *wire.Later, the header Retry-After has its time.
func (s *Server) writeError(w http.ResponseWriter, err error) {
	var later *wire.Later
	if errors.As(err, &later) {
		w.Header().Set("Retry-After", strconv.Itoa(max(1, int(math.Ceil(later.Wait.Seconds())))))
	}
	f := s.cfg.Record.FailureOf(err, "request", requestID(w))
	s.cfg.Record.Refused(f.Code)
	s.cfg.Record.Log.Debug("request refused", "code", f.Code, "request", requestID(w))
	writeJSON(w, f.Status, f)
}

// readJSON decodes the body of a request into body.
func (s *Server) readJSON(w http.ResponseWriter, r *http.Request, body any) error {
	r.Body = http.MaxBytesReader(w, r.Body, s.cfg.Limits.Body)
	err := json.NewDecoder(r.Body).Decode(body)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return wire.FailBodyTooLong
	case err != nil:
		return wire.FailBadRequest
	}
	// Package net/http notices that a client has disconnected only after the whole body was read.
	_, _ = io.Copy(io.Discard, r.Body)
	return nil
}
