package trace

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	otlp "go.opentelemetry.io/proto/otlp/trace/v1"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
)

// slowLog is a log whose appends take a second.
type slowLog struct{ acceptingLog }

func (s *slowLog) Append(ctx context.Context, id room.ID, e room.Entry, fx room.Effects) error {
	time.Sleep(time.Second)
	return s.acceptingLog.Append(ctx, id, e, fx)
}

// Spans must have the right kind, times, status and remote-parent flag, although they are
// created only when they have ended.
func TestSpanFields(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var sent []*otlp.Span
		tracer, _ := newTestTracer(t, func(r *http.Request) (*http.Response, error) {
			sent = append(sent, spansIn(t, r)...)
			return accept(r)
		})
		log, begin := tracer.Log(&slowLog{}), time.Now() // comments below give seconds since begin
		f := tracer.Frame()                              // 0
		time.Sleep(time.Second)
		if err := log.Append(f.Context(t.Context()), "room", newEntry(2, "ann", "c"), room.Effects{}); err != nil { // 1 to 2
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		f.End(Command{Kind: "move", Room: "room", Player: "ann", N: 2}) // 3
		start := tracer.Now()
		time.Sleep(time.Second)
		tracer.Broadcast("room", newEntry(2, "ann", "c"), start, 1) // 4
		u := tracer.Turn("room")
		time.Sleep(time.Second)
		u.Found(play.NewReplica("room"), 2, "easy") // 5
		start = tracer.Now()
		time.Sleep(time.Second)
		u.Searched(start, 3, 100) // 6
		time.Sleep(time.Second)
		u.End("late") // 7
		tracer.Close()

		var got []string
		for _, s := range sent {
			at := func(ns uint64) float64 { return time.Unix(0, int64(ns)).Sub(begin).Seconds() }
			remote := s.GetFlags()&uint32(otlp.SpanFlags_SPAN_FLAGS_CONTEXT_IS_REMOTE_MASK) != 0
			got = append(got, fmt.Sprint(s.GetName(), " ", s.GetKind(), " ", at(s.GetStartTimeUnixNano()), " ", at(s.GetEndTimeUnixNano()), " ", remote, " ", s.GetStatus().GetMessage()))
		}
		want := []string{
			"move SPAN_KIND_SERVER 0 3 false ", "append SPAN_KIND_CLIENT 1 2 false ", "broadcast SPAN_KIND_INTERNAL 3 4 true ",
			"turn SPAN_KIND_CONSUMER 4 7 false late", "take SPAN_KIND_INTERNAL 4 5 false ", "search SPAN_KIND_INTERNAL 5 6 false ",
		}
		if !slices.Equal(got, want) {
			t.Errorf("sent %q,\nwant %q", got, want)
		}
	})
}
