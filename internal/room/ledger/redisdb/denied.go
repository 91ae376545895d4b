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

// denials are the beginnings of the errors with which Redis greets a client before it closes
// the connection: in protected mode, and if it has too many clients.
var denials = []string{"-DENIED ", "-ERR max number of clients"}

// denialTimeout bounds the search for a denial. Redis greets nobody else, so no answer is no denial.
const denialTimeout = 500 * time.Millisecond

// findDenial connects to the first server of an address, and returns an error with the denial that
// the server sends, or nil. go-redis takes the denial for the answer to HELLO, which older servers
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
	for _, denial := range denials {
		if bytes.HasPrefix(greeting[:n], []byte(denial)) {
			// Keep the first sentence. The denial of protected mode continues with four ways to
			// turn protected mode off.
			sentence, _, _ := bytes.Cut(greeting[1:n], []byte(". "))
			return fmt.Errorf("redisdb: Redis closed the connection and said: %s: %w", bytes.TrimSpace(sentence), storage.ErrUnavailable)
		}
	}
	return nil
}
