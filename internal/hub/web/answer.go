package web

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/plainjson"
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

// Answer returns a handler that calls answer. If that returns an error, the client gets its failure. If
// parameters are given, the query may have no others.
func (s *Server) Answer(answer func(http.ResponseWriter, *http.Request) error, parameters ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		err := checkNames(r, parameters)
		if err == nil {
			err = answer(w, r)
		}
		if err != nil {
			s.writeError(w, err)
		}
	}
}

// checkNames returns an error for a query with other parameters. limit has checked the query itself.
func checkNames(r *http.Request, parameters []string) error {
	for name := range r.URL.Query() {
		if len(parameters) > 0 && !slices.Contains(parameters, name) {
			return badRequest("The query has %.32q, but may have %s.", name, strings.Join(parameters, ", "))
		}
	}
	return nil
}

// writeError answers with the failure that clients get for err, and counts it. If err is a
// *wire.Later, the header Retry-After has its time.
func (s *Server) writeError(w http.ResponseWriter, err error) {
	if later, ok := errors.AsType[*wire.Later](err); ok {
		w.Header().Set("Retry-After", strconv.Itoa(max(1, int(math.Ceil(later.Wait.Seconds())))))
	}
	f := s.cfg.Record.FailureOf(err, "request", requestID(w))
	s.cfg.Record.Refused(f.Code)
	s.cfg.Record.Log.Debug("request refused", "code", f.Code, "request", requestID(w))
	writeJSON(w, f.Status, f)
}

// readJSON decodes the body of a request into body, as plainjson.Unmarshal does.
func (s *Server) readJSON(w http.ResponseWriter, r *http.Request, body any) error {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.cfg.Limits.Body))
	if err == nil {
		err = plainjson.Unmarshal(text, body)
	}
	var tooLarge *http.MaxBytesError
	var flaw *plainjson.Flaw
	switch {
	case errors.As(err, &tooLarge):
		return wire.FailBodyTooLong
	case errors.As(err, &flaw):
		return badRequest("The body has %s.", flaw.Text)
	case err != nil:
		return wire.FailBadRequest
	}
	return nil
}
