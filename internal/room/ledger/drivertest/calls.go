package drivertest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/quatre/quatre/internal/room/ledger"
)

var callCases = cases{
	// A batch sees what large keys have left behind that a batch of the same call deleted.
	"DeleteLarge": each(func(f *fixture, p string) {
		var fill []ledger.Op
		var entries []string
		for n := range 500 { // so many that the numbers need two bytes, and the entries some pages
			entries = append(entries, fmt.Sprintf("%0100d", n))
			fill = append(fill, appendTo(p+"b", entries[n]), put(p+"c", entries[n], int64(n)))
		}
		f.do(fill...)
		f.wantLog(p+"b", entries...)
		empty := []ledger.Op{ifLog(p+"a", 0, ""), ifLog(p+"b", 0, ""), ifLog(p+"d", 0, ""), ifScore(p+"c", entries[7], 0)}
		f.commit([]int{0, 4}, &ledger.Batch{Do: []ledger.Op{deleteKey(p + "b"), deleteKey(p + "c")}}, &ledger.Batch{If: empty})
		f.do(append(fill, appendTo(p+"a", "a"), appendTo(p+"d", "d"))...)
		kept := []ledger.Op{ifLog(p+"a", 1, "a"), ifLog(p+"b", 0, ""), ifLog(p+"d", 1, "d")}
		f.commit([]int{0, 0}, &ledger.Batch{Do: []ledger.Op{deleteKey(p + "c"), deleteKey(p + "b")}}, &ledger.Batch{If: kept})
		f.wantLog(p+"a", "a")
		f.wantLog(p+"d", "d")
		f.wantSet(p + "c")
	}),
	"LongEntry": func(f *fixture) {
		long := strings.Repeat("0123456789abcdef", 1<<14)
		f.do(appendTo("log", long), setField("hash", "a", long))
		f.wantLog("log", long)
		f.wantHash("hash", map[string]string{"a": long})
	},
	// What a call returns belongs to its caller.
	"Owned": each(func(f *fixture, p string) {
		f.do(appendTo(p+"log", "entry"), setField(p+"hash", "a", "1"))
		entries, err := f.Log(f.Context(), p+"log", 0, 1)
		all, err2 := f.All(f.Context(), p+"hash")
		if err := errors.Join(err, err2); err != nil {
			f.Fatal(err)
		}
		copy(entries[0], "wrong")
		all["a"] = "wrong"
		f.wantLog(p+"log", "entry")
		f.wantHash(p+"hash", map[string]string{"a": "1"})
	}),
	"ContextEnded": func(f *fixture) {
		ctx, cancel := context.WithCancel(f.Context())
		cancel()
		errs := make([]error, 8)
		_, errs[0] = f.Log(ctx, "log", 0, 1)
		_, errs[1] = f.Lengths(ctx, []string{"log"})
		_, errs[2] = f.Fields(ctx, "hash", "a")
		_, errs[3] = f.All(ctx, "hash")
		_, errs[4] = f.Members(ctx, "set", ledger.Range{Limit: 1})
		_, errs[5] = f.First(ctx, "set")
		_, errs[6] = f.Watch(ctx, "channel", func(string) {})
		_, errs[7] = f.Commit(ctx, &ledger.Batch{Do: []ledger.Op{setField("hash", "a", "1")}})
		for i, err := range errs {
			if !errors.Is(err, context.Canceled) {
				f.Errorf("call %d: got error %v", i, err)
			}
		}
	},
}
