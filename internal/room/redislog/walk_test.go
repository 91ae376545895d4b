package redislog_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// AllRooms and AllGames find what all three masters have. Without one of them they fail.
func TestAllRoomsAndGamesOfACluster(t *testing.T) {
	t.Parallel()
	c := redistest.NewClusterOf(t, 3, 0)
	s := open(t, c.URL())
	defer closeStore(t, s)
	rooms, games := map[room.ID]bool{}, map[room.GameID]bool{}
	for i := range 30 {
		w := &writer{id: room.ID(fmt.Sprintf("r%d", i))}
		if err := w.append(t, s); err != nil {
			t.Fatal(err)
		}
		rooms[w.id] = true
		r := room.Record{Room: w.id, Game: 1, Variant: "tictactoe", Ended: time.UnixMilli(int64(i))}
		if err := s.AddGame(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		if err := s.AddGame(t.Context(), r); !errors.Is(err, storage.ErrConflict) {
			t.Errorf("a second time: %v", err)
		}
		games[r.ID()] = true
	}
	for id, err := range s.AllRooms(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		delete(rooms, id)
	}
	for r, err := range s.AllGames(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		delete(games, r.ID())
	}
	if len(rooms) > 0 || len(games) > 0 {
		t.Errorf("the walk did not find the rooms %v and the games %v", rooms, games)
	}
	c.Masters[2].Stop(t)
	var last error
	for _, err := range s.AllRooms(t.Context()) {
		last = err
	}
	if !errors.Is(last, storage.ErrUnavailable) {
		t.Errorf("without one of the masters: %v", last)
	}
}
