package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

func TestMain(m *testing.M) {
	if os.Getenv(runMain) != "" {
		main()
		return
	}
	goleak.VerifyTestMain(m)
}

func TestWorkerPlaysOverRedis(t *testing.T) {
	redis := redistest.New(t)
	ctx, cancel := context.WithCancel(context.Background())
	status := make(chan int, 1)
	var stderr bytes.Buffer
	go func() { status <- run(ctx, []string{"-store", redis.URL(), "-concurrency", "1"}, &stderr) }()

	store := storetest.OpenRedis(t, redis.URL())
	moved := make(chan struct{}, 1)
	stop, err := store.Watch(t.Context(), "game", func(n storage.Notice) {
		if n.Entry != nil && n.Entry.By == room.Machine {
			moved <- struct{}{}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	_, err = play.Executor{Log: store}.Play(t.Context(), play.NewReplica("game"), room.Command{
		ID: "c0", By: "ana", Do: room.Create{Variant: "connect4:7x6:4", Levels: [2]string{1: "easy"}, First: 2},
	})
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-moved:
	case <-time.After(20 * time.Second):
		t.Error("timeout waiting for the AI's move")
	}
	cancel()
	if got := <-status; got != 0 {
		t.Errorf("exit status %d: %s", got, stderr.String())
	}
}

func TestBadCommandLines(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-concurrency 0", "at least 1"},
		{"-store file:quatre.db", "belongs to one hub"},
		{"-admin here", "is not an address to listen on"},
		{"-log xml", "text or json"},
	} {
		var stderr bytes.Buffer
		if status := run(t.Context(), strings.Fields(c.args), &stderr); status != 2 || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("aiworker %s: status %d, %s", c.args, status, stderr.String())
		}
	}
}
