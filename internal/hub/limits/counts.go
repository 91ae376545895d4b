package limits

import (
	"sync"

	"github.com/quatre/quatre/internal/hub/wire"
)

// counts counts what is open or runs at the same time. The zero counts has counted nothing.
type counts struct {
	mu  sync.Mutex
	now map[any]int // by count.who
}

// count is one of the limits of something that begins: most for who, or no limit if most is 0. If it
// is reached, f is the answer.
type count struct {
	who  any
	most int
	f    wire.Failure
}

// everybody is count.who for the whole hub.
type everybody struct{}

// counts returns the limits of the caller's address and, if there is one, of its site.
func (c Caller) counts(most int, f wire.Failure) []count {
	all := []count{{c.Address, most, f}}
	if c.Site.IsValid() {
		all = append(all, count{c.Site, siteShare * most, f})
	}
	return all
}

// start counts one more for all, until done is called. If a limit is reached, done is nil and f says
// which.
func (n *counts) start(all ...count) (done func(), f wire.Failure) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, c := range all {
		if c.most > 0 && n.now[c.who] >= c.most {
			return nil, c.f
		}
	}
	if n.now == nil {
		n.now = map[any]int{}
	}
	for _, c := range all {
		n.now[c.who]++
	}
	return sync.OnceFunc(func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		for _, c := range all {
			if n.now[c.who]--; n.now[c.who] == 0 {
				delete(n.now, c.who)
			}
		}
	}), f
}
