package minimax

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/rules"
)

// cancellingPosition is a position that cancels a context at a certain node and counts
// the nodes searched afterwards.
type cancellingPosition struct {
	rules.Position
	*countdown
}

type countdown struct {
	left, after int
	cancel      func()
}

func (c cancellingPosition) Play(m rules.Move) {
	switch c.left--; {
	case c.left == 0:
		c.cancel()
	case c.left < 0:
		c.after++
	}
	c.Position.Play(m)
}

func (c cancellingPosition) Clone() rules.Position {
	return cancellingPosition{c.Position.Clone(), c.countdown}
}

// TestCancel cancels searches at many nodes. It checks that a search visits at most
// checkInterval nodes after that.
func TestCancel(t *testing.T) {
	for _, at := range []int{1, 2, checkInterval - 1, checkInterval, checkInterval + 1, 5000, 50_001} {
		ctx, cancel := context.WithCancel(t.Context())
		pos := cancellingPosition{game(t, "connect4:15x15:5").Start(), &countdown{left: at, cancel: cancel}}
		c, err := engine.Choose(ctx, Level{Budget: unlimitedBudget}, pos, rand.New(rand.NewPCG(1, 1)))
		if !errors.Is(err, context.Canceled) || c.Depth != 0 || c.Moves != nil {
			t.Errorf("cancelled at node %d: %+v, %v", at, c, err)
		}
		if pos.after > checkInterval {
			t.Errorf("cancelled at node %d: %d nodes searched afterwards", at, pos.after)
		}
	}
}

func TestCancelledBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	pos := cancellingPosition{game(t, "connect4:7x6:4").Start(), &countdown{cancel: cancel}}
	if _, err := engine.Choose(ctx, levels[1], pos, rand.New(rand.NewPCG(1, 1))); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if pos.after > 0 {
		t.Errorf("%d nodes searched after the cancellation", pos.after)
	}
}

// BenchmarkCancel reports how long a search on the largest board continues after another
// goroutine has cancelled it: the mean, the 99th percentile and the maximum. On a busy
// machine the maximum depends on the operating system.
func BenchmarkCancel(b *testing.B) {
	g := game(b, "connect4:15x15:5")
	var all []time.Duration
	for b.Loop() {
		ctx, cancel := context.WithCancel(b.Context())
		cancelled := make(chan time.Time, 1)
		timer := time.AfterFunc(time.Millisecond, func() {
			cancelled <- time.Now()
			cancel()
		})
		_, err := engine.Choose(ctx, Level{Budget: unlimitedBudget}, g.Start(), rand.New(rand.NewPCG(1, 1)))
		took := time.Since(<-cancelled)
		timer.Stop()
		if !errors.Is(err, context.Canceled) {
			b.Fatal(err)
		}
		all = append(all, took)
	}
	slices.Sort(all)
	var sum time.Duration
	for _, took := range all {
		sum += took
	}
	b.ReportMetric(float64(sum.Microseconds())/float64(len(all)), "µs-mean")
	b.ReportMetric(float64(all[len(all)*99/100].Microseconds()), "µs-p99")
	b.ReportMetric(float64(all[len(all)-1].Microseconds()), "µs-worst")
}
