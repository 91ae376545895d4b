package redisdb_test

import (
	"context"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/ledger/redisdb"
)

func TestMain(m *testing.M) {
	// After a failed dial, a goroutine of go-redis looks once a second whether its pool was closed.
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/redis/go-redis/v9/internal/pool.(*ConnPool).tryDial"))
}

func open(t testing.TB, url string, opts ...redisdb.Option) *redisdb.DB {
	t.Helper()
	db, err := redisdb.Open(context.Background(), url, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func closeDB(t testing.TB, db *redisdb.DB) {
	t.Helper()
	if err := db.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
}

func flush(t testing.TB, server *redistest.Server) {
	t.Helper()
	do(t, server, "FLUSHALL")
}

// do sends a command to Redis, which must reply OK.
func do(t testing.TB, server *redistest.Server, words ...string) {
	t.Helper()
	if reply, err := server.Do(words...); err != nil || reply != "+OK\r\n" {
		t.Fatalf("%v: %q, %v", words, reply, err)
	}
}

func TestCommitAndRead(t *testing.T) {
	server := redistest.New(t)
	cluster := redistest.NewCluster(t)
	for _, url := range []string{server.URL(), strings.Replace(cluster.URL(), "redis://", "redis+cluster://", 1)} {
		db := open(t, url)
		defer closeDB(t, db)
		d := db.Shards()[0]
		got := make(chan string, 10)
		stop, err := d.Watch(t.Context(), "log", func(p string) { got <- p })
		if err != nil {
			t.Fatal(err)
		}
		good := &ledger.Batch{
			If: []ledger.Op{{Kind: ledger.IfLog, Key: "log", A: "0", B: ""}, {Kind: ledger.IfField, Key: "h", A: "f", B: ""}},
			Do: []ledger.Op{{Kind: ledger.Append, Key: "log", A: "1", B: "one"}, {Kind: ledger.SetField, Key: "h", A: "f", B: "v"}, {Kind: ledger.Put, Key: "s", A: "m", B: "7"}},
		}
		failed, err := d.Commit(t.Context(), good, good, &ledger.Batch{If: []ledger.Op{{Kind: ledger.IfLog, Key: "log", A: "1", B: "ne"}, {Kind: ledger.IfScore, Key: "s", A: "m", B: "8"}}})
		if err != nil || len(failed) != 3 || failed[0] != 0 || failed[1] != 1 || failed[2] != 2 {
			t.Fatal(failed, err)
		}
		if p := <-got; p != "one" {
			t.Fatal(p)
		}
		stop()
		m, err := d.Members(t.Context(), "s", ledger.Range{Most: 10, Limit: 5, Reverse: true})
		if err != nil || len(m) != 1 {
			t.Fatal(m, err)
		}
		steps, err := d.First(t.Context(), []string{"x", "s"}, nil)
		if err != nil || len(steps) != 1 || steps[0] != (ledger.Step{Set: "s", Name: "m", Size: 1}) {
			t.Fatal(steps, err)
		}
		entries, err := d.Log(t.Context(), "log", 0, 10)
		if err != nil || len(entries) != 1 {
			t.Fatal(entries, err)
		}
		n, err := d.Lengths(t.Context(), []string{"log", "y"})
		if err != nil || n[0] != 1 || n[1] != 0 {
			t.Fatal(n, err)
		}
	}
}
