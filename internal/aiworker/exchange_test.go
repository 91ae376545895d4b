package aiworker

import (
	"context"
	"maps"
	"sync"
	"testing"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// callCounter counts the calls with which a worker reads rooms, stores replies and removes jobs.
type callCounter struct {
	storage.Store
	mu    sync.Mutex
	calls map[string]int
}

func (s *callCounter) count(call string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[call]++
}

func (s *callCounter) Read(ctx context.Context, id room.ID, after uint64, limit int) ([]room.Entry, error) {
	s.count("read")
	return s.Store.Read(ctx, id, after, limit)
}

func (s *callCounter) Tail(ctx context.Context, id room.ID) ([]byte, []room.Entry, error) {
	s.count("read")
	return s.Store.Tail(ctx, id)
}

func (s *callCounter) Append(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) error {
	s.count("append")
	return s.Store.Append(ctx, id, e, fx)
}

func (s *callCounter) Done(ctx context.Context, job storage.Job) error {
	s.count("done")
	return s.Store.Done(ctx, job)
}

func (s *callCounter) Reply(ctx context.Context, e room.Entry, fx room.Effects, worker string, job storage.Job) error {
	s.count("reply")
	return s.Store.Reply(ctx, e, fx, worker, job)
}

// A turn of a room that the worker knows, or of a new room, costs one call besides Take.
func TestATurnTakesOneCall(t *testing.T) {
	url := redistest.New(t).URL()
	open := func() storage.Store { return storetest.OpenRedis(t, url) }
	g := newRoom(t, open(), "exchange")
	store := &callCounter{Store: open(), calls: map[string]int{}}
	stop := work(t, store, "worker")
	g.play(room.Create{Variant: "connect4:15x15:5", Levels: [2]string{1: "very-easy"}, First: 1})
	const turns = 4 // five in a row win
	for range turns {
		g.play(room.Move{Move: g.await()[0]})
	}
	g.await()
	stop()
	if want := map[string]int{"reply": turns}; !maps.Equal(store.calls, want) {
		t.Errorf("the worker's calls are %v, want %v", store.calls, want)
	}
}
