package main

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/redistest"
)

// startFiveEntryRoom creates a room with five entries, the last three of them moves. It
// returns the room and its second player.
func startFiveEntryRoom(t *testing.T, url string) (room string, bob *hubtest.Client) {
	t.Helper()
	room, err := hubtest.Create(hubtest.Context(t), url, "ana", nil)
	if err != nil {
		t.Fatal(err)
	}
	ana, bob := hubtest.Join(t, url, room, "ana"), hubtest.Join(t, url, room, "bob")
	bob.Must("sit", nil)
	ana.Follow(2)
	hubtest.PlayOut("444", ana, bob)
	return room, bob
}

var integerReply = regexp.MustCompile(`^:(\d+)\r\n$`)

// If somebody deletes entries of a log in Redis, a hub that has the log in memory notices this at
// the next command and does not store the command. A hub that reads what is left goes on if that is a
// whole log.
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
		script  string         // what Redis does with the key
		left    int            // entries that remain, with the move of the other hub
		logLine string         // of the hub that had the whole log
		closed  wire.CloseCode // close code of another hub; 0: the hub opens the room
	}{
		"beginning deleted":   {"redis.call('LTRIM', KEYS[1], -2, -1)", 2, "the log is damaged", wire.CloseTryAgainLater},
		"one entry deleted":   {"redis.call('LREM', KEYS[1], 1, redis.call('LINDEX', KEYS[1], 2))", 4, "the log is damaged", wire.CloseTryAgainLater},
		"last entry deleted":  {"redis.call('RPOP', KEYS[1])", 5, "room rewound", 0}, // the remaining entries are a valid log
		"all entries deleted": {"redis.call('DEL', KEYS[1])", 0, "room rewound", wire.CloseNoRoom},
	} {
		t.Run(name, func(t *testing.T) {
			room, bob := startFiveEntryRoom(t, one)
			key := logKey(t, redis, room)
			number("EVAL", tamper.script+" return 1", "1", key)
			if m, err := bob.Send(hubtest.Context(t), "move", hubtest.Object{"move": "1"}); err == nil && m.T == "ok" {
				t.Errorf("a hub with the log in memory accepts a move: %+v", m)
			}
			if !regexp.MustCompile(tamper.logLine + ".*" + room + "|" + room + ".*" + tamper.logLine).MatchString(logOne.String()) {
				t.Errorf("log lacks %q for room %s: %s", tamper.logLine, room, logOne)
			}
			again := hubtest.NewClient(t, nil, "ana")
			again.Room = room
			if err := again.Connect(hubtest.Context(t), two); err != nil {
				t.Fatal(err)
			}
			defer again.Drop()
			if tamper.closed != 0 {
				again.Closed(tamper.closed)
			} else {
				again.Welcome(nil)
				again.Must("move", hubtest.Object{"move": "1"})
			}
			if n := number("LLEN", key); n != tamper.left {
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
