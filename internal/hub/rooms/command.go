package rooms

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// maxMalformed is how many malformed frames close a socket.
const maxMalformed = 10

// handle answers a frame of v, or queues the command in it.
func (r *Room) handle(v *visitor, frame []byte) {
	req, err := wire.Decode(frame)
	if ok, mustClose := v.Pacer.Allow(r.rooms.cfg.Now()); !ok {
		r.sendRefused(v, req.ID, req.Type, wire.FailTooFast)
		if mustClose {
			v.socket.Close(wire.ClosePolicy, "too many frames per second")
		}
		return
	}
	switch {
	case err != nil:
		r.sendRefused(v, req.ID, "", wire.FailMalformed)
		if v.malformed++; v.malformed == maxMalformed {
			v.socket.Close(wire.CloseMalformed, "too many malformed frames")
		}
	case req.Action == nil:
		v.socket.Send(wire.EncodePong(req.ID, r.rooms.cfg.Now().UnixMilli()))
	case v.Watch:
		r.sendRefused(v, req.ID, req.Type, wire.FailWatching)
	default:
		v.inbox.put(req, len(frame))
	}
}

// command plays the command of a frame and answers ok or refused. The error says why the
// command was refused.
func (r *Room) command(v *visitor, req wire.Request) error {
	switch req.Action.(type) {
	case room.Sit, room.Take: // plays in the tab that sent the command, even if another tab was opened later
		r.mu.Lock()
		v.since, v.announced = r.rooms.cfg.Now(), false
		r.mu.Unlock()
	}
	n, err := r.decide(v, req)
	if err != nil {
		f := r.rooms.cfg.Record.FailureOf(err, append(v.attrs(), "command", req.ID, "n", r.replica.N())...)
		r.sendRefused(v, req.ID, req.Type, f)
		return err
	}
	r.answer(v, wire.EncodeOK(req.ID, n))
	if r.rooms.cfg.Record.Debugging() { // asked first, because the attributes of each move would take memory
		r.logDebug(v, "command done", "command", req.ID, "type", req.Type, "n", n)
	}
	return nil
}

// decide stores the command of a frame, completed by addServerFacts, charges v's account for the stored bytes, and
// broadcasts the entry. The caller acknowledges the command.
func (r *Room) decide(v *visitor, req wire.Request) (uint64, error) {
	// The context is not the socket's: a command is carried out even if its socket ends.
	ctx := r.rooms.patience.of(r.rooms.cfg.Tasks.Context())
	if err := r.shard.confirm(ctx); err != nil {
		return 0, err
	}
	action, err := r.addServerFacts(ctx, v, req.Action)
	if err != nil {
		return 0, err
	}
	c := room.Command{ID: req.ID, By: v.Player, Seen: req.Seen, Do: action}
	start := r.receive(c)
	n, err := r.rooms.ExecutorFor(v.Account).Play(ctx, r.replica, c)
	r.rooms.metrics.played(c.Do, start, err)
	r.changed(err, v)
	return n, err
}

// addServerFacts completes a command with facts that only the hub knows: the network's lag,
// how long a player has been absent, and a random seat.
func (r *Room) addServerFacts(ctx context.Context, v *visitor, action room.Action) (room.Action, error) {
	switch do := action.(type) {
	case room.Move:
		do.Lag = v.socket.RoundTrip()
		return do, nil
	case room.PlayAgain:
		do.First = room.Seat(1 + rand.IntN(2))
		return do, nil
	case room.Claim:
		var err error
		do.Away, do.Left, err = r.absenceOf(ctx, r.replica.State().SeatOf(v.Player).Other())
		return do, err
	case room.Yield:
		var err error
		do.First = room.Seat(1 + rand.IntN(2))
		do.Away, do.Left, err = r.absenceOf(ctx, do.Seat)
		return do, err
	default:
		return action, nil
	}
}

func (r *Room) sendRefused(v *visitor, id, kind string, f wire.Failure) {
	r.rooms.cfg.Record.Refused(f.Code)
	r.answer(v, wire.EncodeRefused(id, f, r.replica.N()))
	r.logDebug(v, "command refused", "command", id, "type", kind, "code", f.Code, "n", r.replica.N())
}

const (
	// playTimeout is how long a command waits for the store, up to patienceShared longer. Then
	// the answer asks the client to send the command again.
	playTimeout = 5 * time.Second

	// patienceShared is how long commands get the same context. A context with a timer for each
	// command took 3 % of the hub's CPU.
	patienceShared = time.Second
)

// patience has the context of commands, which ends when their time is over.
type patience struct {
	mu      sync.Mutex
	context context.Context
	renewal time.Time // when commands get another context
}

// of returns a context for a command that is received now.
func (p *patience) of(parent context.Context) context.Context {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := time.Now(); !now.Before(p.renewal) {
		ctx, cancel := context.WithTimeout(parent, playTimeout+patienceShared)
		context.AfterFunc(ctx, cancel)
		p.context, p.renewal = ctx, now.Add(patienceShared)
	}
	return p.context
}
