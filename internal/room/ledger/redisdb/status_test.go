package redisdb

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/redistest"
	"github.com/quatre/quatre/internal/room/storage"
)

// openStatus opens a database at url, with two shards, and returns a function for its status.
func openStatus(t *testing.T, url string, opts ...Option) (status func() storage.Status) {
	t.Helper()
	s, err := Open(t.Context(), url+"?shards=2", opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return func() storage.Status {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		st, err := s.Status(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return st
	}
}

// command sends a command to a server and returns the reply.
func command(t *testing.T, server *redistest.Server, words ...string) string {
	t.Helper()
	reply, err := server.Do(words...)
	if err != nil || strings.HasPrefix(reply, "-") {
		t.Fatalf("%v: %q, %v", words, reply, err)
	}
	return reply
}

func TestStatusOfMemory(t *testing.T) {
	server := redistest.New(t)
	status := openStatus(t, server.URL())
	if m := status().Memory; m.Used < 100_000 || m.Limit != 0 || m.Machine < m.Used {
		t.Errorf("without a limit: %+v", *m)
	}
	command(t, server, "CONFIG", "SET", "maxmemory", "64mb")
	if m := status().Memory; m.Used < 100_000 || m.Limit != 64<<20 {
		t.Errorf("with a limit of 64 MB: %+v", *m)
	}
}

// TestStatusOfSaving removes the folder of the server. Then the server cannot create files, but
// can still append to the open one.
func TestStatusOfSaving(t *testing.T) {
	server := redistest.New(t)
	status := openStatus(t, server.URL())
	want := func(rewrite, snapshot bool) func() bool {
		return func() bool {
			got := status().Saved
			return len(got) == 3 && got[storage.SavedAppend] && got[storage.SavedRewrite] == rewrite && got[storage.SavedSnapshot] == snapshot
		}
	}
	redistest.Await(t, "all kinds of saving to succeed", want(true, true))
	dir := command(t, server, "CONFIG", "GET", "dir")
	if err := os.RemoveAll(strings.Split(dir, "\r\n")[4]); err != nil {
		t.Fatal(err)
	}
	_, _ = server.Do("BGSAVE") // may fail at once
	redistest.Await(t, "a snapshot to fail", want(true, false))
	_, _ = server.Do("BGREWRITEAOF")
	redistest.Await(t, "a rewrite to fail", want(false, false))
}

// TestStatusOfAppends changes one word in the reply of a real server, because it is hard
// to make a write fail.
func TestStatusOfAppends(t *testing.T) {
	_, text, _ := strings.Cut(command(t, redistest.New(t), "INFO"), "\r\n")
	for _, ok := range []bool{true, false} {
		st := readStatus(parseInfo(text))
		if st.Saved[storage.SavedAppend] != ok || !st.Saved[storage.SavedRewrite] || !st.Saved[storage.SavedSnapshot] {
			t.Errorf("saved %v, want %v for appends and true for the others", st.Saved, ok)
		}
		text = strings.Replace(text, "aof_last_write_status:ok", "aof_last_write_status:err", 1)
	}
	text = strings.Replace(text, "aof_enabled:1", "aof_enabled:0", 1)
	if st := readStatus(parseInfo(text)); len(st.Saved) != 1 || !st.Saved[storage.SavedSnapshot] {
		t.Errorf("without an append-only file: saved %v", st.Saved)
	}
}

func TestStatusOfReplicas(t *testing.T) {
	master, replica := redistest.New(t), redistest.New(t)
	status := openStatus(t, master.URL())
	replicas := func(want int) func() bool { return func() bool { return *status().Replicas == want } }
	redistest.Await(t, "no replica", replicas(0))
	command(t, master, "CONFIG", "SET", "repl-diskless-sync-delay", "0") // does not wait for a second replica
	host, port, _ := strings.Cut(master.Addr, ":")
	command(t, replica, "REPLICAOF", host, port)
	redistest.Await(t, "a replica", replicas(1))
	replica.Stop(t)
	redistest.Await(t, "the status to show no replica", replicas(0))
}

// TestStatusWithoutRights: the status lacks only what the user may not ask for. It does not
// use CONFIG, which hosted Redis services forbid.
func TestStatusWithoutRights(t *testing.T) {
	server := redistest.New(t)
	command(t, server, "ACL", "SETUSER", "quatre", "on", ">secret", "~*", "&*", "+@all", "-config")
	status := openStatus(t, "redis://quatre:secret@"+server.Addr)
	if st := status(); st.Memory == nil || st.Replicas == nil || len(st.Saved) != 3 {
		t.Errorf("without CONFIG: %+v", st)
	}
	command(t, server, "ACL", "SETUSER", "quatre", "-info")
	if st := status(); st.Memory != nil || st.Replicas != nil || st.Saved != nil {
		t.Errorf("without INFO: %+v", st)
	}
}

// TestStatusOfCluster: the status shows the memory of the fullest master, and a failure on any
// master. It leaves out a master that does not answer.
func TestStatusOfCluster(t *testing.T) {
	t.Parallel()
	c := redistest.NewClusterOf(t, 3, 1)
	status := openStatus(t, c.URL())
	for i, limit := range []string{"512mb", "1gb", "256mb"} {
		command(t, c.Masters[i], "CONFIG", "SET", "maxmemory", limit)
	}
	st := status()
	if st.Memory.Limit != 256<<20 || *st.Replicas != 0 || !st.Saved[storage.SavedSnapshot] {
		t.Errorf("status %+v with memory %+v", st, st.Memory)
	}
	dir := command(t, c.Masters[1], "CONFIG", "GET", "dir")
	if err := os.RemoveAll(strings.Split(dir, "\r\n")[4]); err != nil {
		t.Fatal(err)
	}
	_, _ = c.Masters[1].Do("BGSAVE")
	redistest.Await(t, "a snapshot to fail", func() bool {
		st := status()
		return !st.Saved[storage.SavedSnapshot] && st.Saved[storage.SavedAppend]
	})
	c.Masters[2].Stop(t)
	if st := status(); st.Memory.Limit != 512<<20 {
		t.Errorf("memory without the fullest master: %+v", st.Memory)
	}
}
