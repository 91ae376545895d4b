package web

import (
	"net/http"
	"regexp"

	"github.com/quatre/quatre/internal/hub/limits"
)

// This file knows the address under which a client has reached this hub. Proxies must pass Host on.

// hostForm is the form of a Host header that the hub repeats in addresses. It allows no characters that
// could end an attribute, or begin another part of the address.
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
