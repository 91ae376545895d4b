package deploy

import (
	"crypto/tls"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// renewed.sh copies a new certificate into the folder that .env names, or into the default
// folder, and the running nginx then serves it. Scripts replace docker and install: the test has
// no engine, and may not run as root.
func TestRenewed(t *testing.T) {
	p := runProxy(t, "tls", fakeHub(t))
	served := func() string {
		conn, err := tls.Dial("tcp", p.addresses["8443"], &tls.Config{InsecureSkipVerify: true}) //nolint:gosec // only looks
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
		return string(conn.ConnectionState().PeerCertificates[0].Raw)
	}
	lineage, programs := filepath.Join(p.dir, "lineage"), filepath.Join(p.dir, "programs")
	program := func(name, script string) {
		if err := os.MkdirAll(programs, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(programs, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil { //nolint:gosec // a program
			t.Fatal(err)
		}
	}
	program("docker", fmt.Sprintf(`[ "$1 $2 $3 $4 $5" = "compose exec -T proxy nginx" ] || exit 1
shift 5; exec %s -e stderr -c %s "$@"`, findNginx(t), p.config))
	program("install", `[ "$1 $2" = "-o 101" ] || exit 1
shift 2; PATH=${PATH#*:} exec install "$@"`)
	proxy := filepath.Join(p.dir, "deploy", "proxy")
	if err := os.MkdirAll(filepath.Join(proxy, "certs"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(proxy, "renewed.sh"), read(t, "deploy/proxy/renewed.sh"))
	renew := func(t *testing.T, settings string) {
		write(t, filepath.Join(p.dir, ".env"), settings)
		writeCertificate(t, lineage)
		before := served()
		cmd := exec.CommandContext(t.Context(), "sh", filepath.Join(proxy, "renewed.sh"))
		cmd.Env = []string{"RENEWED_LINEAGE=" + lineage, "PATH=" + programs + ":" + os.Getenv("PATH")}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("renewed.sh: %v\n%s", err, out)
		}
		for deadline := time.Now().Add(20 * time.Second); served() == before; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("nginx still serves the old certificate")
			}
		}
	}
	// nginx reads the folder certs of p.dir.
	t.Run("QUATRE_CERTS", func(t *testing.T) { renew(t, "#QUATRE_CERTS=./no\nQUATRE_CERTS=\"./certs\" # here\n") })
	if err := os.Remove(filepath.Join(proxy, "certs")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(p.dir, "certs"), filepath.Join(proxy, "certs")); err != nil {
		t.Fatal(err)
	}
	t.Run("default", func(t *testing.T) { renew(t, "QUATRE_PROXY=tls\n") })
}

// No document or script signals a container with "docker compose kill". After that, the engine
// would assume that somebody has stopped the container, and would not start it again when it dies.
func TestNobodyKillsToSignal(t *testing.T) {
	kill := regexp.MustCompile(`docker (compose )?kill (-s|--signal)`)
	check := func(name string) {
		if at := kill.FindString(read(t, name)); at != "" {
			t.Errorf("%s contains %q, after which the engine no longer restarts the container", name, at)
		}
	}
	check("docker-compose.yml")
	check("README.md")
	for _, folder := range []string{"deploy", "docs"} {
		err := filepath.WalkDir(filepath.Join(repository, folder), func(name string, entry fs.DirEntry, err error) error {
			if err == nil && entry.Type().IsRegular() && !strings.HasSuffix(name, ".go") {
				inside, _ := filepath.Rel(repository, name)
				check(inside)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// No file uses a directive that the image's nginx calls deprecated.
func TestProxyIsNotDeprecated(t *testing.T) {
	old := regexp.MustCompile(`(?m)^\s*listen .*\bhttp2\b`)
	for _, name := range []string{"nginx.conf", "plain/listen.conf", "tls/listen.conf", "tls/servers/redirect.conf"} {
		if line := old.FindString(read(t, "deploy/proxy/"+name)); line != "" {
			t.Errorf("%s: nginx 1.25.1 and later warn about %q", name, strings.TrimSpace(line))
		}
	}
}
