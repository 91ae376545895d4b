package web

import (
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// About is GET /api/about.
func (s *Server) About(w http.ResponseWriter, r *http.Request) {
	_, known := identify(r)
	identity(w, r)
	about := map[string]any{
		"proto": wire.Proto, "build": s.cfg.Page.Build, "levels": room.LevelNames(), "colours": room.Colours, "known": known,
		"version": s.cfg.Version,
	}
	// Only a browser on this machine gets the addresses. The check of Host alone would not do,
	// because a client can send any Host. Nor would the check of the caller: a page of another
	// site can make its own name resolve to this hub (DNS rebinding).
	if limits.CallerOf(r).Local && isLocal(r.Host) {
		about["addresses"] = append([]string{}, s.cfg.Addresses...)
	}
	writeJSON(w, http.StatusOK, about)
}

// isLocal reports whether a Host header names localhost or a loopback address.
func isLocal(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// Me is GET /api/me.
func (s *Server) Me(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, http.StatusOK, map[string]any{"player": identity(w, r).player()})
}

// Healthy is GET /healthz: the process answers.
func (s *Server) Healthy(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") }

// NoPath answers requests for anything else below /api/.
func (s *Server) NoPath(http.ResponseWriter, *http.Request) error { return wire.FailNoPath }
