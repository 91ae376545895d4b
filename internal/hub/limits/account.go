package limits

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
)

// Account limits the bytes that a caller makes the store keep. A nil Account has no limit.
type Account struct {
	guard  *Guard
	caller Caller
}

// Account returns the account of a caller; nil if the caller is not limited.
func (g *Guard) Account(c Caller) *Account {
	if c.Exempt {
		return nil
	}
	return &Account{g, c}
}

// Charge takes bytes from the account of the address. If too few bytes are left, Charge takes
// none and returns a *wire.Later.
func (a *Account) Charge(bytes int, now time.Time) error {
	if a == nil || bytes <= 0 {
		return nil
	}
	return a.guard.bytes.allow(a.caller, bytes, now, wire.FailSpent)
}

// Name returns a hash of the address, or of the site of an IPv6 address; empty for a nil
// Account. Hubs only compare these names.
func (a *Account) Name() string {
	if a == nil {
		return ""
	}
	sum := sha256.Sum256([]byte("quatre address\n" + a.caller.Network().String()))
	return hex.EncodeToString(sum[:8])
}
