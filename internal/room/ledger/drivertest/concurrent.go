package drivertest

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"

	"github.com/quatre/quatre/internal/room/ledger"
	"github.com/quatre/quatre/internal/room/storage"
)

var concurrentCases = cases{
	// Many calls at once: each has its own result, and those that fail disturb no other.
	"OwnResults": each(func(f *fixture, p string) {
		const calls = 300
		var wg sync.WaitGroup
		for i := range calls {
			wg.Go(func() {
				log, want := fmt.Sprintf("%slog%d", p, i), 0
				b := &ledger.Batch{If: []ledger.Op{ifLog(log, 0, "")}, Do: []ledger.Op{appendTo(log, log), setField(log+"/hash", "a", "1")}}
				if i%10 == 3 {
					want, b.If = 2, append(b.If, op(ledger.IfField, p+"never", "a", "1"))
				}
				failed, err := f.Commit(f.Context(), b)
				if err != nil || len(failed) != 1 || failed[0] != want {
					f.Errorf("call %d: %v, want %d, error %v", i, failed, want, err)
				}
			})
		}
		wg.Wait()
		for i := range calls {
			log := fmt.Sprintf("%slog%d", p, i)
			if i%10 == 3 {
				f.wantLog(log)
				f.wantHash(log+"/hash", nil)
			} else {
				f.wantLog(log, log)
				f.wantHash(log+"/hash", map[string]string{"a": "1"})
			}
		}
	}),
	// A reader sees all changes of a batch to a key, or none.
	"AtomicStep": each(func(f *fixture, p string) {
		done := make(chan struct{})
		var wg sync.WaitGroup
		wg.Go(func() {
			defer close(done)
			for i := range 200 {
				value, before := strconv.Itoa(i), strconv.Itoa(i-1)
				_, err := f.Commit(f.Context(), &ledger.Batch{Do: []ledger.Op{
					setField(p+"hash", "a", value), setField(p+"hash", "b", value), setField(p+"hash", "c", value),
					put(p+"set", value, int64(i%3)), op(ledger.Remove, p+"set", before, ""),
				}})
				if err != nil {
					f.Error(err)
				}
			}
		})
		read := func() bool {
			values, err := f.Fields(f.Context(), p+"hash", "a", "b", "c")
			all, err2 := f.All(f.Context(), p+"hash")
			set, err3 := f.Members(f.Context(), p+"set", ledger.Range{Most: 3, Limit: 9})
			if err := errors.Join(err, err2, err3); err != nil || values[0] != values[1] || values[1] != values[2] ||
				all["a"] != all["b"] || all["b"] != all["c"] || values[0] != "" && len(set) != 1 {
				f.Errorf("%q, %q, %v, error %v", values, all, set, err)
				return false
			}
			return true
		}
		for range 4 {
			wg.Go(func() {
				for read() {
					select {
					case <-done:
						return
					default:
					}
				}
			})
		}
		wg.Wait()
	}),
	// A long set is read in parts. A member that is removed meanwhile hides no other.
	"RemovedMeanwhile": func(f *fixture) {
		const gone, all = 1000, 4000
		var fill, empty []ledger.Op
		var stay []ledger.Member
		for i := range all {
			m := ledger.Member{Score: int64(i), Name: fmt.Sprint(i)}
			fill = append(fill, put("set", m.Name, m.Score))
			if i < gone {
				empty = append(empty, op(ledger.Remove, "set", m.Name, ""))
			} else {
				stay = append(stay, m)
			}
		}
		for range 4 {
			f.do(fill...)
			var wg sync.WaitGroup
			wg.Go(func() {
				members, err := f.Members(f.Context(), "set", ledger.Range{Most: highest, Limit: math.MaxInt32})
				members = slices.DeleteFunc(members, func(m ledger.Member) bool { return m.Score < gone })
				if err != nil || !slices.Equal(members, stay) {
					f.Errorf("%d members, want %d, error %v", len(members), len(stay), err)
				}
			})
			f.do(empty...)
			wg.Wait()
		}
	},
	// Close ends the calls that wait.
	"Close": func(f *fixture) {
		var wg sync.WaitGroup
		began := make(chan struct{}, 16)
		for i := range cap(began) {
			wg.Go(func() {
				for n := 1; ; n++ {
					_, err := f.Commit(f.Context(), &ledger.Batch{Do: []ledger.Op{appendTo(fmt.Sprint("log", i), "entry")}})
					if n == 1 {
						began <- struct{}{}
					}
					if err == nil {
						continue
					}
					if !errors.Is(err, storage.ErrUnavailable) {
						f.Errorf("got error %v", err)
					}
					return
				}
			})
		}
		for range cap(began) {
			<-began
		}
		f.close()
		wg.Wait()
	},
}
