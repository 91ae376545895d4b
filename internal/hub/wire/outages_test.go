package wire

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// asyncapi.yaml has an example of a log with credited outages. Folding it gives the clocks
// below. The tests of the page and of cmd/play expect the same clocks.
func TestDocumentedOutages(t *testing.T) {
	var example struct {
		Entries []struct {
			At   int64           `json:"at"`
			By   room.PlayerID   `json:"by"`
			Cmd  string          `json:"cmd"`
			Type string          `json:"type"`
			Data json.RawMessage `json:"data"`
		} `json:"entries"`
	}
	for _, raw := range examples(t)["entries"] {
		if bytes.Contains(raw, []byte(`"credited"`)) {
			if err := json.Unmarshal(raw, &example); err != nil {
				t.Fatal(err)
			}
		}
	}
	var s room.State
	var outages []room.TurnCredit
	for _, e := range example.Entries {
		raw := mustMarshal(map[string]any{"n": s.N + 1, "at": e.At, "type": e.Type, "data": e.Data})
		decoded, err := room.DecodeEntry(append(raw[:len(raw)-1], `,"digest":"0123456789abcdef"}`...))
		if err != nil {
			t.Fatal(err)
		}
		sealed, err := room.Seal(s.Digest, s.N+1, decoded.At, e.By, e.Cmd, decoded.Event)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Apply(sealed); err != nil {
			t.Fatal(err)
		}
		if len(s.Credits) > len(outages) {
			outages = s.Credits
		}
	}
	want := [2]room.Timer{
		{Left: 50 * time.Second, Quota: 2 * time.Second, Used: 11 * time.Second},
		{Left: 56 * time.Second, Quota: room.FirstLagQuota, Used: 5 * time.Second},
	}
	if s.N != 10 || s.Timers != want || s.TurnAt.UnixMilli() != 1763700175000 || len(outages) != 3 || len(s.Credits) != 0 {
		t.Errorf("entry %d: %+v, the turn began at %v; credited %v, %v", s.N, s.Timers, s.TurnAt, outages, s.Credits)
	}
}
