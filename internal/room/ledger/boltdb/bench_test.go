package boltdb_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/ledger/boltdb"
)

// BenchmarkAppend appends entries of 300 bytes to many logs at the same time. It reports the
// appends a second that are on the disk. With due=1 every batch also gives a member of a large set
// a new score, with due=24 every 24th, as a move of a room does.
func BenchmarkAppend(b *testing.B) {
	for _, writers := range []int{1, 50, 500} {
		for _, due := range []int{1, 24} {
			b.Run(fmt.Sprintf("writers=%d/due=%d", writers, due), func(b *testing.B) { benchmarkAppend(b, writers, due) })
		}
	}
}

func benchmarkAppend(b *testing.B, writers, due int) {
	d, err := boltdb.Open(filepath.Join(b.TempDir(), "rooms.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	turns, done := make(chan struct{}, writers), make(chan error, writers)
	for i := range writers {
		go func() { done <- appendEach(d, fmt.Sprintf("log:room%04d", i), due, turns) }()
	}
	begin := time.Now()
	for b.Loop() {
		turns <- struct{}{}
	}
	close(turns)
	for range writers {
		if err := <-done; err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/time.Since(begin).Seconds(), "appends/s")
}

// appendEach appends an entry to a log for each turn.
func appendEach(d *boltdb.DB, log string, due int, turns <-chan struct{}) error {
	tail := ""
	for n := 1; ; n++ {
		if _, ok := <-turns; !ok {
			return nil
		}
		raw := strings.Repeat("x", 284) + fmt.Sprintf("%016d", n)
		b := &ledger.Batch{
			If: []ledger.Op{{Kind: ledger.IfLog, Key: log, A: strconv.Itoa(n - 1), B: tail}},
			Do: []ledger.Op{{Kind: ledger.Append, Key: log, A: raw}},
		}
		if n%due == 0 {
			b.Do = append(b.Do, ledger.Op{Kind: ledger.Put, Key: "due", A: log, B: strconv.FormatInt(time.Now().UnixMilli(), 10)})
		}
		failed, err := d.Commit(context.Background(), b)
		if err == nil && failed[0] != 0 {
			err = fmt.Errorf("%s: condition %d does not hold before entry %d", log, failed[0], n)
		}
		if err != nil {
			return err
		}
		tail = raw[284:]
	}
}
