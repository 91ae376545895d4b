package shed

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/quatre/quatre/internal/hub/lifecycle"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A level ends only when the used part is a little below its mark. Each change is logged once.
func TestLevels(t *testing.T) {
	var log bytes.Buffer
	s := New(nil, lifecycle.New(), slog.New(slog.NewTextHandler(&log, nil)))
	for _, step := range []struct {
		used float64
		want level
	}{
		{0, nothing},
		{0.79, nothing},
		{0.8, cheap},
		{0.79, cheap},
		{0.9, newGames},
		{0.89, newGames},
		{0.87, cheap},
		{0.77, nothing},
		{1, newGames},
		{0.1, nothing},
	} {
		if s.set(step.used); level(s.level.Load()) != step.want {
			t.Errorf("at %v: %v, want %v", step.used, level(s.level.Load()), step.want)
		}
	}
	if n := strings.Count(log.String(), "\n"); n != 6 {
		t.Errorf("%d lines: %s", n, &log)
	}
}

// The used part is relative to maxmemory, or to the size of the file and the free space of its
// volume.
func TestUsed(t *testing.T) {
	for want, st := range map[float64]storage.Status{
		0.5:  {Memory: &storage.Memory{Used: 50, Limit: 100, Machine: 60}},
		0:    {Memory: &storage.Memory{Used: 50, Machine: 60}}, // no maxmemory
		0.75: {File: &storage.File{Size: 75, Volume: &storage.Volume{Free: 25, Size: 1000}}},
	} {
		if got := used(st); got != want {
			t.Errorf("%+v: %v, want %v", st, got, want)
		}
	}
}

// Moves and the ends of games are admitted at every level.
func TestAdmit(t *testing.T) {
	s := New(nil, lifecycle.New(), slog.New(slog.DiscardHandler))
	// At each level, one player on both seats sends the same commands.
	for _, c := range []struct {
		used                         float64
		rooms, talk, emotes, records bool
	}{{0.1, true, true, true, true}, {0.8, true, true, false, false}, {0.9, false, false, false, false}} {
		s.set(c.used)
		state, now := &room.State{}, time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
		do := func(do room.Action) (room.Step, bool) {
			t.Helper()
			step, err := state.Next("room", room.Command{ID: "c", By: "ana", Seen: state.N, Do: do}, now, time.Hour)
			if err != nil {
				t.Fatal(err)
			}
			err = s.Admit(&step)
			state = step.State
			return step, err == nil
		}
		_, created := do(room.Create{Variant: "connect4:7x6:4", First: 1, Self: true})
		_, talk := do(room.Rename{Name: "Ana"})
		_, emote := do(room.Emote{Emote: "hello"})
		for _, move := range strings.Split("121212", "") {
			if _, ok := do(room.Move{Move: move}); !ok {
				t.Errorf("at %v a move is refused", c.used)
			}
		}
		end, ok := do(room.Move{Move: "1"})
		_, again := do(room.PlayAgain{})
		if created != c.rooms || talk != c.talk || emote != c.emotes || again != c.rooms || !ok || (end.Effects.Record != nil) != c.records {
			t.Errorf("at %v: room %v, talk %v, emote %v, rematch %v, end %v, record %v", c.used, created, talk, emote, again, ok, end.Effects.Record)
		}
		if err := s.AdmitImport(); (err == nil) != c.records {
			t.Errorf("at %v an import: %v", c.used, err)
		}
	}
}
