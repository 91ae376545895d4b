package ledger_test

import (
	"slices"
	"time"

	"pgregory.net/rapid"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// age forgets the games that are older than a random time.
func (m *model) age(rt *rapid.T) {
	before := start.Add(time.Duration(rapid.IntRange(0, 6).Draw(rt, "before")) * time.Second)
	kept := slices.DeleteFunc(slices.Clone(m.records), func(r room.Record) bool {
		return m.dates[r.ID()].Before(before)
	})
	n, more, err := m.store.Forget(testContext(rt), before, 1000)
	if err != nil || more || n != len(m.records)-len(kept) {
		rt.Fatalf("Forget: %d games, more: %v, error %v; want %d", n, more, err, len(m.records)-len(kept))
	}
	for _, r := range m.records {
		if _, err := m.store.Game(testContext(rt), r.ID()); (err == nil) != slices.ContainsFunc(
			kept,
			func(k room.Record) bool { return k.ID() == r.ID() },
		) {
			rt.Fatalf("game %s: got error %v", r.ID(), err)
		}
	}
	m.records = kept
}

// checkGames compares all pages. Some games ended at the same time.
func (m *model) checkGames(rt *rapid.T) {
	q := storage.GamesQuery{
		Player: rapid.SampledFrom(append(modelPlayers, "nobody")).Draw(rt, "player"),
		Limit:  rapid.IntRange(1, 5).Draw(rt, "limit"),
	}
	if rapid.Bool().Draw(rt, "filter") {
		id := modelIDs.Draw(rt, "room of the games")
		q.Match = func(r *room.Record) bool { return r.Room == id }
	}
	want := make(map[room.GameID]room.Record)
	for _, r := range m.records {
		if slices.Contains(r.Listed(), q.Player) && (q.Match == nil || q.Match(&r)) {
			want[r.ID()] = r
		}
	}
	last := start.Add(time.Hour)
	for {
		page, next, err := m.store.Games(testContext(rt), q)
		must(rt, err)
		for _, r := range page {
			w, ok := want[r.ID()]
			if !ok || r.Ended.After(last) {
				rt.Fatalf("Games of %q: game %s was returned twice, too late, or although it does not match", q.Player, r.ID())
			}
			sameRecord(rt, r, w)
			delete(want, r.ID())
			last = r.Ended
		}
		if next == "" {
			break
		}
		if len(page) < q.Limit || len(want) == 0 {
			rt.Fatalf("Games of %q: a page of %d games is not the last, but %d games are still to come", q.Player, len(page), len(want))
		}
		q.Cursor = next
	}
	if len(want) > 0 {
		rt.Fatalf("Games of %q: %d games were not returned", q.Player, len(want))
	}
}
