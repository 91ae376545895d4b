package limits

import (
	"maps"
	"net/netip"
	"sync"
	"time"
)

const (
	// ownShares is how many members of a network have a share of their own at a time.
	ownShares = 100

	// shareAge is how old a member with a share of its own is: not made for one request.
	shareAge = time.Second

	// shareIdle is how long a member may do nothing until another one may take its place. If nobody
	// needs it, the member keeps it for a day, so that a class is left something before it comes.
	shareIdle = 10 * time.Minute
)

// shares finds the members who share what a network is granted: the players of an address, and the
// addresses of a site. A new identity costs nothing, so being new gains nothing: the first ownShares
// members have a share each, and all others have one share together.
type shares struct {
	max int // members of all networks together

	mu       sync.Mutex
	networks map[netip.Prefix]*network
	total    int // members
	dropped  time.Time
}

// network has the members that have a share of their own, or will have one after shareAge.
type network struct {
	since   time.Time
	members map[any]*member
}

type member struct{ first, last time.Time }

// share is a part of what a network is granted. A nil *share is the whole.
type share struct {
	of any // the member; nil: all members without a share of their own

	// contended says that there are other members, who must be left something.
	contended bool

	place any // as of, but also during the first shareAge
}

func newShares() *shares {
	return &shares{max: tracked, networks: map[netip.Prefix]*network{}}
}

// find returns the share of somebody who wants something now.
func (s *shares) find(in netip.Prefix, who any, now time.Time) *share {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dropIdle(now)
	n := s.networks[in]
	if n == nil {
		if s.total >= s.max {
			return &share{}
		}
		n = &network{since: now, members: map[any]*member{}}
		s.networks[in] = n
	}
	m := n.members[who]
	if m == nil && len(n.members) == ownShares {
		s.makeRoom(n, now)
	}
	if m == nil && len(n.members) < ownShares && s.total < s.max {
		m = &member{first: now}
		n.members[who] = m
		s.total++
	}
	others := len(n.members)
	if m != nil {
		others--
	}
	found := &share{contended: others > 0 && now.Sub(n.since) >= shareAge}
	if m != nil {
		m.last, found.place = now, who
		if now.Sub(m.first) >= shareAge {
			found.of = who
		}
	}
	return found
}

// dropIdle forgets the members who have done nothing for a while.
func (s *shares) dropIdle(now time.Time) {
	if now.Sub(s.dropped) < dropInterval {
		return
	}
	s.dropped = now
	idle := day
	if s.total > s.max/2 {
		idle = shareIdle
	}
	for in, n := range s.networks {
		s.drop(n, func(m *member) bool { return now.Sub(m.last) >= idle })
		if len(n.members) == 0 {
			delete(s.networks, in)
		}
	}
}

// makeRoom forgets members of a network that is full: those who have not come back after their first
// moment or, if there are none, those who have done nothing for shareIdle.
func (s *shares) makeRoom(n *network, now time.Time) {
	anyNew := false
	s.drop(n, func(m *member) bool {
		isNew := m.last.Sub(m.first) < shareAge
		anyNew = anyNew || isNew
		return isNew && now.Sub(m.last) >= shareAge
	})
	if !anyNew {
		s.drop(n, func(m *member) bool { return now.Sub(m.last) >= shareIdle })
	}
}

func (s *shares) drop(n *network, which func(*member) bool) {
	s.total -= len(n.members)
	maps.DeleteFunc(n.members, func(_ any, m *member) bool { return which(m) })
	s.total += len(n.members)
}
