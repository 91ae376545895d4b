package cli

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// health runs the command of a program whose default of -admin is admin.
func health(t *testing.T, admin string, args ...string) (status int, stderr string) {
	t.Helper()
	var out bytes.Buffer
	status = Health(t.Context(), "quatre", admin, args, &out)
	return status, out.String()
}

func TestHealthTellsWhy(t *testing.T) {
	var asked, reason string
	answer, hold := http.StatusOK, make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.Method + " " + r.URL.Path
		if answer == 0 {
			<-hold
			return
		}
		http.Error(w, reason, answer)
	}))
	defer s.Close()
	addr := s.Listener.Addr().String()
	if status, stderr := health(t, addr); status != 0 || stderr != "" || asked != "GET /readyz" {
		t.Errorf("ready: status %d, %q, asked %q", status, stderr, asked)
	}
	answer, reason = http.StatusServiceUnavailable, "the store does not answer\n"
	if status, stderr := health(t, addr); status != 1 || stderr != "quatre health: not ready: 503 Service Unavailable: the store does not answer\n" {
		t.Errorf("not ready: status %d, %q", status, stderr)
	}
	reason = strings.Repeat("long ", maxReason)
	if status, stderr := health(t, addr); status != 1 || len(stderr) > maxReason+100 {
		t.Errorf("a long reason: status %d, %d bytes", status, len(stderr))
	}
	answer, reason = http.StatusNotFound, "what is that?"
	if status, stderr := health(t, addr); status != 1 || !strings.Contains(stderr, "404 Not Found: what is that?") {
		t.Errorf("another program: status %d, %q", status, stderr)
	}
	answer = 0
	if status, stderr := health(t, addr, "-timeout", "20ms"); status != 1 || !strings.Contains(stderr, "no answer within 20ms") {
		t.Errorf("no answer: status %d, %q", status, stderr)
	}
	close(hold)
	s.Close()
	if status, stderr := health(t, addr); status != 1 || !strings.Contains(stderr, "no answer: dial tcp "+addr) {
		t.Errorf("nobody listens: status %d, %q", status, stderr)
	}
}

// Health takes the address from the program's default, its environment variable or its flag,
// in any form that the program can listen on.
func TestHealthAsksWhereTheProgramListens(t *testing.T) {
	s := httptest.NewServer(Admin(NewRegistry(), func(context.Context) error { return nil }, Access{}, http.NotFoundHandler()))
	defer s.Close()
	_, port, _ := net.SplitHostPort(s.Listener.Addr().String())
	for _, host := range []string{"", "0.0.0.0", "[::]", "127.0.0.1", "localhost"} {
		if status, stderr := health(t, host+":"+port); status != 0 {
			t.Errorf("%s:%s: status %d, %s", host, port, status, stderr)
		}
	}
	t.Setenv("QUATRE_ADMIN", ":"+port)
	if status, stderr := health(t, None); status != 0 {
		t.Errorf("address from the environment: status %d, %s", status, stderr)
	}
	if status, _ := health(t, None, "-admin", "127.0.0.1:1"); status != 1 {
		t.Errorf("the flag does not win over the environment: status %d", status)
	}
}

func TestHealthKnowsLoopback(t *testing.T) {
	const loopback = "localhost:81"
	for admin, want := range map[string]string{
		":81": loopback, "0.0.0.0:81": loopback, "[::]:81": loopback, "[::ffff:0.0.0.0]:81": loopback,
		"10.0.0.7:81": "10.0.0.7:81", "[::1]:81": "[::1]:81", "hub-1:81": "hub-1:81", ":admin": "localhost:admin",
	} {
		if got, err := healthAddress(admin); err != nil || got != want {
			t.Errorf("healthAddress(%s) = %v, %v, want %v", admin, got, err, want)
		}
	}
}

func TestHealthCommandLines(t *testing.T) {
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"-h", 0, "Usage: quatre health [flags]"},
		{"-admin none", 2, "there is no address to ask"},
		{"-admin nowhere", 2, "is not an address to listen on"},
		{"-admin 127.0.0.1:0", 2, "its log says which"},
		{"-timeout 0s", 2, "more than 0"},
		{"-timeout soon", 2, "invalid value"},
		{"hub-1", 2, "takes flags only"},
		{"-store x", 2, "not defined"},
	} {
		if status, stderr := health(t, "127.0.0.1:1", strings.Fields(c.args)...); status != c.status || !strings.Contains(stderr, c.want) {
			t.Errorf("quatre health %s: status %d, %s", c.args, status, stderr)
		}
	}
}
