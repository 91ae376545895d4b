package room_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// memoryLog is a log of one room in memory. A test may append any event to it.
type memoryLog struct {
	storage.Log
	entries []room.Entry
}

func (m *memoryLog) Read(_ context.Context, _ room.ID, after uint64, _ int) ([]room.Entry, error) {
	if after > uint64(len(m.entries)) {
		return nil, nil
	}
	return m.entries[after:], nil
}

func (m *memoryLog) Tail(context.Context, room.ID) ([]byte, []room.Entry, error) {
	return nil, m.entries, nil
}

func (m *memoryLog) Append(_ context.Context, _ room.ID, e room.Entry, _ room.Effects) error {
	if e.N != uint64(len(m.entries))+1 || e.N > 1 && !strings.HasSuffix(string(m.entries[e.N-2].Raw()), e.PrevTail()) {
		return storage.ErrConflict
	}
	m.entries = append(m.entries, e)
	return nil
}

// appendAsNewer stores ev as a newer version of Quatre would, and keeps the entry as this
// version decodes it.
func (m *memoryLog) appendAsNewer(t *testing.T, ev room.Event) {
	t.Helper()
	digest := ""
	if n := len(m.entries); n > 0 {
		digest = m.entries[n-1].Digest
	}
	sealed, err := room.Seal(digest, uint64(len(m.entries))+1, start, "bob", "from-the-future", ev)
	if err != nil {
		t.Fatal(err)
	}
	e, err := room.DecodeEntry(sealed.Raw())
	if err != nil {
		t.Fatal(err)
	}
	m.entries = append(m.entries, e)
}

// newMemoryLog returns a log in which ana and bob play, and a replica of it.
func newMemoryLog(t *testing.T) (*memoryLog, *play.Replica) {
	t.Helper()
	m := &memoryLog{}
	m.appendAsNewer(t, room.Created{Variant: "connect4:7x6:4", Players: [2]room.Player{{ID: "ana"}, {ID: "bob"}}, First: 1})
	r, err := play.Open(t.Context(), m, "r")
	if err != nil {
		t.Fatal(err)
	}
	return m, r
}

func move(t *testing.T, m *memoryLog, r *play.Replica, by room.PlayerID) error {
	t.Helper()
	_, err := play.Executor{Log: m}.Play(t.Context(), r, room.Command{ID: string(by) + "-moves", By: by, Seen: r.N(), Do: room.Move{Move: "4"}})
	return err
}

func TestIgnorableEventOfANewerProgram(t *testing.T) {
	m, r := newMemoryLog(t)
	m.appendAsNewer(t, room.Unknown{Type: "danced", Data: `{"steps":["<&>", 2]}`, Ignorable: true})
	if err := move(t, m, r, "ana"); err != nil {
		t.Fatalf("a move after an unknown event: %v", err)
	}
	if err := room.CheckLog(m.entries); err != nil {
		t.Fatal(err)
	}
	s := r.State()
	if s.N != 3 || len(s.Moves) != 1 || s.Digest != m.entries[2].Digest {
		t.Errorf("the replica has %d entries and the moves %v, want 3 entries and 1 move", s.N, s.Moves)
	}
	// The command ID of an unknown event counts like any other.
	n, err := play.Executor{Log: m}.Play(t.Context(), r, room.Command{ID: "from-the-future", By: "bob", Seen: 1, Do: room.Move{Move: "1"}})
	if n != 2 || err != nil {
		t.Errorf("the command of the unknown event: got entry %d, error %v; want entry 2", n, err)
	}
	if raw := string(m.entries[1].Raw()); !strings.Contains(raw, `"type":"danced","ignorable":true,"data":{`) {
		t.Errorf("the unknown event is stored as %s", raw)
	}
}

func TestEventsTooNewForThisProgram(t *testing.T) {
	created := room.Created{Variant: "connect4:7x6:4", Players: [2]room.Player{{ID: "ana"}, {}}, First: 1}
	chess, masters := created, created
	chess.Variant = "chess"
	masters.Players[1].Level = "grandmaster"
	for name, log := range map[string][]room.Event{
		"an unknown kind":             {created, room.Joined{Seat: 2, ID: "bob"}, room.Unknown{Type: "danced", Data: `{"seat":1}`}},
		"an unknown first":            {room.Unknown{Type: "founded", Data: `{}`}},
		"an unknown game":             {chess},
		"an unknown level":            {masters},
		"a guest of an unknown level": {created, room.Joined{Seat: 2, Level: "grandmaster"}},
		"an unknown offer":            {created, room.Joined{Seat: 2, ID: "bob"}, room.Offered{Seat: 1, What: "adjournment"}},
	} {
		m := &memoryLog{}
		for _, ev := range log {
			m.appendAsNewer(t, ev)
		}
		if _, err := play.Open(t.Context(), m, "r"); !errors.Is(err, room.ErrTooNew) || errors.Is(err, room.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	m := &memoryLog{}
	m.appendAsNewer(t, room.Unknown{Type: "danced", Data: `{}`, Ignorable: true})
	if _, err := play.Open(t.Context(), m, "r"); !errors.Is(err, room.ErrDamaged) {
		t.Errorf("a log without a created event: got error %v", err)
	}
}

// A replica does not apply an event that it cannot fold. Then it refuses all commands and
// sweeps.
func TestNothingIsPlayedOnAWrongPosition(t *testing.T) {
	m, r := newMemoryLog(t)
	m.appendAsNewer(t, room.Unknown{Type: "danced", Data: `{}`})
	if r.Apply(m.entries[1]) {
		t.Error("the replica applied an event that it cannot fold")
	}
	state := r.State()
	for range 2 {
		if err := move(t, m, r, "ana"); !errors.Is(err, room.ErrTooNew) {
			t.Errorf("a move: got error %v", err)
		}
	}
	if err := (play.Executor{Log: m}).Sweep(t.Context(), "r"); !errors.Is(err, room.ErrTooNew) {
		t.Errorf("a sweep: got error %v", err)
	}
	if r.N() != 1 || r.State() != state || len(m.entries) != 2 {
		t.Errorf("the replica has %d entries and the log %d, want 1 and 2", r.N(), len(m.entries))
	}
}
