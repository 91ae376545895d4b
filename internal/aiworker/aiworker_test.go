package aiworker

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/goleak"

	"github.com/quatre/quatre/internal/custom"
	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

func TestMain(m *testing.M) {
	searchNiceness = 0 // otherwise searches starve while other programs have the cores
	goleak.VerifyTestMain(m)
}

// Packages room and minimax have the same levels.
func TestLevelsAgree(t *testing.T) {
	var rooms, searches []string
	for _, l := range room.Levels() {
		rooms = append(rooms, fmt.Sprint(l.Name, l.Budget, l.Quick))
	}
	for _, l := range minimax.Levels() {
		quick := l.Random || 0 < l.Depth && l.Depth <= 4 // takes milliseconds in every game
		searches = append(searches, fmt.Sprint(l.Name, l.Budget, quick))
	}
	if !slices.Equal(rooms, searches) {
		t.Errorf("rooms seat %v, minimax plays %v", rooms, searches)
	}
}

// Packages room and minimax must read the same level from the text of a custom level.
func TestCustomLevelsAgree(t *testing.T) {
	for depth := 1; depth <= custom.MaxDepth; depth++ {
		text := fmt.Sprintf("custom:open3=5,depth=%d,name=Ada", depth)
		seated, err := room.SeatableLevel(text, false)
		if err != nil {
			t.Fatal(err)
		}
		played, err := minimax.ParseLevel(seated.Name)
		if err != nil || played.Name != seated.Name || played.Budget != seated.Budget || played.Depth != depth || seated.Quick != (depth <= 4) {
			t.Errorf("%s: rooms seat %+v, minimax plays %+v, %v", text, seated, played, err)
		}
	}
}

// work runs a worker until stop is called.
func work(t *testing.T, store storage.Store, name string) (stop func()) {
	return workWithSlots(t, store, name, 2)
}

// workWithSlots runs a worker with a number of slots until stop is called.
func workWithSlots(t *testing.T, store storage.Store, name string, slots int) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var over sync.WaitGroup
	over.Go(func() {
		Run(ctx, Config{
			Store: store, Name: name, Concurrency: slots,
			Log: slog.New(slog.DiscardHandler), Registry: prometheus.NewRegistry(),
		})
	})
	stop = func() { cancel(); over.Wait() }
	t.Cleanup(stop)
	return stop
}

// game is a person's side of a room with an AI.
type game struct {
	t       *testing.T
	store   storage.Store
	replica *play.Replica
	news    chan struct{}
	sent    int
}

func newGame(t *testing.T, store storage.Store, id room.ID, level string, first room.Seat) *game {
	t.Helper()
	g := newRoom(t, store, id)
	g.play(room.Create{Variant: "connect4:7x6:4", Levels: [2]string{1: level}, First: first})
	return g
}

// newRoom returns a room that has not been created.
func newRoom(t *testing.T, store storage.Store, id room.ID) *game {
	t.Helper()
	g := &game{t: t, store: store, replica: play.NewReplica(id), news: make(chan struct{}, 1)}
	stop, err := store.Watch(t.Context(), id, func(storage.Notice) {
		select {
		case g.news <- struct{}{}:
		default:
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return g
}

func (g *game) play(do room.Action) {
	g.t.Helper()
	g.sent++
	_, err := play.Executor{Log: g.store}.Play(g.t.Context(), g.replica, room.Command{
		ID: strconv.Itoa(g.sent), By: "ana", Seen: g.replica.N(), Do: do,
	})
	if err != nil {
		g.t.Fatal(err)
	}
}

// await reads on until it is not the AI's turn. It returns the legal moves of the person,
// none if the game is over.
func (g *game) await() (moves []string) {
	g.t.Helper()
	for {
		if err := g.replica.Refresh(g.t.Context(), g.store); err != nil {
			g.t.Fatal(err)
		}
		waiting := false
		s := g.replica.State()
		if _, waiting = s.ReplyOwed(); !waiting {
			for _, m := range s.Position.Moves(nil) {
				moves = append(moves, s.Position.FormatMove(m))
			}
		}
		if !waiting {
			return moves
		}
		select {
		case <-g.news:
		case <-time.After(20 * time.Second):
			g.t.Fatal("the AI does not answer")
		}
	}
}

func TestPlaysWholeGames(t *testing.T) {
	store := storetest.Open(t)
	stop := work(t, store, "worker")
	for i, level := range []string{"very-easy", "normal", "strong"} {
		g := newGame(t, store, room.ID("game-"+level), level, room.Seat(1+i%2))
		for moves := g.await(); len(moves) > 0; moves = g.await() {
			g.play(room.Move{Move: moves[len(moves)-1]})
		}
		s := g.replica.State()
		if s.Phase != room.PhaseFinished {
			t.Errorf("%s: the room is %s", level, s.Phase)
		}
	}
	stop()
	if n, err := storetest.Backlog(t.Context(), store); err != nil || n != 0 {
		t.Errorf("%d jobs are left, %v", n, err)
	}
}

// A worker that shuts down plays its turn or hands it back, so that another worker need
// not wait for the lease to expire.
func TestDrains(t *testing.T) {
	store := storetest.Open(t)
	stop := work(t, store, "first")
	g := newGame(t, store, "drained", "expert", 2)
	stop()
	work(t, store, "second")
	g.await()
}

// A turn that was queued twice, or whose game is over, changes nothing.
func TestStaleJobs(t *testing.T) {
	store := storetest.Open(t)
	g := newGame(t, store, "stale", "easy", 2)
	job, err := store.Take(t.Context(), "slow", room.LaneQuick)
	if err != nil {
		t.Fatal(err)
	}
	w := newWorker(Config{
		Store: store, Concurrency: 1,
		Log: slog.New(slog.DiscardHandler), Registry: prometheus.NewRegistry(),
	})
	for range 3 {
		if err := w.answer(t.Context(), job, w.Store); err != nil {
			t.Error(err)
		}
	}
	g.await()
	if n := g.replica.N(); n != 2 {
		t.Errorf("the log has %d entries", n)
	}
	if err := w.answer(t.Context(), storage.Job{Room: "nosuchroom", N: 1}, w.Store); err != nil {
		t.Errorf("a room that is gone: %v", err)
	}
}

// AI against AI plays every game to its end without people.
func TestPlaysItself(t *testing.T) {
	store := storetest.Open(t)
	work(t, store, "worker")
	for i, variant := range []string{"connect4:5x4:4", "tictactoe", "force3", "force3:placed", "force3:report"} {
		g := newRoom(t, store, room.ID(fmt.Sprintf("watch-%d", i)))
		g.play(room.Create{Variant: variant, Levels: [2]string{"very-easy", "normal"}, First: 1})
		if moves := g.await(); len(moves) > 0 {
			t.Errorf("%s waits for a person to play %v", variant, moves)
		}
		s := g.replica.State()
		if s.Phase != room.PhaseFinished || s.Number != 1 {
			t.Errorf("%s: the room is %s", variant, s.Phase)
		}
	}
}

// A player with advice gets a legal move in every position; the opponent gets none.
func TestAdvises(t *testing.T) {
	store := storetest.Open(t)
	work(t, store, "worker")
	g := newRoom(t, store, "advised")
	g.play(room.Create{Variant: "tictactoe", Self: true, Advice: [2]bool{true, false}, First: 1})
	for {
		moves := g.await()
		if len(moves) == 0 {
			break
		}
		next := moves[0]
		s := g.replica.State()
		if advised := s.Turn() == 1; advised != (s.Advised != "") || advised && !slices.Contains(moves, s.Advised) {
			t.Errorf("seat %d is advised %q among %v", s.Turn(), s.Advised, moves)
		}
		if s.Advised != "" {
			next = s.Advised
			// Near its end any machine can solve the game.
			known := s.AdvisedValue.Exact()
			if s.AdvisedValue == (room.Value{}) || !known && len(moves) <= 4 || known && s.AdvisedValue.Low.Result == room.ValueLoss {
				t.Errorf("in tic-tac-toe %q of %d moves is worth %+v", s.Advised, len(moves), s.AdvisedValue)
			}
		}
		g.play(room.Move{Move: next})
	}
}
