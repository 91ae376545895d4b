package aiworker

import (
	"encoding/json"
	"testing"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// TestRecordsThoughts checks that each move of the AI has a thought. The played move must be the
// first of the expected line, and among the compared moves.
func TestRecordsThoughts(t *testing.T) {
	store := storetest.Open(t)
	work(t, store, "worker")
	for _, variant := range []string{"tictactoe", "connect4:4x4:4", "force3"} {
		g := newRoom(t, store, room.ID("think-"+variant[:5]))
		g.play(room.Create{Variant: variant, Levels: [2]string{1: "difficult"}, First: 2})
		for range 2 {
			moves := g.await()
			if len(moves) == 0 {
				break
			}
			g.play(room.Move{Move: moves[0]})
		}
		g.await()
		entries, err := store.Read(t.Context(), g.replica.ID(), 0, storage.All)
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		for _, e := range entries {
			moved, ok := e.Event.(room.Moved)
			if !ok || moved.Seat != 2 {
				continue
			}
			count++
			checkThought(t, moved)
		}
		if count < 2 {
			t.Errorf("%s: the AI made %d moves", variant, count)
		}
	}
}

func checkThought(t *testing.T, moved room.Moved) {
	t.Helper()
	data, _ := json.Marshal(moved.Thought)
	if moved.Thought == nil || moved.Thought.Nodes == 0 || len(moved.Thought.Line) == 0 || moved.Thought.Line[0] != moved.Move {
		t.Fatalf("%s: %s", moved.Move, data)
	}
	for _, j := range moved.Thought.Moves {
		if j.Move == moved.Move {
			return
		}
	}
	t.Errorf("%s is not among the compared moves: %s", moved.Move, data)
}
