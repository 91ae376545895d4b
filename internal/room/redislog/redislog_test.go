package redislog_test

import (
	"context"
	"testing"

	"go.uber.org/goleak"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/logtest"
	"github.com/quatre/quatre/internal/room/redislog"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestConformance(t *testing.T) {
	server := redistest.New(t)
	logtest.Run(t, func(t *testing.T, c logtest.Conditions) room.Store {
		flush(t, server)
		return open(t, server.URL(), conditions(c)...)
	})
}

func TestModel(t *testing.T) {
	server := redistest.New(t)
	logtest.RunModel(t, func(t *testing.T, c logtest.Conditions) room.Store {
		flush(t, server)
		return open(t, server.URL(), conditions(c)...)
	})
}

func TestSharedConformance(t *testing.T) {
	server := redistest.New(t)
	logtest.RunShared(t, func(t *testing.T, c logtest.Conditions) (a, b room.Store) {
		flush(t, server)
		return open(t, server.URL(), conditions(c)...), open(t, server.URL(), conditions(c)...)
	})
}

func conditions(c logtest.Conditions) []redislog.Option {
	return []redislog.Option{redislog.WithClock(c.Now), redislog.WithJobIdleLimit(c.JobIdleLimit)}
}

func open(t testing.TB, url string, opts ...redislog.Option) *redislog.Store {
	t.Helper()
	s, err := redislog.Open(context.Background(), url, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func flush(t testing.TB, server *redistest.Server) {
	t.Helper()
	if reply, err := server.Do("FLUSHALL"); err != nil || reply != "+OK\r\n" {
		t.Fatalf("FLUSHALL: %q, %v", reply, err)
	}
}
