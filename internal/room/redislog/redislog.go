// Package redislog keeps rooms in Redis 7.0 or later, for many processes at
// once: one server, a master behind Sentinels, or a Cluster.
//
// It promises what room.Store asks for, and:
//
//   - One step. Every operation is one Lua script: Redis carries it out whole,
//     and nothing happens in between. All keys of a room are in one hash slot,
//     so this holds on a Cluster too.
//   - Quick to fail. Whoever calls while Redis is away hears of it within a few
//     seconds, as room.ErrUnavailable. A Redis that is back is used again
//     within a second or so.
//   - No silence. A watch whose connection broke is told Lost at once, and a
//     second time when it hears again: who reads on then has missed nothing.
//
// What an acknowledged append survives is a matter of Redis' settings:
//
//	appendfsync always      a crash of Redis and of its machine
//	appendfsync everysec    a crash of Redis; of its machine, but for the last second
//	appendonly no           a restart in good order; else what was there at the last snapshot
//	a failover              what the replica had: replication is asynchronous
//
// The digests of the entries show a log that lost its end and was written on.
//
// Its users owe it clocks that agree within a second or so (by them
// heartbeats end), and a Redis that evicts nothing: Open refuses a
// maxmemory-policy of allkeys-*.
//
// # Keys
//
// Rooms are spread over a fixed number of shards, by a hash of their name. The
// number is stored at the first start. P stands for quatre:{sNN}: with the
// shard's number NN; what is in braces decides the slot.
//
//	quatre:meta         hash    format, shards; dated: when DateImports began last, Unix milliseconds
//	P log:ROOM          stream  entry N has the id N-0 and one field, e: its Raw bytes
//	P due               zset    room by its deadline, Unix milliseconds
//	P list:LIST         zset    room by when it entered the list, Unix microseconds
//	P jobs              stream  room, n; consumer group "workers"
//	P queued            hash    room to the id of the job it queued last
//	P holders           zset    holder by when its heartbeat is over, Unix milliseconds; expires
//	P held:HOLDER       hash    room to what the holder says of who is there, as JSON; and a field
//	                    without a name, while the heartbeat lasts; expires
//	P silence           hash    last, since, until: when no heart beat, as beat.lua has it; on one
//	                    server in the first shard only
//	P game:ROOM/k       string  the record as JSON
//	P games             zset    ROOM/k by when it ended, Unix milliseconds: those listed for everybody
//	P games:PLAYER      zset    the same of those listed for one player
//	P imported          zset    ROOM/k by when DateImports found it, Unix milliseconds: those not in P games
//	P room:ROOM         shard channel: e and an entry's Raw bytes, h and who is
//	                    there as a JSON array, or g when the room is gone
//	P line:TOKEN        shard channel on which nothing is said: the one connection that
//	                    listens there is that which chose the token
//
// Questions and answers are few, and share one slot. A stands for
// quatre:{analyses}:, KEY for a room.QuestionKey.
//
//	A questions         hash    KEY to the question as JSON, of all that wait or are being worked on
//	A waiting           zset    KEY by when it was queued, Unix microseconds; below 0: handed back
//	A busy              zset    KEY by when its worker counts as dead, Unix milliseconds
//	A workers           hash    KEY to the worker that is at it
//	A wanted            zset    KEY by when its lease ends, Unix milliseconds
//	A answers           hash    KEY to d (done) or p (partial) and the answer as JSON
//	A kept              zset    KEY of an answer by when it expires, Unix milliseconds
//	A seen              string  when a worker last looked, Unix milliseconds
//	A answer:KEY        shard channel: an answer as in A answers
//	A news              shard channel: q when a question is free to take
//
// # How it works
//
// Writes of concurrent callers share pipelines (batch.go). Redis publishes no entry
// to a process that has written it if nobody else listens and the server has no
// replicas: the process tells its own watches (held.go). One
// connection listens for all watches of this process, on a Cluster one for each
// shard (subscriber.go).
// Take asks the shards in turn with a script that never blocks, and then waits
// for a moment until a stream grows (queue.go). Questions and answers work like
// these two (analyses.go), but that whoever waits is told. Lists that span shards are
// asked of each and merged; on a Cluster those that are away keep nobody from what the
// others have (shards.go, lanes.go).
package redislog

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room/redislog/pubsub"
	"github.com/quatre/quatre/internal/room/storage"
)

// Store implements room.Store.
type Store struct {
	client   redis.UniversalClient
	blocking redis.UniversalClient // for reads that wait: they hold a connection
	cluster  bool
	set      settings

	shards  []shard
	domains []domain // shards, as room.Store has them
	absent  absent
	holders []holders // by shard
	batches batchers
	subs    []*pubsub.Subscriber // by shard
	answers *pubsub.Subscriber   // of the slot of questions and answers
	news    news

	ownEntries ownEntries
	turn       atomic.Uint64 // which shard Take asks first
	looking    chan struct{} // holds a token while a Take looks for jobs
	tidied     atomic.Int64  // when tidy last ran, Unix seconds
	stamped    atomic.Int64  // the last of stamp

	ctx     context.Context // ends when Close begins
	cancel  context.CancelFunc
	tasks   sync.WaitGroup // the probes of shards that are away
	closing sync.Once
	closed  error
}

var _ storage.Store = (*Store)(nil)

// DefaultShards is over how many shards a new store spreads its rooms. More
// than there are masters in a Cluster, few enough to ask all of them.
const DefaultShards = 16

const maxShards = 100 // two digits

// Option changes how a store is opened.
type Option func(*settings)

type settings struct {
	clock        func() time.Time
	idleLimit    time.Duration
	shards       int // 0: as the store has it, or DefaultShards
	pingInterval time.Duration
	silenceLimit time.Duration
}

// WithClock replaces time.Now, by which heartbeats end.
func WithClock(now func() time.Time) Option {
	return func(s *settings) { s.clock = now }
}

// WithJobIdleLimit replaces room.JobIdleLimit. It is counted by Redis' clock,
// in milliseconds.
func WithJobIdleLimit(d time.Duration) Option {
	return func(s *settings) { s.idleLimit = d }
}

// WithShards asks for a number of shards, 1 to 100. Open fails if the store
// has another.
func WithShards(n int) Option {
	return func(s *settings) { s.shards = n }
}

// Open connects to the Redis at url, in one of the forms that parseAddress
// knows, and prepares it at its first start:
//
//	redis://[user:password@]host[:port][/db][?option=…]
//	redis+sentinel://[user:password@]host[:port],…/mastername[/db]
//	redis+cluster://[user:password@]host[:port],…
//
// and the same with rediss for TLS. An address may end with ?shards=N, which is
// WithShards. The errors are sentences for whoever
// started the program; if Redis cannot be reached they wrap
// room.ErrUnavailable, and trying again makes sense.
func Open(ctx context.Context, url string, opts ...Option) (*Store, error) {
	set := settings{clock: time.Now, idleLimit: storage.JobLease, pingInterval: pingInterval, silenceLimit: silenceLimit}
	for _, o := range opts {
		o(&set)
	}
	if set.shards < 0 || set.shards > maxShards {
		return nil, fmt.Errorf("redislog: %d shards: there can be 1 to %d", set.shards, maxShards)
	}
	addr, err := parseAddress(url)
	if err != nil {
		return nil, err
	}
	if set.shards == 0 {
		set.shards = addr.shards
	}
	quiet()
	s := &Store{
		client:   addr.connect(0),
		blocking: addr.connect(maxWaiting),
		cluster:  addr.cluster,
		set:      set,
	}
	if err := s.prepare(ctx); err != nil {
		return nil, errors.Join(err, s.blocking.Close(), s.client.Close())
	}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.looking = make(chan struct{}, 1)
	s.makeDomains()
	s.absent = absent{away: make(map[int]bool), probed: make(map[int]bool)}
	s.batches = s.newBatchers()
	s.holders = make([]holders, len(s.shards))
	s.subs = make([]*pubsub.Subscriber, len(s.shards))
	for i := range s.subs {
		// One server is listened to through one connection: what arrives together
		// is then read at once. The shards of a Cluster are on several.
		if i == 0 || s.cluster {
			s.subs[i] = s.newSubscriber(string(s.shards[i]), !s.cluster)
		} else {
			s.subs[i] = s.subs[0]
		}
	}
	s.answers = s.newSubscriber(slotAnalyses, false)
	s.news.wake = make(chan struct{})
	return s, nil
}

// Close implements room.Store.
func (s *Store) Close() error {
	s.closing.Do(func() {
		s.cancel()
		for _, sub := range s.subs {
			sub.Close()
		}
		s.answers.Close()
		s.absent.close()
		s.tasks.Wait()
		s.batches.wait()
		s.closed = errors.Join(s.blocking.Close(), s.client.Close())
	})
	return s.closed
}

// stamp returns the time in microseconds, later at each call.
func (s *Store) stamp() int64 {
	for {
		last := s.stamped.Load()
		next := max(s.set.clock().UnixMicro(), last+1)
		if s.stamped.CompareAndSwap(last, next) {
			return next
		}
	}
}
