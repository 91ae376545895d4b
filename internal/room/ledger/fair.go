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

// add adds an item. now is where its origin and its player come if they have no other items.
func (f fair) add(b *Batch, origin, player, item string, place, now int64) {
	b.put(f.items(origin, player), item, place)
	b.putNew(f.players(origin), player, now)
	b.putNew(string(f), origin, now)
}

// addFirst adds an item before those of all origins. place is negative: of two such items, the one
// with the lower place goes first.
func (f fair) addFirst(b *Batch, origin, player, item string, place int64) {
	b.put(f.items(origin, player), item, place)
	b.put(f.players(origin), player, place)
	b.put(string(f), origin, place)
}

// turn is the item whose turn it is.
type turn struct {
	fair                 fair
	origin, player, item string
	items, players       int // numbers of items of the player and of players of the origin
}

// next returns the item whose turn it is in the first of several queues that has any, without the
// items of the origins in skip.
func next(ctx context.Context, d Driver, queues []string, skip []string) (t turn, ok bool, err error) {
	steps, err := d.First(ctx, queues, skip)
	if err != nil || len(steps) < 3 { // a branch without items is being removed
		return t, false, err
	}
	return turn{
		fair: fair(steps[0].Set), origin: steps[0].Name, player: steps[1].Name, item: steps[2].Name,
		items: steps[2].Size, players: steps[1].Size,
	}, true, nil
}

// serve takes the item out of the queue. now is the end of the queue, where its origin and its
// player go. The first condition that serve adds does not hold if somebody else was faster.
func (t turn) serve(b *Batch, now int64) {
	t.take(b)
	if t.items > 1 {
		b.put(t.fair.players(t.origin), t.player, now)
	}
	if t.items > 1 || t.players > 1 {
		b.put(string(t.fair), t.origin, now)
	}
}

// takeFirst takes the item whose turn it is in the first of several queues that has any, again if
// somebody else was faster. lease adds what else is changed. There is no item if the queues are empty.
func (s *Store) takeFirst(ctx context.Context, d Driver, queues, skip []string, lease func(b *Batch, item string) error) (string, error) {
	for range maxTries {
		first, ok, err := next(ctx, d, queues, skip)
		if err != nil || !ok {
			return "", err
		}
		b := new(Batch)
		first.serve(b, s.stamp())
		if err := lease(b, first.item); err != nil {
			return "", err
		}
		// The end of ctx must not interrupt the commit: nobody would know of the lease.
		failed, err := commit(context.WithoutCancel(ctx), d, b)
		if err != nil {
			return "", err
		}
		if failed == 0 {
			return first.item, nil
		}
	}
	return "", errTooManyWriters
}

// take removes the item, and the player and the origin if they have no other. Its conditions are
// that the item waits and that the numbers are right.
func (t turn) take(b *Batch) {
	items, players := t.fair.items(t.origin, t.player), t.fair.players(t.origin)
	b.ifScore(items, t.item, lowest)
	b.ifSize(items, t.items)
	b.ifSize(players, t.players)
	b.remove(items, t.item)
	if t.items == 1 {
		b.remove(players, t.player)
	}
	if t.items == 1 && t.players == 1 {
		b.remove(string(t.fair), t.origin)
	}
}

// find returns an item that may wait anywhere in the queue, so that take can remove it.
func (f fair) find(ctx context.Context, d Driver, origin, player, item string) (t turn, err error) {
	items, err := size(ctx, d, f.items(origin, player))
	if err != nil {
		return t, err
	}
	players, err := size(ctx, d, f.players(origin))
	return turn{fair: f, origin: origin, player: player, item: item, items: items, players: players}, err
}

// size returns the number of members of a set.
func size(ctx context.Context, d Driver, set string) (int, error) {
	steps, err := d.First(ctx, []string{set}, nil)
	if err != nil || len(steps) == 0 {
		return 0, err
	}
	return steps[0].Size, nil
}

var everything = Range{Most: math.MaxInt64, Limit: math.MaxInt}

// upTo is the part of a set up to a score.
func upTo(most int64, limit int) Range { return Range{Most: most, Limit: limit} }
