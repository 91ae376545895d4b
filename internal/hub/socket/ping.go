package socket

import "time"

const (
	// pingInterval is how often each socket is pinged: it measures the round trip, and
	// finds sockets whose peer has vanished.
	pingInterval = 15 * time.Second

	// pingStep is how often PingLoop pings the next few sockets. One timer for all sockets
	// costs less than a timer for each, and small steps spread the work.
	pingStep = 50 * time.Millisecond

	// trimSteps is the number of steps after which PingLoop ends the idle writers.
	trimSteps = 20
)

// PingLoop pings every socket once in pingInterval, until the context of Config.Tasks
// ends. A goroutine waits for each answer.
func (s *Set) PingLoop() {
	step := time.NewTicker(pingStep)
	defer step.Stop()
	const steps = int(pingInterval / pingStep)
	var round []*Conn
	for i := 0; ; i = (i + 1) % steps {
		select {
		case <-s.cfg.Tasks.Context().Done():
			return
		case <-step.C:
		}
		if i%trimSteps == 0 {
			s.writers.Trim()
		}
		if i == 0 {
			round = s.all()
		}
		left := steps - i
		share := (len(round) + left - 1) / left
		for _, c := range round[:share] {
			c.start(c.ping)
		}
		clear(round[:share])
		round = round[share:]
	}
}
