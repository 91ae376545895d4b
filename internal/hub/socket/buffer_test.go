package socket

import (
	"errors"
	"net"
	"os"
	"testing"
	"time"
)

// A write to a peer that does not read fails after the timeout.
func TestWriteToASilentPeerEnds(t *testing.T) {
	conn, peer := net.Pipe()
	defer peer.Close()
	b := &bufferedConn{Conn: conn, timeout: time.Millisecond}
	if _, err := b.Write([]byte("a frame")); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("Write outside of gather: %v, want a timeout", err)
	}
	b.gather()
	if _, err := b.Write([]byte("a frame")); err != nil {
		t.Error(err)
	}
	if err := b.release(); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("release: %v, want a timeout", err)
	}
}
