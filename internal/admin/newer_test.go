package admin_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/admin"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// Entries of a newer version are shown as they are. A room with an ignorable entry is
// migrated. A room with any other unknown entry is reported and does not affect others.
func TestRoomsOfANewerVersion(t *testing.T) {
	from, to := storetest.Open(t), storetest.Open(t)
	fillStore(t, from)
	appendUnknown := func(id room.ID, ev room.Unknown) []room.Entry {
		entries, err := from.Read(t.Context(), id, 0, storage.All)
		if err != nil {
			t.Fatal(err)
		}
		last := entries[len(entries)-1]
		e, err := room.Seal(last.Digest, last.N+1, last.At, "ann", "later", ev)
		if err != nil {
			t.Fatal(err)
		}
		if err := from.Append(t.Context(), id, e, room.Effects{List: room.Playing}); err != nil {
			t.Fatal(err)
		}
		return append(entries, e)
	}
	ignored := appendUnknown("two", room.Unknown{Type: "danced", Data: `{"steps":2}`, Ignorable: true})
	critical := appendUnknown("machine", room.Unknown{Type: "danced", Data: `{"steps":3}`})

	got, err := admin.Migrate(t.Context(), from, to, executorOf(to), false)
	if err != nil || got.Problems.Count != 1 || !strings.Contains(got.Problems.First[0], "room machine") || got.Rooms != filledRooms-1 {
		t.Errorf("migrated %+v, %v", got, err)
	}
	moved, err := to.Read(t.Context(), "two", 0, storage.All)
	if err != nil || len(moved) != len(ignored) || !bytes.Equal(moved[len(moved)-1].Raw(), ignored[len(ignored)-1].Raw()) {
		t.Errorf("migrated %d entries of %d, %v", len(moved), len(ignored), err)
	}
	for entries, want := range map[*[]room.Entry]string{&ignored: `{"steps":2}`, &critical: "THIS PROGRAM IS TOO OLD"} {
		var text strings.Builder
		if err := admin.WriteLog(&text, *entries); err != nil || !strings.Contains(text.String(), want) || strings.Contains(text.String(), "DAMAGED") {
			t.Errorf("the log is shown as %s, %v", text.String(), err)
		}
	}
}
