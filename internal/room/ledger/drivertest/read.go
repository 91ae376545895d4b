package drivertest

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/quatre/quatre/internal/room/ledger"
)

var readCases = cases{
	"Log": each(func(f *fixture, p string) {
		var all []string
		for n := 1; n <= 300; n++ { // so many that the numbers need two bytes, and the entries some pages
			all = append(all, fmt.Sprintf("entry %d", n))
			f.do(appendTo(p+"log", n, all[n-1]), appendTo(p+"log2", n, "other"))
		}
		for _, c := range []struct {
			after uint64
			limit int
			want  []string
		}{
			{0, 1, all[:1]},
			{0, 300, all},
			{0, 1000, all},
			{0, math.MaxInt, all},
			{254, 4, all[254:258]},
			{299, 5, all[299:]},
			{300, 5, nil},
			{301, 5, nil},
			{math.MaxUint64, 5, nil},
		} {
			entries, err := f.Log(f.Context(), p+"log", c.after, c.limit)
			check(f, texts(entries), c.want, err, "%d entries after %d", c.limit, c.after)
		}
	}),
	// Trees may be large: many members before the first that is not skipped.
	"LargeTree": each(func(f *fixture, p string) {
		var skip []string
		for i := range 300 {
			skip = append(skip, fmt.Sprintf("m%03d", i))
			f.do(put(p+"tree", skip[i], int64(i)))
		}
		steps, err := f.First(f.Context(), []string{p + "tree"}, skip[:299])
		check(f, steps, []ledger.Step{{Set: p + "tree", Name: "m299", Size: 300}}, err, "first")
	}),
	// What a call returns belongs to its caller.
	"Owned": each(func(f *fixture, p string) {
		f.do(appendTo(p+"log", 1, "entry"), setField(p+"hash", "a", "1"))
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
		errs := make([]error, 7)
		_, errs[0] = f.Log(ctx, "log", 0, 1)
		_, errs[1] = f.Lengths(ctx, []string{"log"})
		_, errs[2] = f.Fields(ctx, "hash", "a")
		_, errs[3] = f.All(ctx, "hash")
		_, errs[4] = f.Members(ctx, "set", ledger.Range{Limit: 1})
		_, errs[5] = f.First(ctx, []string{"set"}, nil)
		_, errs[6] = f.Watch(ctx, "channel", func(string) {})
		for i, err := range errs {
			if !errors.Is(err, context.Canceled) {
				f.Errorf("call %d: got error %v", i, err)
			}
		}
	},
}
