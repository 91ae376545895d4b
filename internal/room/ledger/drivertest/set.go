package drivertest

import (
	"fmt"
	"math"

	"github.com/quatre/quatre/internal/room/ledger"
)

// highest is the highest score.
const highest = 1 << 53

// ordered are members in the order of a set.
var ordered = []ledger.Member{
	{Score: -highest, Name: "z"},
	{Score: -highest + 1, Name: "y"},
	{Score: -256, Name: "a"},
	{Score: -255, Name: "a1"},
	{Score: -1, Name: "x"},
	{Score: 0, Name: "A"},
	{Score: 0, Name: "Aa"},
	{Score: 0, Name: "a0"},
	{Score: 0, Name: "é"},
	{Score: 0, Name: "\xff"},
	{Score: 1, Name: "10"},
	{Score: 1, Name: "9"},
	{Score: 255, Name: "q"},
	{Score: 256, Name: "p"},
	{Score: highest - 1, Name: "c"},
	{Score: highest, Name: "b"},
}

// putOrdered puts the members into a set in another order, between two other sets.
func putOrdered(f *fixture, set string) {
	f.Helper()
	for i := range ordered {
		m := ordered[i*7%len(ordered)]
		f.do(put(set, m.Name, m.Score), put(set+"a", m.Name, m.Score), put(set[:len(set)-1], m.Name, m.Score))
	}
}

var setCases = cases{
	"Range": each(func(f *fixture, p string) {
		putOrdered(f, p+"set")
		after := []*ledger.Member{nil, {Score: 0, Name: "B"}, {Score: -300, Name: ""}, {Score: -highest, Name: ""}, {Score: highest, Name: "zz"}}
		for i := range ordered {
			after = append(after, &ordered[i])
		}
		for _, most := range []int64{math.MaxInt64, highest, highest - 1, 256, 255, 1, 0, -1, -300, -highest} {
			for _, limit := range []int{1, 3, 100} {
				for _, a := range after {
					for _, reverse := range []bool{false, true} {
						r := ledger.Range{Most: most, After: a, Reverse: reverse, Limit: limit}
						f.wantMembers(p+"set", r, inRange(ordered, r)...)
					}
				}
			}
		}
	}),
	"First": each(func(f *fixture, p string) {
		f.wantFirst(nil, nil)
		f.wantFirst(nil, nil, p+"tree", p+"other")
		f.do(
			put(p+"tree", "x", 2), put(p+"tree", "y", 1), put(p+"tree", "z", 1), // y is first, then z, then x
			put(p+"tree/y", "b", 5), put(p+"tree/y", "a", 5), // a is first
			put(p+"tree/y/a", "deep", 9),
			put(p+"tree/z", "x", 1),
			put(p+"last", "only", -1),
			put(p+"shadow/y", "b", 5), // a set whose tree is empty
		)
		y := []ledger.Step{{Set: p + "tree", Name: "y", Size: 3}, {Set: p + "tree/y", Name: "a", Size: 2}, {Set: p + "tree/y/a", Name: "deep", Size: 1}}
		z := []ledger.Step{{Set: p + "tree", Name: "z", Size: 3}, {Set: p + "tree/z", Name: "x", Size: 1}}
		x := []ledger.Step{{Set: p + "tree", Name: "x", Size: 3}}
		last := []ledger.Step{{Set: p + "last", Name: "only", Size: 1}}
		for _, c := range []struct {
			trees, skip []string
			want        []ledger.Step
		}{
			{[]string{"tree", "last"}, nil, y},
			{[]string{"last", "tree"}, nil, last},
			{[]string{"shadow", "last"}, nil, last},
			{[]string{"tree", "last"}, []string{"y"}, z},
			{[]string{"tree", "last"}, []string{"z", "y", "never"}, x},
			{[]string{"tree", "last"}, []string{"a", "deep"}, y}, // skip is about the first set only
			{[]string{"tree", "last"}, []string{"x", "y", "z"}, last},
			{[]string{"tree", "last"}, []string{"x", "y", "z", "only"}, nil},
			{[]string{"never", "shadow"}, nil, nil},
		} {
			for i := range c.trees {
				c.trees[i] = p + c.trees[i]
			}
			f.wantFirst(c.want, c.skip, c.trees...)
		}
	}),
	// Trees may be large: many members before the first that is not skipped.
	"LargeTree": each(func(f *fixture, p string) {
		var skip []string
		for i := range 300 {
			name := fmt.Sprintf("m%03d", i)
			f.do(put(p+"tree", name, int64(i)))
			if i < 299 {
				skip = append(skip, name)
			}
		}
		f.wantFirst([]ledger.Step{{Set: p + "tree", Name: "m299", Size: 300}}, skip, p+"tree")
	}),
}
