package redislog

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// confirmTimeout is how long Watch waits for Redis to confirm.
const confirmTimeout = 3 * time.Second

// lost is what a watch hears in place of a message when some may have been
// missed. No script publishes it.
const lost = ""

// topic is all watches of one channel in this process: they share a subscription.
type topic struct {
	// Guarded by the subscriber's mu.
	ready chan struct{} // closed while the subscription is confirmed
	lost  bool          // a Lost is owed as soon as it is confirmed again
	held  int           // appends under way that count on the subscription

	mu    sync.Mutex // held while the watches are told, so that stop can wait
	tells map[*func(payload string)]struct{}
}

func (t *topic) tell(payload string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for tell := range t.tells {
		(*tell)(payload)
	}
}

// Watch implements room.Log. It fails if the subscription cannot be confirmed
// within confirmTimeout; once made, a watch outlives every outage. tell must
// not call stop.
func (s *Store) Watch(ctx context.Context, id room.ID, tell func(storage.Notice)) (func(), error) {
	return s.listen(ctx, s.subs[s.indexOf(id)], s.shardOf(id).channel(id), func(payload string) { tell(s.own.notice(payload)) })
}

// listen calls tell with what is published on a channel, as Watch does.
func (s *Store) listen(ctx context.Context, sub *subscriber, channel string, tell func(payload string)) (func(), error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if s.ctx.Err() != nil {
		return nil, errClosed
	}
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
			return nil, fmt.Errorf("redislog: no answer to a subscription: %w", storage.ErrUnavailable)
		}
	}
}

// notice reads a message of a room's channel. An entry that was appended here is
// not decoded again.
func (o *own) notice(payload string) storage.Notice {
	if e := o.find(payload); e != nil {
		return storage.Notice{Entry: e}
	}
	return notice(payload)
}

func notice(payload string) storage.Notice {
	if payload == lost {
		return storage.Notice{Lost: true}
	}
	body := []byte(payload[1:])
	switch payload[0] {
	case 'e':
		if e, err := room.DecodeEntry(body); err == nil {
			return storage.Notice{Entry: &e}
		}
	case 'h':
		if here, err := merge(body); err == nil {
			return storage.Notice{Presence: &here}
		}
	case 'g':
		return storage.Notice{Gone: true}
	}
	// From a newer program, or damaged: reading will show it.
	return storage.Notice{Lost: true}
}
