package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
)

// What -retention says is in the store: when the log of a finished room falls due is
// so long after its last entry.
func TestRetentionReachesTheStore(t *testing.T) {
	redis := redistest.New(t)
	const retention = 36 * time.Hour
	url, _, _ := start(t, "-store", redis.URL(), "-workers", "0", "-retention", retention.String())
	room, bob := five(t, url)
	if m, err := bob.ask("resign", "done", ""); err != nil || m.T != "ok" {
		t.Fatalf("%+v, %v", m, err)
	}
	var log struct {
		Entries []struct {
			At   int64  `json:"at"` // Unix milliseconds
			Type string `json:"type"`
		} `json:"entries"`
	}
	_, body := get(t, url+"/api/rooms/"+room+"/entries")
	if err := json.Unmarshal([]byte(body), &log); err != nil || len(log.Entries) != 6 || log.Entries[5].Type != "resigned" {
		t.Fatalf("%v: %s", err, body)
	}
	due := strings.Replace(keyOf(t, redis, room), "log:"+room, "due", 1)
	reply, err := redis.Do("ZSCORE", due, room)
	want := fmt.Sprint(log.Entries[5].At + retention.Milliseconds())
	if err != nil || !strings.HasSuffix(reply, "\r\n"+want+"\r\n") {
		t.Errorf("the room is due at %q, not %s (%v)", reply, want, err)
	}
}
