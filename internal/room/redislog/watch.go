package redislog

import (
	"context"
	"errors"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/redislog/pubsub"
	"github.com/quatre/quatre/internal/room/storage"
)

const (
	// pingInterval is the time between two pings of a connection that waits for messages.
	// silenceLimit is how long it may receive nothing before it counts as broken.
	pingInterval = time.Second
	silenceLimit = 4 * time.Second
)

// newSubscriber returns a subscriber to the channels of one slot.
func (s *Store) newSubscriber(prefix string, leases bool) *pubsub.Subscriber {
	return pubsub.New(s.ctx, s.client, pubsub.Options{
		Prefix: prefix, PingInterval: s.set.pingInterval, SilenceLimit: s.set.silenceLimit, Leases: leases,
	})
}

// Watch implements storage.Watcher. It fails if Redis does not confirm the subscription
// within a few seconds. A confirmed watch lasts through all outages. tell must not call
// stop.
func (s *Store) Watch(ctx context.Context, id room.ID, tell func(storage.Notice)) (func(), error) {
	receive := func(payload string) { tell(s.ownEntries.notice(payload)) }
	return s.subscribe(ctx, s.subs[s.indexOf(id)], s.shardOf(id).channel(id), receive)
}

// subscribe calls receive with each message on a channel, until the returned function is called.
func (s *Store) subscribe(
	ctx context.Context, sub *pubsub.Subscriber, channel string, receive func(payload string),
) (func(), error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if s.ctx.Err() != nil {
		return nil, errClosed
	}
	stop, err := sub.Subscribe(ctx, channel, receive)
	if errors.Is(err, pubsub.ErrClosed) {
		return nil, errClosed
	}
	return stop, wrap(ctx, err)
}

// notice decodes a message of a room's channel. It does not decode an entry that ownEntries
// remembers.
func (o *ownEntries) notice(payload string) storage.Notice {
	if e := o.find(payload); e != nil {
		return storage.Notice{Entry: e}
	}
	return decodeNotice(payload)
}

// The first byte of a message of a room's channel.
const (
	messageEntry    = 'e' // followed by the entry's Raw bytes
	messagePresence = 'h' // followed by a JSON array: the announcement of each holder
	messageGone     = 'g'
)

func decodeNotice(payload string) storage.Notice {
	if payload == pubsub.Lost {
		return storage.Notice{Lost: true}
	}
	body := []byte(payload[1:])
	switch payload[0] {
	case messageEntry:
		if e, err := room.DecodeEntry(body); err == nil {
			return storage.Notice{Entry: &e}
		}
	case messagePresence:
		if present, err := decodePresence(body); err == nil {
			return storage.Notice{Presence: &present}
		}
	case messageGone:
		return storage.Notice{Gone: true}
	}
	// The message is damaged, or from a newer version. Lost makes the watcher read the store.
	return storage.Notice{Lost: true}
}
