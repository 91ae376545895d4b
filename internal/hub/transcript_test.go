package hub

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storetest"
)

var updateTranscript = flag.Bool("update", false, "write what the hub answers into docs/api/clients.md")

const transcriptFile = "../../docs/api/clients.md"

// TestTranscript plays the game of docs/api/clients.md. The hub's answers must be those of the
// document, word for word.
func TestTranscript(t *testing.T) {
	text, err := os.ReadFile(transcriptFile)
	if err != nil {
		t.Fatal(err)
	}
	r := newReplay(t)
	lines := strings.Split(string(text), "\n")
	inside := false
	for i, line := range lines {
		if strings.HasPrefix(line, "```") {
			inside = line == "```text"
			continue
		}
		if !inside || line == "" {
			continue
		}
		got := r.step(line)
		if *updateTranscript {
			lines[i] = got
		} else if got != line {
			t.Fatalf("line %d of docs/api/clients.md:\n%s\nthe hub answers\n%s", i+1, line, got)
		}
	}
	if *updateTranscript {
		if err := os.WriteFile(transcriptFile, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// transcriptBegan is the time at which the game of the document was played.
var transcriptBegan = time.Date(2026, time.November, 21, 10, 0, 0, 0, time.UTC)

// replay plays the game of the document, line by line.
type replay struct {
	t     *testing.T
	clock *clocktest.Clock
	s     *served

	id      room.ID
	answer  string // the hub's answer to the last request
	sockets map[string]*hubtest.Client
	entries map[string][]room.Entry // by bot: the entries that it had read when its connection broke
}

func newReplay(t *testing.T) *replay {
	clock := clocktest.New()
	clock.Add(transcriptBegan.Sub(clock.Now()))
	return &replay{
		t: t, clock: clock, s: serve(t, "hub", storetest.Open(t), builtPage, withClock(clock)),
		sockets: map[string]*hubtest.Client{}, entries: map[string][]room.Entry{},
	}
}

// step does what a line of the document says, and returns the line with what the hub sent.
func (r *replay) step(line string) string {
	r.t.Helper()
	if who, does, ok := strings.Cut(line, "> "); ok && !strings.Contains(who, "<") {
		r.clock.Add(time.Second)
		return who + "> " + r.send(who, does)
	}
	who, expected, ok := strings.Cut(line, "< ")
	if !ok {
		r.t.Fatalf("%q is not a line of a transcript", line)
	}
	if !strings.HasPrefix(expected, "{") {
		return who + "< " + r.answer
	}
	return who + "< " + r.receive(who, expected)
}

// send does what a bot does in a line, and returns the text after "> " for the document.
func (r *replay) send(who, does string) string {
	r.t.Helper()
	verb, rest, _ := strings.Cut(does, " ")
	switch {
	case verb == "POST":
		path, body, _ := strings.Cut(rest, " ")
		var answer json.RawMessage
		status := r.s.call(who, verb, path, json.RawMessage(body), &answer)
		var created struct{ Room room.ID }
		if err := json.Unmarshal(answer, &created); err != nil {
			r.t.Fatal(err)
		}
		r.id, r.answer = created.Room, fmt.Sprintf("%d %s", status, strings.TrimSpace(string(answer)))
		return does
	case verb == "GET":
		seen := r.entries[who]
		query := ""
		if len(seen) > 0 {
			query = fmt.Sprintf("&after=%d&digest=%s", len(seen), seen[len(seen)-1].Digest)
		}
		ws, err := r.s.dial(who, r.id, strings.TrimPrefix(query, "&"))
		if err != nil {
			r.t.Fatal(err)
		}
		r.sockets[who] = hubtest.NewClient(r.t, hubtest.Websocket(ws), who)
		r.sockets[who].Entries = seen
		return "GET /api/rooms/" + string(r.id) + "/live?proto=1" + query
	case does == "closes with 1000":
		r.sockets[who].Goodbye()
	case does == "the connection breaks":
		r.entries[who] = r.sockets[who].Entries
		r.sockets[who].Drop()
	default:
		r.sockets[who].Write(does)
	}
	return does
}

// receive returns the next frame of the expected kind. It skips frames of the kind "here",
// which may come at any time: the hub sends them when it learns who is present.
func (r *replay) receive(who, expected string) string {
	r.t.Helper()
	kind := frameKind(r.t, expected)
	for {
		frame, err := r.sockets[who].Conn.Read(hubtest.Context(r.t))
		if err != nil {
			r.t.Fatalf("%s, waiting for %s: %v", who, expected, err)
		}
		r.sockets[who].Take(frame)
		got := frameKind(r.t, string(frame))
		if got == "here" && (kind != "here" || string(frame) != expected && !*updateTranscript) {
			continue
		}
		return string(frame)
	}
}

func frameKind(t *testing.T, frame string) string {
	t.Helper()
	var m hubtest.Message
	if err := json.Unmarshal([]byte(frame), &m); err != nil {
		t.Fatalf("%s: %v", frame, err)
	}
	return m.T
}
