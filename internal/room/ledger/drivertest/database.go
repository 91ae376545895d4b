package drivertest

import (
	"fmt"
	"time"

	"github.com/quatre/quatre/internal/room/ledger"
)

var databaseCases = cases{
	// Each shard has keys of its own.
	"Shards": func(f *fixture) {
		shards := f.Shards()
		for i, s := range shards {
			failed, err := s.Commit(f.Context(), &ledger.Batch{If: []ledger.Op{ifLog("log", 0, "")}, Do: []ledger.Op{appendTo("log", fmt.Sprint(i))}})
			if err != nil || failed[0] != 0 {
				f.Fatalf("shard %d: %v, %v", i, failed, err)
			}
		}
		for i, s := range f.Shards() {
			entries, err := s.Log(f.Context(), "log", 0, 2)
			if err != nil || len(entries) != 1 || string(entries[0]) != fmt.Sprint(i) {
				f.Errorf("shard %d: %q, error %v", i, entries, err)
			}
		}
	},
	"Clock": func(f *fixture) {
		if err := f.SyncClock(f.Context()); err != nil {
			f.Fatal(err)
		}
		before := f.Now()
		if after := f.Now(); after.Before(before) || before.IsZero() {
			f.Errorf("%v after %v", after, before)
		}
		if offset, known := f.ClockOffset(); known && offset.Abs() > time.Hour {
			f.Errorf("the offset is %v", offset)
		}
	},
	"Status": func(f *fixture) {
		if _, err := f.Status(f.Context()); err != nil {
			f.Error(err)
		}
		if err := f.CheckSpace(); err != nil {
			f.Error(err)
		}
	},
}
