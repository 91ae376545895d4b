package deploy

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/notation"
)

// fakeHub is a server that answers with the headers that reached it. It accepts websockets
// with 101 and then sends back every line that it reads.
func fakeHub(t *testing.T) string {
	return serveHub(t, func(http.ResponseWriter, *http.Request) bool { return true })
}

// serveHub is a fakeHub that calls accepts for each request. If accepts returns false, it has
// answered the request itself.
func serveHub(t *testing.T, accepts func(http.ResponseWriter, *http.Request) bool) string {
	hub := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !accepts(w, r) {
			return
		}
		for _, name := range []string{"X-Forwarded-For", "X-Forwarded-Proto", "X-Request-Id"} {
			w.Header().Set("Got-"+name, r.Header.Get(name))
		}
		w.Header().Set("Got-Host", r.Host)
		if r.Header.Get("Upgrade") == "" {
			return
		}
		w.Header().Set("Connection", r.Header.Get("Connection"))
		w.Header().Set("Upgrade", r.Header.Get("Upgrade"))
		w.WriteHeader(http.StatusSwitchingProtocols)
		conn, both, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = conn.Close() }()
		for lines := bufio.NewScanner(both); lines.Scan(); {
			if _, err := io.WriteString(conn, lines.Text()+"\n"); err != nil {
				return
			}
		}
	}))
	t.Cleanup(hub.Close)
	return hub.Listener.Addr().String()
}

// get requests an address and returns the answer. Its body is not read.
func get(t *testing.T, client *http.Client, url string, headers http.Header) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(r.Header, headers)
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = answer.Body.Close() })
	return answer
}

// With both variants and a real nginx, requests and websockets reach a hub, with headers
// that name the client and the scheme.
func TestProxyServes(t *testing.T) {
	for variant, want := range map[string]struct {
		url, host, scheme string
		major             int
	}{
		"plain": {"http://" + serverName + ":8080", serverName + ":8080", "http", 1},
		"tls":   {"https://" + serverName + ":8443", serverName + ":8443", "https", 2},
	} {
		t.Run(variant, func(t *testing.T) {
			p := runProxy(t, variant, fakeHub(t))
			answer := get(t, p.client(t, true), want.url+"/r/abc", nil)
			if answer.StatusCode != http.StatusOK || answer.ProtoMajor != want.major {
				t.Fatalf("%s in HTTP/%d, want 200 in HTTP/%d", answer.Status, answer.ProtoMajor, want.major)
			}
			for name, value := range map[string]string{"Host": want.host, "X-Forwarded-Proto": want.scheme, "X-Forwarded-For": "127.0.0.1"} {
				if got := answer.Header.Get("Got-" + name); got != value {
					t.Errorf("the hub gets %s: %q, want %q", name, got, value)
				}
			}

			if id := answer.Header.Get("Got-X-Request-Id"); len(id) != 32 {
				t.Errorf("the hub gets the request's id %q, want one that nginx has made", id)
			}

			socket := get(t, p.client(t, false), want.url+"/api/rooms/abc/live",
				http.Header{"Connection": {"Upgrade"}, "Upgrade": {"websocket"}})
			if socket.StatusCode != http.StatusSwitchingProtocols {
				t.Fatalf("the request for a websocket got %s", socket.Status)
			}
			conn := socket.Body.(io.ReadWriter)
			if _, err := io.WriteString(conn, "there and back\n"); err != nil {
				t.Fatal(err)
			}
			if line, err := bufio.NewReader(conn).ReadString('\n'); err != nil || line != "there and back\n" {
				t.Errorf("the websocket echoes %q (%v)", line, err)
			}

			if answer := get(t, p.client(t, false), "http://"+serverName+":8080/proxy-healthz", nil); answer.StatusCode != http.StatusOK {
				t.Errorf("the health check gets %s", answer.Status)
			}
		})
	}
}

// With TLS, plain HTTP only redirects browsers to TLS and answers certificate authorities.
func TestProxyRedirects(t *testing.T) {
	p := runProxy(t, "tls", fakeHub(t))
	client := p.client(t, false)
	answer := get(t, client, "http://"+serverName+":8080/r/abc?at=3", nil)
	if got, want := answer.Header.Get("Location"), "https://"+serverName+"/r/abc?at=3"; answer.StatusCode != http.StatusMovedPermanently || got != want {
		t.Errorf("%s to %q, want 301 to %q", answer.Status, got, want)
	}
	folder := filepath.Join(p.dir, "certs/webroot/.well-known/acme-challenge")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "name"), "proof")
	answer = get(t, client, "http://"+serverName+":8080/.well-known/acme-challenge/name", nil)
	if body, err := io.ReadAll(answer.Body); err != nil || string(body) != "proof" {
		t.Errorf("a certificate authority reads %q (%v): %s", body, err, answer.Status)
	}
	answer = get(t, client, "http://"+serverName+":8080/.well-known/acme-challenge/%2e%2e/%2e%2e/%2e%2e/privkey.pem", nil)
	if answer.StatusCode == http.StatusOK {
		t.Error("anybody can read the key")
	}
}

// The proxy passes a large file of games on. It refuses other large requests without reading
// them, with the answer that a hub gives.
func TestProxyImports(t *testing.T) {
	client := runProxy(t, "plain", fakeHub(t)).client(t, false)
	if got, _ := postFile(t, client, "http://"+serverName+":8080/api/import"); got.StatusCode != http.StatusOK {
		t.Errorf("%d bytes to /api/import: %s, want 200", notation.MaxBytes, got.Status)
	}
	got, body := postFile(t, client, "http://"+serverName+":8080/api/rooms")
	if got.StatusCode != wire.FailBodyTooLong.Status || got.Header.Get("Content-Type") != "application/json" {
		t.Errorf("%d bytes to /api/rooms: %s with %s, want %d with application/json", notation.MaxBytes, got.Status,
			got.Header.Get("Content-Type"), wire.FailBodyTooLong.Status)
	}
	if want, err := json.Marshal(wire.FailBodyTooLong); err != nil || body != string(want)+"\n" {
		t.Errorf("%d bytes to /api/rooms: %q, want %s", notation.MaxBytes, body, want)
	}
}

// postFile sends a file of games of the maximum size, and returns the answer with its body.
func postFile(t *testing.T, client *http.Client, url string) (answer *http.Response, body string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, bytes.NewReader(make([]byte, notation.MaxBytes)))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Expect", "100-continue") // send the body only if it will be read
	answer, err = client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(text)
}
