package redisdb

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
)

// The database uses the clock of Redis. This process reads it once in each clockInterval, and adds
// the time that has passed since then by its own clock. On a Cluster the database uses the master
// whose clock is the median, so one master with a wrong clock changes nothing.

const (
	clockInterval = time.Second
	clockTimeout  = 2 * time.Second
)

// clock estimates the time by the clock of Redis.
//
// Redis reads its clock at some moment between a request and its reply. So each reply says that
// the offset is in a range as wide as the round trip. The estimate changes only if it is outside
// of that range. So fast replies make the estimate more exact, and slow replies do not make it
// worse.
type clock struct {
	machine func() time.Time // the clock of this process's machine
	began   time.Time        // by machine

	mu     sync.Mutex
	known  bool          // whether a clock of Redis was read; if not, now returns machine's time
	offset time.Duration // the clock of Redis minus steady
}

func newClock(machine func() time.Time) *clock { return &clock{machine: machine, began: machine()} }

// steady returns the time by the machine's clock, as if nobody had set this clock since began.
func (c *clock) steady() time.Time { return c.began.Add(c.machine().Sub(c.began)) }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.known {
		return c.machine()
	}
	return c.steady().Add(c.offset)
}

// fromMachine returns the clock of Redis minus the clock of the machine.
func (c *clock) fromMachine() (offset time.Duration, known bool) {
	now := c.now()
	c.mu.Lock()
	defer c.mu.Unlock()
	return now.Round(0).Sub(c.machine().Round(0)), c.known
}

// reading is what a reply says about the offset of a server's clock: it is between these.
type reading struct{ least, most time.Duration }

// learn corrects the estimate by a reading.
func (c *clock) learn(r reading) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.known {
		c.known, c.offset = true, (r.least+r.most)/2
		return
	}
	c.offset = min(max(c.offset, r.least), r.most)
}

// read asks one server for its time.
func (c *clock) read(ctx context.Context, server redis.Cmdable) (reading, error) {
	before := c.steady()
	at, err := server.Time(ctx).Result()
	return reading{least: at.Sub(c.steady()), most: at.Sub(before)}, err
}

// median returns the reading of the server whose clock is the median. readings must not be
// empty.
func median(readings []reading) reading {
	slices.SortFunc(readings, func(a, b reading) int { return cmp.Compare(a.least, b.least) })
	return readings[(len(readings)-1)/2]
}

// Now implements storage.Clock.
func (db *DB) Now() time.Time { return db.clock.now() }

// ClockOffset implements storage.Clock.
func (db *DB) ClockOffset() (time.Duration, bool) { return db.clock.fromMachine() }

// SyncClock implements storage.Clock.
func (db *DB) SyncClock(ctx context.Context) error {
	if db.set.fixedClock {
		return ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, clockTimeout)
	defer cancel()
	readings, err := askMasters(ctx, db, db.clock.read)
	switch {
	case redis.IsPermissionError(err):
		return nil // the database goes on with the machine's clock
	case err != nil:
		return wrap(ctx, err)
	}
	db.clock.learn(median(readings))
	return nil
}

// followClock keeps the estimate exact until the database is closed.
func (db *DB) followClock() {
	tick := time.NewTicker(clockInterval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			_ = db.SyncClock(db.ctx) // if Redis is away, the estimate stays valid
		case <-db.ctx.Done():
			return
		}
	}
}
