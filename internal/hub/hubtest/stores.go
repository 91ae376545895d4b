package hubtest

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// FailingStore is a store that a test makes fail or panic. The tests of cmd/hub stop a real store, but with
// a FailingStore a test can choose the exact moment.
type FailingStore struct {
	storage.Store

	Away           atomic.Bool // no call succeeds
	LoseAnswer     atomic.Bool // the next append is stored, but its answer is lost
	HideDeletions  atomic.Bool // watches get no notice of deletions
	HideEntries    atomic.Bool // watches get no notice of entries
	HeartbeatEnded atomic.Bool // the heartbeat has expired: Announce fails until the next Heartbeat

	// Armed is the name of the method that panics, once. "Read" is Tail too. "Append, stored" is after
	// the append.
	Armed atomic.Value // string

	AfterAppend func() // called after each append; may be nil
}

// Trip panics if method is armed.
func (f *FailingStore) Trip(method string) {
	if f.Armed.CompareAndSwap(method, "") {
		panic("a mistake in " + method)
	}
}

// call begins a call of a method.
func (f *FailingStore) call(method string) error {
	f.Trip(method)
	if f.Away.Load() {
		return fmt.Errorf("%w: switched off", storage.ErrUnavailable)
	}
	return nil
}

func (f *FailingStore) Append(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) error {
	if err := f.call("Append"); err != nil {
		return err
	}
	err := f.Store.Append(ctx, id, e, fx)
	f.Trip("Append, stored")
	if f.AfterAppend != nil {
		f.AfterAppend()
	}
	if f.LoseAnswer.CompareAndSwap(true, false) {
		return fmt.Errorf("%w: the answer was lost", storage.ErrUnavailable)
	}
	return err
}

func (f *FailingStore) Read(ctx context.Context, id room.ID, after uint64, limit int) ([]room.Entry, error) {
	if err := f.call("Read"); err != nil {
		return nil, err
	}
	return f.Store.Read(ctx, id, after, limit)
}

func (f *FailingStore) Game(ctx context.Context, id room.GameID) (room.Record, error) {
	if err := f.call("Game"); err != nil {
		return room.Record{}, err
	}
	return f.Store.Game(ctx, id)
}

func (f *FailingStore) ForgetPlayer(ctx context.Context, p room.PlayerID) (rooms, games int, err error) {
	if err := f.call("ForgetPlayer"); err != nil {
		return 0, 0, err
	}
	return f.Store.ForgetPlayer(ctx, p)
}

func (f *FailingStore) Tail(ctx context.Context, id room.ID) ([]byte, []room.Entry, error) {
	if err := f.call("Read"); err != nil {
		return nil, nil, err
	}
	return f.Store.Tail(ctx, id)
}

func (f *FailingStore) ClaimDue(ctx context.Context, shard int, now time.Time, limit int) ([]room.ID, error) {
	if err := f.call("ClaimDue"); err != nil {
		return nil, err
	}
	return f.Store.ClaimDue(ctx, shard, now, limit)
}

func (f *FailingStore) Watch(ctx context.Context, id room.ID, tell func(storage.Notice)) (func(), error) {
	if err := f.call("Watch"); err != nil {
		return nil, err
	}
	return f.Store.Watch(ctx, id, func(n storage.Notice) {
		if (!n.Gone || !f.HideDeletions.Load()) && (n.Entry == nil || !f.HideEntries.Load()) {
			tell(n)
		}
	})
}

func (f *FailingStore) Heartbeat(ctx context.Context, shard int, holder string) (bool, error) {
	if err := f.call("Heartbeat"); err != nil {
		return false, err
	}
	began, err := f.Store.Heartbeat(ctx, shard, holder)
	return f.HeartbeatEnded.Swap(false) || began, err
}

func (f *FailingStore) Announce(ctx context.Context, id room.ID, holder string, here storage.RoomPresence) error {
	if err := f.call("Announce"); err != nil {
		return err
	}
	if f.HeartbeatEnded.Load() {
		return storage.ErrNotFound
	}
	return f.Store.Announce(ctx, id, holder, here)
}
