package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// The maximum number of frames in a fuzz input, and the maximum length of a frame in bytes.
const (
	fuzzFrames     = 200
	fuzzFrameBytes = 4096
)

// FuzzRoomOfFrames sends frames to a room. Each line of the input is a frame; its first byte
// picks the sender. Each frame must be refused with a code, or lead to an event that the room
// folds. A player without a seat must change nothing except by taking a seat. Nobody may move
// after the end of a game.
func FuzzRoomOfFrames(f *testing.F) {
	all := examples(f)
	var every []byte
	for _, name := range append(slices.Sorted(maps.Keys(commands)), "ping") {
		for i, frame := range all[name] {
			line := append([]byte{byte('0' + i)}, frame...)
			f.Add(byte(len(every)), line)
			every = append(append(every, line...), '\n')
		}
	}
	f.Add(byte(0), every)
	f.Add(byte(1), []byte("0{\"t\":\"move\",\"n\":99,\"move\":\"4\"}\n1{\"t\":\"sit\",\"n\":99}\n1{\"t\":\"move\",\"n\":99,\"move\":\"4\"}\n"+
		"0{\"t\":\"offer\",\"n\":99,\"offer\":\"draw\"}\n1{\"t\":\"accept\",\"n\":99,\"offer\":\"draw\"}\n0{\"t\":\"rematch\",\"n\":99}\n1{\"t\":\"rematch\",\"n\":99}"))
	f.Fuzz(func(t *testing.T, variant byte, input []byte) {
		r := newFuzzRoom(t, []string{"connect4:7x6:4", "tictactoe", "force3", "connect4:4x4:3", "force3:report"}[variant%5])
		for line := range bytes.Lines(input[:min(len(input), fuzzFrames*fuzzFrameBytes)]) {
			if line = bytes.TrimSuffix(line, []byte("\n")); len(line) > 0 && len(line) <= fuzzFrameBytes {
				r.frame([]room.PlayerID{"ana", "bob", "eve"}[line[0]%3], line[1:])
			}
		}
	})
}

// fuzzRoom is a room without a store.
type fuzzRoom struct {
	t     *testing.T
	state room.State
	now   time.Time
}

func newFuzzRoom(t *testing.T, variant string) *fuzzRoom {
	r := &fuzzRoom{t: t, now: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)}
	r.play("ana", room.Command{ID: "c0", By: "ana", Do: room.Create{Variant: variant, First: 1}})
	if r.state.N != 1 {
		t.Fatal("no room")
	}
	return r
}

func (r *fuzzRoom) frame(by room.PlayerID, frame []byte) {
	r.now = r.now.Add(time.Second)
	m, err := Decode(frame)
	switch {
	case err != nil || m.Type == "ping":
		if m.Action != nil {
			r.t.Fatalf("%q: action %v with error %v", frame, m.Action, err)
		}
		return
	case m.Action == nil:
		r.t.Fatalf("Decode accepts %q, which is neither a command nor a ping", frame)
	}
	r.play(by, room.Command{ID: m.ID, By: by, Seen: m.Seen, Do: m.Action})
}

func (r *fuzzRoom) play(by room.PlayerID, c room.Command) {
	before := r.state.Phase
	seated := r.state.SeatOf(by).Valid()
	ev, err := room.Decide(&r.state, c, r.now)
	if err != nil {
		var refusal *room.Refusal
		if !errors.As(err, &refusal) || refusal.Code == "" || refusal.Text == "" {
			r.t.Fatalf("%+v: the error is not a refusal: %v", c, err)
		}
		return
	}
	e, err := room.Seal(r.state.Digest, r.state.N+1, r.now, by, c.ID, ev)
	if err != nil {
		r.t.Fatal(err)
	}
	if err := r.state.Apply(e); err != nil {
		r.t.Fatalf("the room does not fold the decided entry %s: %v", e.Raw(), err)
	}
	if !json.Valid(EncodeEntries([]room.Entry{e})) {
		r.t.Fatalf("the frame is not valid JSON: %q", e.Raw())
	}
	switch ev.(type) {
	case room.Created, room.Joined:
	case room.Moved:
		if before != room.PhasePlaying || !seated {
			r.t.Fatalf("%s by %q in the phase %s", e.Raw(), by, before)
		}
	default:
		if !seated && ev.Kind() != "seatmoved" {
			r.t.Fatalf("%s by a player without a seat", e.Raw())
		}
	}
}
