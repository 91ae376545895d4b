// Package local plays rooms in this process, without a hub.
//
// A Room takes the frames that a client sends to a hub, and answers with the frames that a hub
// sends (docs/api/asyncapi.yaml). So the same client plays here and at a hub.
//
// It promises:
//
//   - A game here has the same rules, levels, clocks and refusals as a game at a hub, because
//     the same code decides: packages play and room on a log in memory (log.go), and package
//     minimax for the AI (reply.go).
//   - Nothing is stored or sent elsewhere. When the Room is closed, its games are gone, except
//     those that the caller has saved with Room.Games, and rooms that the caller keeps: Open.
//
// One goroutine owns the room: it carries out frames, sweeps the room when its deadline has
// passed, and plays the replies of the AI. A search runs in a goroutine of its own.
//
// The terminal's client (cmd/play) uses rooms as they are. The web page uses them through a
// Server, which is compiled to WebAssembly (frontend/local).
package local

import (
	"context"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
)

const (
	// Player is the person at the keyboard.
	Player room.PlayerID = "you"

	// roomID is the name of every room that nobody keeps. No link leads to it.
	roomID room.ID = "local"
)

// Room is one room with its AI. Start must be called once, then Close.
type Room struct {
	engine   *minimax.Engine
	id       room.ID
	log      *memoryLog
	replica  *play.Replica
	executor play.Executor

	frames chan []byte                // to the client; closed when the room ends
	calls  chan func(context.Context) // run calls them; buffers more frames than a person sends while run is busy
	stop   context.CancelFunc
	done   chan struct{}

	// owned by run
	sent       uint64 // number of the last entry that the client was sent
	due        *time.Timer
	search     context.CancelFunc // ends the running search; nil: no search is running
	searchedAt uint64             // number of the entry that made the searched position
	searches   sync.WaitGroup

	ended func(*room.Record) // called with a game that has ended; nil: nobody wants to know

	mu    sync.Mutex
	games []room.Record // finished in this room
}

// Engine is the AI. One engine serves all rooms of a process, so that it keeps its tables.
type Engine struct{ search *minimax.Engine }

// NewEngine returns an engine. The engine makes its tables when a level first needs them.
func NewEngine() *Engine { return &Engine{minimax.NewEngine(minimax.DefaultTableBytes)} }

// New creates a room for the person at the keyboard. The error is a *room.Refusal, or a *wire.Later.
func New(engine *Engine, request wire.NewRoom) (*Room, error) {
	return newGame(engine.search, roomID, request)
}

// newGame creates a room. An engine is needed only to start it.
func newGame(engine *minimax.Engine, id room.ID, request wire.NewRoom) (*Room, error) {
	do, ok := request.Action()
	if !ok || !id.Valid() {
		return nil, &wire.Later{Failure: wire.FailBadRequest}
	}
	r := newRoom(engine, id)
	_, err := r.executor.Play(context.Background(), r.replica, room.Command{ID: "create", By: Player, Do: do})
	return r, err
}

func newRoom(engine *minimax.Engine, id room.ID) *Room {
	log := new(memoryLog)
	r := &Room{
		engine: engine, id: id, log: log, replica: play.NewReplica(id), executor: play.Executor{Log: log},
		frames: make(chan []byte), calls: make(chan func(context.Context), 64), done: make(chan struct{}), due: time.NewTimer(0),
	}
	r.due.Stop()
	return r
}

// Start starts the room and returns the channel of its frames. The caller must receive frames
// until the channel is closed.
func (r *Room) Start() <-chan []byte {
	ctx, stop := context.WithCancel(context.Background())
	r.stop = stop
	go r.run(ctx)
	return r.frames
}

// Send passes a frame of the client to the room. A closed room ignores it.
func (r *Room) Send(frame []byte) {
	r.call(context.Background(), func(ctx context.Context) { r.handle(ctx, frame) })
}

// call makes the goroutine of the room call f, unless the room or ctx has ended.
func (r *Room) call(ctx context.Context, f func(context.Context)) {
	select {
	case r.calls <- f:
	case <-r.done:
	case <-ctx.Done():
	}
}

// Close ends the room and waits for the end of its goroutines.
func (r *Room) Close() {
	r.stop()
	<-r.done
}

// Games returns the games that were finished in this room, the first one first. It may be
// called at any time.
func (r *Room) Games() []room.Record {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]room.Record(nil), r.games...)
}

func (r *Room) run(ctx context.Context) {
	defer close(r.done)
	defer close(r.frames)
	defer r.searches.Wait()
	defer r.due.Stop()
	r.emit(ctx, wire.EncodeWelcome(wire.Welcome{
		Room: r.id, Player: Player, From: r.sent, N: r.replica.N(), Now: time.Now().UnixMilli(),
		Here: wire.Presence{Seats: [2]bool{true, true}}, Store: true,
	}))
	r.proceed(ctx)
	for {
		select {
		case <-ctx.Done():
			return
		case f := <-r.calls:
			f(ctx)
		case <-r.due.C:
			_ = r.executor.SweepOpen(ctx, r.replica) // a sweep before the deadline does nothing
		}
		r.proceed(ctx)
	}
}

// handle carries out one frame of the client and answers it.
func (r *Room) handle(ctx context.Context, frame []byte) {
	request, err := wire.Decode(frame)
	if err != nil {
		r.emit(ctx, wire.EncodeRefused(request.ID, wire.FailMalformed, r.replica.N()))
		return
	}
	if request.Action == nil {
		r.emit(ctx, wire.EncodePong(request.ID, time.Now().UnixMilli()))
		return
	}
	if _, again := request.Action.(room.PlayAgain); again {
		request.Action = room.PlayAgain{First: wire.FirstOf(room.StarterRandom)}
	}
	c := room.Command{ID: request.ID, By: Player, Seen: request.Seen, Do: request.Action}
	n, err := r.executor.Play(ctx, r.replica, c)
	if err != nil {
		failure, _ := wire.FailureOf(err)
		r.emit(ctx, wire.EncodeRefused(request.ID, failure, r.replica.N()))
		return
	}
	r.sendEntries(ctx)
	r.emit(ctx, wire.EncodeOK(request.ID, n))
}

// proceed sends new entries and carries out their effects: it updates the search, and sets the
// timer to the deadline.
func (r *Room) proceed(ctx context.Context) {
	r.sendEntries(ctx)
	r.updateSearch(ctx)
	if !r.log.due.IsZero() {
		r.due.Reset(time.Until(r.log.due))
	}
}

// sendEntries sends the entries after the last one that the client was sent. If a game has just
// ended, it keeps the game first: the client may save the game as soon as it knows of the end.
func (r *Room) sendEntries(ctx context.Context) {
	if record := r.log.takeRecord(); record != nil {
		r.mu.Lock()
		r.games = append(r.games, *record)
		r.mu.Unlock()
		if r.ended != nil {
			r.ended(record)
		}
	}
	if fresh := r.log.entries[r.sent:]; len(fresh) > 0 {
		r.sent += uint64(len(fresh))
		r.emit(ctx, wire.EncodeEntries(fresh))
	}
}

func (r *Room) emit(ctx context.Context, frame []byte) {
	select {
	case r.frames <- frame:
	case <-ctx.Done():
	}
}
