package names

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

// The page calls games, levels and colours by the same names.
func TestNamesAreThePages(t *testing.T) {
	for language, file := range []string{"en", "fr"} {
		raw, err := os.ReadFile("../../frontend/messages/" + file + ".json")
		if err != nil {
			t.Fatal(err)
		}
		messages := map[string]json.RawMessage{}
		if err := json.Unmarshal(raw, &messages); err != nil {
			t.Fatal(err)
		}
		for prefix, table := range map[string]map[string]Text{"setup_game_": Games, "level_": Levels, "colour_": Colours} {
			for key, name := range table {
				var want string
				key = prefix + strings.ReplaceAll(key, "-", "_")
				if err := json.Unmarshal(messages[key], &want); err != nil || name.Capital(language) != want {
					t.Errorf("%s: %s is %q on the page, %q here (%v)", file, key, want, name.Capital(language), err)
				}
			}
		}
	}
}

// Each level, colour and game of a room has a name.
func TestAllHaveNames(t *testing.T) {
	for _, level := range room.Levels() {
		if Levels[level.Name] == (Text{}) {
			t.Errorf("the level %s has no name", level.Name)
		}
	}
	for _, colour := range room.Colours {
		if Colours[colour] == (Text{}) {
			t.Errorf("the colour %s has no name", colour)
		}
	}
	for game := range Games {
		variant := game
		if game == "connect4" {
			variant += ":7x6:4"
		}
		if _, err := rules.Parse(variant); err != nil {
			t.Error(err)
		}
	}
	if len(Levels) != len(room.Levels()) || len(Colours) != len(room.Colours) {
		t.Error("a table has a name that nothing has")
	}
}
