package trace

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.uber.org/goleak"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/trace/tracetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// acceptingLog is a log that accepts entries without storing them. The first append returns
// err.
type acceptingLog struct {
	storage.Log
	err error
}

func (a *acceptingLog) Append(context.Context, room.ID, room.Entry, room.Effects) error {
	err := a.err
	a.err = nil
	return err
}

func (a *acceptingLog) Read(context.Context, room.ID, uint64) ([]room.Entry, error) { return nil, nil }

func (a *acceptingLog) Tail(context.Context, room.ID) ([]byte, []room.Entry, error) {
	return nil, nil, nil
}

func openTracer(t testing.TB, url string, ratio float64) *Tracer {
	t.Helper()
	tracer, err := New(Config{Endpoint: url, Ratio: ratio, Service: "test", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return tracer
}

// newEntry returns an entry that no rules have checked.
func newEntry(n uint64, by room.PlayerID, cmd string) room.Entry {
	return room.Entry{N: n, By: by, Cmd: cmd}
}

// The IDs must not change: otherwise traces are incomplete during an upgrade.
func TestIDsAreStable(t *testing.T) {
	id := entryIDs("room", 7)
	got := fmt.Sprint(id.trace, " ", id.rootSpan, " ", id.appendSpan)
	if want := "3c42fd3313d3d862e15c741002d245a9 69dcf2c5241809ea 4041cd520472497b"; got != want { // from: printf room/7 | sha256sum
		t.Errorf("the IDs of entry 7 are %s, want %s", got, want)
	}
	for _, c := range []struct {
		e    room.Entry
		want uint64
		ok   bool
	}{
		{newEntry(7, "ann", "ai-3"), 7, true},
		{newEntry(7, room.Machine, "ai-3"), 3, true},
		{newEntry(7, room.Machine, "advice-6"), 6, true},
		{newEntry(7, room.Machine, "ai"), 0, false},
		{newEntry(7, room.Machine, "ai-x"), 0, false},
		{newEntry(7, "", "expire-6"), 0, false},
	} {
		if n, ok := firstEntryOf(c.e); ok != c.ok || ok && n != c.want {
			t.Errorf("%+v: firstEntryOf returned %d, %v", c.e, n, ok)
		}
	}
}

// A sampler selects its share of the traces, including all that a smaller ratio selects.
// So processes with different ratios send complete traces of the smaller share.
func TestSamplingRatio(t *testing.T) {
	const traces = 10_000
	ratios := []float64{0.01, 0.25, 0.5, 1}
	taken, tracers := make([]int, len(ratios)), make([]*Tracer, len(ratios))
	for i, ratio := range ratios {
		tracers[i] = &Tracer{sampler: sdktrace.TraceIDRatioBased(ratio)}
	}
	for n := range uint64(traces) {
		before := false
		for i := range ratios {
			now := tracers[i].isSampled(entryIDs("room", n).trace)
			if before && !now {
				t.Fatalf("entry %d is sampled with ratio %v but not with ratio %v", n, ratios[i-1], ratios[i])
			}
			if before = now; now {
				taken[i]++
			}
		}
	}
	for i, ratio := range ratios {
		if got := float64(taken[i]) / traces; got < ratio-0.03 || got > ratio+0.03 {
			t.Errorf("ratio %v: sampled %v", ratio, got)
		}
	}
}

// A nil tracer must do nothing and allocate nothing.
func TestNilTracerDoesNothing(t *testing.T) {
	tracer := openTracer(t, "", 1)
	if off := openTracer(t, "http://127.0.0.1:1", 0); tracer != nil || off != nil {
		t.Fatal("the tracer is not nil")
	}
	log := &acceptingLog{}
	if tracer.Log(log) != storage.Log(log) {
		t.Error("a nil tracer wraps the log")
	}
	ctx, e := t.Context(), newEntry(2, "ann", "c")
	if allocs := testing.AllocsPerRun(100, func() {
		f, u, start := tracer.Frame(), tracer.Turn("room"), tracer.Now()
		if f.Context(ctx) != ctx || u.Context(ctx) != ctx || !start.IsZero() {
			t.Error("a nil tracer changed a context or read the clock")
		}
		f.End(Command{Kind: "move", Room: "room", Player: "ann", N: 2})
		tracer.Broadcast("room", e, start, 1)
		u.Found(nil, 2, "easy")
		u.Searched(start, 1, 1)
		u.End("")
	}); allocs != 0 {
		t.Errorf("a nil tracer makes %v allocations", allocs)
	}
	tracer.Close()
}

// Frames of commands that are stored, refused, sent again or stored at the second attempt.
func TestFrames(t *testing.T) {
	const none = 0
	for name, c := range map[string]struct {
		first   error // of the first append
		appends int
		end     Command
		spans   map[string]string // failure by span name
		own     bool              // the frame begins the entry's trace
	}{
		"stored":                  {nil, 1, Command{N: 2}, map[string]string{"move": "", "append": ""}, true},
		"refused":                 {nil, none, Command{N: 1, Code: "not_your_turn"}, map[string]string{"move": "not_your_turn"}, false},
		"sent again":              {nil, none, Command{N: 2}, map[string]string{"move": ""}, false},
		"stored after a conflict": {storage.ErrConflict, 2, Command{N: 2}, map[string]string{"move": "", "append": ""}, true},
		"found after a conflict":  {storage.ErrConflict, 1, Command{N: 2}, map[string]string{"move": "", "append": "conflict"}, false},
		"store away":              {storage.ErrUnavailable, 1, Command{N: 1, Code: "store_away"}, map[string]string{"move": "store_away", "append": "unavailable"}, false},
		"store fails":             {errors.New("secret"), 1, Command{N: 1, Code: "internal"}, map[string]string{"move": "internal", "append": "failed"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			collector := tracetest.New(t)
			tracer := openTracer(t, collector.URL, 1)
			log := tracer.Log(&acceptingLog{err: c.first})
			f := tracer.Frame()
			for range c.appends {
				_ = log.Append(f.Context(t.Context()), "room", newEntry(2, "ann", "c"), room.Effects{})
				_ = log.Append(f.Context(t.Context()), "room", newEntry(3, "", "credit"), room.Effects{}) // not the player's entry
			}
			c.end.Kind, c.end.Room, c.end.Player = "move", "room", "ann"
			f.End(c.end)
			tracer.Close()
			got, id := map[string]string{}, entryIDs("room", 2)
			for _, s := range collector.Spans() {
				got[s.Name] = s.Failed
				if own := s.Trace == id.trace.String(); own != c.own {
					t.Errorf("%s: in the entry's trace: %v, want the opposite", s.Name, own)
				}
				if s.Name == "move" && (s.Attributes["quatre.room"] != "room" || s.Attributes["quatre.player"] != "ann" ||
					s.Attributes["quatre.n"] != int64(c.end.N) || c.end.Code != "" && s.Attributes["quatre.code"] != c.end.Code) {
					t.Errorf("%v", s.Attributes)
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(c.spans) {
				t.Errorf("sent %v, want %v", got, c.spans)
			}
		})
	}
}

// A turn after an AI's move begins a trace. A turn after a player's move does not.
func TestTurns(t *testing.T) {
	for opponent, child := range map[string]bool{"": true, "easy": false} {
		collector := tracetest.New(t)
		tracer := openTracer(t, collector.URL, 1)
		log := tracer.Log(&acceptingLog{})
		executor, r := play.Executor{Log: log}, play.NewReplica("room")
		play := func(ctx context.Context, c room.Command) uint64 {
			t.Helper()
			c.Seen = r.N()
			n, err := executor.Play(ctx, r, c)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		create := room.Create{Variant: "connect4:7x6:4", Starter: room.StarterMe, First: 1, Levels: [2]string{opponent, "easy"}}
		create.Open = opponent != ""
		n, by := play(t.Context(), room.Command{ID: "c0", By: "ann", Do: create}), room.PlayerID("ann")
		if opponent != "" {
			by = room.Machine
		}
		n = play(t.Context(), room.Command{ID: fmt.Sprintf("ai-%d", n), By: by, Do: room.Move{Move: "4"}})

		u := tracer.Turn("room")
		u.Found(r, n, "easy")
		u.Searched(time.Now(), 3, 100)
		m := play(u.Context(t.Context()), room.Command{ID: fmt.Sprintf("ai-%d", n), By: room.Machine, Do: room.Move{Move: "4"}})
		u.End("")
		tracer.Close()

		began, reply, spans := entryIDs("room", n), entryIDs("room", m), map[string]tracetest.Span{}
		for _, s := range collector.Spans() {
			spans[s.Name] = s
			if s.Trace != began.trace.String() {
				t.Errorf("%s is in another trace", s.Name)
			}
		}
		parent := ""
		if child {
			parent = began.appendSpan.String()
		}
		turn := spans["turn"]
		if len(spans) != 4 || turn.Parent != parent || spans["take"].Parent != turn.ID || spans["search"].Parent != turn.ID ||
			spans["append"].Parent != turn.ID || spans["append"].ID != reply.appendSpan.String() {
			t.Errorf("opponent %q: %+v", opponent, spans)
		}
	}
}
