package aiworker

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// A worker hands back, again and again, a turn that only a newer worker understands, and
// plays the turns of other rooms meanwhile.
func TestLeavesATurnToANewerWorker(t *testing.T) {
	store := storetest.Open(t)
	g := newGame(t, store, "newer", "very-easy", 2) // the AI is to move, and no worker runs yet
	entries, err := store.Read(t.Context(), "newer", 0)
	if err != nil {
		t.Fatal(err)
	}
	e, err := room.Seal(entries[0].Digest, 2, time.Now(), "ana", "later", room.Unknown{Type: "danced", Data: `{}`})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Append(t.Context(), "newer", e, room.Effects{List: room.Playing}); err != nil {
		t.Fatal(err)
	}
	stop := work(t, store, "older")
	newGame(t, store, "other", "very-easy", 2).await()
	stop()
	job, err := store.Take(t.Context(), "newest", storage.Want{})
	if err != nil || job.Room != "newer" {
		t.Errorf("left is %+v, %v", job, err)
	}
	if entries, err := store.Read(t.Context(), g.replica.ID(), 0); err != nil || len(entries) != 2 {
		t.Errorf("the room has %d entries, %v", len(entries), err)
	}
}
