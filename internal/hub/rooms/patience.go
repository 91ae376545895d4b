package rooms

import (
	"context"
	"sync"
	"time"
)

const (
	// playTimeout is how long a command waits for the store, up to patienceShared longer. Then
	// the answer asks the client to send the command again.
	playTimeout = 5 * time.Second

	// patienceShared is how long commands get the same context. A context with a timer for each
	// command took 3 % of the hub's CPU.
	patienceShared = time.Second
)

// patience has the context of commands, which ends when their time is over.
type patience struct {
	mu      sync.Mutex
	context context.Context
	renewal time.Time // when commands get another context
}

// of returns a context for a command that is received now.
func (p *patience) of(parent context.Context) context.Context {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := time.Now(); !now.Before(p.renewal) {
		ctx, cancel := context.WithTimeout(parent, playTimeout+patienceShared)
		context.AfterFunc(ctx, cancel)
		p.context, p.renewal = ctx, now.Add(patienceShared)
	}
	return p.context
}
