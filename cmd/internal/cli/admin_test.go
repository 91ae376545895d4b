package cli

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
)

// Everybody may see metrics and health; the rest is for operators.
func TestAdmin(t *testing.T) {
	operators, err := ParseNetworks("admin-from", "127.0.0.0/8, ::1,10.1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	rest := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	admin := Admin(NewRegistry(), func(context.Context) error { return nil }, operators, rest)
	for _, c := range []struct {
		from, method, path string
		want               int
	}{
		{"127.0.0.1:5", "GET", "/debug/pprof/", http.StatusOK},
		{"127.0.0.1:5", "POST", "/debug/pprof/symbol", http.StatusOK},
		{"[::1]:5", "GET", "/", http.StatusTeapot},
		{"[::ffff:10.1.2.3]:5", "GET", "/rooms", http.StatusTeapot},
		{"10.1.2.4:5", "GET", "/rooms", http.StatusForbidden},
		{"10.1.2.4:5", "GET", "/debug/pprof/heap", http.StatusForbidden},
		{"10.1.2.4:5", "POST", "/rooms/abc/end", http.StatusForbidden},
		{"", "GET", "/", http.StatusForbidden},
		{"10.1.2.4:5", "GET", "/metrics", http.StatusOK},
		{"10.1.2.4:5", "GET", "/healthz", http.StatusOK},
		{"10.1.2.4:5", "GET", "/readyz", http.StatusOK},
	} {
		r := httptest.NewRequest(c.method, c.path, nil)
		r.RemoteAddr = c.from
		w := httptest.NewRecorder()
		admin.ServeHTTP(w, r)
		if w.Code != c.want {
			t.Errorf("%s %s from %q: %d, want %d", c.method, c.path, c.from, w.Code, c.want)
		}
	}
}
