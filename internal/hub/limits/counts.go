package limits

import (
	"sync"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
)

// counts counts what is open or runs at the same time. The zero counts has counted nothing.
type counts struct {
	mu  sync.Mutex
	now map[any]int // by count.who, and by part
}

// count is one of the limits of something that begins: most for who, or no limit if most is 0. If it
// is reached, f is the answer. It begins for a share of who, and a contended share may not have more
// than is left.
type count struct {
	who   any
	share *share
	most  int
	f     wire.Failure
}

// part is a share in counts.
type part struct{ who, of any }

// everybody is count.who for the whole hub.
type everybody struct{}

// counts returns the limits of a caller's address and, if there is one, of its site.
func (s *shares) counts(c Caller, most int, f wire.Failure, now time.Time) []count {
	all := []count{{c.Address, s.find(c.Address, c.Player, now), most, f}}
	if c.Site.IsValid() {
		all = append(all, count{c.Site, s.find(c.Site, c.Address, now), siteShare * most, f})
	}
	return all
}

// start counts one more for all, until done is called. If a limit is reached, done is nil and f says
// which.
func (n *counts) start(all ...count) (done func(), f wire.Failure) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, c := range all {
		own := 0
		if c.share != nil && c.share.contended {
			own = n.now[part{c.who, c.share.of}]
		}
		if c.most > 0 && own >= c.most-n.now[c.who] {
			return nil, c.f
		}
	}
	if n.now == nil {
		n.now = map[any]int{}
	}
	n.add(all, 1)
	return sync.OnceFunc(func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.add(all, -1)
	}), f
}

// add adds to what is counted. The caller holds mu.
func (n *counts) add(all []count, by int) {
	add := func(who any) {
		if n.now[who] += by; n.now[who] == 0 {
			delete(n.now, who)
		}
	}
	for _, c := range all {
		add(c.who)
		if c.share != nil {
			add(part{c.who, c.share.of})
		}
	}
}
