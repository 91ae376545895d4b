package cli

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Everybody may read metrics and health. Only operators may use the other pages.
func TestAdmin(t *testing.T) {
	operators, err := ParseNetworks("admin-from", "127.0.0.0/8, ::1,10.1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	rest := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	admin := Admin(NewRegistry(), func(context.Context) error { return nil }, Access{Operators: operators}, rest)
	for _, c := range []struct {
		from, method, path string
		want               int
	}{
		{"127.0.0.1:5, for 10.1.2.3", "GET", "/rooms", http.StatusForbidden},
		{"127.0.0.1:5, for 10.1.2.3", "GET", "/metrics", http.StatusOK},
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
		r := httptest.NewRequest(c.method, "http://127.0.0.1:8081"+c.path, nil)
		from, client, forwarded := strings.Cut(c.from, ", for ")
		r.RemoteAddr = from
		if forwarded {
			r.Header.Set("X-Forwarded-For", client)
		}
		w := httptest.NewRecorder()
		admin.ServeHTTP(w, r)
		if w.Code != c.want {
			t.Errorf("%s %s from %q: %d, want %d", c.method, c.path, c.from, w.Code, c.want)
		}
	}
}

// The server refuses a page whose name points to this machine (DNS rebinding): the browser
// sends the page's name as Host.
func TestAdminChecksHost(t *testing.T) {
	fs := NewFlags("test", "", "", io.Discard)
	access := AccessFlags(fs)
	if _, err := Parse(fs, []string{"-admin-host", "hub-1, Hub.Example.org"}); err != nil {
		t.Fatal(err)
	}
	who, err := access()
	if err != nil {
		t.Fatal(err)
	}
	rest := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	admin := Admin(NewRegistry(), func(context.Context) error { return nil }, who, rest)
	ask := func(method, path, host string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, path, nil)
		r.RemoteAddr, r.Host = "127.0.0.1:5", host
		w := httptest.NewRecorder()
		admin.ServeHTTP(w, r)
		return w
	}
	for _, host := range []string{
		"127.0.0.1:8081", "127.0.0.1", "10.9.8.7:1", "[::1]:8081", "[::1]", "[fe80::1%25eth0]:8081",
		"localhost", "LocalHost:8081", "localhost.", "hub-1:8081", "HUB-1", "hub.example.org:80",
	} {
		if w := ask("GET", "/export", host); w.Code != http.StatusTeapot {
			t.Errorf("Host %q: %d %s", host, w.Code, w.Body)
		}
	}
	for _, host := range []string{
		"", "evil.com", "evil.com:8081", "localhost.evil.com", "127.0.0.1.evil.com", "hub-1.evil.com", "hub-2:8081", "example.org",
		"evil.localhost", "[::1].evil.com", "127.0.0.1:8081:evil.com", "0x7f.1", "127.1", "2130706433",
	} {
		for _, path := range []string{"/", "/rooms", "/rooms/abc", "/export", "/backup", "/metrics", "/healthz", "/readyz", "/debug/pprof/heap"} {
			if w := ask("GET", path, host); w.Code != http.StatusMisdirectedRequest || !strings.HasPrefix(w.Body.String(), `{"code":"unknown_host","text":"`) {
				t.Errorf("%s with Host %q: %d %s", path, host, w.Code, w.Body)
			}
		}
		if w := ask("POST", "/rooms/abc/end", host); w.Code != http.StatusMisdirectedRequest {
			t.Errorf("closing a room with Host %q: %d", host, w.Code)
		}
	}
}

func TestAdminHostIsAName(t *testing.T) {
	for _, value := range []string{"hub-1:8081", "http://hub-1", "*", "*.example.org", "hub 1", "[::1]"} {
		fs := NewFlags("test", "", "", io.Discard)
		access := AccessFlags(fs)
		if _, err := Parse(fs, []string{"-admin-host", value}); err != nil {
			t.Fatal(err)
		}
		if who, err := access(); err == nil || !strings.Contains(err.Error(), "-admin-host") {
			t.Errorf("%q: %v, %v", value, who, err)
		}
	}
}
