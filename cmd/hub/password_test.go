package main

import (
	"net/http"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/redistest"
)

// When an operator changes the password of Redis and closes its connections, hubs report the
// store as away, and log the error of Redis once. When the password is right again, the hub
// recovers without a restart.
func TestPasswordOfRedisChanges(t *testing.T) {
	redis := redistest.New(t, "--user", "quatre", "on", ">one", "~*", "&*", "+@all")
	url, _, log := startHub(t, "-store", strings.Replace(redis.URL(), "://", "://quatre:one@", 1), "-workers", "0")
	do := func(words ...string) {
		t.Helper()
		if reply, err := redis.Do(words...); err != nil || strings.HasPrefix(reply, "-") {
			t.Fatalf("%v: %q, %v", words, reply, err)
		}
	}
	create := func(id string) (status int) {
		t.Helper()
		resp, err := http.Post(url+"/api/rooms", "application/json",
			strings.NewReader(`{"id":"`+id+`","variant":"connect4:7x6:4","opponent":"human"}`))
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		return resp.StatusCode
	}
	if status := create("before"); status != http.StatusCreated {
		t.Fatalf("before: %d", status)
	}
	do("ACL", "SETUSER", "quatre", "resetpass", ">two")
	do("CLIENT", "KILL", "USER", "quatre")
	waitUntil(t, "the hub to notice", func() bool { return strings.Contains(log.String(), "the store does not answer") })
	for range 3 {
		if status := create("meanwhile"); status != http.StatusServiceUnavailable {
			t.Errorf("meanwhile: %d", status)
		}
		if status, _ := get(t, url+"/readyz"); status != http.StatusServiceUnavailable {
			t.Errorf("/readyz with the wrong password: status %d", status)
		}
	}
	do("ACL", "SETUSER", "quatre", "resetpass", ">one")
	waitUntil(t, "the store to be back", func() bool { return create("meanwhile") == http.StatusCreated })
	waitUntil(t, "the hub to be ready", func() bool { status, _ := get(t, url+"/readyz"); return status == http.StatusOK })
	if n := strings.Count(log.String(), "WRONGPASS"); n != 1 {
		t.Errorf("%d lines have the error of Redis, want 1:\n%s", n, log)
	}
}
