package ledger_test

import (
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/ledger/redisdb"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// TestNothingIsLeft: rooms that were deleted, games that were forgotten and holders that have died
// leave no key in Redis.
func TestNothingIsLeft(t *testing.T) {
	redis, clock, ctx := redistest.New(t), clocktest.New(), t.Context()
	s := storetest.OpenRedis(t, redis.URL(), redisdb.WithClock(clock.Now))
	beat(t, s, "dead")
	for _, id := range []room.ID{"a", "b"} {
		entries := storetest.Series(t, id, 2)
		must(t, s.Append(ctx, id, entries[0], room.Effects{Due: clock.Now(), List: room.OpenPlaying, Job: true, Origin: "o", Owner: "p"}))
		must(t, s.Announce(ctx, id, "dead", storage.RoomPresence{Spectators: 1}))
		must(t, s.KeepSnapshot(ctx, id, 1, []byte("snapshot")))
		must(t, s.Append(ctx, id, entries[1], room.Effects{
			DueUnchanged: true, ListUnchanged: true,
			Record: &room.Record{Room: id, Game: 1, Ended: clock.Now(), Players: [2]room.Player{{ID: "p"}, {ID: "q"}}},
		}))
	}
	_, err := s.Take(ctx, "worker", room.LaneQuick) // the other job waits
	must(t, err)
	_, err = s.ClaimDue(ctx, 0, clock.Now().Add(time.Second), 10)
	must(t, err)
	must(t, s.AddGame(ctx, room.Record{Room: "x", Game: 1, Imported: "p"}))

	clock.Add(storage.PresenceTTL)
	beat(t, s, "living")
	must(t, s.Delete(ctx, "a", 2))
	must(t, s.Delete(ctx, "b", 2))
	clock.Add(time.Minute)
	_, _, err = s.Forget(ctx, clock.Now(), 10)
	must(t, err)

	reply, err := redis.Do("KEYS", "*")
	must(t, err)
	keys := regexp.MustCompile(`quatre:\S+`).FindAllString(reply, -1)
	slices.Sort(keys)
	if want := []string{"quatre:meta", "quatre:{s00}:beats", "quatre:{s00}:~holders"}; !slices.Equal(keys, want) {
		t.Errorf("Redis has the keys %q, want %q", keys, want)
	}
}
