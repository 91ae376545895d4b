package logtest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// RunPlay shows that rooms keep their promises on a store: whatever commands
// race through whatever replicas, there is one history, it is legal, and every
// acknowledged command is in it exactly once.
func RunPlay(t *testing.T, open func(t *testing.T) room.Store) {
	store := open(t)
	rooms := 0
	rapid.Check(t, func(rt *rapid.T) {
		rooms++
		r := series{store: store, id: room.ID(fmt.Sprintf("race-%d", rooms)), acks: map[ack]uint64{}, sent: map[ack]bool{}}
		r.create(rt)
		writers := rapid.IntRange(1, 4).Draw(rt, "writers")
		plans := make([][]step, writers)
		for w := range plans {
			plans[w] = rapid.SliceOfN(steps(w), 1, 40).Draw(rt, fmt.Sprintf("plan %d", w))
		}
		var all sync.WaitGroup
		for w, plan := range plans {
			all.Go(func() { r.write(w, plan) })
		}
		all.Wait()
		if err := errors.Join(r.faults...); err != nil {
			rt.Fatal(err)
		}
		r.check(rt)
	})
}

const (
	ana room.PlayerID = "ana"
	bob room.PlayerID = "bob"
	eve room.PlayerID = "eve" // watches, and tries
)

type ack struct {
	by  room.PlayerID
	cmd string
}

// series is one room, written to by several writers with a replica each.
type series struct {
	store room.Store
	id    room.ID
	ai    bool

	mu     sync.Mutex
	sent   map[ack]bool
	acks   map[ack]uint64
	faults []error
}

// step is one command of a plan.
type step struct {
	by      room.PlayerID
	do      room.Action
	cmd     string
	refresh bool // read on before
	behind  uint64
	twice   bool
}

// steps draws commands, of which most can succeed at some moment. Different
// writers use the same command ids now and then, as a client does that resends
// through another hub.
func steps(writer int) *rapid.Generator[step] {
	return rapid.Custom(func(t *rapid.T) step {
		column := rapid.IntRange(0, 5).Draw(t, "column")
		do := rapid.SampledFrom([]room.Action{
			room.Move{Move: fmt.Sprint(column)},
			room.Move{Move: fmt.Sprint(column)},
			room.Move{Move: fmt.Sprint(column)},
			room.Move{Move: fmt.Sprint(column)},
			room.Move{Move: fmt.Sprint(column)},
			room.Move{Move: fmt.Sprint(column)},
			room.Sit{},
			room.PlayAgain{},
			room.PlayAgain{},
			room.Resign{},
			room.Rename{Name: "N"},
			room.Expire{},
		}).Draw(t, "action")
		by := rapid.SampledFrom([]room.PlayerID{ana, ana, ana, bob, bob, bob, room.Machine, eve}).Draw(t, "by")
		cmd := fmt.Sprintf("w%d-%d", writer, rapid.Uint64().Draw(t, "id"))
		if rapid.IntRange(0, 9).Draw(t, "shared") == 0 {
			cmd = fmt.Sprintf("shared-%d", rapid.IntRange(0, 5).Draw(t, "id"))
		}
		return step{
			by: by, do: do, cmd: cmd,
			refresh: rapid.Bool().Draw(t, "refresh"),
			behind:  rapid.SampledFrom([]uint64{0, 0, 0, 0, 1, 5}).Draw(t, "behind"),
			twice:   rapid.IntRange(0, 4).Draw(t, "twice") == 0,
		}
	})
}

func (r *series) create(rt *rapid.T) {
	create := room.Create{Variant: "connect4:4x4:3", First: room.Seat(rapid.IntRange(1, 2).Draw(rt, "first"))}
	if r.ai = rapid.Bool().Draw(rt, "ai"); r.ai {
		create.Levels[1] = "easy"
	}
	r.play(room.NewReplica(r.id), room.Command{ID: "create", By: ana, Do: create})
}

func (r *series) write(writer int, plan []step) {
	replica := room.NewReplica(r.id)
	if err := replica.Refresh(context.Background(), r.store); err != nil {
		r.fault(err)
		return
	}
	for _, s := range plan {
		if s.refresh {
			if err := replica.Refresh(context.Background(), r.store); err != nil {
				r.fault(err)
				return
			}
		}
		c := room.Command{ID: s.cmd, By: s.by, Seen: replica.N() - min(s.behind, replica.N()), Do: s.do}
		r.play(replica, c)
		if s.twice {
			r.play(room.NewReplica(r.id), c) // through another hub, which has read nothing
		}
	}
}

// play sends a command and notes what came of it. Two acknowledgements of one
// command must name the same entry.
func (r *series) play(replica *room.Replica, c room.Command) {
	key := ack{c.By, c.ID}
	r.mu.Lock()
	r.sent[key] = true
	r.mu.Unlock()
	n, err := room.Door{Log: r.store}.Play(context.Background(), replica, c)
	var refusal *room.Refusal
	switch {
	case errors.As(err, &refusal):
		return
	case err != nil:
		r.fault(err)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if before, ok := r.acks[key]; ok && before != n {
		r.faults = append(r.faults, fmt.Errorf("%v was acknowledged as %d and as %d", key, before, n))
	}
	r.acks[key] = n
}

func (r *series) fault(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.faults = append(r.faults, err)
}

// check reads the log as a stranger would, with a plain referee of its own.
func (r *series) check(rt *rapid.T) {
	entries, err := r.store.Read(context.Background(), r.id, 0)
	if err != nil {
		rt.Fatal(err)
	}
	found := map[ack]uint64{}
	ref := referee{seats: map[room.PlayerID]room.Seat{ana: 1}}
	if r.ai {
		ref.seats[room.Machine] = 2
	}
	digest := ""
	for i, e := range entries {
		if e.N != uint64(i+1) || !e.Follows(digest) {
			rt.Fatalf("entry %d stands in place %d, or does not follow", e.N, i+1)
		}
		digest = e.Digest
		key := ack{e.By, e.Cmd}
		if found[key] != 0 || !r.sent[key] {
			rt.Fatalf("entry %d: %v is doubled or was never sent", e.N, key)
		}
		found[key] = e.N
		if err := ref.see(e); err != nil {
			rt.Fatalf("entry %d (%s by %s): %v", e.N, e.Event.Kind(), e.By, err)
		}
	}
	if !maps.Equal(found, r.acks) {
		rt.Fatalf("the log holds %d commands, %d were acknowledged: %v / %v", len(found), len(r.acks),
			slices.Collect(maps.Keys(found)), slices.Collect(maps.Keys(r.acks)))
	}
	records, _, err := r.store.Games(context.Background(), room.GamesQuery{Player: ana, Limit: 1000})
	if err != nil {
		rt.Fatal(err)
	}
	records = slices.DeleteFunc(records, func(rec room.Record) bool { return rec.Room != r.id })
	if len(records) != len(ref.ended) {
		rt.Fatalf("%d games have ended, %d are recorded", len(ref.ended), len(records))
	}
	for _, rec := range records {
		if game := ref.ended[rec.Game]; !slices.Equal(rec.Moves, game) || rec.Digest == "" {
			rt.Fatalf("game %d is recorded as %v, was %v", rec.Game, rec.Moves, game)
		}
	}
}

// referee knows the order of things in a room, told apart from State on
// purpose: two players, turns that alternate, one winner at a time.
type referee struct {
	seats  map[room.PlayerID]room.Seat
	game   rules.Game
	pos    rules.Position // nil: no game is on
	moves  []string
	first  room.Seat
	number int
	wish   map[room.Seat]bool
	ended  map[int][]string
}

var errOrder = errors.New("not what the order of a room allows")

func (f *referee) see(e room.Entry) (err error) {
	seat := f.seats[e.By]
	switch ev := e.Event.(type) {
	case room.Created:
		if f.game != nil {
			return errOrder
		}
		f.first, f.ended = ev.First, map[int][]string{}
		if f.game, err = rules.Parse(ev.Variant); err != nil {
			return err
		}
		if len(f.seats) == 2 {
			f.start(1, ev.First)
		}
	case room.Joined:
		if len(f.seats) == 2 || e.By == ana || ev.ID != e.By {
			return errOrder
		}
		f.seats[e.By] = 2
		f.start(1, f.first)
	case room.Moved:
		return f.move(seat, ev)
	case room.Resigned:
		if f.pos == nil || seat != ev.Seat || ev.End.Winner != 3-seat {
			return errOrder
		}
		f.end()
	case room.Rematch:
		if f.pos != nil || f.number == 0 || seat != ev.Seat || ev.Game != f.number+1 {
			return errOrder
		}
		f.wish[seat] = true
		agreed := len(f.wish) == 2 || f.seats[room.Machine] != 0
		if agreed != ev.First.Valid() {
			return errOrder
		}
		if agreed {
			f.start(ev.Game, 3-f.first)
			if ev.First != f.first {
				return errOrder
			}
		}
	case room.Named:
		if seat != ev.Seat || seat == 0 {
			return errOrder
		}
	default:
		return errOrder
	}
	return nil
}

func (f *referee) move(seat room.Seat, ev room.Moved) error {
	turn := f.first
	if len(f.moves)%2 == 1 {
		turn = 3 - f.first
	}
	if f.pos == nil || seat != turn || ev.Seat != seat {
		return errOrder
	}
	m, err := f.pos.ParseMove(ev.Move)
	if err != nil {
		return err
	}
	f.pos.Play(m)
	f.moves = append(f.moves, ev.Move)
	over := f.pos.Outcome().Over()
	if over != (ev.End != nil) {
		return errOrder
	}
	if !over {
		return nil
	}
	winner := seat
	if f.pos.Outcome() == rules.Drawn {
		winner = 0
	}
	if ev.End.Winner != winner {
		return errOrder
	}
	f.end()
	return nil
}

func (f *referee) start(number int, first room.Seat) {
	f.pos, f.moves, f.number, f.first, f.wish = f.game.Start(), nil, number, first, map[room.Seat]bool{}
}

func (f *referee) end() {
	f.ended[f.number] = f.moves
	f.pos = nil
}
