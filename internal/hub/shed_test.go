package hub

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/storetest"
)

// As Redis fills up, the hub first refuses imports and emotes, then also new rooms and
// rematches. It never refuses moves.
func TestRedisAlmostFull(t *testing.T) {
	redis := redistest.New(t)
	store := storetest.OpenRedis(t, redis.URL())
	s := serve(t, "hub", store, builtPage)
	if _, err := redis.Do("SET", "fill", strings.Repeat("x", 10<<20)); err != nil { // so that a part of the memory is much
		t.Fatal(err)
	}
	id, ana, bob := seated(t, s, s)
	fill := func(part float64) {
		limit := strconv.Itoa(int(float64(usedMemory(t, store)) / part))
		if reply, err := redis.Do("CONFIG", "SET", "maxmemory", limit); err != nil || reply != "+OK\r\n" {
			t.Fatalf("%q, %v", reply, err)
		}
		s.hub.shedder.Look() // the hub calls Look every few seconds
	}
	create := func(name string, want int) {
		t.Helper()
		var answer hubtest.Object
		body := hubtest.Object{"id": name, "variant": "tictactoe", "opponent": "human"}
		if status := s.call("eve", "POST", "/api/rooms", body, &answer); status != want {
			t.Errorf("room %s: %d %v, want %d", name, status, answer, want)
		}
	}
	fill(0.85)
	if a, status := s.post("eve", "nothing"); status != http.StatusServiceUnavailable || a.Code != "store_full" || !a.Retry {
		t.Errorf("an import: %d %+v", status, a)
	}
	ana.Refused("store_full", "emote", hubtest.Object{"emote": "hello"})
	ana.Must("name", hubtest.Object{"name": "Ana"})
	create("low", http.StatusCreated)

	fill(0.95)
	create("full", http.StatusServiceUnavailable)
	hubtest.PlayOut("1212121", ana, bob)
	ana.Refused("store_full", "rematch", nil)
	var games gamesAnswer
	if s.call("ana", "GET", "/api/games?of=me", nil, &games); len(games.Games) != 1 || games.Games[0].Room != id {
		t.Errorf("%+v", games)
	}

	fill(0.1)
	ana.Must("rematch", nil)
	create("later", http.StatusCreated)
}
