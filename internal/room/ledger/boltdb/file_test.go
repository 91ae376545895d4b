package boltdb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/storage"
)

func memoryFolder(t testing.TB) string {
	if dir, err := os.MkdirTemp("/dev/shm", "boltdb-*"); err == nil {
		t.Cleanup(func() { _ = os.RemoveAll(dir) })
		return dir
	}
	return t.TempDir()
}

// sample is a file, and the logs that it has.
type sample struct {
	path string
	logs map[string][]byte // all entries of each log
}

// newSample writes a file of some dozen pages.
func newSample(t testing.TB) *sample {
	t.Helper()
	x := &sample{filepath.Join(memoryFolder(t), "rooms.db"), map[string][]byte{}}
	d, err := Open(x.path)
	if err != nil {
		t.Fatal(err)
	}
	d.bolt.NoSync = true
	for i := range 40 {
		log := fmt.Sprintf("log%02d", i)
		for n := 1; n <= 5+i; n++ {
			raw := fmt.Sprintf("%s: entry %d %0100d", log, n, n)
			commit(t, d, ledger.Op{Kind: ledger.Append, Key: log, A: raw}, ledger.Op{Kind: ledger.Put, Key: "set", A: log, B: strconv.Itoa(n)})
			x.logs[log] = append(x.logs[log], raw...)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	return x
}

func commit(t testing.TB, d *DB, changes ...ledger.Op) {
	t.Helper()
	if _, err := d.Commit(context.Background(), &ledger.Batch{Do: changes}); err != nil {
		t.Fatal(err)
	}
}

// read reads all logs that it can, as a program does that opens the file.
func (x *sample) read(opts ...Option) (logs map[string][]byte, damage []error) {
	d, err := Open(x.path, opts...)
	if err != nil {
		return nil, []error{err}
	}
	d.bolt.NoSync = true
	defer d.Close()
	logs = map[string][]byte{}
	for log := range x.logs {
		entries, err := d.Log(context.Background(), log, 0, math.MaxInt)
		if err != nil {
			damage = append(damage, err)
		} else {
			logs[log] = bytes.Join(entries, nil)
		}
	}
	if _, err := d.Members(context.Background(), "set", ledger.Range{Most: math.MaxInt64, Limit: math.MaxInt}); err != nil {
		damage = append(damage, err)
	}
	return logs, damage
}

// check returns what CheckPages finds.
func (x *sample) check(t testing.TB) (damage []error) {
	t.Helper()
	d, err := Open(x.path, ReadOnly())
	if err != nil {
		return []error{err}
	}
	defer d.Close()
	if err := d.CheckPages(context.Background(), func(err error) { damage = append(damage, err) }); err != nil {
		t.Fatal(err)
	}
	return damage
}

func TestCheckFindsNoDamage(t *testing.T) {
	x := newSample(t)
	if damage := x.check(t); len(damage) > 0 {
		t.Errorf("%q", damage)
	}
	for _, opts := range [][]Option{{ReadOnly()}, nil} {
		if logs, damage := x.read(opts...); len(damage) > 0 || !maps.EqualFunc(logs, x.logs, bytes.Equal) {
			t.Errorf("read %d logs, damage %q", len(logs), damage)
		}
	}
}

// TestDamagedPages overwrites one page after the other with zeros. CheckPages reports each page
// that matters. A program that reads the file gets errors that wrap storage.ErrDamaged, and no
// wrong entry.
func TestDamagedPages(t *testing.T) {
	x := newSample(t)
	whole, err := os.ReadFile(x.path)
	if err != nil {
		t.Fatal(err)
	}
	size, found, opened := os.Getpagesize(), 0, 0
	step := 1
	if testing.Short() {
		step = 3
	}
	for page := 2; page < len(whole)/size; page += step {
		file := bytes.Clone(whole)
		clear(file[page*size : (page+1)*size])
		if bytes.Equal(file, whole) {
			continue
		}
		x := &sample{fmt.Sprintf("%s-%d", x.path, page), x.logs} // bbolt panics on a damaged free list, with the file locked
		if err := os.WriteFile(x.path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		told := x.check(t)
		logs, damage := x.read()
		if len(damage) == 0 && !maps.EqualFunc(logs, x.logs, bytes.Equal) && len(told) == 0 {
			t.Errorf("page %d: entries are missing, and nothing says so", page)
		}
		for log, entries := range logs {
			if !bytes.HasPrefix(x.logs[log], entries) {
				t.Errorf("page %d: log %s has entries that nobody stored", page, log)
			}
		}
		for _, err := range slices.Concat(told, damage) {
			if !errors.Is(err, storage.ErrDamaged) {
				t.Errorf("page %d: %v does not wrap ErrDamaged", page, err)
			}
		}
		if len(told) > 0 {
			found++
		}
		if len(logs) > 0 {
			opened++
		}
	}
	if found < 10/step || opened == 0 {
		t.Errorf("CheckPages found %d damaged pages, and %d damaged files could be opened", found, opened)
	}
}

// A file that was cut, or that has no bytes, is refused and not changed. The sentence names the
// latest copy.
func TestCutFile(t *testing.T) {
	x := newSample(t)
	whole, err := os.ReadFile(x.path)
	if err != nil {
		t.Fatal(err)
	}
	whole = bytes.TrimRight(whole, "\x00") // the file ends with pages that are not used yet
	folder := CopiesOf(x.path)
	if err := errors.Join(os.Mkdir(folder, 0o700), os.WriteFile(filepath.Join(folder, "2026-11-25T08-00-00Z.db"), whole, 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, length := range []int{0, os.Getpagesize() / 2, os.Getpagesize(), 3 * os.Getpagesize(), len(whole) / 2, len(whole) * 9 / 10} {
		if err := os.WriteFile(x.path, whole[:length], 0o600); err != nil {
			t.Fatal(err)
		}
		_, damage := x.read()
		if len(damage) == 0 || !strings.Contains(damage[0].Error(), "copy") {
			t.Errorf("%d bytes: %q", length, damage)
		}
		if length > 2*os.Getpagesize() && !strings.Contains(damage[0].Error(), "2026-11-25T08") {
			t.Errorf("%d bytes: the error does not name the latest copy: %q", length, damage)
		}
		if after, err := os.ReadFile(x.path); err != nil || len(after) != length {
			t.Errorf("the file had %d bytes and now has %d: %v", length, len(after), err)
		}
	}
}

// Copies have the logs of the file. The oldest copies are removed, and what a killed process left. No new file
// takes the place of one that is gone and has copies.
func TestCopies(t *testing.T) {
	now := time.Date(2026, 11, 25, 8, 0, 0, 0, time.UTC)
	x := newSample(t)
	d, err := Open(x.path, WithClock(func() time.Time { return now }))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	folder := CopiesOf(x.path)
	if wait := d.untilNextCopy(folder); wait != 0 {
		t.Errorf("the first copy is due in %v", wait)
	}
	for range 5 {
		if err := d.copyInto(t.Context(), folder, 3); err != nil {
			t.Fatal(err)
		}
		if left, _ := filepath.Glob(filepath.Join(folder, "*.partial")); len(left) > 0 {
			t.Errorf("%q", left)
		}
		if wait := d.untilNextCopy(folder); wait != CopyInterval {
			t.Errorf("the next copy is due in %v", wait)
		}
		if err := os.WriteFile(filepath.Join(folder, "left.partial"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		now = now.Add(CopyInterval)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.db"))
	if err != nil || len(files) != 3 || filepath.Base(files[0]) != "2026-11-25T10-00-00Z.db" {
		t.Fatalf("%q, %v", files, err)
	}
	copied := &sample{files[2], x.logs}
	if damage := copied.check(t); len(damage) > 0 {
		t.Errorf("%q", damage)
	}
	if logs, damage := copied.read(); len(damage) > 0 || !maps.EqualFunc(logs, x.logs, bytes.Equal) {
		t.Errorf("the copy has %d logs, damage %q", len(logs), damage)
	}
	if err := os.Remove(x.path); err != nil {
		t.Fatal(err)
	}
	if d, err := Open(x.path); err == nil || !strings.Contains(err.Error(), files[2]) {
		t.Errorf("without the file: %v, %v", d, err)
	}
}

// While the disk is full, commits fail with storage.ErrFull and change nothing, not even in
// memory. Afterwards they succeed.
func TestFull(t *testing.T) {
	x := newSample(t)
	d, err := Open(x.path)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	info, err := os.Stat(x.path)
	if err != nil {
		t.Fatal(err)
	}
	d.bolt.MaxSize = int(info.Size())
	set := ledger.Op{Kind: ledger.SetField, Key: "hash", A: "a", B: strings.Repeat("x", 1<<22)}
	volatile := ledger.Op{Kind: ledger.SetField, Key: ledger.Volatile + "hash", A: "a", B: "1"}
	for range 3 {
		if _, err := d.Commit(t.Context(), &ledger.Batch{Do: []ledger.Op{volatile, set}}); !errors.Is(err, storage.ErrFull) {
			t.Fatalf("got error %v", err)
		}
		for _, hash := range []string{"hash", ledger.Volatile + "hash"} {
			if all, err := d.All(t.Context(), hash); err != nil || len(all) > 0 {
				t.Errorf("hash %s has %d fields, error %v", hash, len(all), err)
			}
		}
	}
	commit(t, d, volatile) // needs no disk
	d.bolt.MaxSize = 0
	commit(t, d, set, ledger.Op{Kind: ledger.Put, Key: "set", A: "new", B: "1"})
	if values, err := d.Fields(t.Context(), "hash", "a"); err != nil || values[0] != set.B {
		t.Errorf("the value has %d bytes, error %v", len(values[0]), err)
	}
	if damage := x.checkOpen(t, d); len(damage) > 0 {
		t.Errorf("%q", damage)
	}
}

// checkOpen is check for a file that is open.
func (x *sample) checkOpen(t testing.TB, d *DB) []error {
	t.Helper()
	copied := &sample{x.path + ".copy", x.logs}
	if err := d.Backup(t.Context(), copied.path); err != nil {
		t.Fatal(err)
	}
	return copied.check(t)
}

// A batch that cannot be carried out fails its own call only.
func TestOneBadCall(t *testing.T) {
	d, err := Open(filepath.Join(memoryFolder(t), "rooms.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() {
			b := &ledger.Batch{Do: []ledger.Op{{Kind: ledger.SetField, Key: "hash", A: strconv.Itoa(i), B: "1"}}}
			bad := i%10 == 3
			if bad {
				b.Do = append(b.Do, ledger.Op{Kind: ledger.SetField, Key: "hash", A: strings.Repeat("x", bolt.MaxKeySize), B: "1"})
			}
			if _, err := d.Commit(context.Background(), b); errors.Is(err, storage.ErrDamaged) != bad || !bad && err != nil {
				t.Errorf("call %d: got error %v", i, err)
			}
		})
	}
	wg.Wait()
	if all, err := d.All(t.Context(), "hash"); err != nil || len(all) != 90 {
		t.Errorf("%d fields, error %v", len(all), err)
	}
}

// What changes no key of the file is not written.
func TestUnchanged(t *testing.T) {
	x := newSample(t)
	d, err := Open(x.path)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	before, err := os.ReadFile(x.path)
	if err != nil {
		t.Fatal(err)
	}
	commit(t, d, ledger.Op{Kind: ledger.Put, Key: ledger.Volatile + "set", A: "a", B: "1"})
	commit(t, d, ledger.Op{Kind: ledger.Put, Key: "set", A: "log00", B: "5"}, ledger.Op{Kind: ledger.Remove, Key: "set", A: "never"})
	commit(t, d, ledger.Op{Kind: ledger.SetField, Key: "hash", A: "never"}, ledger.Op{Kind: ledger.Delete, Key: "never"}, ledger.Op{Kind: ledger.Publish, Key: "c", A: "x"})
	if after, err := os.ReadFile(x.path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file was written, error %v", err)
	}
}

// FuzzValues: reading never panics, whatever bytes a defect or another program has written.
func FuzzValues(f *testing.F) {
	for _, part := range []byte{partEntry, partField, partMember, partSize, partPlace} {
		f.Add(part, []byte("12345678"), []byte("12345678"))
		f.Add(part, []byte("short"), []byte{})
		f.Add(part, []byte{}, []byte("short"))
	}
	d, err := Open(filepath.Join(memoryFolder(f), "rooms.db"))
	if err != nil {
		f.Fatal(err)
	}
	d.bolt.NoSync = true
	f.Cleanup(func() { _ = d.Close() })
	f.Fuzz(func(t *testing.T, part byte, rest, value []byte) {
		if len(rest) > 100 {
			t.Skip()
		}
		err := d.bolt.Update(func(tx *bolt.Tx) error {
			return tx.Bucket(bucketKeys).Put(append(at("key", part, ""), rest...), value)
		})
		if err != nil {
			t.Fatal(err)
		}
		ctx := t.Context()
		read := func(err error) {
			if err != nil && !errors.Is(err, storage.ErrDamaged) {
				t.Errorf("got error %v", err)
			}
		}
		_, err = d.Log(ctx, "key", 0, 9)
		read(err)
		_, err = d.Lengths(ctx, []string{"key"})
		read(err)
		_, err = d.All(ctx, "key")
		read(err)
		_, err = d.Members(ctx, "key", ledger.Range{Most: math.MaxInt64, Limit: 9})
		read(err)
		_, err = d.First(ctx, "key")
		read(err)
		_, err = d.Commit(ctx, &ledger.Batch{Do: []ledger.Op{{Kind: ledger.Put, Key: "key", A: string(rest), B: "1"}, {Kind: ledger.Remove, Key: "key", A: "a"}}})
		read(err)
		commit(t, d, ledger.Op{Kind: ledger.Delete, Key: "key"})
		if members, err := d.Members(ctx, "key", ledger.Range{Most: math.MaxInt64, Limit: 9}); err != nil || len(members) > 0 {
			t.Errorf("%v, error %v", members, err)
		}
	})
}
