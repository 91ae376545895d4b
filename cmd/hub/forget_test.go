package main

import (
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/redistest"
)

// hub forget takes an ID, and tells the IDs of those whom a name may mean. It works while a hub has the rooms open.
func TestForgetPlayer(t *testing.T) {
	redis := redistest.New(t)
	store := redis.URL()
	url, _, _ := startHub(t, "-store", store, "-workers", "0")
	id, err := hubtest.Create(hubtest.Context(t), url, "ana", hubtest.Object{"name": "Ana", "open": true})
	if err != nil {
		t.Fatal(err)
	}
	ana, bob := hubtest.Join(t, url, id, "ana"), hubtest.Join(t, url, id, "bob")
	bob.Must("sit", hubtest.Object{"name": "Bob"})
	hubtest.PlayOut("1212121", ana, bob)

	status, out, stderr := runCommand(t, "", "forget", "AN", "-store", store)
	found := regexp.MustCompile(`\n  (\S{22})  Ana\n$`).FindStringSubmatch(stderr)
	if status != 1 || out != "" || found == nil || !strings.Contains(stderr, `"AN" is not a player ID, so nothing is deleted. Players with it in their name or ID: 1`) {
		t.Fatalf("a part of a name: status %d, %s%s", status, out, stderr)
	}
	for _, want := range []string{"rooms deleted: 1, finished games changed or deleted: 1\n", "no room and no game has this player\n"} {
		if out, _ := mustCommand(t, "forget", "-store", store, "--", found[1]); out != want {
			t.Errorf("%s, want %s", out, want)
		}
	}
	bob.Closed(wire.CloseNoRoom)
	if status, body := get(t, url+"/api/games/"+id+"/1"); status != http.StatusOK || strings.Contains(body, found[1]) || strings.Contains(body, "Ana") || !strings.Contains(body, "Bob") {
		t.Errorf("the game: %d %s", status, body)
	}
	copied := "file:" + filepath.Join(t.TempDir(), "copy.db")
	mustCommand(t, "migrate", store, copied)
	if status, _, stderr := runCommand(t, "", "forget", found[1][:8], "-store", copied); status != 1 || !strings.Contains(stderr, ": 0\n") {
		t.Errorf("in a copy: status %d, %s", status, stderr)
	}
}
