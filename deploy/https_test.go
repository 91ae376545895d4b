package deploy

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
)

// The lines for Caddy in docs/host/https.md lead to a hub: over TLS, with websockets, and with headers that name the client
// and the scheme. Only the address and the authority of the certificate differ.
func TestDocumentedCaddy(t *testing.T) {
	t.Parallel()
	lines := documented(t, "docs/host/https.md", "In `/etc/caddy/Caddyfile`")
	dir, address := t.TempDir(), redistest.FreeAddr(t)
	lines = strings.NewReplacer("play.example.org", "https://"+address, "127.0.0.1:8080", fakeHub(t)).Replace(lines)
	config := filepath.Join(dir, "Caddyfile")
	write(t, config, "{\nadmin off\nlocal_certs\nskip_install_trust\nauto_https disable_redirects\n}\n"+lines+"\n")
	cmd := exec.CommandContext(t.Context(), "caddy", "run", "--config", config)
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	var output strings.Builder
	cmd.Stdout, cmd.Stderr = &output, &output
	cmd.WaitDelay = 10 * time.Second
	if err := cmd.Start(); err != nil {
		t.Fatalf("%v (make setup installs caddy)", err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Log(output.String())
		}
	})
	roots := x509.NewCertPool()
	redistest.Await(t, "the certificate of Caddy's own authority", func() bool {
		root, err := os.ReadFile(filepath.Join(dir, "caddy/pki/authorities/local/root.crt"))
		return err == nil && roots.AppendCertsFromPEM(root)
	})
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}}
	t.Cleanup(client.CloseIdleConnections)
	redistest.Await(t, "Caddy to serve", func() bool {
		answer, err := client.Get("https://" + address)
		return err == nil && answer.Body.Close() == nil
	})
	checkPasses(t, client, "https", address)
}

// So do those for nginx, before certbot adds the certificate.
func TestDocumentedNginxOfOneHub(t *testing.T) {
	p := runNginx(t, []string{"80"}, func(p proxy) string {
		text := documented(t, "docs/host/https.md", "In `/etc/nginx/sites-available/quatre`")
		return p.wrap(t, strings.NewReplacer("listen 80;", "listen "+p.addresses["80"]+";", "127.0.0.1:8080", fakeHub(t)).Replace(text))
	})
	checkPasses(t, p.client(t, false), "http", "play.example.org:80")
}

// checkPasses checks that requests and websockets for a host reach a fakeHub, with the headers that it needs.
func checkPasses(t *testing.T, client *http.Client, scheme, host string) {
	t.Helper()
	answer := get(t, client, scheme+"://"+host+"/", nil)
	for name, want := range map[string]string{"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Proto": scheme, "Host": strings.TrimSuffix(host, ":80")} {
		if got := answer.Header.Get("Got-" + name); strings.TrimSuffix(got, ":80") != want {
			t.Errorf("the hub gets %s %q, want %q", name, got, want)
		}
	}
	socket := get(t, client, scheme+"://"+host+"/api/rooms/r/live", http.Header{"Connection": {"Upgrade"}, "Upgrade": {"websocket"}})
	if socket.StatusCode != http.StatusSwitchingProtocols {
		t.Errorf("a websocket gets the status %d", socket.StatusCode)
	}
}
