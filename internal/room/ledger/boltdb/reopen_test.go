package boltdb_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/ledger/boltdb"
	"github.com/quatre/quatre/internal/room/storage"
)

// childPath names an environment variable. If it is set, the test binary commits to the file of
// that name until it is killed.
const childPath = "BOLTDB_TEST_CHILD"

const childWriters = 4

// pair is a batch that changes two keys: entry n of a log, and the field n of a hash.
func pair(writer, n int) *ledger.Batch {
	name := strconv.Itoa(writer)
	return &ledger.Batch{
		If: []ledger.Op{{Kind: ledger.IfLog, Key: "log" + name, A: strconv.Itoa(n - 1)}},
		Do: []ledger.Op{
			{Kind: ledger.Append, Key: "log" + name, A: fmt.Sprint("entry ", n)},
			{Kind: ledger.SetField, Key: "hash" + name, A: strconv.Itoa(n), B: "1"},
		},
	}
}

// commitUntilKilled writes "WRITER N" to standard output for every acknowledged batch.
func commitUntilKilled(path string) {
	d, err := boltdb.Open(path, boltdb.WithMaxJournal(5000)) // so that it is often emptied
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	for w := range childWriters {
		go func() {
			for n := 1; ; n++ {
				if failed, err := d.Commit(context.Background(), pair(w, n)); err != nil || failed[0] != 0 {
					fmt.Println(failed, err)
					os.Exit(1)
				}
				fmt.Printf("%d %d\n", w, n)
			}
		}()
	}
	select {}
}

// TestKilled kills a process with SIGKILL while it commits. The file must have every acknowledged
// batch, and each batch wholly or not at all.
func TestKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rooms.db")
	acked := make(map[int]int)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childPath+"="+path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for seen := 0; lines.Scan(); seen++ {
		var w, n int
		if _, err := fmt.Sscanf(lines.Text(), "%d %d", &w, &n); err != nil {
			break // the line was cut off, or is an error, which the checks below find
		}
		acked[w] = n
		if seen == 200 {
			_ = cmd.Process.Kill() // the loop goes on with the lines written before
		}
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	d := openAt(t, path)
	defer closeDB(t, d)
	if len(acked) != childWriters {
		t.Fatalf("acknowledged: %v", acked)
	}
	for w, n := range acked {
		entries, err := d.Log(t.Context(), fmt.Sprint("log", w), 0, 1<<30)
		if err != nil || len(entries) < n {
			t.Errorf("writer %d: %d entries, but %d were acknowledged, error %v", w, len(entries), n, err)
		}
		for i, e := range entries {
			if string(e) != fmt.Sprint("entry ", i+1) {
				t.Fatalf("writer %d: entry %d is %q", w, i+1, e)
			}
		}
		if all, err := d.All(t.Context(), fmt.Sprint("hash", w)); err != nil || len(all) != len(entries) {
			t.Errorf("writer %d: %d fields for %d entries, error %v", w, len(all), len(entries), err)
		}
	}
}

// After a file was closed and opened again, it has everything but the volatile keys. If it is open
// for reading only, Commit fails, and several can read it.
func TestReopens(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rooms.db")
	if _, err := boltdb.Open(path, boltdb.ReadOnly()); err == nil || !strings.Contains(err.Error(), "cannot open") {
		t.Fatalf("a file that is not there: got error %v", err)
	}
	d := openAt(t, path)
	commit(t, d, pair(1, 1))
	commit(t, d, &ledger.Batch{Do: []ledger.Op{
		{Kind: ledger.Put, Key: "set", A: "a", B: "-1"}, {Kind: ledger.Put, Key: ledger.Volatile + "set", A: "a", B: "-1"},
	}})
	closeDB(t, d)
	for _, opts := range [][]boltdb.Option{nil, {boltdb.ReadOnly()}} {
		d := openAt(t, path, opts...)
		again := d
		if opts != nil {
			again = openAt(t, path, opts...)
			defer closeDB(t, again)
			if _, err := d.Commit(t.Context(), pair(1, 2)); !errors.Is(err, storage.ErrUnavailable) {
				t.Errorf("Commit of a file that is open for reading only: got error %v", err)
			}
		}
		if n, err := again.Lengths(t.Context(), []string{"log1"}); err != nil || n[0] != 1 {
			t.Errorf("%d entries, error %v", n, err)
		}
		for set, want := range map[string]int{"set": 1, ledger.Volatile + "set": 0} {
			if members, err := d.Members(t.Context(), set, ledger.Range{Limit: 9}); err != nil || len(members) != want {
				t.Errorf("set %s: %v, want %d members, error %v", set, members, want, err)
			}
		}
		closeDB(t, d)
	}
}

func commit(t testing.TB, d *boltdb.DB, b *ledger.Batch) {
	t.Helper()
	if failed, err := d.Commit(t.Context(), b); err != nil || failed[0] != 0 {
		t.Fatalf("%v, %v", failed, err)
	}
}

func closeDB(t testing.TB, d *boltdb.DB) {
	t.Helper()
	if err := d.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	d := openAt(t, at("open.db"))
	defer closeDB(t, d)
	if err := os.WriteFile(at("text.db"), []byte(strings.Repeat("not a store\n", 5000)), 0o600); err != nil {
		t.Fatal(err)
	}
	put := func(name, bucket, value string) {
		db, err := bolt.Open(at(name), 0o600, nil)
		if err != nil {
			t.Fatal(err)
		}
		err = db.Update(func(tx *bolt.Tx) error {
			b, err := tx.CreateBucket([]byte(bucket))
			if err != nil {
				return err
			}
			return b.Put([]byte("format"), []byte(value))
		})
		if err := errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
	}
	put("newer.db", "meta", "99")
	put("lost.db", "meta", "3")
	put("other.db", "customers", "1")
	for name, sentence := range map[string]string{
		"open.db":        "in use by another process",
		"text.db":        "no store of rooms",
		"newer.db":       `the format "99"`,
		"lost.db":        "the bucket keys is missing",
		"other.db":       "another program",
		"missing/new.db": "cannot open",
		".":              "is a folder",
	} {
		d, err := boltdb.Open(at(name), boltdb.WithLockTimeout(time.Millisecond))
		if err == nil {
			closeDB(t, d)
		}
		if err == nil || !strings.Contains(err.Error(), sentence) {
			t.Errorf("%s: got error %v, want one about %q", name, err, sentence)
		}
	}
}
