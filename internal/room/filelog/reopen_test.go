package filelog_test

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
	"go.uber.org/goleak"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/filelog"
	"github.com/quatre/quatre/internal/room/storage"
)

// childPath names an environment variable. If it is set, the test binary appends to the file
// of that name until it is killed.
const childPath = "FILELOG_TEST_CHILD"

const childRooms = 4

func TestMain(m *testing.M) {
	if path := os.Getenv(childPath); path != "" {
		appendUntilKilled(path)
	}
	// A check waits for the disk some hundred times. The command line overrides this.
	_ = flag.Set("rapid.checks", "40")
	goleak.VerifyTestMain(m)
}

// appendUntilKilled writes "ROOM N" to standard output for every acknowledged append.
func appendUntilKilled(path string) {
	s, err := filelog.Open(path)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	for i := range childRooms {
		go func() {
			id := room.ID(fmt.Sprintf("r%d", i))
			last := ""
			for n := uint64(1); ; n++ {
				e := seal(last, n)
				if err := s.Append(context.Background(), id, e, room.Effects{Job: true, Due: time.UnixMilli(int64(n))}); err != nil {
					fmt.Println(err)
					os.Exit(1)
				}
				last = e.Digest
				fmt.Printf("%s %d\n", id, n)
			}
		}()
	}
	select {}
}

func seal(last string, n uint64) room.Entry {
	e, err := room.Seal(last, n, time.UnixMilli(1), "p", fmt.Sprint(n), room.Named{Seat: 1})
	if err != nil {
		panic(err)
	}
	return e
}

// TestKilled kills a process with SIGKILL while it appends. The file must have every
// acknowledged entry, with its effects.
func TestKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rooms.db")
	acked := make(map[room.ID]uint64)
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
		var id room.ID
		var n uint64
		if _, err := fmt.Sscanf(lines.Text(), "%s %d", &id, &n); err != nil {
			break // the line was cut off, or is an error, which the checks below find
		}
		acked[id] = n
		if seen == 200 {
			_ = cmd.Process.Kill() // the loop goes on with the lines written before
		}
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	s := reopen(t, path)
	defer closeStore(t, s)
	if len(acked) != childRooms {
		t.Fatalf("acknowledged: %v", acked)
	}
	jobs := 0
	for id, n := range acked {
		entries, err := s.Read(t.Context(), id, 0)
		if err != nil {
			t.Fatal(err)
		}
		if uint64(len(entries)) < n {
			t.Errorf("room %s: the log has %d entries, but %d were acknowledged", id, len(entries), n)
		}
		for i, e := range entries {
			if e.N != uint64(i+1) || i > 0 && !e.Follows(entries[i-1].Digest) {
				t.Fatalf("room %s: entry %d does not follow the one before", id, i+1)
			}
		}
		jobs += len(entries)
	}
	// Each entry has its effects.
	if n, err := s.Backlog(t.Context()); err != nil || n != jobs {
		t.Errorf("%d jobs for %d entries, error %v", n, jobs, err)
	}
}

func TestReopens(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rooms.db")
	ctx := t.Context()
	s := reopen(t, path)
	r := &room.Record{Room: "a", Game: 1, Ended: time.UnixMilli(7).UTC()}
	fx := room.Effects{Due: time.UnixMilli(5), List: room.Playing, Job: true, Record: r}
	if err := s.Append(ctx, "a", seal("", 1), fx); err != nil {
		t.Fatal(err)
	}
	job, err := s.Take(ctx, "w1", storage.Want{})
	if err != nil {
		t.Fatal(err)
	}
	closeStore(t, s)

	s = reopen(t, path)
	defer closeStore(t, s)
	if entries, err := s.Read(ctx, "a", 0); err != nil || len(entries) != 1 {
		t.Fatalf("%d entries, error %v", len(entries), err)
	}
	if ids, err := s.Due(ctx, time.UnixMilli(5), 9); err != nil || len(ids) != 1 {
		t.Fatalf("Due %v, error %v", ids, err)
	}
	if ids, err := s.Rooms(ctx, room.Playing, 9); err != nil || len(ids) != 1 {
		t.Fatalf("Rooms %v, error %v", ids, err)
	}
	if _, err := s.Game(ctx, r.ID()); err != nil {
		t.Fatal(err)
	}
	if err := s.Renew(ctx, "w1", job); !errors.Is(err, storage.ErrNotFound) {
		t.Fatalf("Renew of a job that was taken before: got error %v, want %v", err, storage.ErrNotFound)
	}
	if err := s.Touch(ctx, "a", 1, fx); err != nil { // queues no second job, because the first is still queued
		t.Fatal(err)
	}
	again, err := s.Take(ctx, "w2", storage.Want{})
	if again.Waited < job.Waited {
		t.Errorf("the job had waited %v after the restart, %v before", again.Waited, job.Waited)
	}
	again.Waited = job.Waited
	if err != nil || !reflect.DeepEqual(again, job) {
		t.Fatalf("took %+v, want %+v, error %v", again, job, err)
	}
	if n, err := s.Backlog(ctx); err != nil || n != 1 {
		t.Fatalf("Backlog %d, error %v", n, err)
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	s := reopen(t, at("open.db"))
	defer closeStore(t, s)
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
	put("other.db", "customers", "1")
	for name, sentence := range map[string]string{
		"open.db":        "in use by another process",
		"text.db":        "no store of rooms",
		"newer.db":       `the format "99"`,
		"other.db":       "another program",
		"missing/new.db": "cannot open",
		".":              "cannot open",
	} {
		s, err := filelog.Open(at(name), filelog.WithLockTimeout(time.Millisecond))
		if err == nil {
			closeStore(t, s)
		}
		if err == nil || !strings.Contains(err.Error(), sentence) {
			t.Errorf("%s: got error %v, want one about %q", name, err, sentence)
		}
	}
}

// TestCloseEndsWaiting closes a store while calls of Take and Append wait.
func TestCloseEndsWaiting(t *testing.T) {
	s := reopen(t, filepath.Join(t.TempDir(), "rooms.db"))
	errs := make(chan error, 8)
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			_, err := s.Take(context.Background(), "w", storage.Want{})
			errs <- err
		})
		wg.Go(func() {
			last := ""
			for n := uint64(1); ; n++ {
				e := seal(last, n)
				if err := s.Append(context.Background(), room.ID(fmt.Sprintf("r%d", i)), e, room.Effects{}); err != nil {
					errs <- err
					return
				}
				last = e.Digest
			}
		})
	}
	closeStore(t, s)
	wg.Wait()
	close(errs)
	for err := range errs {
		if !errors.Is(err, storage.ErrUnavailable) {
			t.Errorf("got error %v, want %v", err, storage.ErrUnavailable)
		}
	}
}

// BenchmarkAppend makes 64 appends one after the other, then 64 at the same time. It reports
// how many times as fast the second way is.
func BenchmarkAppend(b *testing.B) {
	s := reopen(b, filepath.Join(b.TempDir(), "rooms.db"))
	defer closeStore(b, s)
	var apart, together time.Duration
	last, n := make([]string, 64), uint64(0)
	write := func(i int) {
		e := seal(last[i], n)
		if err := s.Append(context.Background(), room.ID(fmt.Sprintf("r%d", i)), e, room.Effects{Due: time.UnixMilli(5)}); err != nil {
			b.Error(err)
		}
		last[i] = e.Digest
	}
	for b.Loop() {
		n++
		begin := time.Now()
		for i := range last {
			write(i)
		}
		apart += time.Since(begin)
		n++
		begin = time.Now()
		var wg sync.WaitGroup
		for i := range last {
			wg.Go(func() { write(i) })
		}
		wg.Wait()
		together += time.Since(begin)
	}
	b.ReportMetric(float64(apart)/float64(together), "times-as-fast")
	b.ReportMetric(float64(n/2*64)/together.Seconds(), "appends/s")
}
