package redislog

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// confirmTimeout is how long Watch waits for Redis to confirm.
const confirmTimeout = 3 * time.Second

// topic is all watches of one room in this process: they share a subscription.
type topic struct {
	// Guarded by the subscriber's mu.
	ready chan struct{} // closed while the subscription is confirmed
	lost  bool          // a Lost is owed as soon as it is confirmed again

	mu    sync.Mutex // held while the watches are told, so that stop can wait
	tells map[*func(room.Notice)]struct{}
}

func (t *topic) tell(n room.Notice) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for tell := range t.tells {
		(*tell)(n)
	}
}

// Watch implements room.Log. It fails if the subscription cannot be confirmed
// within confirmTimeout; once made, a watch outlives every outage. tell must
// not call stop.
func (s *Store) Watch(ctx context.Context, id room.ID, tell func(room.Notice)) (func(), error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if s.ctx.Err() != nil {
		return nil, errClosed
	}
	sub := s.subs[s.indexOf(id)]
	channel := s.shardOf(id).channel(id)
	key := &tell
	t, failed := sub.join(channel, key)
	stop := sync.OnceFunc(func() { sub.leave(channel, t, key) })
	timeout := time.NewTimer(confirmTimeout)
	defer timeout.Stop()
	for {
		ready, err := sub.state(t, failed)
		if err != nil {
			stop()
			return nil, err
		}
		select {
		case <-ready:
			return stop, nil
		case <-failed: // state says why
		case <-ctx.Done():
			stop()
			return nil, ctx.Err()
		case <-s.ctx.Done():
			stop()
			return nil, errClosed
		case <-timeout.C:
			stop()
			return nil, fmt.Errorf("redislog: no answer to a subscription: %w", room.ErrUnavailable)
		}
	}
}

// notice reads a message of a room's channel.
func notice(payload string) room.Notice {
	if payload == "" {
		return room.Notice{Lost: true}
	}
	body := []byte(payload[1:])
	switch payload[0] {
	case 'e':
		if e, err := room.DecodeEntry(body); err == nil {
			return room.Notice{Entry: &e}
		}
	case 'h':
		if here, err := merge(body); err == nil {
			return room.Notice{Here: &here}
		}
	case 'g':
		return room.Notice{Gone: true}
	}
	// From a newer program, or damaged: reading will show it.
	return room.Notice{Lost: true}
}
