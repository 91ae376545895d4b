package redislog

import (
	"slices"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// openWithGames opens a store with the records of n games. Each of the rooms a, b and so on has
// one game. The players are p and q.
func openWithGames(t *testing.T, n int) *Store {
	t.Helper()
	s, err := Open(t.Context(), redistest.New(t).URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	for i := range n {
		r := room.Record{Room: room.ID(rune('a' + i)), Game: 1, Ended: time.UnixMilli(int64(i)).UTC(), Players: [2]room.Player{{ID: "p"}, {ID: "q"}}}
		if err := s.AddGame(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// game returns the key of the record of a room's first game.
func (s *Store) game(id room.ID) string { return s.shardOf(id).game(string(id) + "/1") }

func keys(t *testing.T, s *Store) []string {
	t.Helper()
	all, err := s.client.Keys(t.Context(), "*").Result()
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return all
}

// TestForgetLeavesNoKeys checks that Forget leaves no key of a game. One record was removed by
// an operator, and another record cannot be decoded. The players of these two games are unknown,
// so the next reader of their lists removes the games from the lists.
func TestForgetLeavesNoKeys(t *testing.T) {
	s := openWithGames(t, 4)
	if err := s.AddGame(t.Context(), room.Record{Room: "x", Game: 1, Imported: "i"}); err != nil {
		t.Fatal(err)
	}
	if err := s.DateImports(t.Context(), time.Now()); err != nil {
		t.Fatal(err)
	}
	s.client.Del(t.Context(), s.game("a"))
	s.client.Set(t.Context(), s.game("b"), "{", 0)
	if n, more, err := s.Forget(t.Context(), time.Now().Add(time.Minute), 100); n != 5 || more || err != nil {
		t.Fatalf("Forget: %d games, more: %v, error %v", n, more, err)
	}
	for _, player := range []room.PlayerID{"p", "q"} {
		if games, _, err := s.Games(t.Context(), storage.GamesQuery{Player: player, Limit: 5}); err != nil || len(games) != 0 {
			t.Errorf("games of %s: %v, error %v", player, games, err)
		}
	}
	if got := keys(t, s); !slices.Equal(got, []string{keyMeta}) {
		t.Errorf("Forget has left the keys %v", got)
	}
}

// TestGamesTidiesUp: a page is full although an operator has removed some records, and Games
// removes the places of these records from the list.
func TestGamesTidiesUp(t *testing.T) {
	s := openWithGames(t, 5)
	s.client.Del(t.Context(), s.game("e"), s.game("c"))
	for range 2 {
		games, _, err := s.Games(t.Context(), storage.GamesQuery{Player: "p", Limit: 2})
		if err != nil || len(games) != 2 || games[0].Room != "d" || games[1].Room != "b" {
			t.Fatalf("games %+v, error %v", games, err)
		}
	}
	places := int64(0)
	for _, p := range s.shards {
		places += s.client.ZCard(t.Context(), p.games("p")).Val()
	}
	if places != 3 {
		t.Errorf("the list has %d places, want those of 3 games", places)
	}
}

// TestDateImportsFails: the next call repeats a walk that has failed.
func TestDateImportsFails(t *testing.T) {
	s := openWithGames(t, 1)
	imported := s.shardOf("x").imported()
	s.client.Set(t.Context(), imported, "something else", 0)
	if err := s.AddGame(t.Context(), room.Record{Room: "x", Game: 1, Imported: "i"}); err != nil {
		t.Fatal(err)
	}
	before := time.Now().Add(-time.Hour)
	if err := s.DateImports(t.Context(), before); err == nil {
		t.Fatal("DateImports succeeded although its sorted set is a string")
	}
	s.client.Del(t.Context(), imported)
	for range 2 { // the second call has nothing to do
		if err := s.DateImports(t.Context(), before); err != nil {
			t.Fatal(err)
		}
		if n := s.client.ZCard(t.Context(), imported).Val(); n != 1 {
			t.Errorf("%d games have a date, want 1", n)
		}
	}
}

// TestForgetsOnlyWhatItFound: while Forget runs, another process forgets a game and adds the
// game again. Forget must not remove the new game.
func TestForgetsOnlyWhatItFound(t *testing.T) {
	s := openWithGames(t, 1)
	p := s.shardOf("a")
	find := func() []oldGame {
		t.Helper()
		olds, err := s.findOld(t.Context(), p, time.UnixMilli(1000), 100)
		if err != nil || len(olds) != 1 {
			t.Fatalf("findOld: %d games, error %v, want 1", len(olds), err)
		}
		return olds
	}
	forget := func(olds []oldGame, want int) {
		t.Helper()
		if n, err := s.forgetAll(t.Context(), olds); n != want || err != nil {
			t.Fatalf("forgetAll: %d games, error %v; want %d", n, err, want)
		}
	}
	slow := find()
	forget(find(), 1)
	forget(slow, 0)
	for _, r := range []room.Record{{Ended: time.UnixMilli(1000).UTC()}, {Imported: "i"}} {
		r.Room, r.Game = "a", 1
		if err := s.AddGame(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		forget(slow, 0)
		if _, err := s.Game(t.Context(), r.ID()); err != nil {
			t.Errorf("%+v: %v", r, err)
		}
		s.client.Del(t.Context(), s.game("a"), p.played())
	}
}
