package redislog_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/redislog"
	"github.com/quatre/quatre/internal/room/storage"
)

// load plays games on one Redis through two Stores, as two processes would. In half of the rooms
// two people play, in the others one person plays an AI. A room plays game after game.
//
// Only notices and jobs of the stores make the rooms go on. A player moves when its replica, which
// follows a watch, shows that the player has the turn. An AI moves when a job is delivered. There
// are no sweeps. So a room stops if a notice, a job or the reply to a command is lost, and the
// test finds out.
type load struct {
	t      testing.TB
	ctx    context.Context // ends when the load ends
	stores [2]*redislog.Store
	rooms  []*loadRoom
	going  atomic.Bool // false: the players make no more moves

	errors sync.Map // by text of an error: the time at which it last occurred
}

// loadRoom is one room of a load.
type loadRoom struct {
	id    room.ID
	ai    bool
	seats [2]*seat // one on each store: players, or a player and a spectator
}

// seat is a player, or a spectator, with a replica that follows its room.
type seat struct {
	load     *load
	loadRoom *loadRoom
	number   int // index in load.stores
	me       room.PlayerID
	replica  *play.Replica
	wake     chan struct{}
	rewinds  atomic.Int64 // how often the log was rewound
	lost     atomic.Int64 // how many Lost notices it received
	busy     atomic.Bool  // a command or a read is under way

	mu      sync.Mutex
	notices []storage.Notice

	// While run runs, only run uses the following fields.
	seq   int
	acked []ack
}

// ack is an acknowledged command: its ID and the number of its entry.
type ack struct {
	cmd string
	n   uint64
}

// pause is how long a load waits after an error before it tries again. pace is how long a
// player thinks.
const (
	pause = 20 * time.Millisecond
	pace  = 100 * time.Millisecond
)

// newLoad opens rooms, half of them with an AI, and plays in them until the test ends.
func newLoad(t testing.TB, url string, rooms int) *load {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	a := &load{t: t, ctx: ctx}
	a.going.Store(true)
	var tasks sync.WaitGroup
	for i := range a.stores {
		a.stores[i] = open(t, url)
	}
	t.Cleanup(func() {
		cancel()
		tasks.Wait()
		for _, s := range a.stores {
			closeStore(t, s)
		}
	})
	for i := range rooms {
		a.rooms = append(a.rooms, a.open(i))
	}
	for _, p := range a.rooms {
		for _, s := range p.seats {
			stop, err := a.stores[s.number].Watch(ctx, p.id, s.receive)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(stop)
			s.receive(storage.Notice{Lost: true}) // so that the seat reads the log
			tasks.Go(s.run)
		}
	}
	for i, s := range a.stores {
		tasks.Go(func() { a.work(s, fmt.Sprintf("worker-%d", i)) })
	}
	if strings.HasSuffix(url, "wait=1") {
		tasks.Go(a.compareLengths)
	}
	return a
}

// compareLengths sends Lost to each seat whose replica is shorter than the log. Hubs compare
// lengths too: with wait=1 an append with an unknown outcome is not published.
func (a *load) compareLengths() {
	for ; a.ctx.Err() == nil; a.wait(pace) {
		for _, p := range a.rooms {
			n, err := a.stores[0].Lengths(a.ctx, []room.ID{p.id})
			for _, s := range p.seats {
				if err == nil && n[0] > s.replica.N() {
					s.receive(storage.Notice{Lost: true})
				}
			}
		}
	}
}

// open creates a room. Its two players use different stores.
func (a *load) open(i int) *loadRoom {
	a.t.Helper()
	p := &loadRoom{id: room.ID(fmt.Sprintf("load-%d", i)), ai: i%2 == 1}
	players := [2]room.PlayerID{"ana", "bob"}
	create := room.Create{Variant: "tictactoe", First: 1}
	if p.ai {
		create.Levels[1], players[1] = "easy", ""
	}
	for k := range p.seats {
		p.seats[k] = &seat{
			load: a, loadRoom: p, number: (i/2 + k) % 2, me: players[k], replica: play.NewReplica(p.id), wake: make(chan struct{}, 1),
		}
	}
	p.seats[0].play(create)
	if !p.ai {
		if err := p.seats[1].replica.Refresh(a.ctx, a.stores[p.seats[1].number]); err != nil {
			a.t.Fatal(err)
		}
		p.seats[1].play(room.Sit{})
	}
	return p
}

// receive queues a notice for follow.
func (s *seat) receive(n storage.Notice) {
	s.mu.Lock()
	s.notices = append(s.notices, n)
	s.mu.Unlock()
	if n.Lost {
		s.lost.Add(1)
	}
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// run follows the room and plays.
func (s *seat) run() {
	for {
		select {
		case <-s.wake:
		case <-s.load.ctx.Done():
			return
		}
		s.busy.Store(true)
		s.follow()
		for s.act() {
		}
		s.busy.Store(false)
	}
}

// follow applies the notices, and reads from the store if entries are missing.
func (s *seat) follow() {
	s.mu.Lock()
	notices := s.notices
	s.notices = nil
	s.mu.Unlock()
	behind := false
	for _, n := range notices {
		behind = behind || n.Lost || n.Entry != nil && !s.replica.Apply(*n.Entry)
	}
	for behind && s.load.ctx.Err() == nil {
		err := s.replica.Refresh(s.load.ctx, s.load.stores[s.number])
		if behind = err != nil && !s.rewound(err); behind {
			s.load.afterError(err)
		}
	}
}

// rewound reports whether err is play.ErrRewound, and counts it. The replica has read the present
// log when Play or Refresh returns that error.
func (s *seat) rewound(err error) bool {
	if !errors.Is(err, play.ErrRewound) {
		return false
	}
	s.rewinds.Add(1)
	return true
}

// afterError fails the test unless an outage or a busy room explains the error. It waits for pause.
func (a *load) afterError(err error) {
	a.errors.Store(err.Error(), time.Now())
	if !storage.IsAway(err) && !errors.Is(err, room.ErrBusy) && a.ctx.Err() == nil {
		a.t.Errorf("got error %v", err)
	}
	a.wait(pause)
}

func (a *load) wait(d time.Duration) {
	select {
	case <-time.After(d):
	case <-a.ctx.Done():
	}
}

// act moves, or asks for a rematch, if the player can. It reports whether the player has acted.
func (s *seat) act() bool {
	if s.me == "" || !s.load.going.Load() || s.load.ctx.Err() != nil {
		return false
	}
	var do room.Action
	s.replica.View(func(state *room.State) {
		seat := state.SeatOf(s.me)
		switch {
		case !seat.Valid():
		case state.Turn() == seat:
			moves := state.Position.Moves(nil)
			do = room.Move{Move: state.Position.FormatMove(moves[int(state.N)%len(moves)])}
		case state.Phase == room.PhaseFinished && !state.Wishes[seat-1]:
			do = room.PlayAgain{First: 1}
		}
	})
	if do == nil {
		return false
	}
	s.load.wait(pace)
	s.play(do)
	return true
}

// play sends a command until it gets an answer.
func (s *seat) play(do room.Action) {
	s.seq++
	c := room.Command{ID: fmt.Sprintf("%s-%d", s.me, s.seq), By: s.me, Seen: s.replica.N(), Do: do}
	for s.load.ctx.Err() == nil {
		n, err := play.Executor{Log: s.load.stores[s.number]}.Play(s.load.ctx, s.replica, c)
		var refusal *room.Refusal
		switch {
		case err == nil:
			s.acked = append(s.acked, ack{c.ID, n})
			return
		case s.rewound(err):
			return // the position may have changed
		case errors.As(err, &refusal) && refusal != room.ErrBusy:
			if c.Seen == s.replica.N() {
				s.load.t.Errorf("%s in room %s: %v", c.ID, s.loadRoom.id, err)
				return
			}
			return // the replica has meanwhile read the entry that explains the refusal
		}
		s.load.afterError(err)
	}
}

// work plays the turns of the AIs.
func (a *load) work(store *redislog.Store, name string) {
	for a.ctx.Err() == nil {
		job, err := store.Take(a.ctx, name, storage.Want{})
		if err == nil {
			if err = a.answer(store, job); err == nil {
				err = store.Done(a.ctx, job)
			}
		}
		if err != nil { // the job is delivered again
			a.afterError(err)
		}
	}
}

// answer plays an AI's turn, if the AI still has the turn.
func (a *load) answer(store *redislog.Store, job storage.Job) error {
	r, err := play.Open(a.ctx, store, job.Room)
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	} else if err != nil {
		return err
	}
	var c room.Command
	r.View(func(state *room.State) {
		if _, owed := state.ReplyOwed(); owed {
			moves := state.Position.Moves(nil)
			c = room.Command{
				ID: fmt.Sprintf("ai-%d", state.TurnN), By: room.Machine, Seen: state.TurnN,
				Do: room.Move{Move: state.Position.FormatMove(moves[0])},
			}
		}
	})
	if c.ID == "" {
		return nil
	}
	_, err = play.Executor{Log: store}.Play(a.ctx, r, c)
	var refusal *room.Refusal
	if errors.As(err, &refusal) && refusal != room.ErrBusy || errors.Is(err, play.ErrRewound) {
		return nil
	}
	return err
}
