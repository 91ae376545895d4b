package archive_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/archive"
	"github.com/quatre/quatre/internal/room/storage"
	"github.com/quatre/quatre/internal/storetest"
)

// Trim removes the oldest games of one kind, and no spared game.
func TestTrim(t *testing.T) {
	store := storetest.Open(t)
	var imports []room.GameID
	for i := range 12 {
		for _, kind := range []string{"import", "self", "bob", "other"} {
			r := room.Record{
				Room: room.ID(fmt.Sprintf("%s-%d", kind, i)), Game: 1, Variant: "tictactoe", First: 1,
				Players: [2]room.Player{{ID: "ana"}, {ID: "bob"}},
				Started: start, Ended: start.Add(time.Duration(i) * time.Minute), Moves: []string{}, MS: []int64{}, Open: true,
			}
			switch kind {
			case "import":
				r.Imported = "ana"
				imports = append(imports, r.ID())
			case "self":
				r.Players[1].ID = "ana"
			case "other":
				r.Imported = "bob"
			}
			if err := store.AddGame(t.Context(), r); err != nil {
				t.Fatal(err)
			}
		}
	}
	one, err := store.Game(t.Context(), imports[11])
	if err != nil {
		t.Fatal(err)
	}
	bytes := archive.ImportCost(&one) - archive.ImportCost(&room.Record{}) // about a record's length
	for _, step := range []struct {
		of      archive.Kind
		allow   archive.Allowance
		spare   []room.GameID
		removed int
	}{
		{archive.SelfPlayOf, archive.Allowance{Games: 5}, nil, 7},
		{archive.SelfPlayOf, archive.Allowance{Games: 5}, nil, 0},
		{archive.ImportedBy, archive.Allowance{Games: 10}, imports[:3], 2}, // not the three oldest
		{archive.ImportedBy, archive.Allowance{}, nil, 0},
		{archive.ImportedBy, archive.Allowance{Bytes: 100 * bytes}, nil, 0},
		{archive.ImportedBy, archive.Allowance{Bytes: 1}, imports[:1], 9},
	} {
		if n, err := archive.Trim(t.Context(), store, "ana", step.of, step.allow, step.spare); n != step.removed || err != nil {
			t.Errorf("%+v: Trim removed %d games, error %v", step, n, err)
		}
	}
	for player, want := range map[room.PlayerID]int{"ana": 1 + 5 + 12, "bob": 12 + 12, "": 12} {
		games, _, err := store.Games(t.Context(), storage.GamesQuery{Player: player, Limit: 100})
		if err != nil || len(games) != want {
			t.Errorf("%q has %d games, want %d (%v)", player, len(games), want, err)
		}
	}
	if _, err := store.Game(t.Context(), imports[0]); err != nil {
		t.Errorf("reading a spared game: %v", err)
	}
}
