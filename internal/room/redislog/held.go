package redislog

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// What append.lua and follow.lua return beside 0 (the entry does not follow) and
// 1 (it is stored, and the watchers were told).
const (
	toldNobody   = int64(2) // stored; nobody but the writer listens, and it tells itself
	storedBefore = int64(3) // not stored now, since the log has this very entry
)

// held is a subscription that an append counts on. While one process alone
// listens to a room, which is as long as its players are on one hub, Redis need not
// send it what it has just written: the append's reply says that nobody was told,
// and the process tells its own watches.
//
// For that the subscription must not end while the append is under way, or the
// one subscriber that Redis sees might be another process. The name of the line
// says whose it is: a line that is dead, though we do not know it yet, has no
// subscriber at Redis.
type held struct {
	from    *subscriber
	channel string
	topic   *topic
	line    string
}

// errCut ends a line on which nothing may be counted any more.
var errCut = fmt.Errorf("an append has no answer: %w", storage.ErrUnavailable)

// lookForReplicas finds out whether the server is the only one to listen to. What is
// published reaches the listeners of replicas too, but Redis counts only its own; and a
// process may listen to a replica without wanting to, if that was the master before.
// On a Cluster nothing is held.
func (s *Store) lookForReplicas(ctx context.Context) {
	if s.cluster {
		return
	}
	info, err := s.client.Info(ctx, "replication").Result()
	s.alone.Store(err == nil && strings.Contains(info, "role:master\r\n") && strings.Contains(info, "connected_slaves:0\r\n"))
}

// hold keeps the subscription to a channel, if there is one that is confirmed.
func (b *subscriber) hold(channel string) held {
	b.mu.Lock()
	defer b.mu.Unlock()
	t := b.topics[channel]
	if t == nil || b.line.over || !b.store.alone.Load() {
		return held{}
	}
	select {
	case <-t.ready:
	default:
		return held{}
	}
	t.held++
	return held{b, channel, t, b.line.name}
}

// release lets go of the subscription.
func (h held) release() {
	if h.from == nil {
		return
	}
	h.from.mu.Lock()
	defer h.from.mu.Unlock()
	h.topic.mu.Lock()
	defer h.topic.mu.Unlock()
	h.topic.held--
	h.from.drop(h.channel, h.topic)
}

// appended does what an append has left to this process, given its outcome.
func (h held) appended(e room.Entry, reply any, err error) {
	var refusal redis.Error
	switch {
	case h.from == nil:
	case err == nil && (reply == toldNobody || reply == storedBefore):
		h.topic.tell("e" + string(e.Raw()))
	case err == nil:
	case errors.As(err, &refusal):
		h.topic.tell(lost) // an earlier attempt may have stored it
	default:
		h.from.cut(h.line)
	}
}

// cut ends a line, if it is the present one, as if it had broken. An append
// whose answer is missing may be carried out at any time, and then tell nobody;
// with another line it finds that this process does not listen, and tells. What
// was stored before, whoever is told Lost reads.
func (b *subscriber) cut(line string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.line.name == line && !b.line.over {
		b.line.over = true
		b.line.cut()
	}
}
