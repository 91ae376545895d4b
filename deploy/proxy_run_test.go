package deploy

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// serverName is the host name of the tests' certificate.
const serverName = "quatre.example"

// proxy is a running nginx.
type proxy struct {
	dir       string            // its files
	addresses map[string]string // its real addresses, by documented port
	roots     *x509.CertPool    // trust its certificate
	config    string            // its configuration file
}

// runProxy starts nginx with the variant plain or tls. It uses free ports in place of 8080
// and 8443, and the first and last of hubs in place of hub-1 and hub-2.
func runProxy(t *testing.T, variant string, hubs ...string) proxy {
	t.Helper()
	ports := []string{"8080"}
	if variant == "tls" {
		ports = append(ports, "8443")
	}
	return runNginx(t, ports, func(p proxy) string { return p.configure(t, variant, hubs) })
}

// findNginx returns the path of nginx.
func findNginx(t *testing.T) string {
	t.Helper()
	nginx, err := exec.LookPath("nginx")
	if err != nil {
		nginx, err = exec.LookPath("/usr/sbin/nginx") // Debian does not put it into the PATH of ordinary users
	}
	if err != nil {
		t.Fatalf("nginx is needed for this test, scripts/setup.sh installs it: %v", err)
	}
	return nginx
}

// knowsHTTP2On reports whether nginx is 1.25.1 or later, and so knows the directive "http2 on".
// The nginx of docker-compose.yml does.
func knowsHTTP2On(t *testing.T, nginx string) bool {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), nginx, "-v").CombinedOutput()
	if err != nil {
		t.Fatalf("nginx -v: %v", err)
	}
	version := make([]int, 3)
	if _, err := fmt.Sscanf(string(out), "nginx version: nginx/%d.%d.%d", &version[0], &version[1], &version[2]); err != nil {
		t.Fatalf("nginx -v says %q: %v", out, err)
	}
	return slices.Compare(version, []int{1, 25, 1}) >= 0
}

// runNginx starts nginx on free ports in place of the named ones, with the configuration
// file that configure returns. nginx inherits the listening sockets, so the test need not
// wait for it.
func runNginx(t *testing.T, ports []string, configure func(proxy) string) proxy {
	t.Helper()
	p := proxy{dir: t.TempDir(), addresses: map[string]string{}}
	p.roots = writeCertificate(t, filepath.Join(p.dir, "certs"))
	var files []*os.File
	inherited := ""
	for i, port := range ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		f, err := l.(*net.TCPListener).File()
		if err != nil {
			t.Fatal(err)
		}
		p.addresses[port] = l.Addr().String()
		files = append(files, f)
		inherited += strconv.Itoa(3+i) + ";" // after the three standard ones
		_ = l.Close()
	}
	p.config = configure(p)
	cmd := exec.CommandContext(t.Context(), findNginx(t), "-e", "stderr", "-c", p.config, "-g", "daemon off; user root;")
	cmd.ExtraFiles, cmd.Env = files, []string{"NGINX=" + inherited}
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	var output strings.Builder
	cmd.Stderr = &output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		_ = f.Close() // so that requests are refused if nginx does not start
	}
	t.Cleanup(func() {
		_ = cmd.Cancel()
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("nginx output: %s", output.String())
		}
	})
	return p
}

// client returns an HTTP client that connects to the proxy's real addresses when a URL has
// a documented port.
func (p proxy) client(t *testing.T, http2 bool) *http.Client {
	client := &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				_, port, _ := net.SplitHostPort(address)
				var d net.Dialer
				return d.DialContext(ctx, network, p.addresses[port])
			},
			TLSClientConfig: &tls.Config{RootCAs: p.roots}, ForceAttemptHTTP2: http2,
			ExpectContinueTimeout: time.Minute,
		},
	}
	t.Cleanup(client.CloseIdleConnections)
	return client
}

// configure writes the repository's configuration of a variant, with other addresses and
// folders, and returns the file's name.
func (p proxy) configure(t *testing.T, variant string, hubs []string) string {
	t.Helper()
	dir := p.dir
	old := !knowsHTTP2On(t, findNginx(t))
	adapt := func(text string) string {
		if old { // tls/listen.conf has a comment about it
			text = strings.Replace(text, " ssl;\nhttp2 on;", " ssl http2;", 1)
		}
		text = strings.ReplaceAll(text, " /tmp/", " "+dir+"/") // before dir is inserted, which may contain /tmp/
		for port, address := range p.addresses {
			text = regexp.MustCompile(`(?m)^(\s*)listen `+port+`\b`).ReplaceAllString(text, "${1}listen "+address)
		}
		text = strings.ReplaceAll(text, "server hub-1:8080", "server "+hubs[0])
		text = strings.ReplaceAll(text, "server hub-2:8080", "server "+hubs[len(hubs)-1])
		text = strings.ReplaceAll(text, "/etc/nginx/listen/", dir+"/listen/")
		text = strings.ReplaceAll(text, "/etc/nginx/certs/", dir+"/certs/")
		text = strings.ReplaceAll(text, "/dev/stdout", dir+"/access.log")
		text = strings.ReplaceAll(text, "error_log /dev/stderr", "error_log stderr")
		return text
	}
	folder := filepath.Join("proxy", variant)
	err := filepath.WalkDir(folder, func(name string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(folder, name)
		if err != nil {
			return err
		}
		target := filepath.Join(dir, "listen", inside)
		if entry.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		write(t, target, adapt(read(t, filepath.Join("deploy", name))))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "nginx.conf")
	write(t, name, adapt(read(t, "deploy/proxy/nginx.conf")))
	return name
}

// writeCertificate writes a certificate into the folder where nginx looks for it.
func writeCertificate(t *testing.T, folder string) *x509.CertPool {
	t.Helper()
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{serverName},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	write(t, filepath.Join(folder, "fullchain.pem"), string(certificate))
	write(t, filepath.Join(folder, "privkey.pem"), string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})))
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(certificate)
	return roots
}
