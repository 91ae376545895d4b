package room_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/rules"
	"github.com/quatre/quatre/internal/rules/rulestest"
	"github.com/quatre/quatre/internal/storetest"
)

// randomGames is how many games of each variant TestRandomGames plays. "make long" plays more,
// without the race detector, with which games take about ten times as long.
var randomGames = flag.Int("games", 60, "number of games of each variant in TestRandomGames")

const (
	// randomSeries is the number of games in one room.
	randomSeries = 10

	// randomRooms is the number of rooms that play at the same time, so that many appends
	// share a transaction.
	randomRooms = 256

	// Before one of illegalEvery turns, the player tries an illegal move.
	illegalEvery = 8

	// Before one of newDeviceEvery turns, the player moves to another device.
	newDeviceEvery = 16
)

// TestRandomGames plays random games of each variant with the executor on a real store. It
// compares each room with rulestest.Model: legal moves, end, winner, winning cells.
func TestRandomGames(t *testing.T) {
	before := debug.SetGCPercent(800) // the heap is large, but has little garbage
	t.Cleanup(func() { debug.SetGCPercent(before) })
	for _, variant := range []string{
		"connect4:7x6:4", "connect4:6x5:4", "connect4:8x7:4", "connect4:9x7:4", "connect4:15x15:5", "connect4:4x4:3",
		"tictactoe", "force3", "force3:placed", "force3:fair", "force3:report",
	} {
		t.Run(variant, func(t *testing.T) {
			t.Parallel() // each variant has its own store, because a store has only one writer
			store := storetest.OpenFile(t, filepath.Join(memoryDir(t), "rooms.db"), time.Now, ledger.Options{})
			randomGamesOf(t, store, variant, *randomGames)
		})
	}
}

// randomGamesOf plays the games of a variant, in many rooms at once.
func randomGamesOf(t *testing.T, store storage.Store, variant string, games int) {
	numbers := make(chan int)
	var rooms sync.WaitGroup
	for range randomRooms {
		rooms.Go(func() {
			for number := range numbers {
				if err := newRandomRoom(store, variant, number).play(t.Context(), randomSeries); err != nil {
					t.Errorf("room %d: %v", number, err)
				}
			}
		})
	}
	for number := range (games + randomSeries - 1) / randomSeries {
		numbers <- number
	}
	close(numbers)
	rooms.Wait()
}

// randomRoom is a room in which ana and bob play random moves.
type randomRoom struct {
	store    storage.Store
	executor play.Executor
	replica  *play.Replica
	variant  string
	rand     *rand.Rand
	odd      []string         // texts for tryIllegal, some of which are legal moves
	devices  [3]room.PlayerID // the player ID of each seat's present device
	now      time.Time
	sent     int
}

func newRandomRoom(store storage.Store, variant string, number int) *randomRoom {
	seed := fnv.New64()
	fmt.Fprint(seed, variant)
	r := &randomRoom{
		store: store, variant: variant, replica: play.NewReplica(room.ID(fmt.Sprintf("random-%d", number))),
		rand: rand.New(rand.NewPCG(seed.Sum64(), uint64(number))), now: start,
	}
	r.devices = [3]room.PlayerID{1: "ana", 2: "bob"}
	r.executor = play.Executor{Log: store, Now: func() time.Time { return r.now }}
	r.odd = []string{"", "0", "x", "P5", "P0", "S5", "S1+", "a4", "4 4", "é"}
	for n := range 9 {
		r.odd = append(r.odd, fmt.Sprintf("P%d", n+1), fmt.Sprintf("S%d", n+1), fmt.Sprintf("S%d+", n+1), fmt.Sprintf("M%d-%d", n+1, 9-n))
	}
	return r
}

func (r *randomRoom) send(ctx context.Context, by room.PlayerID, do room.Action) error {
	r.sent++
	r.now = r.now.Add(time.Second)
	_, err := r.executor.Play(ctx, r.replica, room.Command{ID: strconv.Itoa(r.sent), By: by, Seen: r.replica.N(), Do: do})
	return err
}

// changeDevice moves a seat to another device. It checks that the old device has lost the seat
// and that the token works only once.
func (r *randomRoom) changeDevice(ctx context.Context, seat room.Seat) error {
	former := r.devices[seat]
	next := room.PlayerID(fmt.Sprintf("%.3s-%d", former, r.sent))
	take := room.Take{Token: fmt.Sprintf("token-of-%.3s-%022d", former, r.sent)}
	if err := errors.Join(r.send(ctx, former, room.Handover(take)), r.send(ctx, next, take)); err != nil {
		return err
	}
	r.devices[seat] = next
	if err := r.send(ctx, "eve", take); !errors.Is(err, room.ErrBadSeatLink) {
		return fmt.Errorf("taking the seat again with the same token: %w", err)
	}
	if err := r.send(ctx, former, room.Resign{}); !errors.Is(err, room.ErrNotSeated) {
		return fmt.Errorf("a command of the former device: %w", err)
	}
	return nil
}

// play plays a series of games and deletes the room. The records remain.
func (r *randomRoom) play(ctx context.Context, games int) error {
	first := room.Seat(1 + r.rand.IntN(2))
	if err := errors.Join(
		r.send(ctx, "ana", room.Create{Variant: r.variant, First: first}),
		r.send(ctx, "bob", room.Sit{}),
	); err != nil {
		return err
	}
	for number := 1; number <= games; number++ {
		if err := r.game(ctx, number, first); err != nil {
			return fmt.Errorf("game %d: %w", number, err)
		}
		if err := errors.Join(r.send(ctx, r.devices[1], room.PlayAgain{}), r.send(ctx, r.devices[2], room.PlayAgain{})); err != nil {
			return err
		}
		first = first.Other()
	}
	return r.store.Delete(ctx, r.replica.ID(), r.replica.N())
}

func (r *randomRoom) game(ctx context.Context, number int, first room.Seat) error {
	model := rulestest.New(r.variant)
	for !model.Over {
		seat := seatOf(model.Turn(), first)
		if r.rand.IntN(newDeviceEvery) == 0 {
			if err := r.changeDevice(ctx, seat); err != nil {
				return fmt.Errorf("after %v: %w", model.Moves, err)
			}
		}
		by := r.devices[seat]
		if r.rand.IntN(illegalEvery) == 0 {
			if err := r.tryIllegal(ctx, by, model.Legal); err != nil {
				return fmt.Errorf("after %v: %w", model.Moves, err)
			}
		}
		move := model.Legal[r.rand.IntN(len(model.Legal))]
		if err := r.send(ctx, by, room.Move{Move: move}); err != nil {
			return fmt.Errorf("%s after %v: %w", move, model.Moves, err)
		}
		model.Play(move)
		if err := r.compare(model, first); err != nil {
			return fmt.Errorf("after %v: %w", model.Moves, err)
		}
	}
	record, err := r.store.Game(ctx, room.GameID{Room: r.replica.ID(), Game: number})
	switch {
	case err != nil:
		return err
	case record.Players[0].ID != r.devices[1] || record.Players[1].ID != r.devices[2]:
		return fmt.Errorf("the record has the players %v, not %v", record.Players, r.devices[1:])
	case !slices.Equal(record.Moves, model.Moves) || record.First != first || !reflect.DeepEqual(record.End, *endOf(model, first)):
		return fmt.Errorf("the game %v has the record %+v", model.Moves, record)
	}
	return nil
}

// tryIllegal sends an illegal move.
func (r *randomRoom) tryIllegal(ctx context.Context, by room.PlayerID, legal []string) error {
	odd := r.odd[r.rand.IntN(len(r.odd))]
	if slices.Contains(legal, odd) {
		return nil
	}
	var refusal *room.Refusal
	if err := r.send(ctx, by, room.Move{Move: odd}); !errors.As(err, &refusal) {
		return fmt.Errorf("the illegal move %q: %w", odd, err)
	}
	return nil
}

// compare returns an error if the room and the model differ.
func (r *randomRoom) compare(model *rulestest.Model, first room.Seat) (err error) {
	want := endOf(model, first)
	s := r.replica.State()
	switch {
	case !slices.Equal(s.Moves, model.Moves) || s.First != first:
		err = fmt.Errorf("the room has the moves %v with seat %d first, unlike the model", s.Moves, s.First)
	case !reflect.DeepEqual(s.End, want):
		err = fmt.Errorf("the room ends with %+v, the model with %+v", s.End, want)
	case (s.Phase == room.PhaseFinished) != model.Over || !model.Over && s.Turn() != seatOf(model.Turn(), first):
		err = fmt.Errorf("the room has phase %s and seat %d to move, unlike the model", s.Phase, s.Turn())
	}
	return err
}

// endOf returns how the game ended by the model, or nil if it is in progress.
func endOf(model *rulestest.Model, first room.Seat) *room.Ending {
	switch {
	case !model.Over:
		return nil
	case model.Winner == rules.NoSide:
		return &room.Ending{Reason: room.ReasonDraw, Cells: model.Line}
	default:
		return &room.Ending{Winner: seatOf(model.Winner, first), Reason: room.ReasonLine, Cells: model.Line}
	}
}

func seatOf(side rules.Side, first room.Seat) room.Seat {
	if side == rules.First {
		return first
	}
	return first.Other()
}
