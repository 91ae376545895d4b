package room_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// A snapshot has all fields of a State. A change that adds a field to State must raise
// snapshotVersion and this number.
func TestSnapshotHasEveryField(t *testing.T) {
	if n := reflect.TypeFor[room.State]().NumField(); n != 57 {
		t.Errorf("State has %d fields: see the comment of this test", n)
	}
}

func TestRestoreStateRefusesWhatItCannotUse(t *testing.T) {
	s := folded(t, room.Created{Variant: "connect4:7x6:4", Players: [2]room.Player{{ID: "ana"}, {ID: "bob"}}, First: 1},
		room.Moved{Seat: 1, Move: "4"})
	good := string(s.Snapshot())
	if _, err := room.RestoreState([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string][2]string{
		"another version":    {`"version":6`, `"version":5`},
		"an unknown variant": {"connect4:7x6:4", "chess"},
		"an illegal move":    {`"moves":["4"]`, `"moves":["9"]`},
		"a missing time":     {`"ms":[0]`, `"ms":[]`},
		"an unknown level":   {`"id":"bob"`, `"level":"grandmaster"`},
		"no first seat":      {`"first":1`, `"first":3`},
		"no JSON":            {`{"version"`, `"version"`},
	} {
		bad := strings.Replace(good, change[0], change[1], 1)
		if bad == good {
			t.Fatalf("%s: the snapshot %s does not contain %s", name, good, change[0])
		}
		if _, err := room.RestoreState([]byte(bad)); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}

// A program that skips an event of a newer version must not make a snapshot, since the snapshot
// would lack the effect of this event.
func TestNoSnapshotAfterAnUnknownEvent(t *testing.T) {
	s := folded(t, room.Created{Variant: "tictactoe", Players: [2]room.Player{{ID: "ana"}, {ID: "bob"}}, First: 1},
		room.Unknown{Type: "danced", Data: "{}", Ignorable: true}, room.Moved{Seat: 1, Move: "b2"})
	if data := s.Snapshot(); data != nil {
		t.Errorf("%s", data)
	}
}

// folded returns the fold of events.
func folded(t *testing.T, events ...room.Event) *room.State {
	t.Helper()
	s := &room.State{}
	for i, ev := range events {
		e, err := room.Seal(s.Digest, s.N+1, start.Add(time.Duration(i)*time.Second), "ana", "", ev)
		if err == nil {
			err = s.Apply(e)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}
