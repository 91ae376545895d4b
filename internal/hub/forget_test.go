package hub

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/archive"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// A hub removes old games, played or imported, from links, lists and statistics. The age of an
// imported game counts from its import.
func TestForgetsGames(t *testing.T) {
	const keep, day = 30 * 24 * time.Hour, 24 * time.Hour
	var now atomic.Pointer[time.Time]
	set := func(at time.Time) { now.Store(&at) }
	set(noon)
	store := storetest.OpenAt(t, func() time.Time { return *now.Load() })
	played := &games{t: t, store: store, now: noon}
	old := played.play(room.Create{}, "ana", "bob", 1)
	played.now = noon.Add(20 * day)
	recent := played.play(room.Create{}, "ana", "bob", 1)
	record, err := store.Game(t.Context(), old)
	if err != nil {
		t.Fatal(err)
	}
	record.Players = [2]room.Player{{ID: "x", Colour: "red"}, {ID: "y", Colour: "blue"}}
	set(noon.Add(40 * day))
	imported, _, err := archive.Import(t.Context(), store, playerOf("ana"), record)
	if err != nil {
		t.Fatal(err)
	}
	registry := prometheus.NewRegistry()
	run := func(reg *prometheus.Registry) *served {
		return serve(t, "hub", store, builtPage, func(cfg *Config) {
			cfg.KeepGames, cfg.Registry, cfg.Now = keep, reg, func() time.Time { return *now.Load() }
		})
	}
	s := run(registry)
	s.awaitNoGame(old)
	var answer gamesAnswer
	if status := s.call("ana", "GET", "/api/games?of=me", nil, &answer); status != 200 || len(answer.Games) != 2 ||
		answer.Games[0].ID() != recent || answer.Games[1].ID() != imported {
		t.Errorf("%d: the games are %+v", status, answer.Games)
	}
	var stats archive.Stats
	if s.call("ana", "GET", "/api/stats?days=90", nil, &stats); stats.Games != 1 {
		t.Errorf("the statistics are of %d games", stats.Games)
	}
	s.stop()

	set(noon.Add(60 * day))
	s = run(prometheus.NewRegistry())
	s.awaitNoGame(recent)
	if _, err := store.Game(t.Context(), imported); err != nil {
		t.Errorf("imported 20 days ago: %v", err)
	}
	s.stop()
	set(noon.Add(71 * day))
	run(prometheus.NewRegistry()).awaitNoGame(imported)
	if games, _, err := store.Games(t.Context(), storage.GamesQuery{Player: playerOf("ana"), Limit: 9}); err != nil || len(games) != 0 {
		t.Errorf("%d games are left, %v", len(games), err)
	}
}

// awaitNoGame waits until a game is unknown.
func (s *served) awaitNoGame(id room.GameID) {
	s.t.Helper()
	for deadline := time.Now().Add(hubtest.Patience); ; time.Sleep(5 * time.Millisecond) {
		var answer wire.Failure
		if s.call("eve", "GET", "/api/games/"+id.String(), nil, &answer) == 404 && answer.Code == wire.FailNoGame.Code {
			return
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("game %s is still there", id)
		}
	}
}

// Without KeepGames, games are kept for good.
func TestKeepsGamesForGood(t *testing.T) {
	store := storetest.Open(t)
	id := (&games{t: t, store: store, now: noon.AddDate(-50, 0, 0)}).play(room.Create{}, "ana", "bob", 1)
	s := serve(t, "hub", store, builtPage)
	awaitSwept(t, s, store, id.Room)
	if _, err := store.Game(t.Context(), id); err != nil {
		t.Error(err)
	}
}

// awaitSwept waits until the log of an old room is gone.
func awaitSwept(t *testing.T, s *served, store storage.Store, id room.ID) {
	t.Helper()
	for {
		_, err := play.Open(hubtest.Context(t), store, id)
		if errors.Is(err, storage.ErrNotFound) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
