package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/redistest"
)

// seat is one player's websocket, by hand.
type seat struct {
	t  *testing.T
	ws *websocket.Conn
	n  uint64 // of the last entry seen
}

// said is what such a socket is told, as far as these tests look at it.
type said struct {
	T       string            `json:"t"`
	ID      string            `json:"id"`
	N       uint64            `json:"n"`
	Code    string            `json:"code"`
	Entries []json.RawMessage `json:"entries"`
}

func sitDown(t *testing.T, url, player, room string) (*seat, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	ws, _, err := websocket.Dial(ctx, url+"/api/rooms/"+room+"/live?proto=1", &websocket.DialOptions{
		HTTPHeader: http.Header{"Authorization": {"Bearer " + secretOf(player)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ws.CloseNow() })
	s := &seat{t: t, ws: ws}
	_, err = s.read()
	return s, err
}

func (s *seat) read() (m said, err error) {
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	_, frame, err := s.ws.Read(ctx)
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(frame, &m); err != nil {
		s.t.Fatal(err)
	}
	s.n += uint64(len(m.Entries))
	return m, nil
}

// follow reads until entry n has been shown.
func (s *seat) follow(n uint64) {
	s.t.Helper()
	for s.n < n {
		if _, err := s.read(); err != nil {
			s.t.Fatal(err)
		}
	}
}

// ask sends a command and returns its answer, or why the socket has ended.
func (s *seat) ask(kind, id, move string) (said, error) {
	s.t.Helper()
	frame := fmt.Sprintf(`{"t":%q,"id":%q,"n":%d,"move":%q}`, kind, id, s.n, move)
	if err := s.ws.Write(s.t.Context(), websocket.MessageText, []byte(frame)); err != nil {
		return said{}, err
	}
	for {
		if m, err := s.read(); err != nil || m.ID == id {
			return m, err
		}
	}
}

// five is a room with five entries, three moves of them.
func five(t *testing.T, url string) (room string, bob *seat) {
	t.Helper()
	c := &cluster{t: t, hubs: [2]string{url}}
	var opened struct {
		Room string `json:"room"`
	}
	if _, err := c.post(t.Context(), 0, "ana", "/api/rooms", object{"id": fmt.Sprintf("c%d", rand.Uint64()), "variant": "connect4:7x6:4", "opponent": "human"}, &opened); err != nil {
		t.Fatal(err)
	}
	players := [2]*seat{}
	for i, name := range []string{"ana", "bob"} {
		var err error
		if players[i], err = sitDown(t, url, name, opened.Room); err != nil {
			t.Fatal(err)
		}
		players[i].follow(1)
	}
	for i, kind := range []string{"sit", "move", "move", "move"} {
		who := players[(i+1)%2]
		if m, err := who.ask(kind, fmt.Sprintf("m%d", i), "4"); err != nil || m.T != "ok" {
			t.Fatalf("%s: %+v, %v", kind, m, err)
		}
		for _, p := range players {
			p.follow(uint64(i + 2))
		}
	}
	return opened.Room, players[1]
}

var wholeReply = regexp.MustCompile(`^:(\d+)\r\n$`)

// A log of which somebody has deleted something in Redis by hand is noticed by the
// next move, and nothing is played on it: not by a hub that has it in memory, nor by
// one that has not.
func TestTamperedLogs(t *testing.T) {
	redis := redistest.New(t)
	one, _, logOne := start(t, "-store", redis.URL(), "-workers", "0")
	two, _, _ := start(t, "-store", redis.URL(), "-workers", "0")
	number := func(words ...string) int {
		t.Helper()
		reply, err := redis.Do(words...)
		n := wholeReply.FindStringSubmatch(reply)
		if err != nil || n == nil {
			t.Fatalf("%v: %q, %v", words, reply, err)
		}
		value, _ := strconv.Atoi(n[1])
		return value
	}
	for name, tamper := range map[string]struct {
		command []string // after the key
		left    int      // entries
		notes   string   // in the log of the hub that had them all
		opens   websocket.StatusCode
	}{
		"its beginning trimmed":  {[]string{"XTRIM", "MAXLEN", "2"}, 2, "the log is damaged", websocket.StatusTryAgainLater},
		"one entry deleted":      {[]string{"XDEL", "3-0"}, 4, "the log is damaged", websocket.StatusTryAgainLater},
		"its last entry deleted": {[]string{"XDEL", "5-0"}, 4, "room rewound", -1}, // what is left is whole
		"all of it trimmed":      {[]string{"XTRIM", "MAXLEN", "0"}, 0, "room rewound", 4004},
	} {
		t.Run(name, func(t *testing.T) {
			room, bob := five(t, one)
			key := keyOf(t, redis, room)
			number(slices.Insert(slices.Clone(tamper.command), 1, key)...)
			if m, err := bob.ask("move", "next", "1"); err == nil && m.T == "ok" {
				t.Errorf("played on by a hub that had it all: %+v", m)
			}
			if !regexp.MustCompile(tamper.notes + ".*" + room + "|" + room + ".*" + tamper.notes).MatchString(logOne.String()) {
				t.Errorf("the hub does not say of room %s that %s: %s", room, tamper.notes, logOne)
			}
			again, err := sitDown(t, two, "ana", room)
			if got := websocket.CloseStatus(err); got != tamper.opens {
				t.Errorf("another hub opens it with %v", err)
			}
			if err == nil {
				again.follow(uint64(tamper.left))
				if m, err := again.ask("move", "next", "1"); err == nil && m.T == "ok" {
					t.Errorf("played on by another hub: %+v", m)
				}
			}
			if n := number("XLEN", key); n != tamper.left {
				t.Errorf("the log has %d entries now, not %d", n, tamper.left)
			}
		})
	}
}

// keyOf returns the key of a room's log.
func keyOf(t *testing.T, redis *redistest.Server, room string) string {
	t.Helper()
	reply, err := redis.Do("KEYS", "*log:"+room)
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(reply, "\r\n")
	if len(parts) < 3 || parts[0] != "*1" {
		t.Fatalf("%q", reply)
	}
	return parts[2]
}
