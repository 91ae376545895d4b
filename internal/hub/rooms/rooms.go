// Package rooms serves the rooms that have sockets on this hub. Such a room is open here.
//
// It promises:
//
//   - The store holds all rooms. A Room is a replica of the log, and any hub can serve any
//     room.
//   - An entry is stored first, and only then broadcast and acknowledged.
//   - Every socket is sent each entry of its room exactly once and in order, from its
//     cursor on. If the log no longer holds the cursor, the client starts again from
//     entry 1, or from a snapshot.
//   - No socket waits for another socket, and no room for another room. A shard of the store
//     that is away holds up only its own rooms.
//   - A panic in the code that serves one socket ends that socket. A panic in the code that
//     serves one room ends the sockets of that room. The clients come back and read what is
//     stored.
//
// The caller must call Start once, must play only through ExecutorFor, and must call Drain before
// it stops Config.Tasks.
//
// How a command is handled: Serve hands each frame to Room.handle (command.go), which decodes
// it. Another goroutine (inbox.go) plays the command on the room's replica (play.Executor
// stores it), broadcasts the new entries (broadcast.go) and acknowledges the command.
// Entries that other processes have stored come in through the store's watch, and the same
// broadcast follows. If notices may be missing, the room is read from the store again
// (repair.go).
//
// The package also sweeps each shard of the store for deadlines (sweep.go), and announces to the
// store who is in the rooms (announce.go). By its heartbeats the store knows when no hub could
// store anything, and the hub knows whether it may decide anything (heartbeat.go).
package rooms

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/hub/lifecycle"
	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/telemetry"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/pool"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// Store is what rooms need of a store.
type Store interface {
	storage.Shards
	storage.Clock
	storage.Log
	storage.Watcher
	storage.Deadlines
	storage.Presence
}

// Socket is what rooms need of a websocket: see package socket.
type Socket interface {
	ID() string
	Serve(handle func(frame []byte))
	Send(frames ...[]byte)
	SendLatest(frame []byte)
	Flush()
	Close(code wire.CloseCode, reason string)
	Closed() bool
	CloseCode() wire.CloseCode
	RoundTrip() time.Duration
	Silence(pingAfter time.Duration) time.Duration
}

// Config configures Rooms.
type Config struct {
	Store Store

	// Executor carries commands out on Store. New sets its Outages.
	Executor play.Executor

	// Holder names this process in the store's presence; unique, not empty.
	Holder string

	// Build names the page that the hub serves; empty: none.
	Build string

	Tasks    *lifecycle.Tasks
	Record   *telemetry.Recorder
	Registry prometheus.Registerer
	Now      func() time.Time
}

// Rooms are the rooms of one hub. Its methods are safe for concurrent use.
type Rooms struct {
	cfg      Config
	executor play.Executor
	metrics  *metrics
	shards   []*shard
	registry registry
	patience patience
	commands *pool.Pool[func()]
}

// New returns Rooms without an open room.
func New(cfg Config) *Rooms {
	rs := &Rooms{cfg: cfg, executor: cfg.Executor}
	rs.executor.Outages = func(id room.ID) []room.Outage { return *rs.shardOf(id).downtimes.Load() }
	rs.shards = newShards(rs)
	rs.commands = lifecycle.NewPool(cfg.Tasks, func(task func()) { task() })
	rs.registry.open = map[room.ID]*Room{}
	rs.metrics = newMetrics(cfg.Registry, rs)
	return rs
}

// ExecutorFor returns an executor that credits the downtimes that these rooms know of, and charges account for the bytes
// that its commands store.
func (rs *Rooms) ExecutorFor(account *limits.Account) play.Executor {
	x := rs.executor
	x.Admit = func(step *room.Step) error {
		if admit := rs.executor.Admit; admit != nil {
			if err := admit(step); err != nil {
				return err
			}
		}
		return account.Charge(step.Cost, rs.cfg.Now())
	}
	return x
}

// Start starts the work that needs no command: sweeps, heartbeats, announcements. The work ends
// with the context of Config.Tasks.
func (rs *Rooms) Start() {
	rs.cfg.Tasks.Every(silenceCheck, rs.checkSilence)
	for _, s := range rs.shards {
		rs.cfg.Tasks.Every(sweepInterval, s.sweepDue)
		rs.cfg.Tasks.Go(s.announceLoop)
		rs.cfg.Tasks.Every(beatCheck, func() { _ = s.beatIfDue(storage.PresenceRenewal) }) // the next call tries again
		rs.cfg.Tasks.Every(lengthsInterval, s.compareLengths)
	}
}

// Count returns how many rooms are open.
func (rs *Rooms) Count() int {
	rs.registry.mu.Lock()
	defer rs.registry.mu.Unlock()
	return len(rs.registry.open)
}

// SocketsIn returns how many sockets are in a room through this hub.
func (rs *Rooms) SocketsIn(id room.ID) int {
	r := rs.registry.find(id)
	if r == nil {
		return 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.visitors)
}

// Replica returns the replica of a room that is open on this hub, or nil. The caller must
// not change it.
func (rs *Rooms) Replica(id room.ID) *play.Replica {
	r := rs.registry.find(id)
	if r == nil || r.replica.N() == 0 {
		return nil
	}
	return r.replica
}

// Cursor is a place in a log: an entry by number and digest. The zero Cursor is before
// the first entry.
type Cursor struct {
	N      uint64
	Digest string
}

// Visit says who wants to be in which room.
type Visit struct {
	Room    room.ID
	Player  room.PlayerID
	Request string // the ID of the request, for the log
	After   Cursor // the last entry that the client has
	Watch   bool   // the client does not want to sit
	Token   string // with which the client will take a seat; empty: none

	// Snapshot says that the client accepts a snapshot in place of many entries.
	Snapshot bool

	// Charge counts entries that must be read from the store for this client alone. It
	// reports false if they are too many for now. Nil: no limit.
	Charge func(entries int) bool

	// Pacer limits the client's frames, and Account the bytes that they store; nil: no limit.
	Pacer   *limits.Pacer
	Account *limits.Account
}
