package deploy

import (
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
)

// upgradedHub is a fake hub. While it is ending, it refuses websockets with 503. Otherwise
// it accepts them and keeps them until the test ends.
type upgradedHub struct {
	ending  atomic.Bool
	refused atomic.Int64 // websockets refused while it was ending
	address string
}

func newUpgradedHub(t *testing.T) *upgradedHub {
	h := &upgradedHub{}
	h.address = serveHub(t, func(w http.ResponseWriter, r *http.Request) bool {
		if h.ending.Load() {
			h.refused.Add(1)
			http.Error(w, "shutting down", http.StatusServiceUnavailable)
		}
		return !h.ending.Load()
	})
	return h
}

// documentedProxy starts nginx with the configuration in docs/operate/operations.md.
func documentedProxy(t *testing.T, hubs ...string) proxy {
	t.Helper()
	return runNginx(t, []string{"8000"}, func(p proxy) string {
		text := documented(t, "docs/operate/operations.md", "In `/etc/nginx/sites-enabled/quatre`")
		text = strings.ReplaceAll(text, "127.0.0.1:8080", hubs[0])
		text = strings.ReplaceAll(text, "127.0.0.1:8180", hubs[len(hubs)-1])
		text = strings.ReplaceAll(text, "listen 8000", "listen "+p.addresses["8000"])
		return p.wrap(t, text)
	})
}

// wrap writes a configuration with what belongs into its block http, and returns the file's name.
func (p proxy) wrap(t *testing.T, text string) string {
	t.Helper()
	temporary := ""
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		temporary += fmt.Sprintf("%s_temp_path %s/%s;\n", kind, p.dir, kind)
	}
	name := filepath.Join(p.dir, "nginx.conf")
	write(t, name, fmt.Sprintf("pid %s/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n%s%s}\n", p.dir, temporary, text))
	return name
}

// documented returns the code block of a document that follows the paragraph that contains words.
func documented(t *testing.T, document, words string) string {
	t.Helper()
	_, block, found := strings.Cut(read(t, document), words)
	_, block, _ = strings.Cut(block, "\n\n")
	block, _, _ = strings.Cut(block, "\n\n")
	if !found || !strings.HasPrefix(block, "    ") {
		t.Fatalf("%s has no block after %q", document, words)
	}
	return regexp.MustCompile(`(?m)^    `).ReplaceAllString(block, "") + "\n"
}

// Hub after hub is replaced without a pause. A client whose socket one hub has closed reaches
// the other hub, even if that hub has just been replaced itself: nginx must not keep a hub
// marked as failed.
func TestSocketsThroughAnUpgrade(t *testing.T) {
	for name, start := range map[string]func(t *testing.T, hubs ...string) (proxy, string){
		"repository": func(t *testing.T, hubs ...string) (proxy, string) { return runProxy(t, "plain", hubs...), "8080" },
		"documented": func(t *testing.T, hubs ...string) (proxy, string) { return documentedProxy(t, hubs...), "8000" },
	} {
		t.Run(name, func(t *testing.T) {
			hubs := []*upgradedHub{newUpgradedHub(t), newUpgradedHub(t)}
			p, port := start(t, hubs[0].address, hubs[1].address)
			client := p.client(t, false)
			for round := range 4 {
				hub := hubs[round%2]
				hub.ending.Store(true)
				for tries := 0; hub.refused.Load() == 0; tries++ { // nginx prefers the hub with fewer sockets
					if tries > 100 {
						t.Fatalf("hub %d got no request for a socket while it was ending", round%2)
					}
					socket := get(t, client, "http://"+serverName+":"+port+"/api/rooms/abc/live",
						http.Header{"Connection": {"Upgrade"}, "Upgrade": {"websocket"}})
					if socket.StatusCode != http.StatusSwitchingProtocols {
						t.Fatalf("while hub %d was ending, a request for a socket got %s", round%2, socket.Status)
					}
				}
				hub.refused.Store(0)
				hub.ending.Store(false)
			}
		})
	}
}

// The documented proxy passes on the headers that hubs need, and files of games.
func TestDocumentedProxy(t *testing.T) {
	client := documentedProxy(t, fakeHub(t)).client(t, false)
	answer := get(t, client, "http://"+serverName+":8000/r/abc", nil)
	for name, value := range map[string]string{"Host": serverName + ":8000", "X-Forwarded-Proto": "http", "X-Forwarded-For": "127.0.0.1"} {
		if got := answer.Header.Get("Got-" + name); got != value {
			t.Errorf("the hub gets %s: %q, want %q", name, got, value)
		}
	}
	if id := answer.Header.Get("Got-X-Request-Id"); len(id) != 32 {
		t.Errorf("the hub gets the request's id %q, want one that nginx has made", id)
	}
	if answer, _ := postFile(t, client, "http://"+serverName+":8000/api/import"); answer.StatusCode != http.StatusOK {
		t.Errorf("a POST of a file of games got %s, want 200", answer.Status)
	}
}
