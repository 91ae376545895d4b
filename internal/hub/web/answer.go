package web

import (
	"encoding/json"
	"errors"
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

// writeError answers with the failure that clients get for err.
func (s *Server) writeError(w http.ResponseWriter, err error) {
	var later *wire.Later
	if errors.As(err, &later) {
		s.writeRetry(w, later.Failure, later.Wait)
		return
	}
	s.writeFailure(w, s.cfg.Record.FailureOf(err, "request", requestID(w)))
}

// writeFailure answers with f, and counts it.
func (s *Server) writeFailure(w http.ResponseWriter, f wire.Failure) {
	s.cfg.Record.Refused(f.Code)
	s.cfg.Record.Log.Debug("request refused", "code", f.Code, "request", requestID(w))
	writeJSON(w, f.Status, f)
}

// writeRetry answers with f, and with wait in the header Retry-After.
func (s *Server) writeRetry(w http.ResponseWriter, f wire.Failure, wait time.Duration) {
	w.Header().Set("Retry-After", strconv.Itoa(max(1, int(math.Ceil(wait.Seconds())))))
	s.writeFailure(w, f)
}

// readJSON decodes the body of a request into body. If it returns false, it has answered the
// client.
func (s *Server) readJSON(w http.ResponseWriter, r *http.Request, body any) bool {
	r.Body = http.MaxBytesReader(w, r.Body, s.cfg.Limits.Body)
	err := json.NewDecoder(r.Body).Decode(body)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		s.writeFailure(w, wire.FailBodyTooLong)
	case err != nil:
		s.writeFailure(w, wire.FailBadRequest)
	}
	return err == nil
}
