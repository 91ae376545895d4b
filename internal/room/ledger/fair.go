package ledger

import (
	"context"
	"math"
)

// fair is the root of a tree of sets that is a fair queue: one origin is served after the other,
// one player of an origin after the other, and the items of one player in order.
//
//	ROOT                    origins, by when they were served last or came
//	ROOT/ORIGIN             their players, by the same
//	ROOT/ORIGIN/PLAYER      the player's items, by their places
type fair string

func (f fair) players(origin string) string       { return string(f) + "/" + origin }
func (f fair) items(origin, player string) string { return f.players(origin) + "/" + player }

const (
	// lowest is the lowest score of a member.
	lowest = -1 << 53

	// inFront is the place of an item that goes before all others.
	inFront = lowest / 2
)

// add adds an item. now is where its origin and its player come if they have no other items. An item
// with a negative place goes before those of all origins; of two such items, that with the lower place
// goes first.
func (f fair) add(b *Batch, origin, player, item string, place, now int64) {
	put := b.putNew
	if place < 0 {
		put, now = b.put, place
	}
	b.put(f.items(origin, player), item, place)
	put(f.players(origin), player, now)
	put(string(f), origin, now)
}

// remove removes an item, its player if that has no other item, and its origin if that has no other
// player.
func (f fair) remove(b *Batch, origin, player, item string) {
	items, players := f.items(origin, player), f.players(origin)
	b.remove(items, item)
	b.prune(players, player, items)
	b.prune(string(f), origin, players)
}

// takeFirst takes the item whose turn it is in a queue, without the items of the origins in skip, and
// again if somebody else was faster. Its origin and its player go to the end. lease adds what else is
// changed. There is no item if the queue is empty.
func (s *Store) takeFirst(ctx context.Context, d Driver, f fair, skip []string, lease func(b *Batch, item string) error) (string, error) {
	for range maxTries {
		steps, err := d.First(ctx, string(f), skip...)
		if err != nil || len(steps) < 3 {
			return "", err
		}
		origin, player, item := steps[0].Name, steps[1].Name, steps[2].Name
		b, now := new(Batch), s.stamp()
		b.ifScore(f.items(origin, player), item, lowest)
		b.put(f.players(origin), player, now)
		b.put(string(f), origin, now)
		f.remove(b, origin, player, item)
		if err := lease(b, item); err != nil {
			return "", err
		}
		// The end of ctx must not interrupt the commit: nobody would know of the lease.
		failed, err := commit(context.WithoutCancel(ctx), d, b)
		if err != nil {
			return "", err
		}
		if failed == 0 {
			return item, nil
		}
	}
	return "", errTooManyWriters
}

// size returns the number of members of a set.
func size(ctx context.Context, d Driver, set string) (int, error) {
	steps, err := d.First(ctx, set)
	if err != nil || len(steps) == 0 {
		return 0, err
	}
	return steps[0].Size, nil
}

var everything = Range{Most: math.MaxInt64, Limit: math.MaxInt}

// upTo is the part of a set up to a score.
func upTo(most int64, limit int) Range { return Range{Most: most, Limit: limit} }
