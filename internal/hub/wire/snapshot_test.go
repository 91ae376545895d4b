package wire

import (
	"encoding/json"
	"testing"

	"github.com/quatre/quatre/internal/room"
)

// Folding the first 11 entries of the documented game on a clock gives the documented
// snapshot. Tests of the page use the same two examples.
func TestDocumentedSnapshot(t *testing.T) {
	var log struct {
		Entries []json.RawMessage `json:"entries"`
	}
	var welcome json.RawMessage
	for name, all := range examples(t) {
		for _, raw := range all {
			switch {
			case name == "entries" && len(log.Entries) == 0 && json.Unmarshal(raw, &log) == nil && !onClock(log.Entries):
				log.Entries = nil
			case name == "welcome":
				var w Welcome
				if json.Unmarshal(raw, &w) == nil && w.Snapshot != nil {
					welcome = raw
				}
			}
		}
	}
	var want Welcome
	if err := json.Unmarshal(welcome, &want); err != nil {
		t.Fatalf("docs/api/asyncapi.yaml has no example of a welcome with a snapshot: %v", err)
	}
	got := NewSnapshot(foldDocumented(t, log.Entries[:11]))
	got.Digest = want.Snapshot.Digest
	want.Snapshot = got
	same(t, EncodeWelcome(want), welcome)
}

// onClock reports whether a log is that of the documented game with a clock and advice.
func onClock(entries []json.RawMessage) bool {
	var created struct {
		Data room.Created `json:"data"`
	}
	return json.Unmarshal(entries[0], &created) == nil && created.Data.Clock != nil && created.Data.Advice[1]
}

// foldDocumented folds the entries of an example in docs/api/asyncapi.yaml. It computes their digests,
// which are empty there.
func foldDocumented(t *testing.T, entries []json.RawMessage) *room.State {
	t.Helper()
	s := &room.State{}
	for _, raw := range entries {
		var e struct {
			By  room.PlayerID `json:"by"`
			Cmd string        `json:"cmd"`
		}
		var fields map[string]any
		if err := json.Unmarshal(raw, &e); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(raw, &fields); err != nil {
			t.Fatal(err)
		}
		delete(fields, "digest")
		body := mustMarshal(fields)
		decoded, err := room.DecodeEntry(append(body[:len(body)-1], `,"digest":"0123456789abcdef"}`...))
		if err != nil {
			t.Fatal(err)
		}
		sealed, err := room.Seal(s.Digest, s.N+1, decoded.At, e.By, e.Cmd, decoded.Event)
		if err == nil {
			err = s.Apply(sealed)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}
