package hub

import (
	"context"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// caller is where a request comes from.
type caller struct {
	from   netip.Prefix // what counts as one address
	exempt bool         // a program on this machine, of which nothing is counted
}

type callerKey struct{}

// callerOf returns where a request that has passed the guard comes from.
func callerOf(r *http.Request) caller {
	c, _ := r.Context().Value(callerKey{}).(caller)
	return c
}

// What proxies say of whom they speak for. Of the others the hub reads none, but
// nothing behind it is to be led astray either.
const (
	forwardedFor   = "X-Forwarded-For"
	forwardedProto = "X-Forwarded-Proto"
)

var forwardedHeaders = []string{forwardedFor, forwardedProto, "X-Forwarded-Host", "X-Real-Ip", "Forwarded"}

// identifyCaller finds out where a request comes from, and takes from it what was
// said about that by nobody whom the operator trusts: past this function these
// headers are true.
func (h *Hub) identifyCaller(r *http.Request) *http.Request {
	var c caller
	var peer netip.Addr
	if at, err := netip.ParseAddrPort(r.RemoteAddr); err == nil {
		peer = at.Addr().Unmap().WithZone("")
	}
	if h.trusts(peer) {
		c.from = network(h.forwarded(peer, r.Header.Values(forwardedFor)))
	} else {
		told := false
		for _, name := range forwardedHeaders {
			told = told || len(r.Header.Values(name)) > 0
			r.Header.Del(name)
		}
		r.Header.Del(requestHeader)
		if told && (peer.IsLoopback() || peer.IsPrivate()) {
			h.distrusted.Do(func() {
				h.log.Warn("requests come through a proxy that is not trusted: all of its clients count as one address", "proxy", peer)
			})
		}
		c.from = network(peer)
		c.exempt = peer.IsLoopback() && !told && !h.cfg.Limits.Loopback
	}
	return r.WithContext(context.WithValue(r.Context(), callerKey{}, c))
}

func (h *Hub) trusts(a netip.Addr) bool {
	return slices.ContainsFunc(h.cfg.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// forwarded returns whom the trusted proxies speak for: the last address that is
// none of their own. What stands before it anybody may have written.
func (h *Hub) forwarded(peer netip.Addr, headers []string) netip.Addr {
	client := peer
	for _, hop := range slices.Backward(strings.Split(strings.Join(headers, ","), ",")) {
		hop = strings.TrimSpace(hop)
		address, err := netip.ParseAddr(strings.Trim(hop, "[]"))
		if err != nil { // some proxies write the port too
			at, err := netip.ParseAddrPort(hop)
			if err != nil {
				return client
			}
			address = at.Addr()
		}
		client = address.Unmap().WithZone("")
		if !h.trusts(client) {
			return client
		}
	}
	return client
}

// network returns what counts as one address.
func network(a netip.Addr) netip.Prefix {
	bits := 32
	if a.Is6() {
		bits = 64
	}
	p, _ := a.Prefix(bits) // of no address: none, which is one as well
	return p
}

// crossOrigin reports whether a page of another site has sent the request, one
// that the operator has not allowed. Programs send no Origin.
//
// net/http's protection looks at requests that change something. A socket begins
// with one that does not, and browsers let any page open any socket, with the
// cookie: only the server can refuse it (RFC 6455, section 10.2).
func (h *Hub) crossOrigin(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" || slices.Contains(h.cfg.Origins, origin) {
		return false
	}
	u, err := url.Parse(origin)
	return err != nil || u.Host == "" || !strings.EqualFold(u.Host, r.Host)
}
