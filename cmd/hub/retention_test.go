package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
)

// The store uses -retention: the deadline of a finished room is the time of its last entry
// plus the retention.
func TestRetentionReachesTheStore(t *testing.T) {
	redis := redistest.New(t)
	const retention = 36 * time.Hour
	url, _, _ := startHub(t, "-store", redis.URL(), "-workers", "0", "-retention", retention.String())
	room, bob := startFiveEntryRoom(t, url)
	if n := bob.Must("resign", nil); n != 6 {
		t.Fatalf("entry %d is the end of the game, want 6", n)
	}
	due := strings.Replace(logKey(t, redis, room), "log:"+room, "due", 1)
	reply, err := redis.Do("ZSCORE", due, room)
	want := fmt.Sprint(bob.Entries[5].At.Add(retention).UnixMilli())
	if err != nil || !strings.HasSuffix(reply, "\r\n"+want+"\r\n") {
		t.Errorf("deadline %q, want %s (%v)", reply, want, err)
	}
}

// With -keep-games the hub deletes an older game, even if it was recorded before the flag was
// set, and keeps a newer one.
func TestKeepGamesReachesTheHub(t *testing.T) {
	redis := redistest.New(t)
	store, err := cli.OpenStore(t.Context(), redis.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	const keep = 48 * time.Hour
	for id, age := range map[room.ID]time.Duration{"old": keep + time.Hour, "recent": keep - time.Hour} {
		if err := store.AddGame(t.Context(), room.Record{Room: id, Game: 1, Variant: "tictactoe", Open: true, Ended: time.Now().Add(-age)}); err != nil {
			t.Fatal(err)
		}
	}
	url, _, _ := startHub(t, "-store", redis.URL(), "-workers", "0", "-retention", "24h", "-keep-games", keep.String())
	waitUntil(t, "the old game to be forgotten", func() bool {
		status, body := get(t, url+"/api/games/old/1")
		return status == http.StatusNotFound && strings.Contains(body, `"unknown_game"`)
	})
	if status, body := get(t, url+"/api/games/recent/1"); status != http.StatusOK {
		t.Errorf("the recent game: %d, %s", status, body)
	}
	if _, body := get(t, url+"/api/games"); strings.Contains(body, `"old"`) || !strings.Contains(body, `"recent"`) {
		t.Errorf("the games: %s", body)
	}
}
