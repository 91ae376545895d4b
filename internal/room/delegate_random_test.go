package room_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
)

// TestRandomDelegations plays random games in which players let the AI play and take their turns
// back. A state never changes once the next one exists, a snapshot restores it, an owed reply is
// queued or soon due, and the record says which moves the AI made for a person.
func TestRandomDelegations(t *testing.T) {
	games := 100
	if testing.Short() {
		games = 30
	}
	for number := range games {
		g := &delegatedGame{t: t, rand: rand.New(rand.NewPCG(uint64(number), 16)), now: start, state: &room.State{}}
		g.open()
		for g.state.Phase == room.PhasePlaying && g.state.N < 150 {
			g.step()
		}
		for i, s := range g.states {
			if got := string(s.Snapshot()); got != g.snapshots[i] {
				t.Fatalf("game %d: state %d has changed:\n%s\n%s", number, i, got, g.snapshots[i])
			}
		}
		if t.Failed() {
			t.Fatalf("game %d", number)
		}
	}
}

type delegatedGame struct {
	t         *testing.T
	rand      *rand.Rand
	now       time.Time
	state     *room.State
	states    []*room.State // all so far
	snapshots []string      // of states, from when they were new
	players   []string      // by move: the level of the AI that made it for a person, or empty
	queued    bool          // the AI's turn is in the queue, or with a worker
}

func (g *delegatedGame) open() {
	do := room.Create{Variant: "connect4:7x6:4", First: 1, Advice: [2]bool{g.rand.IntN(3) == 0, false}}
	switch g.rand.IntN(3) {
	case 0:
		do.Self = true
	case 1:
		do.Levels[1] = "easy"
	}
	if g.rand.IntN(3) == 0 {
		do.Clock = &room.Clock{Base: 3_600_000}
	}
	g.must("ana", do)
	if g.state.Phase == room.PhaseWaiting {
		g.must("bob", room.Sit{})
	}
}

// step lets somebody try a random command.
func (g *delegatedGame) step() {
	by := []room.PlayerID{"ana", "bob", room.Machine}[g.rand.IntN(3)]
	seat := room.Seat(g.rand.IntN(2) + 1)
	level := []string{"easy", "strong", "custom:open3=5,depth=2", ""}[g.rand.IntN(4)]
	moves := g.state.Position.Moves(nil)
	move := g.state.Position.FormatMove(moves[g.rand.IntN(len(moves))])
	do := []room.Action{
		room.Move{Move: move},
		room.Move{Move: move},
		room.Move{Move: move},
		room.Delegate{Seat: seat, Level: level},
		room.Propose{What: room.OfferTakeback},
		room.Accept{What: room.OfferTakeback},
		room.Emote{Emote: "hello"},
	}[g.rand.IntN(7)]
	if reply, owed := g.state.ReplyOwed(); by == room.Machine && owed && reply.Advice {
		do = room.Advise{Move: move}
	}
	if _, owed := g.state.ReplyOwed(); !owed {
		g.queued = false // a worker may find that the turn is over
	}
	_ = g.try(by, do)
}

func (g *delegatedGame) must(by room.PlayerID, do room.Action) {
	g.t.Helper()
	if err := g.try(by, do); err != nil {
		g.t.Fatal(err)
	}
}

// try sends a command. If it is carried out, try checks the new state.
func (g *delegatedGame) try(by room.PlayerID, do room.Action) error {
	g.now = g.now.Add(time.Duration(g.rand.IntN(1500)) * time.Millisecond)
	before := g.state
	c := room.Command{ID: strconv.Itoa(len(g.states)), By: by, Seen: before.N, Do: do}
	step, err := before.Next("abc", c, g.now, time.Hour)
	if err != nil {
		return err
	}
	g.state = step.State
	g.states, g.snapshots = append(g.states, g.state), append(g.snapshots, string(g.state.Snapshot()))
	if restored, err := room.RestoreState(g.state.Snapshot()); err != nil || string(restored.Snapshot()) != string(g.state.Snapshot()) {
		g.t.Errorf("a snapshot restores another state, %v", err)
	}
	g.checkReply(before, step.Effects)
	g.note(before, step)
	return nil
}

// checkReply checks that the reply of the AI is queued, or due soon.
func (g *delegatedGame) checkReply(before *room.State, fx room.Effects) {
	g.queued = fx.Job || g.queued && g.state.TurnN == before.TurnN
	reply, owed := g.state.ReplyOwed()
	if owed && !g.queued && fx.Due.After(g.now.Add(reply.Level.Budget+room.AIGrace)) {
		g.t.Errorf("entry %d: the reply is not queued and due at %v, now is %v", g.state.N, fx.Due, g.now)
	}
}

// note keeps who made the moves, and compares it with the record at the end of the game.
func (g *delegatedGame) note(before *room.State, step room.Step) {
	g.players = g.players[:min(len(g.players), len(g.state.Moves))]
	if moved, ok := step.Entry.Event.(room.Moved); ok {
		g.players = append(g.players, before.Delegated[moved.Seat-1])
	}
	if step.Effects.Record == nil {
		return
	}
	got := make([]string, len(g.players))
	for _, d := range step.Effects.Record.Delegations {
		if !d.Possible(len(g.players)) {
			g.t.Errorf("delegation %+v of %d moves", d, len(g.players))
		}
		for i := d.From; i < d.To; i++ {
			if room.MoverAt(g.state.First, i) == d.Seat {
				got[i] += d.Level // of one delegation, if they do not overlap
			}
		}
	}
	if !slices.Equal(got, g.players) {
		g.t.Errorf("the record says that the AI made %q, it made %q", got, g.players)
	}
}
