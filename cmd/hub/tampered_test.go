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

// socket is a player's websocket.
type socket struct {
	t  *testing.T
	ws *websocket.Conn
	n  uint64 // number of the last entry received
}

// message is a message of the hub, with the fields that these tests use.
type message struct {
	T       string            `json:"t"`
	ID      string            `json:"id"`
	N       uint64            `json:"n"`
	Code    string            `json:"code"`
	Entries []json.RawMessage `json:"entries"`
}

// connect opens a player's websocket and reads its first message.
func connect(t *testing.T, url, player, room string) (*socket, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), waitTimeout)
	defer cancel()
	ws, _, err := websocket.Dial(ctx, url+"/api/rooms/"+room+"/live?proto=1", &websocket.DialOptions{
		HTTPHeader: http.Header{"Authorization": {"Bearer " + secretOf(player)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ws.CloseNow() })
	s := &socket{t: t, ws: ws}
	_, err = s.read()
	return s, err
}

func (s *socket) read() (m message, err error) {
	ctx, cancel := context.WithTimeout(s.t.Context(), waitTimeout)
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

// follow reads until entry n has been received.
func (s *socket) follow(n uint64) {
	s.t.Helper()
	for s.n < n {
		if _, err := s.read(); err != nil {
			s.t.Fatal(err)
		}
	}
}

// sendCommand sends a command and returns its answer. It returns an error if the socket
// ends.
func (s *socket) sendCommand(kind, id, move string) (message, error) {
	s.t.Helper()
	frame := fmt.Sprintf(`{"t":%q,"id":%q,"n":%d,"move":%q}`, kind, id, s.n, move)
	if err := s.ws.Write(s.t.Context(), websocket.MessageText, []byte(frame)); err != nil {
		return message{}, err
	}
	for {
		if m, err := s.read(); err != nil || m.ID == id {
			return m, err
		}
	}
}

// startFiveEntryRoom creates a room with five entries, the last three of them moves. It
// returns the room and the socket of its second player.
func startFiveEntryRoom(t *testing.T, url string) (room string, bob *socket) {
	t.Helper()
	c := &cluster{t: t, hubs: [2]string{url}}
	var opened struct {
		Room string `json:"room"`
	}
	if _, err := c.post(t.Context(), 0, "ana", "/api/rooms", jsonObject{"id": fmt.Sprintf("c%d", rand.Uint64()), "variant": "connect4:7x6:4", "opponent": "human"}, &opened); err != nil {
		t.Fatal(err)
	}
	players := [2]*socket{}
	for i, name := range []string{"ana", "bob"} {
		var err error
		if players[i], err = connect(t, url, name, opened.Room); err != nil {
			t.Fatal(err)
		}
		players[i].follow(1)
	}
	for i, kind := range []string{"sit", "move", "move", "move"} {
		who := players[(i+1)%2]
		if m, err := who.sendCommand(kind, fmt.Sprintf("m%d", i), "4"); err != nil || m.T != "ok" {
			t.Fatalf("%s: %+v, %v", kind, m, err)
		}
		for _, p := range players {
			p.follow(uint64(i + 2))
		}
	}
	return opened.Room, players[1]
}

var integerReply = regexp.MustCompile(`^:(\d+)\r\n$`)

// If somebody deletes entries of a log in Redis, a hub notices this at the next command and does
// not store the command, whether the hub has the log in memory or not.
func TestDamagedLogs(t *testing.T) {
	redis := redistest.New(t)
	one, _, logOne := startHub(t, "-store", redis.URL(), "-workers", "0")
	two, _, _ := startHub(t, "-store", redis.URL(), "-workers", "0")
	number := func(words ...string) int {
		t.Helper()
		reply, err := redis.Do(words...)
		n := integerReply.FindStringSubmatch(reply)
		if err != nil || n == nil {
			t.Fatalf("%v: %q, %v", words, reply, err)
		}
		value, _ := strconv.Atoi(n[1])
		return value
	}
	for name, tamper := range map[string]struct {
		command []string             // Redis command without the key
		left    int                  // entries that remain
		logLine string               // of the hub that had the whole log
		closed  websocket.StatusCode // close code of another hub; -1: the hub opens the room
	}{
		"beginning trimmed":   {[]string{"XTRIM", "MAXLEN", "2"}, 2, "the log is damaged", websocket.StatusTryAgainLater},
		"one entry deleted":   {[]string{"XDEL", "3-0"}, 4, "the log is damaged", websocket.StatusTryAgainLater},
		"last entry deleted":  {[]string{"XDEL", "5-0"}, 4, "room rewound", -1}, // the remaining entries are a valid log
		"all entries trimmed": {[]string{"XTRIM", "MAXLEN", "0"}, 0, "room rewound", 4004},
	} {
		t.Run(name, func(t *testing.T) {
			room, bob := startFiveEntryRoom(t, one)
			key := logKey(t, redis, room)
			number(slices.Insert(slices.Clone(tamper.command), 1, key)...)
			if m, err := bob.sendCommand("move", "next", "1"); err == nil && m.T == "ok" {
				t.Errorf("a hub with the log in memory accepts a move: %+v", m)
			}
			if !regexp.MustCompile(tamper.logLine + ".*" + room + "|" + room + ".*" + tamper.logLine).MatchString(logOne.String()) {
				t.Errorf("log lacks %q for room %s: %s", tamper.logLine, room, logOne)
			}
			again, err := connect(t, two, "ana", room)
			if got := websocket.CloseStatus(err); got != tamper.closed {
				t.Errorf("another hub opens the room with %v, want close code %d", err, tamper.closed)
			}
			if err == nil {
				again.follow(uint64(tamper.left))
				if m, err := again.sendCommand("move", "next", "1"); err == nil && m.T == "ok" {
					t.Errorf("another hub accepts a move: %+v", m)
				}
			}
			if n := number("XLEN", key); n != tamper.left {
				t.Errorf("the log has %d entries, want %d", n, tamper.left)
			}
		})
	}
}

// logKey returns the Redis key of a room's log.
func logKey(t *testing.T, redis *redistest.Server, room string) string {
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
