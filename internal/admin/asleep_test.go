package admin_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/admin"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// The list marks rooms of AI against AI that sleep because nobody watches them, as text, on
// the page and in JSON. A room that is watched, or whose turn is in the queue, waits for the AI.
func TestRoomsAsleep(t *testing.T) {
	now := start
	store := storetest.OpenAt(t, func() time.Time { return now })
	for _, id := range []room.ID{"unwatched", "watched", "queued"} {
		openRoom(t, store, id, room.Create{Levels: [2]string{"easy", "easy"}})
		if id == "queued" {
			continue
		}
		job, err := store.Take(t.Context(), "w", room.LaneMachine)
		if err != nil {
			t.Fatal(err)
		}
		if err := store.Done(t.Context(), job); err != nil {
			t.Fatal(err)
		}
	}
	now = now.Add(room.SleepAfter)
	if _, err := store.Heartbeat(t.Context(), 0, "h"); err != nil {
		t.Fatal(err)
	}
	if err := store.Announce(t.Context(), "watched", "h", storage.RoomPresence{Spectators: 1}); err != nil {
		t.Fatal(err)
	}

	p, err := admin.List(t.Context(), store, admin.Query{Limit: 10}, now)
	if err != nil || len(p.Rooms) != 3 {
		t.Fatalf("listed %+v, %v", p, err)
	}
	var text strings.Builder
	if err := admin.WriteRooms(&text, p, now); err != nil {
		t.Fatal(err)
	}
	status, page, _ := request(t, "GET", startSite(t, store).URL+"/")
	if status != http.StatusOK {
		t.Fatalf("the page: %d %s", status, page)
	}
	_, table, _ := strings.Cut(page, "<tbody>")
	for _, sum := range p.Rooms {
		want := sum.Room == "unwatched"
		name := string(sum.Room)
		if line := regexp.MustCompile(`(?m)^` + name + ` .*$`).FindString(text.String()); sum.Asleep != want || strings.Contains(line, "asleep") != want {
			t.Errorf("%s: asleep %v: %s", name, sum.Asleep, line)
		}
		_, row, _ := strings.Cut(table, ">"+name+"<")
		if row, _, _ = strings.Cut(row, "</tr>"); strings.Contains(row, `data-label="Waiting for AI">asleep`) != want {
			t.Errorf("%s on the page: %s", name, row)
		}
	}
	_, raw, _ := request(t, "GET", startSite(t, store).URL+"/rooms")
	if strings.Count(raw, `"asleep":true`) != 1 {
		t.Errorf("JSON: %s", raw)
	}
	if p, err := admin.List(t.Context(), store, admin.Query{Limit: 10, AI: true}, now); err != nil || len(p.Rooms) != 2 {
		t.Errorf("waiting for an AI: %+v, %v", p.Rooms, err)
	}
}
