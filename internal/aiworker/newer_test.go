package aiworker

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// A worker leaves turns that only a newer worker understands, each time it gets them. It plays the
// turns of other rooms meanwhile. Each turn of another room waits for two pauses at most: one after
// an earlier turn of the same player, one after a turn that was left.
func TestLeavesATurnToANewerWorker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := storetest.Open(t)
		newer := map[room.ID]bool{}
		for i := range 3 {
			id := room.ID(fmt.Sprint("newer", i))
			newer[id] = true
			newGame(t, store, id, "very-easy", 2) // the AI is to move, and no worker runs yet
			appendUnknown(t, store, id)
		}
		stop := work(t, store, "older")
		for i := range 5 {
			begin := time.Now()
			newGame(t, store, room.ID(fmt.Sprint("other", i)), "very-easy", 2).await()
			if took := time.Since(begin); took > 2*storePause {
				t.Errorf("turn %d of another room took %v", i, took)
			}
		}
		stop()
		for range len(newer) {
			job, err := store.Take(t.Context(), "newest", room.LaneQuick)
			if err != nil || !newer[job.Room] {
				t.Errorf("left is %+v, %v", job, err)
			}
			if entries, err := store.Read(t.Context(), job.Room, 0, storage.All); err != nil || len(entries) != 2 {
				t.Errorf("the room has %d entries, %v", len(entries), err)
			}
		}
	})
}

// appendUnknown appends an entry that no worker of this version understands.
func appendUnknown(t *testing.T, store storage.Store, id room.ID) {
	t.Helper()
	entries, err := store.Read(t.Context(), id, 0, storage.All)
	if err != nil {
		t.Fatal(err)
	}
	e, err := room.Seal(entries[0].Digest, 2, time.Now(), "ana", "later", room.Unknown{Type: "danced", Data: `{}`})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Append(t.Context(), id, e, room.Effects{List: room.Playing}); err != nil {
		t.Fatal(err)
	}
}
