package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/hub/limits"
)

// writeSelfSigned writes a self-signed certificate for this machine and its key. The
// modification time of the files depends on the serial number.
func writeSelfSigned(t *testing.T, certFile, keyFile string, serial int64) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	when := time.Unix(1_700_000_000+serial, 0) // differs even if the file system's times are coarse
	for name, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: der}, keyFile: {Type: "PRIVATE KEY", Bytes: keyDER}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, when, when); err != nil {
			t.Fatal(err)
		}
	}
	pool := x509.NewCertPool()
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool.AddCert(cert)
	return pool
}

// startTLS starts a hub with TLS and returns its address.
func startTLS(t *testing.T, certFile, keyFile string) (host string, log *lockedBuffer) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	log = &lockedBuffer{}
	status := make(chan int, 1)
	go func() {
		status <- run(ctx, []string{
			"-addr", "127.0.0.1:0", "-admin", "none", "-workers", "0", "-store", "file:" + filepath.Join(t.TempDir(), "quatre.db"),
			"-tls-cert", certFile, "-tls-key", keyFile,
		}, io.Discard, log)
	}()
	t.Cleanup(sync.OnceFunc(func() {
		cancel()
		if got := <-status; got != 0 {
			t.Errorf("exit status %d: %s", got, log)
		}
	}))
	return awaitAddress(t, log), log
}

// One port serves the page over HTTP/2 and websockets over HTTP/1.1. The hub reads a new
// certificate while it runs.
func TestTLS(t *testing.T) {
	dir := t.TempDir()
	certFile, keyFile := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	roots := writeSelfSigned(t, certFile, keyFile, 1)
	host, log := startTLS(t, certFile, keyFile)

	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, ForceAttemptHTTP2: true}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport}
	resp, err := client.Post("https://"+host+"/api/rooms", "application/json",
		strings.NewReader(`{"id":"c0","variant":"connect4:7x6:4","opponent":"self"}`))
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	room := strings.TrimPrefix(resp.Header.Get("Location"), "/r/")
	cookies := resp.Cookies()
	if resp.ProtoMajor != 2 || resp.StatusCode != http.StatusCreated || len(cookies) != 1 || !cookies[0].Secure || cookies[0].Name != "__Host-quatre" ||
		resp.Header.Get("Strict-Transport-Security") == "" {
		t.Fatalf("%s %d, cookies %v, %v", resp.Proto, resp.StatusCode, cookies, resp.Header)
	}

	plain := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}} // HTTP/1.1, as browsers open sockets
	plain.Protocols = new(http.Protocols)
	plain.Protocols.SetHTTP1(true)
	defer plain.CloseIdleConnections()
	ws, upgraded, err := websocket.Dial(t.Context(), "wss://"+host+"/api/rooms/"+room+"/live?proto=1", &websocket.DialOptions{
		HTTPClient: &http.Client{Transport: plain}, HTTPHeader: http.Header{"Cookie": {"__Host-quatre=" + cookies[0].Value}, "Origin": {"https://" + host}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = ws.CloseNow() }()
	if _, frame, err := ws.Read(t.Context()); err != nil || !strings.Contains(string(frame), `"welcome"`) || upgraded.ProtoMajor != 1 {
		t.Errorf("%s, %v", frame, err)
	}

	serial := func() int64 {
		conn, err := tls.Dial("tcp", host, &tls.Config{InsecureSkipVerify: true})
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		return conn.ConnectionState().PeerCertificates[0].SerialNumber.Int64()
	}
	writeSelfSigned(t, certFile, filepath.Join(dir, "other.pem"), 2) // a new certificate without its key
	if got := serial(); got != 1 {
		t.Errorf("with a key that does not match, the hub uses certificate %d, want 1", got)
	}
	writeSelfSigned(t, certFile, keyFile, 3)
	if got := serial(); got != 3 {
		t.Errorf("after both files have changed, the hub uses certificate %d, want 3: %s", got, log)
	}
	if err := os.Remove(keyFile); err != nil {
		t.Fatal(err)
	}
	if got := serial(); got != 3 {
		t.Errorf("without the key file, the hub uses certificate %d, want 3", got)
	}
}

func TestInvalidLimits(t *testing.T) {
	for args, want := range map[string]string{
		"-tls-cert x.pem":              "must be given together",
		"-trusted-proxies 10.0.0.0/99": "not an address or network",
		"-trusted-proxies proxy":       "not an address or network",
		"-retention 0s":                "-retention 0s",
		"-retention 200000h":           "-retention 200000h",
		"-retention 30d":               "720h",
		"-keep-games -1h":              "-keep-games -1h",
		"-keep-games 719h":             "from -retention, which is 720h",
		"-keep-games 200000h":          "-keep-games 200000h",
		"-max-sockets -1":              "Sockets is -1",
		"-limits strict":               "home, school, public",
		"-security-contact me":         "mailto:security@example.org",
	} {
		var stderr strings.Builder
		if status := run(t.Context(), strings.Fields(args), &strings.Builder{}, &stderr); status != 2 || !strings.Contains(stderr.String(), want) {
			t.Errorf("hub %s: status %d, %s", args, status, stderr.String())
		}
	}
	cfg, err := parseConfig(strings.Fields("-limits public -trusted-proxies 10.0.0.7,10.1.2.3/8 -retention 48h -max-sockets 7"), &strings.Builder{})
	if err != nil || len(cfg.trustedProxies) != 2 || cfg.trustedProxies[1].String() != "10.0.0.0/8" || cfg.retention != 48*time.Hour || cfg.limits.Sockets != 7 || cfg.limits.RoomsPerMinutePerAddress != 60 {
		t.Errorf("%+v, %v", cfg, err)
	}
	for _, name := range limits.Names {
		if cfg, err := parseConfig([]string{"-limits", name}, &strings.Builder{}); err != nil || cfg.limits.Validate() != nil {
			t.Errorf("%s: %v, %v", name, err, cfg.limits.Validate())
		}
	}
}

// The content security policy allows only the inline script and styles that the hub has found in
// the page, by their hashes: TestContentPolicy. So the source page may have no code in attributes.
// The same holds for the built page, if it exists.
func TestPageHasNoCodeInAttributes(t *testing.T) {
	inline := regexp.MustCompile(`(?i)<[^>]*\s(?:style|on[a-z]+)\s*=|javascript:`)
	if !inline.MatchString(`<body onload="go()">`) {
		t.Fatal("the pattern does not match inline code")
	}
	for _, name := range []string{"../../frontend/index.html", "../../frontend/dist/index.html"} {
		page, err := os.ReadFile(name)
		if os.IsNotExist(err) && strings.Contains(name, "dist") {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if found := inline.Find(page); found != nil {
			t.Errorf("%s: %q", name, found)
		}
	}
}
