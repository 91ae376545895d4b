package web

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/room"
)

// Protect wraps all handlers. It sets the headers of every answer, identifies the client,
// limits its requests, and refuses requests of other sites' pages.
func (s *Server) Protect(next http.Handler) http.Handler {
	return setHeaders(s.limit(s.refuseBadSecrets(s.origins.Handler(next))))
}

// heavyRequest is the cost of a request that reads thousands of games.
const heavyRequest = 20

// costOf returns how many requests a request for path counts as, in the limits of its address.
func costOf(path string) int {
	switch {
	case path == "/api/export", path == "/api/stats", path == "/api/import":
		return heavyRequest
	case strings.HasPrefix(path, "/api/"), path == "/readyz", path == "/healthz", path == "/oembed", isPicture(path):
		return 1
	}
	return 0 // the files of the page
}

// isPicture reports whether the hub draws what a path names.
func isPicture(path string) bool {
	return strings.HasPrefix(path, "/g/") || path == "/analysis.png" || path == "/puzzle.png" || path == "/quatre.png" ||
		strings.HasSuffix(path, ".png") && (strings.HasPrefix(path, "/r/") || strings.HasPrefix(path, "/rules/"))
}

// sharerOf returns the player who shares what an address is granted; empty if a request for a picture,
// or of a guest, is not identified.
func sharerOf(r *http.Request) room.PlayerID {
	if !strings.HasPrefix(r.URL.Path, "/api/") || isGuest(r.URL.Query()) {
		return ""
	}
	return callerOf(r)
}

// limit identifies the address of a request, and refuses the request if that address sends
// too many, or if its query is malformed.
func (s *Server) limit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = s.callers.Identify(r)
		setRequestID(w, r)
		if isTLS(r) {
			w.Header().Set("Strict-Transport-Security", transportSecurity)
		}
		if cost := costOf(r.URL.Path); cost > 0 {
			err := s.guard.AllowRequest(limits.CallerOf(r), cost, s.cfg.Now())
			if err == nil {
				err = checkQuery(r.URL)
			}
			if err != nil {
				s.writeError(w, err)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// checkQuery returns an error for a query that url.URL.Query would read only in part, or that has a
// parameter twice, or text that is not UTF-8.
func checkQuery(u *url.URL) error {
	q, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return badRequest("The query cannot be read: %v.", err)
	}
	for name, values := range q {
		if len(values) > 1 || !utf8.ValidString(name+values[0]) {
			return badRequest("The query has %q twice, or bytes in it that are not UTF-8.", name)
		}
	}
	return nil
}

// crossOrigin reports whether a page of another site has sent the request. Programs send no Origin
// and are let through.
//
// net/http's protection does not check GET requests. But a websocket begins with a GET, and
// browsers let any page open any websocket, and send the cookie with it. Only the server can
// refuse it (RFC 6455, section 10.2).
func (s *Server) crossOrigin(r *http.Request) bool {
	return s.origins.Check(&http.Request{Method: http.MethodPost, URL: r.URL, Host: r.Host, Header: r.Header}) != nil
}

// hostForm is the form of a Host header that the hub repeats in addresses; proxies must pass Host on. It allows no characters
// that could end an attribute, or begin another part of the address.
var hostForm = regexp.MustCompile(`^[A-Za-z0-9._-]+(:[0-9]+)?$|^\[[0-9A-Fa-f:.]+\](:[0-9]+)?$`)

// ownOrigin returns the address under which the client has reached this hub, as "https://host". ok is false
// if the request's host is not one to repeat.
func ownOrigin(r *http.Request) (origin string, ok bool) {
	if !hostForm.MatchString(r.Host) {
		return "", false
	}
	if isTLS(r) {
		return "https://" + r.Host, true
	}
	return "http://" + r.Host, true
}

// isTLS reports whether the browser uses TLS, to this hub or to a trusted proxy. Callers.Identify
// has removed the headers of other proxies.
func isTLS(r *http.Request) bool {
	return r.TLS != nil || r.Header.Get(limits.ForwardedProto) == "https"
}

// Every request has an ID. The ID is in the answer, in the log lines about the request, and
// in the log lines about the socket that the request opened. A trusted proxy may choose the
// ID, so that the proxy's log has the same one.

// requestIDForm is the form of an ID that a proxy may choose. It allows no characters that
// could forge a line of the log.
var requestIDForm = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

const requestIDLength = 16 // characters of an ID that the hub makes: 80 bits

// setRequestID sets the ID of a request in its answer. Callers.Identify must come first: it
// removes IDs of proxies that are not trusted.
func setRequestID(w http.ResponseWriter, r *http.Request) {
	id := strings.Clone(r.Header.Get(limits.RequestIDHeader)) // cloned: a socket keeps the ID, but not the request
	if !requestIDForm.MatchString(id) {
		id = strings.ToLower(rand.Text()[:requestIDLength])
	}
	w.Header().Set(limits.RequestIDHeader, id)
}

// requestID returns the ID of the request that w answers.
func requestID(w http.ResponseWriter) string { return w.Header().Get(limits.RequestIDHeader) }

// ContentPolicy lets the page load its own files and connect to its own hub, and nothing
// else. It forbids code and styles from other sites and inside a document, but for those that
// document.policy adds by their hashes. 'wasm-unsafe-eval' allows
// WebAssembly, with which the page plays without a hub, and no other code that a program makes.
// "ws:" and "wss:" are for browsers in which 'self' does not cover a websocket to the same host.
const ContentPolicy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self' data:; connect-src 'self' ws: wss:; " +
	"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// PermissionsPolicy switches off what the page does not use, so that injected code cannot
// use it either.
const PermissionsPolicy = "accelerometer=(), camera=(), display-capture=(), " +
	"geolocation=(), gyroscope=(), magnetometer=(), microphone=(), " +
	"midi=(), payment=(), publickey-credentials-get=(), serial=(), usb=()"

// transportSecurity makes a browser that has used TLS refuse anything else for half a year.
const transportSecurity = "max-age=15552000"

// setHeaders sets the headers of every answer.
func setHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Cross-Origin-Resource-Policy", "same-origin")
		if dest := r.Header.Get("Sec-Fetch-Dest"); dest != "script" && dest != "style" {
			setDocumentHeaders(head)
		}
		next.ServeHTTP(w, r)
	})
}

// setDocumentHeaders sets the headers that matter for what a browser shows or runs by itself. A document loads
// a dozen scripts and styles: without a proxy that compresses headers, these would be nearly a tenth of what it loads.
func setDocumentHeaders(head http.Header) {
	head.Set("Content-Security-Policy", ContentPolicy)
	head.Set("Permissions-Policy", PermissionsPolicy)
	head.Set("X-Frame-Options", "DENY")        // for old browsers, which ignore frame-ancestors
	head.Set("Referrer-Policy", "no-referrer") // other sites must not get the link of a room
	head.Set("Cross-Origin-Opener-Policy", "same-origin")
}
