package drivertest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/quatre/quatre/internal/room/ledger"
)

var commitCases = cases{
	"NoBatch": func(f *fixture) {
		if failed, err := f.Commit(f.Context()); len(failed) != 0 || err != nil {
			f.Fatalf("%v, %v", failed, err)
		}
	},
	"IfLog": each(func(f *fixture, p string) {
		log := p + "log"
		f.holds(0, ifLog(log, 0, ""))
		f.holds(1, ifLog(log, 1, ""))
		f.do(appendTo(log, 1, "one"), appendTo(log, 2, "two"))
		f.holds(0, ifLog(log, 2, "two"), ifLog(log, 2, "wo"), ifLog(log, 2, ""))
		for _, wrong := range []ledger.Op{
			ifLog(log, 0, ""), ifLog(log, 1, "one"), ifLog(log, 3, "two"), ifLog(log, 2, "one"), ifLog(log, 2, "tw"), ifLog(log, 2, "a two"),
		} {
			f.holds(1, wrong)
		}
	}),
	"IfField": each(func(f *fixture, p string) {
		hash := p + "hash"
		f.holds(0, ifField(hash, "a", ""))
		f.holds(1, ifField(hash, "a", "1"))
		f.do(setField(hash, "a", "1"), setField(hash, "b", "1.0"))
		f.holds(0, ifField(hash, "a", "1"), ifField(hash, "b", "1.0"), ifField(hash, "c", ""))
		f.holds(1, ifField(hash, "a", ""))
		f.holds(1, ifField(hash, "b", "1"))
	}),
	"IfScore": each(func(f *fixture, p string) {
		set := p + "set"
		f.holds(1, ifScore(set, "a", -highest))
		f.do(put(set, "a", -3), put(set, "b", highest), put(set, "c", 0))
		f.holds(0, ifScore(set, "a", -3), ifScore(set, "a", -4), ifScore(set, "b", highest), ifScore(set, "b", highest-1), ifScore(set, "c", -1))
		f.holds(1, ifScore(set, "a", -2))
		f.holds(1, ifScore(set, "c", 1))
		f.do(put(set, "b", highest-1))
		f.holds(1, ifScore(set, "b", highest))
	}),
	"IfSize": each(func(f *fixture, p string) {
		set := p + "set"
		f.holds(0, ifSize(set, 0))
		f.do(put(set, "a", 1), put(set, "b", 1), put(set, "a", 2), putNew(set, "b", 3), remove(set, "c"))
		f.holds(0, ifSize(set, 2))
		for _, n := range []int{0, 1, 3} {
			f.holds(1, ifSize(set, n))
		}
		f.do(remove(set, "a"))
		f.holds(0, ifSize(set, 1))
	}),
	// The result is the number of the first condition that does not hold.
	"FirstFailed": each(func(f *fixture, p string) {
		f.do(setField(p+"hash", "a", "1"), put(p+"set", "a", 1))
		yes, no := ifField(p+"hash", "a", "1"), ifScore(p+"set", "a", 2)
		f.holds(1, no, yes)
		f.holds(2, yes, no, no)
		f.holds(4, yes, yes, yes, no)
	}),
	// A batch with a condition that does not hold changes nothing and publishes nothing.
	"ChangesNothing": each(func(f *fixture, p string) {
		w := f.watch(p + "channel")
		ofLog := f.watch(p + "log")
		f.commit([]int{1}, &ledger.Batch{If: []ledger.Op{ifSize(p+"set", 1)}, Do: []ledger.Op{
			appendTo(p+"log", 1, "no"), setField(p+"hash", "a", "no"), put(p+"set", "a", 1), publish(p+"channel", "no"),
		}})
		f.wantLog(p + "log")
		f.wantHash(p+"hash", nil)
		f.wantSet(p + "set")
		f.do(publish(p+"channel", "yes"), appendTo(p+"log", 1, "yes"))
		w.want("yes")
		ofLog.want("yes")
	}),
	// Changes are carried out in their order.
	"Order": each(func(f *fixture, p string) {
		f.do(
			setField(p+"hash", "a", "1"), setField(p+"hash", "a", "2"),
			put(p+"set", "a", 1), remove(p+"set", "a"), putNew(p+"set", "a", 2), putNew(p+"set", "a", 3),
			put(p+"set", "b", 1), remove(p+"set", "b"),
			appendTo(p+"log", 1, "old"), deleteKey(p+"log"), appendTo(p+"log", 1, "new"),
		)
		f.wantHash(p+"hash", map[string]string{"a": "2"})
		f.wantSet(p+"set", ledger.Member{Score: 2, Name: "a"})
		f.wantLog(p+"log", "new")
	}),
	// The batches of a call are carried out in their order, each with a result of its own.
	"Batches": each(func(f *fixture, p string) {
		add := func(n int, prev string) *ledger.Batch {
			return &ledger.Batch{If: []ledger.Op{ifLog(p+"log", n-1, prev)}, Do: []ledger.Op{appendTo(p+"log", n, "entry"+string(rune('0'+n)))}}
		}
		f.commit([]int{0, 0, 1, 0, 1}, add(1, ""), add(2, "entry1"), add(2, "entry1"), add(3, "entry2"), add(9, ""))
		f.wantLog(p+"log", "entry1", "entry2", "entry3")
	}),
	// One batch may change keys of both kinds.
	"Mixed": func(f *fixture) {
		volatile := ledger.Volatile + "set"
		f.do(put("set", "a", 1), put(volatile, "a", 1))
		f.commit([]int{2}, &ledger.Batch{
			If: []ledger.Op{ifSize("set", 1), ifSize(volatile, 2)}, Do: []ledger.Op{remove("set", "a"), remove(volatile, "a")},
		})
		f.commit([]int{0}, &ledger.Batch{
			If: []ledger.Op{ifSize("set", 1), ifSize(volatile, 1)}, Do: []ledger.Op{remove("set", "a"), put(volatile, "b", 2)},
		})
		f.wantSet("set")
		f.wantSet(volatile, ledger.Member{Score: 1, Name: "a"}, ledger.Member{Score: 2, Name: "b"})
	},
	// A key that was deleted is an empty one. Other keys stay, whatever their names are.
	"Delete": each(func(f *fixture, p string) {
		for _, key := range []string{"k", "k:", "k/a", "kk", "k\x00"} {
			f.do(
				appendTo(p+"log"+key, 1, "entry"), setField(p+"hash"+key, "a", "1"), setField(p+"hash"+key, "b", "2"),
				put(p+"set"+key, "a", 1), put(p+"set"+key, "b", 2),
			)
		}
		f.do(deleteKey(p+"logk"), deleteKey(p+"hashk"), deleteKey(p+"setk"), deleteKey(p+"never"))
		f.wantLog(p + "logk")
		f.wantHash(p+"hashk", nil)
		f.wantSet(p + "setk")
		f.holds(0, ifLog(p+"logk", 0, ""))
		f.holds(1, ifScore(p+"setk", "a", 0))
		for _, key := range []string{"k:", "k/a", "kk", "k\x00"} {
			f.wantLog(p+"log"+key, "entry")
			f.wantHash(p+"hash"+key, map[string]string{"a": "1", "b": "2"})
			f.wantSet(p+"set"+key, ledger.Member{Score: 1, Name: "a"}, ledger.Member{Score: 2, Name: "b"})
		}
		f.do(appendTo(p+"logk", 1, "again"), put(p+"setk", "a", 3))
		f.wantLog(p+"logk", "again")
		f.wantSet(p+"setk", ledger.Member{Score: 3, Name: "a"})
	}),
	// A batch sees what large keys have left behind that a batch of the same call deleted.
	"DeleteLarge": each(func(f *fixture, p string) {
		var fill []ledger.Op
		for n := range 500 {
			fill = append(fill, appendTo(p+"b", n+1, strings.Repeat("x", 100)), put(p+"c", fmt.Sprintf("%0100d", n), int64(n)))
		}
		f.do(fill...)
		empty := []ledger.Op{ifLog(p+"a", 0, ""), ifLog(p+"b", 0, ""), ifLog(p+"d", 0, ""), ifSize(p+"c", 0), ifScore(p+"e", "x", 1)}
		f.commit([]int{0, 5}, &ledger.Batch{Do: []ledger.Op{deleteKey(p + "b"), deleteKey(p + "c")}}, &ledger.Batch{If: empty})
		f.do(append(fill, appendTo(p+"a", 1, "a"), appendTo(p+"d", 1, "d"))...)
		kept := []ledger.Op{ifLog(p+"a", 1, "a"), ifLog(p+"b", 0, ""), ifLog(p+"d", 1, "d")}
		f.commit([]int{0, 0}, &ledger.Batch{Do: []ledger.Op{deleteKey(p + "c"), deleteKey(p + "b")}}, &ledger.Batch{If: kept})
		f.wantLog(p+"a", "a")
		f.wantLog(p+"d", "d")
		f.wantSet(p + "c")
	}),
	// Keys, fields, members, entries and payloads are any bytes.
	"AnyBytes": each(func(f *fixture, p string) {
		any := "\x00\xff é\n'\"{}%:/~"
		w := f.watch(p + any)
		f.do(appendTo(p+any, 1, any), setField(p+"h"+any, any, any), put(p+"s"+any, any, 1), put(p+"s"+any, any+"\x00", 1))
		w.want(any)
		f.wantLog(p+any, any)
		f.wantHash(p+"h"+any, map[string]string{any: any})
		f.wantSet(p+"s"+any, ledger.Member{Score: 1, Name: any}, ledger.Member{Score: 1, Name: any + "\x00"})
		f.holds(0, ifLog(p+any, 1, any), ifField(p+"h"+any, any, any), ifScore(p+"s"+any, any, 1))
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
