package redislog_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/logtest"
	"github.com/quatre/quatre/internal/room/redislog"
)

// arena is a steady load on one store through two processes' worth of Stores: rooms in
// which two people play, and rooms in which one plays an AI, game after game.
//
// It goes on only by what stores tell. A player moves when its own replica, which
// follows a watch, shows that it is its turn, and never looks otherwise; an AI moves
// when a job is delivered; nobody sweeps. So a watch that stays deaf, a job that is
// lost or a command that is never answered stops a room, and the test sees it.
type arena struct {
	t      testing.TB
	ctx    context.Context // ends when all is to end
	stores [2]*redislog.Store
	rooms  []*pitch
	going  atomic.Bool // games go on
}

// pitch is one room of an arena.
type pitch struct {
	id    room.ID
	ai    bool
	seats [2]*seat // one on each store: players, or a player and a spectator

	aiMoves atomic.Int64
}

// seat is a player, or a spectator, with a replica that follows its room.
type seat struct {
	a       *arena
	pitch   *pitch
	number  int // which store
	me      room.PlayerID
	replica *room.Replica
	wake    chan struct{}
	rewinds atomic.Int64 // how often it was told to start anew
	lost    atomic.Int64 // how often Lost
	busy    atomic.Bool  // a command or a reading is under way

	mu      sync.Mutex
	notices []room.Notice

	// Of the seat's goroutine, until it has ended.
	seq   int
	acked []ack
}

// ack is a command that was acknowledged at n.
type ack struct {
	cmd string
	n   uint64
	at  time.Time // before it was sent
}

// pause is how long an arena waits before it tries again what the store refused, and
// pace how long a player thinks.
const (
	pause = 20 * time.Millisecond
	pace  = 10 * time.Millisecond
)

// newArena opens rooms, half of them with an AI, and begins to play. The test's end
// ends it.
func newArena(t testing.TB, url string, rooms int) *arena {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	a := &arena{t: t, ctx: ctx}
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
			stop, err := a.stores[s.number].Watch(ctx, p.id, s.tell)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(stop)
			s.tell(room.Notice{Lost: true}) // there is something to read
			tasks.Go(s.run)
		}
	}
	for i, s := range a.stores {
		tasks.Go(func() { a.work(s, fmt.Sprintf("worker-%d", i)) })
	}
	return a
}

// open makes a room. Its players are on different stores.
func (a *arena) open(i int) *pitch {
	a.t.Helper()
	p := &pitch{id: room.ID(fmt.Sprintf("arena-%d", i)), ai: i%2 == 1}
	players := [2]room.PlayerID{"ana", "bob"}
	create := room.Create{Variant: "tictactoe", First: 1}
	if p.ai {
		create.Levels[1], players[1] = "easy", ""
	}
	for k := range p.seats {
		p.seats[k] = &seat{
			a: a, pitch: p, number: (i/2 + k) % 2, me: players[k], replica: room.NewReplica(p.id), wake: make(chan struct{}, 1),
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

// tell takes a notice.
func (s *seat) tell(n room.Notice) {
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
		case <-s.a.ctx.Done():
			return
		}
		s.busy.Store(true)
		s.follow()
		for s.act() {
		}
		s.busy.Store(false)
	}
}

// follow takes in what was told, and reads on where that is not enough.
func (s *seat) follow() {
	s.mu.Lock()
	notices := s.notices
	s.notices = nil
	s.mu.Unlock()
	behind := false
	for _, n := range notices {
		behind = behind || n.Lost || n.Entry != nil && !s.replica.Apply(*n.Entry)
	}
	for behind && s.a.ctx.Err() == nil {
		err := s.replica.Refresh(s.a.ctx, s.a.stores[s.number])
		if behind = err != nil && !s.rewound(err); behind {
			s.a.mayFail(err)
		}
	}
}

// rewound counts a rewind, which leaves the replica with what there is.
func (s *seat) rewound(err error) bool {
	if !errors.Is(err, room.ErrRewound) {
		return false
	}
	s.rewinds.Add(1)
	return true
}

// mayFail reports an error that is no outage's, and waits a moment.
func (a *arena) mayFail(err error) {
	if !room.IsAway(err) && !errors.Is(err, room.ErrBusy) && a.ctx.Err() == nil {
		a.t.Errorf("got error %v", err)
	}
	a.wait(pause)
}

func (a *arena) wait(d time.Duration) {
	select {
	case <-time.After(d):
	case <-a.ctx.Done():
	}
}

// act does what is the player's to do, and reports whether there may be more.
func (s *seat) act() bool {
	if s.me == "" || !s.a.going.Load() || s.a.ctx.Err() != nil {
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
	s.a.wait(pace)
	s.play(do)
	return true
}

// play sends a command until it is answered.
func (s *seat) play(do room.Action) {
	s.seq++
	c := room.Command{ID: fmt.Sprintf("%s-%d", s.me, s.seq), By: s.me, Seen: s.replica.N(), Do: do}
	sent := time.Now()
	for s.a.ctx.Err() == nil {
		n, err := room.Door{Log: s.a.stores[s.number]}.Play(s.a.ctx, s.replica, c)
		var refusal *room.Refusal
		switch {
		case err == nil:
			s.acked = append(s.acked, ack{c.ID, n, sent})
			return
		case s.rewound(err):
			return // there is another position to look at
		case errors.As(err, &refusal) && refusal != room.ErrBusy:
			if c.Seen == s.replica.N() {
				s.a.t.Errorf("%s in room %s: %v", c.ID, s.pitch.id, err)
				return
			}
			return // the replica has learned why
		}
		s.a.mayFail(err)
	}
}

// work answers for the AIs.
func (a *arena) work(store *redislog.Store, name string) {
	for a.ctx.Err() == nil {
		job, err := store.Take(a.ctx, name)
		if err == nil {
			if err = a.answer(store, job); err == nil {
				err = store.Done(a.ctx, job)
			}
		}
		if err != nil { // the job is delivered again
			a.mayFail(err)
		}
	}
}

// answer plays an AI's turn, if it is one still.
func (a *arena) answer(store *redislog.Store, job room.Job) error {
	r, err := room.Open(a.ctx, store, job.Room)
	if errors.Is(err, room.ErrNotFound) {
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
	_, err = room.Door{Log: store}.Play(a.ctx, r, c)
	var refusal *room.Refusal
	if errors.As(err, &refusal) && refusal != room.ErrBusy || errors.Is(err, room.ErrRewound) {
		return nil
	}
	if err == nil {
		for _, p := range a.rooms {
			if p.id == job.Room {
				p.aiMoves.Add(1)
			}
		}
	}
	return err
}

// await waits until something is so.
func (a *arena) await(what string, is func() bool) {
	a.t.Helper()
	for deadline := time.Now().Add(logtest.Patience); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			for _, p := range a.rooms {
				a.t.Logf("%s: %d and %d entries; busy %v, %v", p.id, p.seats[0].replica.N(), p.seats[1].replica.N(),
					p.seats[0].busy.Load(), p.seats[1].busy.Load())
			}
			a.t.Fatalf("waited %v for %s", logtest.Patience, what)
		}
	}
}

// progress waits until each of these rooms has got some entries further on both
// stores, from where it is now.
func (a *arena) progress(what string, rooms []*pitch, entries uint64) {
	a.t.Helper()
	for _, p := range rooms {
		for _, s := range p.seats {
			from, rewinds := s.replica.N(), s.rewinds.Load()
			a.await(fmt.Sprintf("%s: room %s, store %d to go on from %d", what, p.id, s.number, from), func() bool {
				if now := s.rewinds.Load(); now != rewinds { // from where the log ends now
					from, rewinds = s.replica.N(), now
				}
				return s.replica.N() >= from+entries
			})
		}
	}
}

// settle ends the games, and waits until both stores know all that there is. Nobody
// is told to look.
func (a *arena) settle() {
	a.t.Helper()
	a.going.Store(false)
	for _, p := range a.rooms {
		a.await(fmt.Sprintf("room %s to settle", p.id), func() bool {
			entries, err := a.stores[0].Read(a.t.Context(), p.id, 0)
			if err != nil || len(entries) == 0 {
				return false
			}
			last := entries[len(entries)-1]
			for _, s := range p.seats {
				owed := false
				s.replica.View(func(state *room.State) { _, owed = state.ReplyOwed() })
				if rest, ok := s.replica.Since(last.N, last.Digest); s.busy.Load() || owed || !ok || len(rest) > 0 {
					return false
				}
			}
			return true
		})
	}
}

// verify returns the acknowledged commands that are not in the logs. Each other one
// is there once, where its answer said, and what the replicas hold is the log.
func (a *arena) verify() (lost map[*pitch][]ack) {
	a.t.Helper()
	lost = map[*pitch][]ack{}
	acked := 0
	for _, p := range a.rooms {
		entries, err := a.stores[1].Read(a.t.Context(), p.id, 0)
		if err != nil {
			a.t.Fatal(err)
		}
		if err := room.CheckLog(entries); err != nil {
			a.t.Errorf("room %s: %v", p.id, err)
		}
		where := map[string]uint64{}
		for _, e := range entries {
			key := string(e.By) + " " + e.Cmd
			if n := where[key]; n != 0 {
				a.t.Errorf("room %s: %q is in the log at %d and at %d", p.id, key, n, e.N)
			}
			where[key] = e.N
		}
		for _, s := range p.seats {
			for _, k := range s.acked {
				acked++
				switch n := where[string(s.me)+" "+k.cmd]; {
				case n == 0:
					lost[p] = append(lost[p], k)
				case n != k.n:
					a.t.Errorf("room %s: %s was acknowledged at %d and is at %d", p.id, k.cmd, k.n, n)
				}
			}
			if held, ok := s.replica.Since(0, ""); !ok || len(held) != len(entries) || held[len(held)-1].Digest != entries[len(entries)-1].Digest {
				a.t.Errorf("room %s: store %d shows something else than the log", p.id, s.number)
			}
		}
	}
	a.t.Logf("%d commands were acknowledged", acked)
	return lost
}

// slotsOf returns which slot each room is in, as the servers have it.
func (a *arena) slotsOf(c *redistest.Cluster) map[*pitch]int {
	a.t.Helper()
	found := map[*pitch]int{}
	for n := range redislog.DefaultShards {
		for _, p := range a.rooms {
			key := fmt.Sprintf("quatre:{s%02d}:log:%s", n, p.id)
			slot := c.Masters[0].Slot(a.t, key)
			if reply, err := c.Owner(slot).Do("EXISTS", key); err == nil && reply == ":1\r\n" {
				found[p] = slot
			}
		}
	}
	if len(found) != len(a.rooms) {
		a.t.Fatalf("%d of %d rooms were found", len(found), len(a.rooms))
	}
	return found
}
