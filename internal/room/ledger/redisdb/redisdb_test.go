package redisdb

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/ledger/drivertest"
	"github.com/quatre/quatre/internal/room/storage"
)

func TestMain(m *testing.M) {
	// A check costs many round trips. With -short there is a fifth of them.
	_ = flag.Set("rapid.checks", "100")
	// After a failed dial, a goroutine of go-redis looks once a second whether its pool was closed.
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/redis/go-redis/v9/internal/pool.(*ConnPool).tryDial"))
}

// patience is how long tests wait for what must happen.
const patience = 20 * time.Second

func open(t testing.TB, url string, opts ...Option) *DB {
	t.Helper()
	db, err := Open(context.Background(), url, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func closeDB(t testing.TB, db *DB) {
	t.Helper()
	if err := db.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
}

// do sends a command to Redis, which must reply OK.
func do(t testing.TB, server *redistest.Server, words ...string) {
	t.Helper()
	if reply, err := server.Do(words...); err != nil || reply != "+OK\r\n" {
		t.Fatalf("%v: %q, %v", words, reply, err)
	}
}

var errFailed = errors.New("a condition does not hold")

// writer appends to one log.
type writer struct {
	shard ledger.Driver
	log   string
	n     int      // entries in the log
	last  string   // the last of them
	acked []string // by number
}

func (w *writer) batch() *ledger.Batch {
	n := strconv.Itoa(w.n + 1)
	return &ledger.Batch{
		If: []ledger.Op{{Kind: ledger.IfLog, Key: w.log, A: strconv.Itoa(w.n), B: w.last}},
		Do: []ledger.Op{
			{Kind: ledger.Append, Key: w.log, A: w.log + " " + n},
			{Kind: ledger.Put, Key: "lengths", A: w.log, B: n},
		},
	}
}

func (w *writer) append(ctx context.Context) error {
	b := w.batch()
	failed, err := w.shard.Commit(ctx, b)
	if err != nil {
		return err
	}
	if failed[0] != 0 {
		return errFailed
	}
	w.n, w.last = w.n+1, b.Do[0].A
	w.acked = append(w.acked, w.last)
	return nil
}

// read reads the log, which must have all acknowledged entries. The writer goes on at its end.
func (w *writer) read(ctx context.Context) error {
	entries, err := w.shard.Log(ctx, w.log, 0, 1<<20)
	if err != nil {
		return err
	}
	for i, e := range w.acked {
		if i >= len(entries) || string(entries[i]) != e {
			return fmt.Errorf("log %s: entry %q was acknowledged and is not there", w.log, e)
		}
	}
	for i := len(w.acked); i < len(entries); i++ {
		w.acked = append(w.acked, string(entries[i]))
	}
	if w.n = len(entries); w.n > 0 {
		w.last = string(entries[w.n-1])
	}
	return nil
}

// appendWhenBack tries to append until an attempt succeeds.
func (w *writer) appendWhenBack(t testing.TB) {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		err := w.read(t.Context())
		if err == nil {
			err = w.append(t.Context())
		}
		if err == nil {
			return
		}
		if !errors.Is(err, storage.ErrUnavailable) && !errors.Is(err, errFailed) {
			t.Fatalf("got error %v", err)
		}
	}
	t.Fatal("Redis is back, and appends still fail")
}

// watched watches a channel until the end of the test.
func watched(t testing.TB, d ledger.Driver, channel string) chan string {
	t.Helper()
	payloads := make(chan string, 1<<16)
	stop, err := d.Watch(t.Context(), channel, func(p string) { payloads <- p })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return payloads
}

// await waits for a payload, or for lost.
func await(t testing.TB, payloads <-chan string, want string) {
	t.Helper()
	timeout := time.After(patience)
	for {
		select {
		case p := <-payloads:
			if p == want {
				return
			}
		case <-timeout:
			t.Fatalf("the watch did not receive %q", want)
		}
	}
}

// everyMethodFails calls all methods of a driver at once.
func everyMethodFails(t testing.TB, d ledger.Driver, want error) {
	t.Helper()
	ctx := t.Context()
	var wg sync.WaitGroup
	for name, call := range map[string]func() error{
		"Commit":  func() error { return (&writer{shard: d, log: "x"}).append(ctx) },
		"Log":     func() error { _, err := d.Log(ctx, "x", 0, 1); return err },
		"Lengths": func() error { _, err := d.Lengths(ctx, []string{"x"}); return err },
		"Fields":  func() error { _, err := d.Fields(ctx, "x", "f"); return err },
		"All":     func() error { _, err := d.All(ctx, "x"); return err },
		"Members": func() error { _, err := d.Members(ctx, "x", ledger.Range{Limit: 1}); return err },
		"First":   func() error { _, err := d.First(ctx, "x"); return err },
		"Watch":   func() error { _, err := d.Watch(ctx, "unwatched", func(string) {}); return err },
	} {
		wg.Go(func() {
			if err := call(); !errors.Is(err, want) {
				t.Errorf("%s: got error %v, want %v", name, err, want)
			}
		})
	}
	wg.Wait()
}

func TestSuite(t *testing.T) {
	server, node := redistest.New(t), redistest.NewCluster(t)
	master, _ := newPair(t)
	for _, c := range []struct {
		name   string
		server *redistest.Server
		url    string
	}{
		{"Server", server, server.URL()},
		{"Cluster", node, strings.Replace(node.URL(), "redis://", "redis+cluster://", 1)}, // refuses scripts that use two slots
		{"Wait", master, master.URL() + "?wait=1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && c.name != "Server" {
				t.Skip("make long tries them all")
			}
			empty := func(t testing.TB) ledger.Database {
				do(t, c.server, "FLUSHALL")
				return open(t, c.url)
			}
			drivertest.Run(t, empty)
			drivertest.RunModel(t, empty)
		})
	}
}

func TestSentinel(t *testing.T) {
	master := redistest.New(t)
	sentinel := redistest.NewSentinel(t, "main", master)
	db := open(t, "redis+sentinel://"+sentinel.Addr+"/main/2")
	defer closeDB(t, db)
	w := &writer{shard: db.Shards()[0], log: "a"}
	payloads := watched(t, w.shard, "a")
	if err := w.append(t.Context()); err != nil {
		t.Fatal(err)
	}
	await(t, payloads, "a 1")
	direct := open(t, master.URL()+"/2")
	defer closeDB(t, direct)
	w.shard = direct.Shards()[0]
	if err := w.read(t.Context()); err != nil || w.n != 1 {
		t.Errorf("%d entries, %v", w.n, err)
	}
}

func TestShards(t *testing.T) {
	server, node := redistest.New(t), redistest.NewCluster(t)
	one, many := open(t, server.URL()), open(t, strings.Replace(node.URL(), "redis://", "redis+cluster://", 1))
	defer closeDB(t, one)
	defer closeDB(t, many)
	if len(one.Shards()) != 1 || len(many.Shards()) != clusterShards {
		t.Errorf("a server has %d shards and a Cluster %d", len(one.Shards()), len(many.Shards()))
	}
	if _, err := Open(t.Context(), node.URL()); err == nil || !strings.Contains(err.Error(), "redis+cluster://") {
		t.Errorf("Open of a Cluster's node as a single server: got error %v", err)
	}
}

func TestLogWithoutLimit(t *testing.T) {
	db := open(t, redistest.New(t).URL())
	defer closeDB(t, db)
	w := &writer{shard: db.Shards()[0], log: "a"}
	for range 3 {
		if err := w.append(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for n, want := range map[uint64]int{0: 3, 2: 1, 3: 0, math.MaxInt64: 0, math.MaxUint64: 0} {
		if entries, err := w.shard.Log(t.Context(), "a", n, math.MaxInt); err != nil || len(entries) != want {
			t.Errorf("%d entries after entry %d, %v, want %d", len(entries), n, err, want)
		}
	}
}

// TestMembersOfOneScore reads pages of a set with more members of one score than a page has.
func TestMembersOfOneScore(t *testing.T) {
	db := open(t, redistest.New(t).URL())
	defer closeDB(t, db)
	d := db.Shards()[0]
	const all = 3*page + 7
	b := &ledger.Batch{}
	for i := range all {
		b.Do = append(b.Do, ledger.Op{Kind: ledger.Put, Key: "s", A: fmt.Sprintf("%05d", i), B: strconv.Itoa(i / (all - 5))})
	}
	if _, err := d.Commit(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	for _, reverse := range []bool{false, true} {
		for _, limit := range []int{7, all, 1 << 40} {
			var last *ledger.Member
			for i := 0; i < all; {
				found, err := d.Members(t.Context(), "s", ledger.Range{Most: 1, After: last, Reverse: reverse, Limit: limit})
				if err != nil || len(found) != min(limit, all-i) {
					t.Fatalf("%d members after %v, %v", len(found), last, err)
				}
				for _, m := range found {
					want := i
					if reverse {
						want = all - 1 - i
					}
					if m.Name != fmt.Sprintf("%05d", want) {
						t.Fatalf("member %d is %v", i, m)
					}
					i++
				}
				last = &found[len(found)-1]
				if limit == 7 && i < all-50 && i > 50 { // some pages at both ends are enough
					i, last = all-21, &ledger.Member{Score: 0, Name: fmt.Sprintf("%05d", all-22)}
					if reverse {
						last.Name = "00021"
					}
				}
			}
		}
	}
}
