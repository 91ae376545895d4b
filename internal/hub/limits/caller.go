package limits

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"

	"github.com/quatre/quatre/internal/room"
)

// Caller is where a request comes from.
type Caller struct {
	// Address is what counts as one address: an IPv4 address, or the /64 network of an
	// IPv6 address.
	Address netip.Prefix

	// Site is the /48 network of an IPv6 address, since one customer of a provider often
	// has all of it; invalid for IPv4.
	Site netip.Prefix

	// Player is who asks, and shares what the address is granted with its other players; empty:
	// the request has no identity.
	Player room.PlayerID

	// Local says that the caller is a program on this machine.
	Local bool

	// Exempt says that the caller is not limited, because it is a program on this machine.
	Exempt bool
}

// Origin returns a hash of the address, or of the site of an IPv6 address. The AI's queue tells
// addresses apart by it. The hash has only 16 bits, for two reasons: it does not reveal an
// address, since 65,536 IPv4 addresses share each hash, and somebody with many addresses has
// at most 65,536 origins. Addresses with the same hash share one turn in the queue.
func (c Caller) Origin() string {
	if !c.Address.IsValid() {
		return ""
	}
	sum := sha256.Sum256([]byte("quatre origin " + c.Network().String()))
	return hex.EncodeToString(sum[:2])
}

// Network returns the network that has one turn in a queue and one share of a list: the site
// or, if there is none, the address. By addresses, a customer with a whole site would have
// thousands of turns.
func (c Caller) Network() netip.Prefix {
	if c.Site.IsValid() {
		return c.Site
	}
	return c.Address
}

type callerKey struct{}

// CallerOf returns where a request that has passed Identify comes from.
func CallerOf(r *http.Request) Caller {
	c, _ := r.Context().Value(callerKey{}).(Caller)
	return c
}

// Headers of proxies. After Identify, a request has only those of a trusted proxy.
const (
	ForwardedProto  = "X-Forwarded-Proto"
	RequestIDHeader = "X-Request-Id"

	forwardedFor = "X-Forwarded-For"
)

// forwardedHeaders are removed unless a trusted proxy has sent them. The hub reads only
// the first two; the others must not mislead a program behind the hub.
var forwardedHeaders = []string{forwardedFor, ForwardedProto, "X-Forwarded-Host", "X-Real-Ip", "Forwarded"}

// Callers finds out where requests come from.
type Callers struct {
	// TrustedProxies are the networks of proxies whose headers are believed.
	TrustedProxies []netip.Prefix

	// Loopback says that programs on this machine are limited as well.
	Loopback bool

	// Player returns who sends a request; nil: nobody is known.
	Player func(*http.Request) room.PlayerID

	Log *slog.Logger

	warned sync.Once // logs the warning about a proxy that is not trusted
}

// Identify notes where a request comes from, for CallerOf. It removes headers of proxies
// that the operator does not trust.
func (s *Callers) Identify(r *http.Request) *http.Request {
	var c Caller
	var peer, client netip.Addr
	if at, err := netip.ParseAddrPort(r.RemoteAddr); err == nil {
		peer = at.Addr().Unmap().WithZone("")
	}
	if s.trusts(peer) {
		hops := r.Header.Values(forwardedFor)
		client = s.clientOf(peer, hops)
		c.Local = client.IsLoopback() && len(hops) > 0 // without the header nobody knows the proxy's client
	} else {
		forwarded := removeForwarded(r.Header)
		if forwarded && (peer.IsLoopback() || peer.IsPrivate()) {
			s.warned.Do(func() {
				s.Log.Warn("requests come through a proxy that is not trusted: all of its clients count as one address",
					"proxy", peer)
			})
		}
		client = peer
		c.Local = peer.IsLoopback() && !forwarded
		c.Exempt = c.Local && !s.Loopback
	}
	c.Address, c.Site = networksOf(client)
	if s.Player != nil {
		c.Player = s.Player(r)
	}
	return r.WithContext(context.WithValue(r.Context(), callerKey{}, c))
}

// removeForwarded removes the headers of proxies. It reports whether there was one of
// forwardedHeaders.
func removeForwarded(h http.Header) (forwarded bool) {
	for _, name := range forwardedHeaders {
		forwarded = forwarded || len(h.Values(name)) > 0
		h.Del(name)
	}
	h.Del(RequestIDHeader)
	return forwarded
}

func (s *Callers) trusts(a netip.Addr) bool {
	return slices.ContainsFunc(s.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// clientOf returns the client behind trusted proxies: the last address in the headers that
// is not a trusted proxy's. Anybody may have written the addresses before it.
func (s *Callers) clientOf(peer netip.Addr, headers []string) netip.Addr {
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
		if !s.trusts(client) {
			return client
		}
	}
	return client
}

// networksOf returns Caller.Address and Caller.Site of an address. The zero Addr has the zero Prefix,
// which counts as one address.
func networksOf(a netip.Addr) (address, site netip.Prefix) {
	if !a.Is6() {
		address, _ = a.Prefix(32)
		return address, site
	}
	address, _ = a.Prefix(64)
	site, _ = a.Prefix(48)
	return address, site
}
