package redislog

import (
	"testing"

	"github.com/quatre/quatre/internal/room/storage"
)

// TestGamesLeavesOutADamagedRecord: a list of games goes on after a record that cannot be
// decoded. The record keeps its place in the list, because an operator may repair it.
func TestGamesLeavesOutADamagedRecord(t *testing.T) {
	s := openWithGames(t, 3)
	s.client.Set(t.Context(), s.game("b"), "{", 0)
	for range 2 { // the first call must not remove the place
		got, next, err := s.Games(t.Context(), storage.GamesQuery{Player: "p", Limit: 10})
		if err != nil || next != "" || len(got) != 2 || got[0].Room != "c" || got[1].Room != "a" {
			t.Fatalf("%d records, cursor %q, error %v", len(got), next, err)
		}
	}
	n := int64(0)
	for _, shard := range s.shards {
		n += s.client.ZCard(t.Context(), shard.games("p")).Val()
	}
	if n != 3 {
		t.Errorf("%d games have a place in the list, want 3", n)
	}
}
