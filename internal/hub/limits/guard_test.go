package limits

import (
	"net/netip"
	"testing"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/room"
)

// When all sockets are closed, the table of the guard is empty. So the number of open sockets
// bounds the table.
func TestGuardForgets(t *testing.T) {
	g := NewGuard(Default())
	a := Caller{Address: netip.MustParsePrefix("2001:db8::/64")}
	var all []func()
	for _, player := range []room.PlayerID{"ana", "ana", "bob"} {
		done, _ := g.OpenSocket(a, player, clocktest.New().Now())
		all = append(all, done)
	}
	for _, done := range all {
		done()
		done() // only the first call counts
	}
	if len(g.sockets.now) != 0 {
		t.Errorf("left are %v", g.sockets.now)
	}
}
