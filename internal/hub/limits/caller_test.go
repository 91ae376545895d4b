package limits

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

func TestCaller(t *testing.T) {
	callers := &Callers{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}, Log: slog.New(slog.DiscardHandler)}
	for _, c := range []struct {
		what, peer, header string
		from               string
		exempt             bool
	}{
		{"a player", "198.51.100.7:5", "", "198.51.100.7/32", false},
		{"a player who forges the header", "198.51.100.7:5", "203.0.113.1", "198.51.100.7/32", false},
		{"through the proxy", "10.0.0.2:5", "203.0.113.1", "203.0.113.1/32", false},
		{"through the proxy, with a forged header", "10.0.0.2:5", "192.0.2.9, 203.0.113.1", "203.0.113.1/32", false},
		{"through two proxies", "10.0.0.2:5", "192.0.2.9, 203.0.113.1,10.0.0.3", "203.0.113.1/32", false},
		{"a request of the proxy itself", "10.0.0.2:5", "", "10.0.0.2/32", false},
		{"an invalid address", "10.0.0.2:5", "203.0.113.1, unknown", "10.0.0.2/32", false},
		{"with a port", "10.0.0.2:5", "203.0.113.1:4711", "203.0.113.1/32", false},
		{"IPv6 with a port", "10.0.0.2:5", "[2001:db8::7]:4711", "2001:db8::/64", false},
		{"IPv6", "[2001:db8:0:1:aaaa::1]:5", "", "2001:db8:0:1::/64", false},
		{"IPv4 in IPv6", "[::ffff:198.51.100.7]:5", "", "198.51.100.7/32", false},
		{"this machine", "127.0.0.1:5", "", "127.0.0.1/32", true},
		{"this machine", "[::1]:5", "", "::/64", true},
		{"a proxy on this machine that is not trusted", "127.0.0.1:5", "203.0.113.1", "127.0.0.1/32", false},
		{"a client that claims to be this machine", "10.0.0.2:5", "127.0.0.1", "127.0.0.1/32", false},
		{"no address", "@", "", "invalid Prefix", false},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.peer
		if c.header != "" {
			r.Header.Set(forwardedFor, c.header)
		}
		got := CallerOf(callers.Identify(r))
		if got.Address.String() != c.from || got.Exempt != c.exempt {
			t.Errorf("%s, %s, %q: %+v, want %s %v", c.what, c.peer, c.header, got, c.from, c.exempt)
		}
	}
}

// Only a client whose own address is known to be loopback is on this machine.
func TestLocalCaller(t *testing.T) {
	trusted := []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
	for _, c := range []struct {
		what, peer, header string
		trusted            []netip.Prefix
		local              bool
	}{
		{"this machine", "127.0.0.1:5", "", nil, true},
		{"this machine", "[::1]:5", "", nil, true},
		{"the local network", "192.168.1.7:5", "", nil, false},
		{"through a proxy on this machine", "127.0.0.1:5", "192.168.1.7", nil, false},
		{"through a trusted proxy on this machine", "127.0.0.1:5", "192.168.1.7", trusted, false},
		{"through a trusted proxy that does not name its client", "127.0.0.1:5", "", trusted, false},
		{"this machine, through its trusted proxy", "127.0.0.1:5", "127.0.0.1", trusted, true},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.peer
		if c.header != "" {
			r.Header.Set(forwardedFor, c.header)
		}
		callers := &Callers{TrustedProxies: c.trusted, Loopback: true, Log: slog.New(slog.DiscardHandler)}
		if got := CallerOf(callers.Identify(r)); got.Local != c.local {
			t.Errorf("%s: local is %v", c.what, got.Local)
		}
	}
}

func TestWarnsOfAnUntrustedProxy(t *testing.T) {
	var log bytes.Buffer
	callers := &Callers{Log: slog.New(slog.NewTextHandler(&log, nil))}
	for range 2 {
		r := callers.Identify(&http.Request{RemoteAddr: "127.0.0.1:5", Header: http.Header{forwardedFor: {"203.0.113.1"}}})
		if len(r.Header) != 0 {
			t.Errorf("left of the header: %v", r.Header)
		}
	}
	if n := strings.Count(log.String(), "not trusted"); n != 1 {
		t.Errorf("%d warnings: %s", n, &log)
	}
}
