package filelog

import "slices"

// fair is a queue that serves one origin after the other, one player of an origin after the
// other, and the items of one player in the order in which they were added. It is not safe for concurrent
// use.
type fair[T any] struct {
	origins []*fairOrigin[T] // origins that have items, in the order in which they are served
}

type fairOrigin[T any] struct {
	name    string
	players []*fairPlayer[T] // players who have items, in the order in which they are served
}

type fairPlayer[T any] struct {
	name  string
	items []T
}

func (f *fair[T]) add(origin, player string, item T) {
	i := slices.IndexFunc(f.origins, func(o *fairOrigin[T]) bool { return o.name == origin })
	if i < 0 {
		i = len(f.origins)
		f.origins = append(f.origins, &fairOrigin[T]{name: origin})
	}
	o := f.origins[i]
	k := slices.IndexFunc(o.players, func(p *fairPlayer[T]) bool { return p.name == player })
	if k < 0 {
		k = len(o.players)
		o.players = append(o.players, &fairPlayer[T]{name: player})
	}
	o.players[k].items = append(o.players[k].items, item)
}

// count returns how many items of an origin there are.
func (f *fair[T]) count(origin string) (n int) {
	for _, o := range f.origins {
		if o.name == origin {
			for _, p := range o.players {
				n += len(p.items)
			}
		}
	}
	return n
}

// take removes and returns the next item, and reports whether there is one. It ignores the
// items of the origins in skip.
func (f *fair[T]) take(skip []string) (item T, ok bool) {
	i := slices.IndexFunc(f.origins, func(o *fairOrigin[T]) bool { return !slices.Contains(skip, o.name) })
	if i < 0 {
		return item, false
	}
	o := f.origins[i]
	p := o.players[0]
	item, p.items = p.items[0], p.items[1:]
	o.players = o.players[1:]
	if len(p.items) > 0 {
		o.players = append(o.players, p)
	}
	f.origins = slices.Delete(f.origins, i, i+1)
	if len(o.players) > 0 {
		f.origins = append(f.origins, o)
	}
	return item, true
}

// remove removes the items that match. The order of the other items does not change.
func (f *fair[T]) remove(match func(T) bool) {
	f.origins = slices.DeleteFunc(f.origins, func(o *fairOrigin[T]) bool {
		o.players = slices.DeleteFunc(o.players, func(p *fairPlayer[T]) bool {
			p.items = slices.DeleteFunc(p.items, match)
			return len(p.items) == 0
		})
		return len(o.players) == 0
	})
}
