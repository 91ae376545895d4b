package drivertest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/quatre/quatre/internal/room/ledger"
)

var commitCases = cases{
	// A batch sees what large keys have left behind that a batch of the same call deleted.
	"DeleteLarge": each(func(f *fixture, p string) {
		var fill []ledger.Op
		for n := range 500 {
			fill = append(fill, appendTo(p+"b", n+1, strings.Repeat("x", 100)), put(p+"c", fmt.Sprintf("%0100d", n), int64(n)))
		}
		f.do(fill...)
		empty := []ledger.Op{ifLog(p+"a", 0, ""), ifLog(p+"b", 0, ""), ifLog(p+"d", 0, ""), ifScore(p+"c", fmt.Sprintf("%0100d", 7), 0)}
		f.commit([]int{0, 4}, &ledger.Batch{Do: []ledger.Op{deleteKey(p + "b"), deleteKey(p + "c")}}, &ledger.Batch{If: empty})
		f.do(append(fill, appendTo(p+"a", 1, "a"), appendTo(p+"d", 1, "d"))...)
		kept := []ledger.Op{ifLog(p+"a", 1, "a"), ifLog(p+"b", 0, ""), ifLog(p+"d", 1, "d")}
		f.commit([]int{0, 0}, &ledger.Batch{Do: []ledger.Op{deleteKey(p + "c"), deleteKey(p + "b")}}, &ledger.Batch{If: kept})
		f.wantLog(p+"a", "a")
		f.wantLog(p+"d", "d")
		f.wantSet(p + "c")
	}),
	"LongEntry": func(f *fixture) {
		long := strings.Repeat("0123456789abcdef", 1<<14)
		f.do(appendTo("log", 1, long), setField("hash", "a", long))
		f.wantLog("log", long)
		f.wantHash("hash", map[string]string{"a": long})
	},
	"ContextEnded": func(f *fixture) {
		ctx, cancel := context.WithCancel(f.Context())
		cancel()
		_, err := f.Commit(ctx, &ledger.Batch{Do: []ledger.Op{setField("hash", "a", "1")}})
		if !errors.Is(err, context.Canceled) {
			f.Fatalf("got error %v", err)
		}
	},
}
