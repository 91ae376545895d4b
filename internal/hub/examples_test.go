package hub

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/faultproxy"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/storetest"
)

// The clients of the folder examples play against each other. In the middle of the game they
// lose their connections.
func TestExampleClients(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	line, err := faultproxy.New(strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = line.Close() })
	line.Set(faultproxy.Faults{Delay: 5 * time.Millisecond}) // otherwise the game is over before the cut
	url := "http://" + line.Addr()

	first := startExample(t, hubtest.Python(t, "websockets"), "client.py", url)
	var id room.ID
	hubtest.Await(t, "the room of the first client", func() bool {
		page, _, _ := strings.Cut(first.out.String(), "\n")
		_, name, ok := strings.Cut(page, "/r/")
		id = room.ID(name)
		return ok
	})
	second := startExample(t, "node", "--experimental-websocket", "client.mjs", url, string(id))
	hubtest.Await(t, "some moves", func() bool {
		r, err := play.Open(t.Context(), s.store, id)
		return err == nil && r.N() >= 6
	})
	if line.Cut(1) == 0 {
		t.Error("there was nothing to cut")
	}
	for _, c := range []*example{second, first} {
		end := c.wait()
		var game room.Record
		if s.call("ana", "GET", "/api/games/"+string(id)+"/1", nil, &game); game.End.Winner != end.Winner || game.End.Reason != end.Reason {
			t.Errorf("a client prints %+v, the game ended with %+v", end, game.End)
		}
	}
}

// example is a client that runs.
type example struct {
	t        *testing.T
	cmd      *exec.Cmd
	out, err logBuffer
}

// startExample runs a client of the folder examples.
func startExample(t *testing.T, command string, args ...string) *example {
	t.Helper()
	// Two interpreters and a whole game take longer than a message on a busy machine.
	ctx, cancel := context.WithTimeout(t.Context(), 6*hubtest.Patience)
	t.Cleanup(cancel)
	c := &example{t: t, cmd: exec.CommandContext(ctx, command, args...)}
	c.cmd.Dir = filepath.Join("..", "..", "examples")
	c.cmd.Env = append(os.Environ(), "NODE_NO_WARNINGS=1")
	c.cmd.Stdout, c.cmd.Stderr = &c.out, &c.err
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.cmd.Process.Kill(); _ = c.cmd.Wait() })
	return c
}

// wait returns the ending that the client prints at last.
func (c *example) wait() (end room.Ending) {
	c.t.Helper()
	err := c.cmd.Wait()
	lines := strings.Split(strings.TrimSpace(c.out.String()), "\n")
	if err != nil || json.Unmarshal([]byte(lines[len(lines)-1]), &end) != nil {
		c.t.Fatalf("%v: %v, %s\n%s", c.cmd.Args, err, c.out.String(), c.err.String())
	}
	return end
}
