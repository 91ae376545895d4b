package chaos

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const (
	manySpectators = 5000
	joinWorkers    = 4 // spectators who come in at the same time

	// joinLimit is the time in which all spectators must be in. moveLimit is the time in which
	// every spectator must have a move; half of the moves may take longer, on a busy machine.
	joinLimit = 20 * time.Second
	moveLimit = 250 * time.Millisecond
)

// audience is the spectators of one room. Each counts the frames and moves that it is sent.
type audience struct {
	t      *testing.T
	url    string
	room   string
	frames atomic.Int64
	moves  atomic.Int64
	lost   atomic.Int64 // spectators whose socket has ended
	leave  context.CancelFunc
	ctx    context.Context
	work   sync.WaitGroup
}

// join opens the socket of one spectator, and reads it until the audience leaves.
func (a *audience) join(name string) error {
	c := &client{t: a.t, name: name, room: a.room}
	if err := c.connect(a.ctx, a.url); err != nil {
		return err
	}
	if _, err := c.await(a.ctx, func(f frame) bool { return f.T == "welcome" }); err != nil {
		return err
	}
	a.work.Go(func() {
		defer func() { _ = c.ws.CloseNow() }()
		for {
			_, data, err := c.ws.Read(a.ctx)
			if err != nil {
				a.lost.Add(1)
				return
			}
			a.frames.Add(1)
			if bytes.Contains(data, []byte(`"type":"moved"`)) {
				a.moves.Add(1)
			}
		}
	})
	return nil
}

// TestManySpectators lets thousands watch one room, on a hub that has one core.
func TestManySpectators(t *testing.T) {
	t.Setenv("GOMAXPROCS", "1") // of the hub: this process has read its own already
	s := newService(t, 1, 0, "--appendfsync", "no")
	h := s.hubs[0]
	url := "http://" + h.addr
	ana, bob := pair(t, [2]string{url, url}, object{"id": "c0", "variant": "connect4:7x6:4", "opponent": "human", "starter": "me"})
	for _, c := range []*client{ana, bob} {
		if err := c.caughtUp(boundedContext(t), 2); err != nil {
			t.Fatal(err)
		}
	}
	ctx, leave := context.WithCancel(t.Context())
	a := &audience{t: t, url: url, room: ana.room, ctx: ctx, leave: leave}
	defer a.work.Wait()
	defer leave()

	start := time.Now()
	var next atomic.Int64
	var joining sync.WaitGroup
	for range joinWorkers {
		joining.Go(func() {
			for i := next.Add(1); i <= manySpectators; i = next.Add(1) {
				if err := a.join(fmt.Sprintf("eve%d", i)); err != nil {
					t.Errorf("spectator %d: %v", i, err)
					return
				}
			}
		})
	}
	joining.Wait()
	joined := time.Since(start)
	awaitFor(t, joinLimit, "everybody to be told of everybody", func() bool {
		seen := a.frames.Load()
		time.Sleep(2 * time.Second)
		return a.frames.Load() == seen
	})
	frames := a.frames.Load()

	var times []time.Duration
	for i, column := range "123456712345671234567" {
		mover := []*client{ana, bob}[i%2]
		other := []*client{bob, ana}[i%2]
		moved := time.Now()
		mover.mustAck(object{"t": "move", "move": string(column)})
		for a.moves.Load()+a.lost.Load() < int64(manySpectators*(i+1)) && time.Since(moved) < patience {
			time.Sleep(time.Millisecond)
		}
		times = append(times, time.Since(moved))
		if err := other.caughtUp(boundedContext(t), mover.n); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(times)
	median, slowest := times[len(times)/2], times[len(times)-1]
	slow := h.metric(`quatre_hub_sockets_closed_total{code="4002"}`)
	table.add(t, row{faults: manySpectators, acked: len(times), detail: fmt.Sprintf(
		"%d spectators in after %v, with %d frames; a move at all of them after %v, at most %v",
		manySpectators, joined.Round(10*time.Millisecond), frames, median.Round(time.Millisecond), slowest.Round(time.Millisecond),
	)})
	if joined > joinLimit || median > moveLimit {
		t.Errorf("joining took %v, want %v; a move took %v, want %v", joined, joinLimit, median, moveLimit)
	}
	if n := a.lost.Load(); n != 0 || slow != 0 {
		t.Errorf("%d spectators were closed, %v of them as slow", n, slow)
	}
	if most := int64(manySpectators * 50); frames > most {
		t.Errorf("%d frames were sent while they joined, want at most %d", frames, most)
	}
}
