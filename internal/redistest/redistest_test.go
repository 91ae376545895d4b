package redistest_test

import (
	"errors"
	"io"
	"net"
	"os"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
)

func TestRestartKeepsPortAndData(t *testing.T) {
	s := redistest.New(t)
	addr := s.Addr
	if reply, err := s.Do("SET", "k", "v"); err != nil || reply != "+OK\r\n" {
		t.Fatalf("SET: %q, %v", reply, err)
	}
	for range 2 {
		s.Stop(t)
		if _, err := s.Do("PING"); err == nil {
			t.Fatal("a stopped server answers")
		}
		s.Restart(t)
	}
	if reply, err := s.Do("GET", "k"); err != nil || reply != "$1\r\nv\r\n" || s.Addr != addr {
		t.Fatalf("GET after restart: %q, %v", reply, err)
	}
}

func TestClusterChecksSlots(t *testing.T) {
	s := redistest.NewCluster(t)
	if reply, err := s.Do("MGET", "a", "b"); err != nil || reply[:10] != "-CROSSSLOT" {
		t.Fatalf("MGET of two slots: %q, %v", reply, err)
	}
}

func TestSentinelKnowsTheMaster(t *testing.T) {
	s := redistest.NewSentinel(t, "main", redistest.New(t))
	if reply, err := s.Do("SENTINEL", "GET-MASTER-ADDR-BY-NAME", "main"); err != nil || reply[0] != '*' || reply[1] != '2' {
		t.Fatalf("the master's address: %q, %v", reply, err)
	}
}

func TestClusterMovesSlots(t *testing.T) {
	c := redistest.NewClusterOf(t, 2, 0)
	slot := c.Masters[0].Slot(t, "k")
	from := c.Owner(slot)
	to := c.Masters[0]
	if to == from {
		to = c.Masters[1]
	}
	if reply, err := from.Do("SET", "k", "v"); err != nil || reply != "+OK\r\n" {
		t.Fatalf("SET: %q, %v", reply, err)
	}
	halfway := false
	c.MoveSlot(t, slot, from, to, func() { halfway = true })
	if reply, err := to.Do("GET", "k"); err != nil || reply != "$1\r\nv\r\n" || !halfway {
		t.Fatalf("GET of the new owner: %q, %v; halfway: %v", reply, err, halfway)
	}
	if reply, err := from.Do("GET", "k"); err != nil || reply[:6] != "-MOVED" {
		t.Fatalf("GET of the old owner: %q, %v", reply, err)
	}
}

func TestFrozenServerIsSilent(t *testing.T) {
	s := redistest.New(t)
	s.Freeze(t)
	conn, err := net.Dial("tcp", s.Addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.Write([]byte("PING\r\n")); err != nil {
		t.Fatal(err)
	}
	reply := make([]byte, 7)
	_ = conn.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
	if _, err := conn.Read(reply); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("a frozen server answers %q, %v", reply, err)
	}
	s.Thaw(t)
	_ = conn.SetReadDeadline(time.Time{})
	if _, err := io.ReadFull(conn, reply); err != nil || string(reply) != "+PONG\r\n" {
		t.Errorf("a thawed server answers %q, %v", reply, err)
	}
}
