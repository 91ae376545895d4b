package limits

import (
	"net/netip"
	"testing"

	"github.com/quatre/quatre/internal/room"
)

// When all sockets are closed, the tables of the guard are empty. So the number of open sockets
// bounds the tables.
func TestGuardForgets(t *testing.T) {
	g := NewGuard(Default())
	a := Caller{Address: addressOf(netip.MustParseAddr("2001:db8::1"))}
	var all []func()
	for _, in := range []room.ID{"one", "one", "two", ""} {
		done, _ := g.OpenSocket(a, "ana", in)
		all = append(all, done)
	}
	for _, done := range all {
		done()
		done() // only the first call counts
	}
	if g.sockets != 0 || len(g.byAddress) != 0 || len(g.byPlayer) != 0 {
		t.Errorf("%d sockets, %v, %v", g.sockets, g.byAddress, g.byPlayer)
	}
}
