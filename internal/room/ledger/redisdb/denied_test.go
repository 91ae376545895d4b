package redisdb

import (
	"context"
	"net"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room/storage"
)

// A Redis in protected mode refuses clients from other machines. The error of Open says so, for
// a single server and for a Cluster.
func TestProtectedMode(t *testing.T) {
	outside := outsideAddress(t)
	server := redistest.New(t, "--bind", "127.0.0.1 "+outside, "--protected-mode", "yes")
	_, port, _ := net.SplitHostPort(server.Addr)
	for _, scheme := range []string{"redis", "redis+cluster"} {
		wantDenied(t, scheme+"://"+net.JoinHostPort(outside, port), "unning in protected mode")
	}
	closeDB(t, open(t, server.URL())) // protected mode accepts clients of this machine
}

// If Redis has reached its limit of clients, the error of Open says so.
func TestTooManyClients(t *testing.T) {
	server := redistest.New(t)
	do(t, server, "CONFIG", "SET", "maxclients", "1")
	held, err := net.Dial("tcp", server.Addr)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	if _, err := held.Write([]byte("PING\r\n")); err != nil {
		t.Fatal(err)
	}
	if _, err := held.Read(make([]byte, 16)); err != nil { // Redis has accepted the connection
		t.Fatal(err)
	}
	wantDenied(t, server.URL(), "max number of clients")
}

func wantDenied(t *testing.T, url, sentence string) {
	t.Helper()
	s, err := Open(context.Background(), url)
	if err == nil {
		closeDB(t, s)
	}
	if err == nil || !storage.IsAway(err) || !strings.Contains(err.Error(), sentence) || len(err.Error()) > 400 {
		t.Errorf("%s: got error %v, want one about %q", url, err, sentence)
	}
}

// outsideAddress returns an address of this machine that is not loopback.
func outsideAddress(t *testing.T) string {
	t.Helper()
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range addresses {
		if ip, ok := a.(*net.IPNet); ok && ip.IP.To4() != nil && !ip.IP.IsLoopback() {
			return ip.IP.String()
		}
	}
	t.Skip("this machine has only loopback addresses, which protected mode accepts")
	return ""
}
