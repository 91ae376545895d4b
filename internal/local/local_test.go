package local

import (
	"encoding/json"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/notation"
	"github.com/quatre/quatre/internal/room"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// client is the person at the keyboard.
type client struct {
	t      *testing.T
	room   *Room
	frames <-chan []byte
	state  room.State // fold of the entries received
	last   frame
}

// frame has those fields of the frames in docs/api/asyncapi.yaml that the tests use.
type frame struct {
	T       string            `json:"t"`
	ID      string            `json:"id"`
	Code    string            `json:"code"`
	Entries []json.RawMessage `json:"entries"`
}

func open(t *testing.T, settings wire.NewRoom) *client {
	t.Helper()
	r, err := New(NewEngine(), settings)
	if err != nil {
		t.Fatal(err)
	}
	c := &client{t: t, room: r, frames: r.Start()}
	t.Cleanup(func() {
		go func() {
			for range c.frames {
			}
		}()
		r.Close()
	})
	c.until(func() bool { return c.state.Phase == room.PhasePlaying })
	return c
}

// until receives frames until ok returns true.
func (c *client) until(ok func() bool) {
	c.t.Helper()
	for !ok() {
		raw, open := <-c.frames
		if !open {
			c.t.Fatal("the room has ended")
		}
		if err := json.Unmarshal(raw, &c.last); err != nil {
			c.t.Fatal(err)
		}
		if c.last.T != "entries" {
			continue
		}
		for _, raw := range c.last.Entries {
			e, err := room.DecodeEntry(raw)
			if err != nil {
				c.t.Fatal(err)
			}
			if err := c.state.ApplyPublic(e); err != nil {
				c.t.Fatal(err)
			}
		}
	}
}

// send sends a command and returns the code of its refusal.
func (c *client) send(id, fields string) string {
	c.t.Helper()
	c.room.Send(fmt.Appendf(nil, `{"id":%q,"n":%d,%s}`, id, c.state.N, fields))
	c.last = frame{}
	c.until(func() bool { return c.last.ID == id && (c.last.T == "ok" || c.last.T == "refused") })
	return c.last.Code
}

func (c *client) move(move string) string {
	c.t.Helper()
	return c.send(fmt.Sprint("move-", c.state.N), fmt.Sprintf(`"t":"move","move":%q`, move))
}

// A game between two people at one keyboard, with a refusal, a takeback and another game.
func TestDuo(t *testing.T) {
	c := open(t, wire.NewRoom{Variant: "connect4:7x6:4", Opponent: "self"})
	if code := c.move("9"); code == "" {
		t.Errorf("column 9: code %q", code)
	}
	c.move("4")
	c.send("back", `"t":"offer","offer":"takeback"`)
	if len(c.state.Moves) != 0 {
		t.Errorf("moves %v after a takeback", c.state.Moves)
	}
	for _, m := range []string{"4", "5", "4", "5", "4", "5", "4"} {
		if code := c.move(m); code != "" {
			t.Fatalf("move %s: %s", m, code)
		}
	}
	if c.state.End == nil || c.state.End.Winner != 1 || len(c.state.End.Cells) != 4 {
		t.Fatalf("end %+v", c.state.End)
	}
	c.send("again", `"t":"rematch"`)
	if c.state.Number != 2 || c.state.First != 2 || c.state.Score != [2]int{1, 0} {
		t.Errorf("game %d, first %d, score %v", c.state.Number, c.state.First, c.state.Score)
	}
}

// A room may begin at a position, as at a hub.
func TestPosition(t *testing.T) {
	c := open(t, wire.NewRoom{Variant: "tictactoe", Opponent: "self", Position: "b2a1", From: "abc/1"})
	if c.state.Given != 2 || c.state.From != "abc/1" || c.state.Turn() != 1 {
		t.Fatalf("the room begins with %+v", c.state)
	}
	for _, m := range []string{"c1", "a3", "a2", "b1", "c2"} {
		if code := c.move(m); code != "" {
			t.Fatalf("move %s: %s", m, code)
		}
	}
	if games := c.room.Games(); len(games) != 1 || games[0].Given != 2 || len(games[0].Moves) != 7 {
		t.Errorf("the games are %+v", games)
	}
}

// The AI replies in every game, and a saved game can be read and replayed.
func TestSoloIsSavedAndReplayed(t *testing.T) {
	for _, variant := range []string{"connect4:4x4:3", "tictactoe", "force3:placed"} {
		c := open(t, wire.NewRoom{Variant: variant, Opponent: "ai:easy", Name: "Ana"})
		for c.state.Phase == room.PhasePlaying {
			c.until(func() bool { return c.state.Turn() == 1 || c.state.End != nil })
			if c.state.End == nil {
				moves := c.state.Position.Moves(nil)
				c.move(c.state.Position.FormatMove(moves[len(c.state.Moves)%len(moves)]))
			}
			if len(c.state.Moves) > 40 {
				c.send("resign", `"t":"resign"`)
			}
		}
		played := c.room.Games()
		if len(played) != 1 {
			t.Fatalf("%s: %d games", variant, len(played))
		}
		games, _, err := notation.Read([]byte(file(&played[0])), time.Now())
		if err != nil || len(games) != 1 {
			t.Fatalf("%s: %v", variant, err)
		}
		again, err := Replay(games[0])
		if err != nil {
			t.Fatalf("%s: %v", variant, err)
		}
		replayed := &client{t: t, room: again, frames: again.Start()}
		replayed.until(func() bool { return replayed.state.End != nil })
		if got, want := fmt.Sprint(replayed.state.Moves, replayed.state.Players), fmt.Sprint(c.state.Moves, c.state.Players); got != want {
			t.Errorf("%s: replayed %s, played %s", variant, got, want)
		}
		again.Close()
	}
}

// Two AIs play to the end, and play another game when the person at the keyboard asks for it.
func TestWatch(t *testing.T) {
	c := open(t, wire.NewRoom{Variant: "tictactoe", Opponent: "watch", Levels: [2]string{"very-easy", "perfect"}})
	c.until(func() bool { return c.state.End != nil })
	c.send("again", `"t":"rematch"`)
	c.until(func() bool { return c.state.Number == 2 && c.state.End != nil })
}

// A seat with advice turned on gets advice. A move ends the search for advice.
func TestAdvice(t *testing.T) {
	c := open(t, wire.NewRoom{Variant: "tictactoe", Opponent: "self", Advice: "1"})
	c.until(func() bool { return c.state.Advised != "" })
	c.move("b2")
	c.move("a1")
	c.until(func() bool { return c.state.Advised != "" })
	if c.state.Turn() != 1 {
		t.Errorf("advice for seat %d", c.state.Turn())
	}
}

func TestClockRunsOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, wire.NewRoom{Variant: "tictactoe", Opponent: "self", Clock: &room.Clock{Move: 5000}})
		c.move("b2")
		c.move("a1")
		start := time.Now()
		c.until(func() bool { return c.state.End != nil })
		if took := time.Since(start); c.state.End.Reason != room.ReasonTime || took < 5*time.Second || took > 15*time.Second {
			t.Errorf("%+v after %v", c.state.End, took)
		}
	})
}

func TestBadSettings(t *testing.T) {
	for _, s := range []wire.NewRoom{
		{Variant: "chess", Opponent: "self"},
		{Variant: "tictactoe", Opponent: "ai:hard"},
		{Variant: "tictactoe", Opponent: "ai:easy", Advice: "2"},
		{Variant: "tictactoe", Opponent: "self", Name: "a name that is far too long for a nickname"},
		{Variant: "tictactoe", Opponent: "self", Clock: &room.Clock{Move: 10}},
		{Variant: "tictactoe", Opponent: "self", Pace: 1000},
		{Variant: "tictactoe", Opponent: "self", Starter: "nobody"},
	} {
		if _, err := New(NewEngine(), s); err == nil {
			t.Errorf("%+v is accepted", s)
		}
	}
}

// The answer is like a hub's: it has every move, the best one first, with certain values.
func TestAnalyse(t *testing.T) {
	var answers []string
	err := NewEngine().Analyse(t.Context(), "tictactoe", "", "b2 a2", func(answer []byte) { answers = append(answers, string(answer)) })
	if err != nil || len(answers) == 0 {
		t.Fatalf("%d answers, %v", len(answers), err)
	}
	var last struct {
		Done  bool
		Turn  string
		Value struct{ Low, High struct{ Result string } }
		Moves []struct{ Move string }
	}
	if err := json.Unmarshal([]byte(answers[len(answers)-1]), &last); err != nil {
		t.Fatal(err)
	}
	if !last.Done || last.Turn != "first" || len(last.Moves) != 7 || last.Value.Low.Result != "win" {
		t.Errorf("%+v", last) // after the first move in the centre, a reply beside the centre loses
	}
	if err := NewEngine().Analyse(t.Context(), "tictactoe", "", "z9", nil); err == nil {
		t.Error("no refusal of z9")
	}
}
