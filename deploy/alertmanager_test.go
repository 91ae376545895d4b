package deploy

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/quatre/quatre/internal/redistest"
)

const alertmanagerConfig = "deploy/prometheus/alertmanager.yml"

// amtool runs Alertmanager's own tool and returns its output.
func amtool(t *testing.T, words ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "amtool", words...)
	cmd.Dir = repository
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("amtool %s: %v (make setup installs it)\n%s%s", strings.Join(words, " "), err, out, &stderr)
	}
	return string(out)
}

// Alertmanager accepts its configuration. Critical alerts go to the receiver "pager", all
// others to "mail". Every alert that mutes other alerts exists in the rules.
func TestAlertmanagerConfig(t *testing.T) {
	amtool(t, "check-config", alertmanagerConfig)
	receivers := map[string]string{"critical": "pager", "warning": "mail"}
	for severity, want := range receivers {
		got := amtool(t, "config", "routes", "test", "--config.file", alertmanagerConfig, "alertname=QuatreTest", "severity="+severity)
		if strings.TrimSpace(got) != want {
			t.Errorf("severity %s goes to %s, want %s", severity, got, want)
		}
	}
	for _, r := range alerts(t) {
		if receivers[r.Labels["severity"]] == "" {
			t.Errorf("%s has the severity %s, which has no receiver", r.Alert, r.Labels["severity"])
		}
	}
	var config struct {
		Inhibit []struct {
			Source []string `yaml:"source_matchers"`
		} `yaml:"inhibit_rules"`
	}
	if err := yaml.Unmarshal([]byte(read(t, alertmanagerConfig)), &config); err != nil {
		t.Fatal(err)
	}
	names := 0
	for _, inhibit := range config.Inhibit {
		for _, name := range regexp.MustCompile(`Quatre\w+`).FindAllString(strings.Join(inhibit.Source, " "), -1) {
			names++
			if !slices.ContainsFunc(alerts(t), func(r rule) bool { return r.Alert == name && r.Labels["severity"] == "critical" }) {
				t.Errorf("%s mutes others, but no critical alert has this name", name)
			}
		}
	}
	if names < 2 {
		t.Errorf("the test has found %d alerts that mute others, want at least 2", names)
	}
}

// A real Alertmanager, with the flags of docs/operate/operations.md, sends a critical alert both to
// the pager and by mail.
func TestAlertmanagerSends(t *testing.T) {
	t.Parallel() // slow
	pages, mails := make(chan string, 8), make(chan string, 8)
	pager := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var message struct {
			Alerts []struct {
				Status string
				Labels map[string]string
			}
		}
		if err := json.NewDecoder(r.Body).Decode(&message); err != nil || len(message.Alerts) != 1 {
			t.Errorf("the pager gets %+v (%v)", message, err)
			return
		}
		pages <- message.Alerts[0].Status + " " + message.Alerts[0].Labels["alertname"]
	}))
	t.Cleanup(pager.Close)

	config := read(t, alertmanagerConfig)
	for old, replacement := range map[string]string{"http://127.0.0.1:9095/": pager.URL, "localhost:25": mailServer(t, mails)} {
		if !strings.Contains(config, old) {
			t.Fatalf("%s does not contain %s", alertmanagerConfig, old)
		}
		config = strings.ReplaceAll(config, old, replacement)
	}
	url := runAlertmanager(t, config)
	amtool(t, "--alertmanager.url", url, "alert", "add", "alertname=Test", "severity=critical")
	if got := <-pages; got != "firing Test" {
		t.Errorf("the pager gets %q", got)
	}
	if got := <-mails; !strings.Contains(got, "Test") || !strings.HasPrefix(got, "[FIRING:1]") {
		t.Errorf("the subject of the mail is %q", got)
	}
}

// runAlertmanager starts Alertmanager and returns its address once it is ready.
func runAlertmanager(t *testing.T, config string) (url string) {
	t.Helper()
	m := regexp.MustCompile(`echo 'ARGS="(--web.listen-address=)\S+ (.*)"' > /etc/default/prometheus-alertmanager`).FindStringSubmatch(read(t, "docs/operate/operations.md"))
	if m == nil {
		t.Fatal("docs/operate/operations.md sets no flags of Alertmanager in the form that this test reads")
	}
	dir, addr := t.TempDir(), redistest.FreeAddr(t)
	write(t, filepath.Join(dir, "alertmanager.yml"), config)
	args := append([]string{"--config.file=" + filepath.Join(dir, "alertmanager.yml"), "--storage.path=" + dir, m[1] + addr}, strings.Fields(m[2])...)
	cmd := exec.CommandContext(t.Context(), "prometheus-alertmanager", args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	var output bytes.Buffer
	cmd.Stderr = &output
	if err := cmd.Start(); err != nil {
		t.Fatalf("%v (make setup installs it)", err)
	}
	over := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(over)
	}()
	t.Cleanup(func() {
		_ = cmd.Cancel()
		<-over
		if t.Failed() {
			t.Logf("Alertmanager output: %s", output.String())
		}
	})
	for {
		if answer, err := http.Get("http://" + addr + "/-/ready"); err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return "http://" + addr
			}
		}
		select {
		case <-over:
			t.Fatal("Alertmanager has ended")
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// mailServer accepts mail and sends the subject of each to subjects. It returns its address.
func mailServer(t *testing.T, subjects chan<- string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	over := make(chan struct{})
	go func() {
		defer close(over)
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			serveSMTP(conn, subjects)
		}
	}()
	t.Cleanup(func() {
		_ = l.Close()
		<-over
	})
	return l.Addr().String()
}

// serveSMTP serves one SMTP session, with the commands that a sender needs (RFC 5321).
func serveSMTP(conn net.Conn, subjects chan<- string) {
	defer func() { _ = conn.Close() }()
	reply := func(line string) { _, _ = io.WriteString(conn, line+"\r\n") }
	reply("220 test")
	inData := false
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		word, rest, _ := strings.Cut(lines.Text(), " ")
		switch {
		case inData && word == "Subject:":
			subjects <- rest
		case inData && word == ".":
			inData = false
			reply("250 taken")
		case inData:
		case word == "DATA":
			inData = true
			reply("354 go on")
		case word == "QUIT":
			reply("221 bye")
			return
		default:
			reply("250 ok")
		}
	}
}
