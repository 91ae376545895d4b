//go:build linux

package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/quatre/quatre/internal/redistest"
)

// With -raw, all kinds of clients but slow ones play over two hubs, while all connections
// are cut again and again. The check finds nothing.
func TestRaw(t *testing.T) {
	redis := redistest.New(t)
	hubs := [2]*server{startHub(t, redis.URL()), startHub(t, redis.URL())}
	status, rep, messages := runLoadgen(t, fmt.Sprintf(
		"-raw -clock 1m -url %s,%s -rooms 4 -spectators 1 -idle 3 -storm 300ms -warmup 100ms -duration 1s", hubs[0].url, hubs[1].url))
	if status != statusOK {
		t.Fatalf("status %d: %s", status, messages)
	}
	if v := rep.Verdict; v.Rooms != 6 || v.Acknowledged == 0 || !v.ok() || rep.Moves == 0 {
		t.Errorf("%d moves, %+v", rep.Moves, rep.Verdict)
	}
	if rep.Connections != 8+4+4 || rep.Reconnects == 0 || rep.Closes["1006"] == 0 {
		t.Errorf("%d connections, %d reconnects, closed %v", rep.Connections, rep.Reconnects, rep.Closes)
	}
	if own, ok := rep.Processes[ownProcess]; !ok || own.RSS == 0 || len(rep.Cores) == 0 {
		t.Errorf("processes %+v, cores %+v", rep.Processes, rep.Cores)
	}
}

// With -raw, an open loop has moves at its rate, and AIs reply.
func TestRawOpenLoop(t *testing.T) {
	hub := startServer(t, "hub", "-admin", "none", "-workers", "1", "-store", "file:"+filepath.Join(t.TempDir(), "quatre.db"))
	status, rep, messages := runLoadgen(t, fmt.Sprintf("-raw -url %s -rooms 6 -ai 3 -mode open -rate 60 -warmup 100ms -duration 1s", hub.url))
	if status != statusOK || !rep.Verdict.ok() {
		t.Fatalf("status %d: %s", status, messages)
	}
	if rep.Moves == 0 || rep.Reply == nil || rep.Reply.Max <= 0 || rep.Opponent.Max <= 0 || len(rep.Errors) > 0 {
		t.Errorf("%d moves, replies %+v, opponent %+v, errors %v", rep.Moves, rep.Reply, rep.Opponent, rep.Errors)
	}
}

// The durable relay plays many games with both kinds of connections.
func TestDurableRelay(t *testing.T) {
	redis := redistest.New(t)
	relay := startServer(t, "relay", "-redis", redis.Addr)
	for _, mode := range []string{"-raw", "-mode open -rate 200"} {
		status, rep, messages := runLoadgen(t, fmt.Sprintf("-url %s -relay -rooms 3 -warmup 50ms -duration 400ms %s", relay.url, mode))
		if status != statusOK || rep.Moves == 0 || len(rep.Errors) > 0 || rep.Opponent.Max <= 0 {
			t.Errorf("%q: status %d, %+v\n%s", mode, status, rep, messages)
		}
	}
}

// nextFrame finds the frames of a server in any division of the stream.
func TestFrames(t *testing.T) {
	long := bytes.Repeat([]byte{'x'}, 70_000)
	var stream []byte
	stream = append(stream, 0x81, 2, 'h', 'i')
	stream = append(append(stream, 0x81, 126, 0x01, 0x00), long[:256]...)
	stream = append(stream, 0x89, 0)
	stream = append(append(stream, 0x81, 127, 0, 0, 0, 0, 0, 1, 0x11, 0x70), long...)
	want := []int{2, 256, 0, 70_000}
	for _, step := range []int{1, 3, 1000, len(stream)} {
		var got []int
		var rest []byte
		for at := 0; at < len(stream); at += step {
			rest = append(rest, stream[at:min(at+step, len(stream))]...)
			for {
				op, payload, after, whole, err := nextFrame(rest)
				if err != nil {
					t.Fatal(err)
				}
				if !whole {
					break
				}
				if len(payload) == 0 && op != opPing {
					t.Errorf("opcode %d", op)
				}
				got, rest = append(got, len(payload)), after
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) || len(rest) > 0 {
			t.Errorf("in steps of %d: payloads of %v bytes, want %v; %d bytes are left", step, got, want, len(rest))
		}
	}
	for _, bad := range [][]byte{{0x01, 0}, {0x81, 0x82, 0, 0, 0, 0, 1, 2}, {0x83, 0}, {0x80, 0}, {0x81, 127, 0xff, 0, 0, 0, 0, 0, 0, 0}} {
		if _, _, _, _, err := nextFrame(bad); err == nil {
			t.Errorf("%x: no error", bad)
		}
	}
}
