package redisdb

import (
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room/storage"
)

// denialTimeout bounds the search for a denial. Redis greets nobody else, so no answer is no denial.
const denialTimeout = 500 * time.Millisecond

// findDenial connects to the first server of an address, and returns an error with the denial that
// the server sends, or nil. In protected mode, or if it has too many clients, Redis greets a client with
// an error and closes the connection. go-redis takes it for the answer to HELLO, which older servers
// refuse too, and goes on. It then only reports "connection reset by peer".
func findDenial(ctx context.Context, o redis.UniversalOptions) error {
	ctx, cancel := context.WithTimeout(ctx, denialTimeout)
	defer cancel()
	dial := new(net.Dialer).DialContext
	if o.TLSConfig != nil {
		dial = (&tls.Dialer{Config: o.TLSConfig}).DialContext
	}
	conn, err := dial(ctx, "tcp", o.Addrs[0])
	if err != nil {
		return nil
	}
	defer conn.Close()
	_ = conn.SetReadDeadline(time.Now().Add(denialTimeout))
	greeting := make([]byte, 512)
	n, _ := conn.Read(greeting)
	if n == 0 || greeting[0] != '-' {
		return nil
	}
	// Keep the first sentence. The denial of protected mode continues with four ways to turn protected
	// mode off.
	sentence, _, _ := bytes.Cut(greeting[1:n], []byte(". "))
	return fmt.Errorf("redisdb: Redis closed the connection and said: %s: %w", bytes.TrimSpace(sentence), storage.ErrUnavailable)
}
