package redislog_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// idleRate is how many commands a second a process without work sends to Redis, however many slots
// it has, with those that keep its connections and its clock.
const idleRate = 5

// TestIdleWorkersAskSeldom counts what a process sends whose 8 slots wait for turns in every lane
// and for questions.
func TestIdleWorkersAskSeldom(t *testing.T) {
	server := redistest.New(t)
	s := open(t, server.URL())
	defer closeStore(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	var waiting sync.WaitGroup
	defer waiting.Wait()
	defer cancel()
	for i := range 8 {
		for _, lane := range room.Lanes {
			waiting.Go(func() { _, _ = s.Take(ctx, fmt.Sprint(lane, i), storage.Want{Lanes: []room.Lane{lane}}) })
		}
		waiting.Go(func() { _, _ = s.TakeQuestion(ctx, fmt.Sprint("analyst", i)) })
	}
	redistest.Await(t, "the worker to be known", func() bool {
		known, err := server.Do("EXISTS", "quatre:{analyses}:seen")
		return err == nil && strings.HasPrefix(known, ":1")
	})
	next, began := monitor(t, server), time.Now()
	sent := map[string]int{}
	for count := 1; count <= 8*idleRate; count++ {
		sent[strings.SplitN(next(), "\"", 3)[1]]++
		// The first commands may come together.
		if elapsed := time.Since(began); float64(count) > idleRate*(1+elapsed.Seconds()) {
			t.Fatalf("%v within %v", sent, elapsed)
		}
	}
	t.Logf("%v within %v", sent, time.Since(began))
}

// monitor returns the commands that clients send from now on. It leaves out those of scripts.
func monitor(t *testing.T, server *redistest.Server) (next func() string) {
	t.Helper()
	conn, err := net.Dial("tcp", server.Addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if _, err := conn.Write([]byte("MONITOR\r\n")); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(conn)
	next = func() string {
		for lines.Scan() {
			if !strings.Contains(lines.Text(), " lua] ") {
				return lines.Text()
			}
		}
		t.Fatalf("MONITOR has ended: %v", lines.Err())
		return ""
	}
	if first := next(); first != "+OK" {
		t.Fatalf("MONITOR: %s", first)
	}
	return next
}
