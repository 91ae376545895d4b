package room_test

import (
	"testing"

	"github.com/quatre/quatre/internal/room"
)

// BenchmarkDecodeEntry decodes what a hub decodes most often: moves that another process has stored.
func BenchmarkDecodeEntry(b *testing.B) {
	thought := &room.Thought{Depth: 1, Nodes: 7, Moves: []room.Judged{{Move: "4", Points: 12}, {Move: "3"}, {Move: "5"}}, Line: []string{"4"}}
	for name, ev := range map[string]room.Event{
		"move":   room.Moved{Seat: 1, Move: "4", MS: 1234, Lag: 56},
		"ai":     room.Moved{Seat: 2, Move: "4", MS: 7, Thought: thought},
		"emoted": room.Emoted{Seat: 1, Emote: "hello"},
	} {
		e, err := room.Seal("0123456789abcdef", 17, start, "AAAAAAAAAAAAAAAAAAAAAA", "0123456789abcdef0123456789abcdef", ev)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := room.DecodeEntry(e.Raw()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
