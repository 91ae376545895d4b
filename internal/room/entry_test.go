package room_test

import (
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

func TestEntries(t *testing.T) {
	e, err := room.Seal("", 1, start.Add(time.Microsecond), "ana", "c1", room.Named{Seat: 1, Name: "Zoé \"<&>"})
	if err != nil {
		t.Fatal(err)
	}
	got, err := room.DecodeEntry(e.Raw())
	if err != nil || got.Event != e.Event || got.N != 1 || !got.At.Equal(start) || got.By != "ana" || got.Cmd != "c1" || got.Digest != e.Digest {
		t.Errorf("%+v was decoded as %+v, error %v", e, got, err)
	}
	if !got.Follows("") || got.Follows(e.Digest) {
		t.Error("the decoded entry does not follow \"\", or follows itself")
	}
	for _, raw := range []string{
		"", "{}", "null", `{"n":1}`, string(e.Raw()[:len(e.Raw())-1]),
		`{"n":1,"at":1,"data":{},"digest":"0123456789abcdef"}`,
		`{"n":1,"at":1,"type":"danced","data":[],"digest":"0123456789abcdef"}`,
		`{"n":1,"at":1,"type":"danced","ignorable":true,"digest":"0123456789abcdef"}`,
		`{"n":1,"at":1,"type":"moved","data":[],"digest":"0123456789abcdef"}`,

		// What encoding/json would repair, or read only in part.
		`{"n":1,"n":2,"at":1,"type":"moved","data":{"seat":1,"move":"4"},"digest":"0123456789abcdef"}`,
		`{"n":1,"at":1,"type":"moved","data":{"seat":1,"move":"4","ms":1,"seat":2},"digest":"0123456789abcdef"}`,
		`{"n":1,"at":1,"type":"moved","data":{"seat":1,"move":"4","ms":1,"Move":"5"},"digest":"0123456789abcdef"}`,
		`{"n":1,"at":1,"type":"moved","data":{"seat":1,"move":"4\ud83d","ms":1},"digest":"0123456789abcdef"}`,
		"{\"n\":1,\"at\":1,\"type\":\"named\",\"data\":{\"seat\":1,\"name\":\"Zo\xe9\"},\"digest\":\"0123456789abcdef\"}",
		"{\"n\":1,\"at\":1,\"by\":\"a\xff\",\"type\":\"named\",\"data\":{\"seat\":1,\"name\":\"Zo\"},\"digest\":\"0123456789abcdef\"}",
		`{"n":1,"at":1,"type":"danced","data":{"steps":[{"a":1,"a":2}]},"digest":"0123456789abcdef"}`,
	} {
		if _, err := room.DecodeEntry([]byte(raw)); err == nil {
			t.Errorf("DecodeEntry accepted %q", raw)
		}
	}
}

func FuzzDecodeEntry(f *testing.F) {
	for _, ev := range []room.Event{
		room.Created{Variant: "connect4:7x6:4", First: 1},
		room.Joined{Seat: 2, ID: "bob"},
		room.Named{Seat: 1, Name: "Zoé"},
		room.Moved{Seat: 1, Move: "4", End: &room.Ending{Winner: 1, Reason: room.ReasonLine, Cells: []int{3, 10, 17, 24}}},
		room.Resigned{Seat: 1, End: &room.Ending{Winner: 2, Reason: room.ReasonResigned}},
		room.Rematch{Seat: 1, Game: 2},
		room.Closed{Reason: room.ReasonUnjoined},
	} {
		e, err := room.Seal("", 1, start, "ana", "c1", ev)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(e.Raw())
	}
	for _, newer := range []room.Unknown{
		{Type: "danced", Data: `{"seat":1,"steps":["<&>",2]}`},
		{Type: "danced", Data: `{}`, Ignorable: true},
	} {
		e, err := room.Seal("", 1, start, "ana", "c1", newer)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(e.Raw())
	}
	f.Add([]byte(`{"n":1,"type":"joined","data":{"seat":9},"digest":"0123456789abcdef"}`))
	f.Add([]byte(`{"n":1,"type":"moved","data":{"thought":{"nodes":1},"seat":1},"digest":"0123456789abcdef"}`))
	f.Add([]byte(`{"n":1,"type":"moved","data":{"seat":1,"Thought":{"nodes":1}},"digest":"0123456789abcdef"}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		e, err := room.DecodeEntry(raw)
		if err != nil {
			return
		}
		e.Public()
		// Apply refuses the entry of a damaged log.
		var s room.State
		if err := s.Apply(e); err == nil && !e.Follows("") {
			t.Errorf("Apply accepted %s", raw)
		}
		sealed, err := room.Seal("", e.N, e.At, e.By, e.Cmd, e.Event)
		if err != nil {
			t.Fatal(err)
		}
		_ = (&room.State{}).Apply(sealed)
		again, err := room.DecodeEntry(sealed.Raw())
		if err != nil || again.Event.Kind() != e.Event.Kind() || !again.Follows("") {
			t.Errorf("%s was decoded as %+v, error %v", sealed.Raw(), again, err)
		}
	})
}
