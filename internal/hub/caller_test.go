package hub

import (
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/storetest"
)

func trustedProxies(networks ...string) func(*Config) {
	return func(cfg *Config) {
		for _, n := range networks {
			cfg.TrustedProxies = append(cfg.TrustedProxies, netip.MustParsePrefix(n))
		}
	}
}

// Only trusted proxies are believed when they name the scheme.
func TestForwardedProto(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage, trustedProxies("10.0.0.2/32"))
	for peer, want := range map[string]bool{"10.0.0.2:1": true, "10.0.0.3:1": false} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = peer
		r.Header.Set(limits.ForwardedProto, "https")
		w := httptest.NewRecorder()
		s.hub.Handler().ServeHTTP(w, r)
		if secure := w.Result().Cookies()[0].Secure; secure != want {
			t.Errorf("from %s: Secure is %v", peer, secure)
		}
		if strict := w.Header().Get("Strict-Transport-Security") != ""; strict != want {
			t.Errorf("from %s: Strict-Transport-Security is %v", peer, strict)
		}
	}
}
