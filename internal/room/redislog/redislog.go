// Package redislog keeps rooms in Redis 7.0 or later, for many processes at
// once: one server, a master behind Sentinels, or a Cluster.
//
// It promises what package storage asks for, and:
//
//   - Atomic. Every operation is one Lua script. All keys of a room are in one hash
//     slot, so this holds on a Cluster too.
//   - Quick to fail. A call while Redis is away fails within a few seconds with
//     storage.ErrUnavailable. A Redis that is back is used again within about 1 s.
//   - No unnoticed gaps. A watch whose connection breaks receives Lost at once, and again
//     when the new connection is subscribed. A watcher that then reads on has missed
//     nothing.
//
// The settings of Redis decide what an acknowledged append survives:
//
//	appendfsync always      a crash of Redis, and of its machine
//	appendfsync everysec    a crash of Redis; of its machine, except for the last second
//	appendonly no           an orderly restart. A crash loses all since Redis' last snapshot
//
// A failover loses what the replica lacks, since replication is asynchronous. With wait=1 in the
// address, the replica has every entry that was acknowledged, read or sent to a watcher.
//
// If a log loses its last entries and then grows again, the digests of its entries show
// it.
//
// It requires a Redis that evicts no keys: Open refuses a maxmemory-policy of allkeys-*. The
// clocks of the processes may differ: all times are by the clock of Redis (clock.go), unless
// the user of Redis may not use TIME. Then the clocks must agree within about 1 s.
//
// # Keys
//
// Rooms are spread over a fixed number of shards, by a hash of their name. The number
// is stored at the first start. P stands for quatre:{sNN}: with the shard's number NN.
// The part in braces decides the hash slot. Times are in Unix milliseconds unless
// stated otherwise.
//
//	quatre:meta         hash    format, shards; dated: when DateImports last began
//	P log:ROOM          stream  entry N has the ID N-0 and one field, e: its Raw bytes
//	P snapshot:ROOM     string  N, a space and the snapshot after entry N; expires
//	P sweep:ROOM:MS     string  exists while a process has claimed deadline MS; expires
//	P due               zset    room by its deadline
//	P list:LIST         zset    room by when it entered the list, Unix microseconds
//	P turns             hash    jobs, their workers, and whose turn it is: see turns.lua
//	P order             zset    waiting jobs in the order in which they go out: see fair.lua
//	P leases            zset    ID of a job by the end of its worker's lease
//	P origins           hash    room to its origin
//	P watched           zset    room by when it was watched last: see watched.lua
//	P holders           zset    holder by the end of its heartbeat; expires
//	P held:HOLDER       hash    room to what the holder has announced, as JSON; also a
//	                            field with an empty name, while the heartbeat lasts; expires
//	P silence           hash    last, since, until: the last downtime, see heartbeat.lua;
//	                            on one server in the first shard only
//	P game:ROOM/k       string  the record as JSON
//	P games             zset    ROOM/k by its end: all games that two played here. Versions
//	                            before open-games listed them for everybody
//	P open-games        zset    ROOM/k by its end: games that are listed for everybody
//	P games:PLAYER      zset    ROOM/k by its end: games that are listed for one player
//	P imported          zset    ROOM/k of the other games: an imported game by when
//	                            DateImports found it, a game of one player on both
//	                            seats by its end
//	P mark              string  empty: see mark.lua
//	P room:ROOM         shard channel: e and an entry's Raw bytes; h and the presence as
//	                    a JSON array; or g when the room is deleted
//	P news              shard channel: the letter of a lane when a job is free to take
//	P line:TOKEN        shard channel without messages. Only the connection that chose
//	                    the token subscribes
//
// Questions and answers are few and share one slot. A stands for quatre:{analyses}: and
// KEY for an analysis.QuestionKey.
//
//	A questions         hash    KEY to the question as JSON, waiting or leased
//	A waiting           zset    KEY by when it was queued, Unix microseconds; below 0:
//	                            returned by a worker
//	A turns             hash    whose turn it is, and the askers: see fair.lua, questions.lua
//	A order             zset    waiting questions in the order in which they go out
//	A busy              zset    KEY by the end of the worker's lease
//	A workers           hash    KEY to the worker that has the lease
//	A wanted            zset    KEY by when it stops being wanted
//	A answers           hash    KEY to d (done) or p (partial) and the answer as JSON
//	A kept              zset    KEY of an answer by when it expires
//	A seen              string  when a worker last looked for questions
//	A answer:KEY        shard channel: an answer as in A answers
//	A news              shard channel: q when a question is free to take
//
// # How it works
//
//   - Writes of concurrent callers share pipelines (batch.go). With wait=1, pipelines that
//     store entries or read logs end with a WAIT (sender.go).
//   - All watches of a process share one connection, on a Cluster one for each shard
//     (package pubsub). Redis does not publish an entry if its writer is the only watcher
//     (append.go).
//   - On one server all jobs are in one queue, in the first shard. On a Cluster each shard
//     has a queue. Take and TakeQuestion run scripts that do not block, and are notified of
//     new jobs and questions (queue.go, analyses.go). While a process waits, tend.lua looks
//     after the queue about once in storage.JobLease.
//   - One script stores a reply, removes its job and takes the next one (reply.go). Entries come
//     with a job, so that the worker need not read them.
//   - Lists that span shards are merged. On a Cluster the shards that answer do not wait
//     for those that are away (shards.go, batchers.go).
package redislog

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/redislog/pubsub"
	"github.com/quatre/quatre/internal/room/storage"
)

// Store implements storage.Store.
type Store struct {
	client  redis.UniversalClient
	cluster bool
	set     settings
	clock   *clock

	shards     []shard
	domains    []failureDomain // the shards of package storage
	awayShards awayShards
	holders    []holders            // by shard
	sender     sender               // with wait=1 in the address, waits until a replica has what it sent
	appends    batchers             // the scripts that sender sends
	batches    batchers             // all other scripts
	subs       []*pubsub.Subscriber // by shard
	answers    *pubsub.Subscriber   // for the slot of questions and answers
	news       news

	ownEntries ownEntries
	queue      queue
	lastStamp  atomic.Int64 // the value that stamp returned last

	ctx      context.Context // ends when Close begins
	cancel   context.CancelFunc
	tasks    sync.WaitGroup // followClock, and the probes of shards that are away
	closing  sync.Once
	closeErr error // of Close; set once
}

var _ storage.Store = (*Store)(nil)

// DefaultShards is the number of shards of a new store. It exceeds the usual number of masters of
// a Cluster, and is small enough to ask all shards.
const DefaultShards = 16

const maxShards = 100 // a shard's number has two digits

// Option changes how a store is opened.
type Option func(*settings)

type settings struct {
	machine      func() time.Time // the clock of this process's machine
	clock        func() time.Time // the clock of the store
	fixedClock   bool             // clock was replaced and is not that of Redis
	jobLease     time.Duration
	sleepAfter   time.Duration
	shards       int // 0: the number that the store has, or DefaultShards for a new store
	pingInterval time.Duration
	silenceLimit time.Duration
	waitLimit    time.Duration
}

// WithClock replaces the clock of Redis as the clock of the store, for tests. The new clock decides
// when heartbeats and the leases of questions end.
func WithClock(now func() time.Time) Option {
	return func(s *settings) { s.clock, s.machine, s.fixedClock = now, now, true }
}

// WithMachineClock replaces time.Now, for tests of machines whose clocks differ.
func WithMachineClock(now func() time.Time) Option {
	return func(s *settings) { s.machine = now }
}

// WithJobLease replaces storage.JobLease. Redis counts it by its own clock, in
// milliseconds.
func WithJobLease(d time.Duration) Option {
	return func(s *settings) { s.jobLease = d }
}

// WithSleepAfter replaces room.SleepAfter. Redis counts it by its own clock, in
// milliseconds.
func WithSleepAfter(d time.Duration) Option {
	return func(s *settings) { s.sleepAfter = d }
}

// WithShards asks for a number of shards, 1 to 100. Open fails if the store has another
// number.
func WithShards(n int) Option {
	return func(s *settings) { s.shards = n }
}

// Open connects to the Redis at url, and prepares an empty one. url has one of these
// forms:
//
//	redis://[user:password@]host[:port][/db][?option=…]
//	redis+sentinel://[user:password@]host[:port],…/mastername[/db]
//	redis+cluster://[user:password@]host[:port],…
//
// and the same with rediss for TLS. An address may end with shards=N, which means the
// same as WithShards, and with wait=1, after a ? or &. The errors are sentences for the
// operator. If Redis cannot be reached they wrap storage.ErrUnavailable, and the caller may
// try again. A wrong password does not.
func Open(ctx context.Context, url string, opts ...Option) (*Store, error) {
	set := settings{
		machine: time.Now, jobLease: storage.JobLease, sleepAfter: room.SleepAfter,
		pingInterval: pingInterval, silenceLimit: silenceLimit, waitLimit: waitLimit,
	}
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
	disableLogging()
	s := &Store{
		client:  addr.connect(),
		cluster: addr.cluster,
		set:     set,
	}
	s.clock = newClock(set.machine)
	if !set.fixedClock {
		s.set.clock = s.clock.now
	}
	if err := s.prepare(ctx); err != nil {
		return nil, errors.Join(err, s.client.Close())
	}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	if !set.fixedClock {
		s.tasks.Go(s.followClock)
	}
	s.queue.init()
	s.makeDomains()
	s.awayShards = awayShards{away: make(map[int]bool), probed: make(map[int]bool)}
	s.sender = sender{client: s.client, replicated: addr.wait, limit: s.set.waitLimit}
	s.batches = s.newBatchers(sender{client: s.client})
	s.appends = s.batches
	if addr.wait {
		s.appends = s.newBatchers(s.sender)
	}
	s.holders = make([]holders, len(s.shards))
	s.subs = make([]*pubsub.Subscriber, len(s.shards))
	for i := range s.subs {
		// On one server one connection serves all shards, so that messages that arrive together
		// are read together. The shards of a Cluster are on several servers.
		if i == 0 || s.cluster {
			s.subs[i] = s.newSubscriber(string(s.shards[i]), !s.cluster)
		} else {
			s.subs[i] = s.subs[0]
		}
	}
	s.answers = s.subs[0]
	if s.cluster {
		s.answers = s.newSubscriber(prefixAnalyses, false)
	}
	s.news.wake = make(chan struct{})
	return s, nil
}

// Close implements storage.Store.
func (s *Store) Close() error {
	s.closing.Do(func() {
		s.cancel()
		for _, sub := range s.subs {
			sub.Close()
		}
		s.answers.Close()
		s.awayShards.close()
		s.tasks.Wait()
		s.appends.wait()
		s.batches.wait()
		s.closeErr = s.client.Close()
	})
	return s.closeErr
}

// stamp returns the time in microseconds, later at each call.
func (s *Store) stamp() int64 {
	for {
		last := s.lastStamp.Load()
		next := max(s.set.clock().UnixMicro(), last+1)
		if s.lastStamp.CompareAndSwap(last, next) {
			return next
		}
	}
}
