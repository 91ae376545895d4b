package limits

import (
	"log/slog"
	"net/http/httptest"
	"net/netip"
	"testing"
)

// FuzzCaller checks that Caller.Address is the address of the connection or, if a trusted proxy has
// connected, the last address in the header that is not a trusted proxy's. Identify removes headers
// that no trusted proxy has sent.
func FuzzCaller(f *testing.F) {
	for _, peer := range []string{"192.0.2.1:4711", "10.0.0.1:1", "[2001:db8::1%eth0]:2", "127.0.0.1:3", "@", ""} {
		for _, header := range []string{"", "198.51.100.7", "203.0.113.9, 10.0.0.2", "[2001:db8::7]:80,10.0.0.2:9", "unknown", ",,", "::ffff:192.0.2.9", "10.0.0.3"} {
			f.Add(peer, header)
		}
	}
	callers := &Callers{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}, Log: slog.New(slog.DiscardHandler)}
	f.Fuzz(func(t *testing.T, peer, header string) {
		req := httptest.NewRequest("GET", "/", nil)
		req.RemoteAddr = peer
		req.Header.Set(forwardedFor, header)
		at, err := netip.ParseAddrPort(peer)
		got := callers.Identify(req)
		c := CallerOf(got)
		trusted := err == nil && callers.trusts(at.Addr().Unmap().WithZone(""))
		if !trusted {
			if got.Header.Get(forwardedFor) != "" {
				t.Fatalf("the header %[2]q of %[1]q is left", peer, header)
			}
			if address, _ := networksOf(at.Addr().Unmap().WithZone("")); err == nil && c.Address != address {
				t.Fatalf("%q with the header %q counts as %v", peer, header, c.Address)
			}
		}
		if c.Exempt {
			t.Fatalf("%q with the header %q is exempt", peer, header)
		}
		if c.Address.IsValid() && c.Address != c.Address.Masked() {
			t.Fatalf("%v is more than one network", c.Address)
		}
	})
}
