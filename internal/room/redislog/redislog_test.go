package redislog_test

import (
	"context"
	"flag"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room/logtest"
	"github.com/quatre/quatre/internal/room/redislog"
	"github.com/quatre/quatre/internal/room/storage"
)

func TestMain(m *testing.M) {
	// A check costs some hundred round trips. A flag on the command line overrides the number.
	_ = flag.Set("rapid.checks", "25")
	// After a failed dial, a goroutine of go-redis looks once a second whether its pool was closed.
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/redis/go-redis/v9/internal/pool.(*ConnPool).tryDial"))
}

func TestConformance(t *testing.T) {
	server := redistest.New(t)
	logtest.Run(t, func(t *testing.T, c logtest.Conditions) storage.Store {
		flush(t, server)
		return open(t, server.URL(), conditions(c)...)
	})
}

func TestModel(t *testing.T) {
	server := redistest.New(t)
	logtest.RunModel(t, func(t *testing.T, c logtest.Conditions) storage.Store {
		flush(t, server)
		return open(t, server.URL(), conditions(c)...)
	})
}

func TestPresenceModel(t *testing.T) {
	server := redistest.New(t)
	logtest.RunPresenceModel(t, func(t *testing.T, c logtest.Conditions) storage.Store {
		flush(t, server)
		return open(t, server.URL(), conditions(c)...)
	})
}

func TestAnalysesModel(t *testing.T) {
	server := redistest.New(t)
	logtest.RunAnalysesModel(t, func(t *testing.T, c logtest.Conditions) storage.Store {
		flush(t, server)
		return open(t, server.URL(), conditions(c)...)
	})
}

// TestCluster runs the suite on a Cluster of one node, which refuses scripts that use two
// slots.
func TestCluster(t *testing.T) {
	server := redistest.NewCluster(t)
	url := strings.Replace(server.URL(), "redis://", "redis+cluster://", 1)
	logtest.Run(t, func(t *testing.T, c logtest.Conditions) storage.Store {
		flush(t, server)
		return open(t, url, conditions(c)...)
	})
	if _, err := redislog.Open(t.Context(), server.URL()); err == nil || !strings.Contains(err.Error(), "redis+cluster://") {
		t.Fatalf("Open of a Cluster's node as a single server: got error %v", err)
	}
}

// TestSentinel opens a store whose address names Sentinels and a master.
func TestSentinel(t *testing.T) {
	master := redistest.New(t)
	sentinel := redistest.NewSentinel(t, "main", master)
	s := open(t, "redis+sentinel://"+sentinel.Addr+"/main/2")
	defer closeStore(t, s)
	notices := make(chan storage.Notice, 10)
	stop, err := s.Watch(t.Context(), "a", func(n storage.Notice) { notices <- n })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	w := &writer{id: "a"}
	if err := w.append(t, s); err != nil {
		t.Fatal(err)
	}
	if n := <-notices; n.Entry == nil {
		t.Fatalf("the watch received %+v, want an entry", n)
	}
	if job, err := s.Take(t.Context(), "w", storage.Want{}); err != nil || job.Room != "a" {
		t.Fatalf("Take: %+v, %v", job, err)
	}
	direct := open(t, master.URL()+"/2")
	defer closeStore(t, direct)
	w.check(t, direct)
}

func TestSharedConformance(t *testing.T) {
	server := redistest.New(t)
	logtest.RunShared(t, func(t *testing.T, c logtest.Conditions) (a, b storage.Store) {
		flush(t, server)
		return open(t, server.URL(), conditions(c)...), open(t, server.URL(), conditions(c)...)
	})
}

func conditions(c logtest.Conditions) []redislog.Option {
	return []redislog.Option{redislog.WithClock(c.Now), redislog.WithJobLease(c.JobLease), redislog.WithSleepAfter(c.SleepAfter)}
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

func closeStore(t testing.TB, s *redislog.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
}
