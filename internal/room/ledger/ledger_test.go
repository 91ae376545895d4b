package ledger_test

import (
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/ledger/boltdb"
	"github.com/quatre/quatre/internal/room/ledger/redisdb"
	"github.com/quatre/quatre/internal/room/storage"
)

func TestMain(m *testing.M) {
	// A check costs some hundred round trips. A flag on the command line overrides the number.
	_ = flag.Set("rapid.checks", "25")
	// After a failed dial, a goroutine of go-redis looks once a second whether its pool was closed.
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/redis/go-redis/v9/internal/pool.(*ConnPool).tryDial"))
}

// databases opens an empty database of each kind.
var databases = map[string]func(t *testing.T) openStore{
	"File": func(*testing.T) openStore {
		return func(t *testing.T, c conditions) storage.Store {
			db, err := boltdb.Open(filepath.Join(t.TempDir(), "rooms.db"), boltdb.WithClock(c.Now))
			return store(t, db, err, c)
		}
	},
	"Redis": func(t *testing.T) openStore {
		server := redistest.New(t)
		return func(t *testing.T, c conditions) storage.Store {
			flush(t, server)
			return onRedis(t, server.URL(), c)
		}
	},
	// A Cluster of one node refuses scripts that use two slots.
	"Cluster": func(t *testing.T) openStore {
		server := redistest.NewCluster(t)
		url := strings.Replace(server.URL(), "redis://", "redis+cluster://", 1)
		return func(t *testing.T, c conditions) storage.Store {
			if testing.Short() && strings.HasPrefix(t.Name(), "TestConformance/") {
				t.Skip("the models use most kinds of keys in a Cluster")
			}
			flush(t, server)
			return onRedis(t, url, c)
		}
	},
}

func store(t *testing.T, db ledger.Database, err error, c conditions) storage.Store {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	s, err := ledger.New(t.Context(), db, ledger.Options{JobLease: c.JobLease, SleepAfter: c.SleepAfter})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func onRedis(t *testing.T, url string, c conditions) storage.Store {
	t.Helper()
	db, err := redisdb.Open(t.Context(), url, redisdb.WithClock(c.Now))
	return store(t, db, err, c)
}

func flush(t testing.TB, server *redistest.Server) {
	t.Helper()
	if reply, err := server.Do("FLUSHALL"); err != nil || reply != "+OK\r\n" {
		t.Fatalf("FLUSHALL: %q, %v", reply, err)
	}
}

// beat stores a heartbeat in the first shard.
func beat(t *testing.T, s storage.Store, holder string) {
	t.Helper()
	_, err := s.Heartbeat(t.Context(), 0, holder)
	must(t, err)
}

func TestConformance(t *testing.T) { onEach(t, runConformance) }

func TestModel(t *testing.T)         { onEach(t, runModel) }
func TestPresenceModel(t *testing.T) { onEach(t, runPresenceModel) }
func TestAnalysesModel(t *testing.T) { onEach(t, runAnalysesModel) }

func onEach(t *testing.T, run func(*testing.T, openStore)) {
	for name, open := range databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // each has a server or files of its own, and mostly waits for them
			run(t, open(t))
		})
	}
}

func TestSharedConformance(t *testing.T) {
	server := redistest.New(t)
	runShared(t, func(t *testing.T, c conditions) (a, b storage.Store) {
		flush(t, server)
		return onRedis(t, server.URL(), c), onRedis(t, server.URL(), c)
	})
}
