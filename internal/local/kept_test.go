package local

import (
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// kept is a room that is kept, as the page keeps it.
type kept struct {
	log   string
	games []*room.Record
}

func (k *kept) open(t *testing.T, after uint64, digest string) *client {
	t.Helper()
	r, err := Open(NewEngine(), "device-1", []byte(k.log), after, digest, Keeper{
		Entry: func(raw []byte) { k.log += string(raw) + "\n" },
		Game:  func(game *room.Record) { k.games = append(k.games, game) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return &client{t: t, room: r, frames: r.Start()}
}

func create(t *testing.T, request wire.NewRoom) *kept {
	t.Helper()
	log, err := Create("device-1", request)
	if err != nil {
		t.Fatal(err)
	}
	return &kept{log: string(log)}
}

// leave closes the room, as a page that is closed.
func (c *client) leave() {
	go c.room.Close()
	for range c.frames {
	}
}

// A room goes on where it was left: the AI's turn is searched again, the end is told once, and a
// rematch follows.
func TestKeptRoom(t *testing.T) {
	k := create(t, wire.NewRoom{Variant: "tictactoe", Opponent: "ai:perfect", Name: "Ana"})
	c := k.open(t, 0, "")
	c.until(func() bool { return c.state.Phase == room.PhasePlaying })
	c.leave() // before the first move
	c = k.open(t, 0, "")
	c.until(func() bool { return c.state.Phase == room.PhasePlaying })
	c.move("a1")
	c.leave() // perhaps before the reply, and perhaps after it
	k.log = strings.Join(strings.SplitAfter(k.log, "\n")[:2], "")
	c = k.open(t, 0, "")
	c.until(func() bool { return len(c.state.Moves) == 2 })
	c.send("2", `"t":"resign"`)
	c.leave()
	if len(k.games) != 0 {
		t.Error("a resigned game of two moves was kept")
	}
	c = k.open(t, 0, "")
	c.until(func() bool { return c.state.Phase == room.PhaseFinished })
	c.send("3", `"t":"rematch"`)
	c.until(func() bool { return c.state.Phase == room.PhasePlaying && c.state.Number == 2 })
	c.leave()
}

// A client that has read a part of the log gets the rest. One whose part is not in the log gets all
// of it.
func TestKeptRoomFromCursor(t *testing.T) {
	k := create(t, wire.NewRoom{Variant: "tictactoe", Opponent: "self"})
	c := k.open(t, 0, "")
	c.until(func() bool { return c.state.Phase == room.PhasePlaying })
	digest := c.state.Digest
	for _, move := range []string{"a1", "b1", "a2", "b2", "a3"} {
		c.move(move)
	}
	c.leave()
	if len(k.games) != 1 || k.games[0].End.Winner != 1 {
		t.Fatalf("kept %+v", k.games)
	}
	for _, cursor := range []struct {
		digest string
		first  string
	}{{digest, `"n":2,`}, {"0000000000000000", `"n":1,`}} {
		c := k.open(t, 1, cursor.digest)
		<-c.frames // welcome
		if entries := string(<-c.frames); !strings.HasPrefix(entries, `{"t":"entries","entries":[{`+cursor.first) {
			t.Errorf("after digest %s: %s", cursor.digest, entries)
		}
		c.leave()
	}
	if len(k.games) != 1 {
		t.Error("the end of the game was told again")
	}
}

// The clock does not run while no page has the room open.
func TestKeptRoomClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := create(t, wire.NewRoom{Variant: "tictactoe", Opponent: "self", Clock: &room.Clock{Base: 60_000}})
		c := k.open(t, 0, "")
		c.until(func() bool { return c.state.Phase == room.PhasePlaying })
		c.move("a1")
		c.move("b1")
		c.leave()
		time.Sleep(time.Hour)
		c = k.open(t, 0, "")
		c.until(func() bool { return len(c.state.Moves) == 2 })
		if code := c.move("c3"); code != "" || len(c.state.Moves) != 3 {
			t.Errorf("a move after an hour: %s, end %+v", code, c.state.End)
		}
		c.leave()
	})
}

func TestDamagedLog(t *testing.T) {
	k := create(t, wire.NewRoom{Variant: "tictactoe", Opponent: "self"})
	for _, log := range []string{"", "x\n", k.log + k.log, strings.Replace(k.log, "tictactoe", "connect4:7x6:4", 1)} {
		if _, err := Open(NewEngine(), "device-1", []byte(log), 0, "", Keeper{}); err == nil {
			t.Errorf("no error for the log %q", log)
		}
	}
	if _, err := Open(NewEngine(), "device-1", []byte(strings.Replace(k.log, `"n":1,`, `"n":1,"N":1,`, 1)), 0, "", Keeper{}); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("a log with a key twice: %v", err)
	}
	if _, err := Create("device-1", wire.NewRoom{Variant: "chess", Opponent: "self"}); err == nil {
		t.Error("no error for a game that does not exist")
	}
	if _, err := Create("device-1", wire.NewRoom{Variant: "tictactoe"}); err == nil {
		t.Error("no error for a room without an opponent")
	}
}

// A message or a frame that a decoder would have to repair is refused, and says whose answer it is.
func TestLossyMessages(t *testing.T) {
	answers := make(chan ToPage, 16)
	server := NewServer(func(m ToPage) { answers <- m })
	defer server.Close()
	for _, body := range []string{
		`{"variant":"tictactoe","opponent":"self","name":"\ud83d"}`, "{\"variant\":\"tictactoe\",\"opponent\":\"self\",\"name\":\"Zo\xe9\"}",
		`{"variant":"tictactoe","opponent":"self","opponent":"ai:easy"}`, `{"variant":"tictactoe","opponent":"self","Name":"Ana","name":"Bob"}`,
	} {
		server.Handle([]byte(`{"t":"create","key":"k","room":"device-1","body":` + body + `}`))
		if m := <-answers; m.T != "failed" || m.Key != "k" || !strings.Contains(string(m.Body), "bad_request") {
			t.Errorf("%q: %s %s %s", body, m.T, m.Key, m.Body)
		}
	}
	c := create(t, wire.NewRoom{Variant: "tictactoe", Opponent: "self"}).open(t, 0, "")
	c.until(func() bool { return c.state.Phase == room.PhasePlaying })
	for _, text := range []string{
		`{"t":"move","t":"resign","id":"x","n":1,"move":"a1"}`, "{\"t\":\"name\",\"id\":\"x\",\"n\":1,\"name\":\"\xff\"}", `{"t":"resign","id":"x","n":1}{}`, `{"t":"resign","id":"\udead","n":1}`, "",
	} {
		c.room.Send([]byte(text))
		c.last = frame{}
		if c.until(func() bool { return c.last.T == "refused" }); c.last.Code != "malformed" {
			t.Errorf("%q: %+v", text, c.last)
		}
	}
	c.leave()
}

// FuzzServer sends any message to the server of a page. What is not JSON has failed; all other messages
// are answered with JSON, or ignored.
func FuzzServer(f *testing.F) {
	log, err := Create("device-1", wire.NewRoom{Variant: "tictactoe", Opponent: "self"})
	if err != nil {
		f.Fatal(err)
	}
	quoted, _ := json.Marshal(string(log))
	for _, message := range []string{
		`{"t":"create","key":"k","room":"device-1","body":{"variant":"tictactoe","opponent":"ai:easy","name":"Zoé"}}`, `{"t":"create","body":7}`,
		`{"t":"open","key":"k","room":"device-1","log":` + string(quoted) + `,"after":1,"digest":"x"}`, `{"t":"open","key":"k","room":"device-1","log":"{}\n\r"}`,
		`{"t":"send","key":"k","frame":"{\"t\":\"move\",\"id\":\"c\",\"n\":1,\"move\":\"a1\"}"}`, `{"t":"send","key":"k","frame":"\ud83d"}`,
		`{"t":"thoughts","key":"k","game":-1}`, `{"t":"analyse","key":"q","body":{"variant":"tictactoe","moves":"b2a1"}}`, `{"t":"close","key":"k"}`, `{"t":"close","T":"open"}`, "\xff",
	} {
		f.Add([]byte(message), message)
	}
	f.Fuzz(func(t *testing.T, message []byte, frame string) {
		var failed atomic.Int64
		server := NewServer(func(m ToPage) {
			if len(m.Body) > 0 && !json.Valid(m.Body) || m.Frame != "" && !json.Valid([]byte(m.Frame)) {
				t.Errorf("%q is answered with %+v", message, m)
			}
			if m.T == "failed" {
				failed.Add(1)
			}
		})
		defer server.Close()
		open, _ := json.Marshal(ToServer{T: "open", Key: "k", Room: "device-1", Log: string(log)})
		send, _ := json.Marshal(ToServer{T: "send", Key: "k", Frame: frame})
		server.Handle(open)
		server.Handle(send)
		server.Handle(message)
		if !json.Valid(message) && failed.Load() == 0 {
			t.Errorf("%q is ignored", message)
		}
	})
}
