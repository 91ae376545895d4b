package aiworker

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

const (
	floodRooms = 300                        // of AI against AI
	floodAsked = storage.MaxOriginQuestions // analyses
	replies    = 60                         // of an easy AI, in each phase

	// maxSlowdown is that of the median reply, on a machine that may become busy meanwhile. In one queue
	// with the flood, a reply would wait for hundreds of searches, each as long as some hundred replies.
	maxSlowdown = 20
)

// One address floods a worker with one slot: it opens rooms of AI against AI at the slowest
// level, or asks for analyses, each time as a new player. Easy replies to another address stay
// about as fast as without the flood. The tests of package chaos measure the slowest replies as well.
func TestFloodDoesNotDelayOthers(t *testing.T) {
	before := searchNiceness
	searchNiceness = 10 // as in production
	t.Cleanup(func() { searchNiceness = before })
	for name, flood := range map[string]func(*testing.T, storage.Store){"machine": floodMachine, "analyses": floodAnalyses} {
		t.Run(name, func(t *testing.T) {
			store := openRedis(t)
			workWithSlots(t, store, "worker", 1)
			idle := medianReply(t, store, "idle")
			flood(t, store)
			busy := medianReply(t, store, "busy")
			t.Logf("median reply: %v idle, %v during the flood", idle, busy)
			if busy > maxSlowdown*idle {
				t.Errorf("replies take %v during the flood, %v without", busy, idle)
			}
		})
	}
}

func floodMachine(t *testing.T, store storage.Store) {
	for i := range floodRooms {
		createFrom(t, store, room.ID(fmt.Sprint("flood", i)), "flooder", fmt.Sprint("p", i),
			room.Create{Variant: "connect4:15x15:5", Levels: [2]string{"perfect", "perfect"}, First: 1})
	}
}

func floodAnalyses(t *testing.T, store storage.Store) {
	moves := "123456789abcdef"
	for i := range floodAsked {
		study, err := analysis.NewStudy("connect4:15x15:5", "", string([]byte{moves[i%15], moves[i/15]}))
		if err != nil {
			t.Fatal(err)
		}
		by := storage.Asker{Origin: "flooder", Player: room.PlayerID(fmt.Sprint("p", i))}
		if _, err := store.Ask(t.Context(), study.Question, by); err != nil {
			t.Fatal(err)
		}
	}
}

// createFrom creates a room from an origin.
func createFrom(t *testing.T, store storage.Store, id room.ID, origin, player string, do room.Create) {
	t.Helper()
	_, err := play.Executor{Log: store}.Play(t.Context(), play.NewReplica(id), room.Command{
		ID: "create", By: room.PlayerID(player), Do: do, Origin: origin,
	})
	if err != nil {
		t.Fatal(err)
	}
}

// medianReply plays against an easy AI and returns the median time of its replies.
func medianReply(t *testing.T, store storage.Store, id room.ID) time.Duration {
	t.Helper()
	var took []time.Duration
	for k := 0; len(took) < replies; k++ {
		id := room.ID(fmt.Sprint(id, k))
		createFrom(t, store, id, "home", "ana", room.Create{Variant: "connect4:15x15:5", Levels: [2]string{1: "easy"}, First: 1})
		g := newRoom(t, store, id)
		for moves := g.await(); len(moves) > 0 && len(took) < replies; {
			g.play(room.Move{Move: moves[len(took)*7%len(moves)]})
			begin := time.Now()
			moves = g.await()
			took = append(took, time.Since(begin))
		}
	}
	slices.Sort(took)
	return took[len(took)/2]
}
