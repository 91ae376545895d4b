package hub

import (
	"fmt"
	"log/slog"
	"slices"
	"testing"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/storetest"
	"github.com/quatre/quatre/internal/trace"
	"github.com/quatre/quatre/internal/trace/tracetest"
)

// A hub sends a span for a room's creation, for each command and the broadcast of its entry,
// and for each refusal, with its code. It sends no spans for the old entries that a new socket
// gets, and no text that a client has chosen.
func TestSpansOfARoom(t *testing.T) {
	collector := tracetest.New(t)
	tracer, err := trace.New(trace.Config{Endpoint: collector.URL, Ratio: 1, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, "hub1", storetest.Open(t), builtPage, func(cfg *Config) { cfg.Trace = tracer })
	id := s.create("ann") // entry 1
	ann := s.open("ann", id)
	ann.Must("name", hubtest.Object{"name": "Ann-in-person"}) // entry 2
	ann.Refused("not_started", "move", hubtest.Object{"move": "4"})
	bob := s.open("bob", id)
	bob.Must("sit", hubtest.Object{"name": "Bob"}) // entry 3
	ann.Follow(3)
	ann.Must("move", hubtest.Object{"move": "4"}) // entry 4
	for _, c := range []*hubtest.Client{ann, bob, s.open("cat", id)} {
		c.Drop() // otherwise s.stop waits until the client answers the close frame
	}
	s.stop()
	tracer.Close()

	var got []string
	for _, span := range collector.Spans() {
		if span.Attributes["quatre.room"] != string(id) {
			t.Errorf("a span without the room: %+v", span)
		}
		got = append(got, fmt.Sprint(span.Name, " ", span.Attributes["quatre.n"], " ", span.Failed))
		for name, value := range span.Attributes {
			if value == "Ann-in-person" || value == "4" {
				t.Errorf("the span %s has a text of a client: %s %v", span.Name, name, value)
			}
		}
	}
	slices.Sort(got)
	want := []string{
		"append 1 ", "append 2 ", "append 3 ", "append 4 ", "broadcast 2 ", "broadcast 3 ", "broadcast 4 ",
		"create 1 ", "move 2 not_started", "move 4 ", "name 2 ", "sit 3 ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("sent %q,\nwant %q", got, want)
	}
}
