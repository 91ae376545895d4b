package pubsub

// Lease keeps a confirmed subscription from ending. The zero Lease keeps none.
//
// A script that publishes may ask the server how many connections subscribe to the
// channel and to ConnChannel. If both numbers are 1, one connection has both subscriptions: the
// only receivers are those of this Subscriber. Then the script need not publish, and its
// caller sends the message with Send.
//
// Without the lease the subscription could end while the script is under way, and the
// one subscriber could be another process. If the server has dropped the connection, and this
// process has not noticed yet, the script finds no subscription to ConnChannel, and publishes.
type Lease struct {
	s           *Subscriber
	channel     string
	sub         *subscription
	connChannel string
}

// Lease returns a lease on the subscription to channel. It returns the zero Lease if
// there is no confirmed subscription, or if the server is not known to be a master
// without replicas: messages reach the subscribers of replicas too, and the server does
// not count these. Call Release when the script is over.
func (s *Subscriber) Lease(channel string) Lease {
	s.mu.Lock()
	defer s.mu.Unlock()
	sub := s.subscriptions[channel]
	if sub == nil || s.conn.channel == "" || !s.noReplicas.Load() || !sub.isConfirmed() {
		return Lease{}
	}
	sub.leases++
	return Lease{s, channel, sub, s.conn.channel}
}

// Valid reports whether l is not the zero Lease.
func (l Lease) Valid() bool { return l.s != nil }

// ConnChannel returns the channel to which only the present connection subscribes; ""
// for the zero Lease.
func (l Lease) ConnChannel() string { return l.connChannel }

// Send sends a message to the receivers of the subscription as if it had been
// published. It does not wait for them.
func (l Lease) Send(payload string) {
	if l.s == nil {
		return
	}
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	l.sub.send(payload)
}

// OutcomeUnknown says that the script may have run, or may run later. It makes the connection
// replace ConnChannel by a new channel. If the server runs the script after that, the script finds
// no subscription to ConnChannel, and publishes. If the script has run before, the message is
// missing. So when the server has confirmed that the connection has left ConnChannel, the
// receivers of the subscription are sent Lost.
func (l Lease) OutcomeUnknown() {
	if l.s == nil {
		return
	}
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	c := &l.s.conn
	if c.channel == l.connChannel {
		c.retired[c.channel] = nil
		c.channel = ""
		l.s.wakeConnection()
	}
	if doubtful, leaving := c.retired[l.connChannel]; leaving {
		c.retired[l.connChannel] = append(doubtful, l.sub)
	} else {
		l.sub.send(Lost) // since Lease was called, the connection has left the channel or has broken
	}
}

// Release ends the lease.
func (l Lease) Release() {
	if l.s == nil {
		return
	}
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	l.sub.leases--
	l.s.endIfUnused(l.channel, l.sub)
}
