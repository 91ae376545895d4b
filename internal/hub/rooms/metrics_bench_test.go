package rooms

import (
	"log/slog"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/hub/lifecycle"
	"github.com/quatre/quatre/internal/hub/telemetry"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storetest"
)

// BenchmarkMetricsOfAMove measures what the metrics add to a move: to its command, and to
// its broadcast to the opponent.
func BenchmarkMetricsOfAMove(b *testing.B) {
	reg := prometheus.NewRegistry()
	record := telemetry.New(slog.New(slog.DiscardHandler), reg)
	tasks := lifecycle.New()
	defer tasks.Stop()
	rs := New(Config{Store: storetest.Open(b), Holder: "hub", Tasks: tasks, Record: record, Registry: reg, Now: time.Now})
	r := newRoom(rs, "room")
	opponent := &visitor{Visit: Visit{Player: "bob"}, socket: newPipe("bob")}
	digest := ""
	for n, ev := range []room.Event{room.Created{Variant: "connect4:7x6:4", First: 1, Players: [2]room.Player{{ID: "ana"}}}, room.Joined{Seat: 2, ID: "bob"}} {
		e, err := room.Seal(digest, uint64(n+1), time.Now(), "ana", "", ev)
		if err != nil || !r.replica.Apply(e) {
			b.Fatal(err)
		}
		digest = e.Digest
	}
	c := room.Command{ID: "1", By: "ana", Do: room.Move{Move: "4"}}
	e, err := room.Seal(digest, 3, time.Now(), c.By, c.ID, room.Moved{Seat: 1, Move: "4"})
	if err != nil {
		b.Fatal(err)
	}
	entries := []room.Entry{e}
	b.ReportAllocs()
	for b.Loop() {
		rs.metrics.played(c.Do, r.receive(c), nil)
		r.moveSent(opponent, entries)
	}
}
