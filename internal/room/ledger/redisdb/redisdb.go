// Package redisdb is a database for package ledger in Redis 7.0 or later, for many processes at
// once: one server, a master behind Sentinels, or a Cluster.
//
// It promises what ledger.Database asks for, and:
//
//   - Atomic. A group of batches is one call of one script. All keys of a shard are in one hash
//     slot, so this holds on a Cluster too.
//   - Quick to fail. A call while Redis is away fails within a few seconds with
//     storage.ErrUnavailable. A Redis that is back is used again within about 1 s.
//   - No unnoticed gaps. A watch whose connection breaks receives an empty payload at once, and
//     again when the new connection is subscribed. A watcher that then reads on has missed nothing.
//
// The settings of Redis decide what a batch that was carried out survives: see "Redis" in
// docs/operate/reliability.md. A failover loses what the replica lacks, since replication is asynchronous. With wait=1 in the
// address, the replica has every change that was acknowledged, every entry that Log returned and
// everything that was sent to a watcher.
//
// It requires a Redis that evicts no keys: Open refuses a maxmemory-policy of allkeys-*. The
// clocks of the processes may differ: the time is that of Redis (clock.go), unless the user of
// Redis may not use TIME. Then the clocks must agree within about 1 s.
//
// # Keys
//
// The number of shards is stored at the first start: one on a single server, which carries out one
// script at a time anyway, and 16 on a Cluster. P stands for quatre:{sNN}: with the shard's number
// NN. The part in braces decides the hash slot.
//
//	quatre:meta    hash      format, shards
//	P KEY          list      a log
//	P KEY          hash      a hash
//	P KEY          zset      a set
//	P KEY          channel   a shard channel: the entries of the log KEY, or other payloads
//	P              -         never there, see commit.lua
//	P mark         string    empty, see replica.go
//
// # How it works
//
//   - While one call of commit.lua is under way, the batches that arrive in its shard wait and form
//     the next group (ledger.Groups).
//   - The script publishes entries. With wait=1 this process publishes them after WAIT (replica.go):
//     late, not always in order, and never if no replica confirms or the process dies first.
//   - All watches of a process share one connection, on a Cluster one for each shard
//     (subscriber.go).
package redisdb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"

	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/storage"
)

// DB implements ledger.Database.
type DB struct {
	client  redis.UniversalClient
	cluster bool
	wait    bool // a replica must have what is acknowledged
	asked   int  // for how many shards the address asks; 0: for no number
	set     settings
	clock   *clock
	shards  []*shard
	watches *ledger.Watches

	ctx    context.Context // ends when Close begins
	cancel context.CancelFunc
	tasks  sync.WaitGroup // followClock and subscriber.run
}

var _ ledger.Database = (*DB)(nil)

// clusterShards is the number of shards of a new database on a Cluster. It exceeds the usual number
// of masters, and is small enough to ask all shards.
const clusterShards = 16

const maxShards = 100 // a shard's number has two digits

// Option changes how a database is opened.
type Option func(*settings)

type settings struct {
	machine      func() time.Time // the clock of this process's machine
	fixedClock   bool             // machine is the clock of the database too
	pingInterval time.Duration
	silenceLimit time.Duration
	waitLimit    time.Duration
}

// WithClock replaces the clock of Redis as the clock of the database, for tests.
func WithClock(now func() time.Time) Option {
	return func(s *settings) { s.machine, s.fixedClock = now, true }
}

// WithMachineClock replaces time.Now, for tests of machines whose clocks differ.
func WithMachineClock(now func() time.Time) Option {
	return func(s *settings) { s.machine = now }
}

// Open connects to the Redis at url, and prepares an empty one. url has one of these forms:
//
//	redis://[user:password@]host[:port][/db][?option=…]
//	redis+sentinel://[user:password@]host[:port],…/mastername[/db]
//	redis+cluster://[user:password@]host[:port],…
//
// and the same with rediss for TLS. The options are those of go-redis except protocol, wait=1, and
// shards=N, 1 to 100: Open fails if the database has another number of shards. The errors are
// sentences for the operator. If Redis cannot be reached they wrap storage.ErrUnavailable, and the
// caller may try again. A wrong password does not.
func Open(ctx context.Context, url string, opts ...Option) (*DB, error) {
	set := settings{machine: time.Now, pingInterval: pingInterval, silenceLimit: silenceLimit, waitLimit: waitLimit}
	for _, o := range opts {
		o(&set)
	}
	addr, err := parseAddress(url)
	if err != nil {
		return nil, err
	}
	logging.Disable() // go-redis would write to standard error what the errors that it returns say too
	db := &DB{client: addr.connect(), cluster: addr.cluster, wait: addr.wait, asked: addr.shards, set: set, clock: newClock(set.machine), watches: ledger.NewWatches()}
	db.ctx, db.cancel = context.WithCancel(context.Background())
	if err := db.prepare(ctx); err != nil {
		db.cancel()
		if errors.Is(err, storage.ErrUnavailable) {
			err = cmp.Or(findDenial(ctx, addr.options), err)
		}
		return nil, errors.Join(err, db.client.Close())
	}
	if !set.fixedClock {
		db.tasks.Go(db.followClock)
	}
	return db, nil
}

// makeShards makes the drivers. On one server one connection serves the watches of all shards, so
// that messages that arrive together are read together. The shards of a Cluster are on several
// servers.
func (db *DB) makeShards(n int) {
	for i := range n {
		s := &shard{db: db, prefix: fmt.Sprintf("quatre:{s%02d}:", i)}
		s.groups = ledger.NewGroups(s.run)
		if i == 0 || db.cluster {
			s.sub = newSubscriber(db)
		} else {
			s.sub = db.shards[0].sub
		}
		db.shards = append(db.shards, s)
	}
}

// Shards implements ledger.Database.
func (db *DB) Shards() []ledger.Driver {
	drivers := make([]ledger.Driver, len(db.shards))
	for i, s := range db.shards {
		drivers[i] = s
	}
	return drivers
}

// Fresh implements ledger.Database.
func (db *DB) Fresh() bool { return false }

// Close implements ledger.Database.
func (db *DB) Close() error {
	db.cancel()
	for _, s := range db.shards {
		s.groups.Close()
	}
	db.tasks.Wait()
	db.watches.Close()
	return db.client.Close()
}
