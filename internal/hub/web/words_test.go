package web

import (
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/picture"
	"github.com/quatre/quatre/internal/room"
)

// Previews, pictures and embeds tell the players apart, whatever the players are called.
func TestNamesOfPlayers(t *testing.T) {
	for _, test := range []struct{ one, two, en, fr string }{
		{"Ana", "Ben", "Ana beat Ben in 7 moves", "Ana bat Ben en 7 coups"},
		{"Ana", "Ana", "Ana (Red) beat Ana (Yellow) in 7 moves", "Ana (Rouge) bat Ana (Jaune) en 7 coups"},
		{"ana", "ANA", "ana (Red) beat ANA (Yellow) in 7 moves", "ana (Rouge) bat ANA (Jaune) en 7 coups"},
		{"Éva", "éva", "Éva (Red) beat éva (Yellow) in 7 moves", "Éva (Rouge) bat éva (Jaune) en 7 coups"},
		{"Yellow", "", "Yellow (Red) beat Yellow (Yellow) in 7 moves", "Yellow bat Jaune en 7 coups"},
		{"", "", "Red beat Yellow in 7 moves", "Rouge bat Jaune en 7 coups"},
		{"ai:easy", "ai:easy", "The AI (Easy, Red) beat the AI (Easy, Yellow) in 7 moves", "L’IA (Facile, Rouge) bat l’IA (Facile, Jaune) en 7 coups"},
		{"ai:easy", "ai:strong", "The AI (Easy) beat the AI (Strong) in 7 moves", "L’IA (Facile) bat l’IA (Fort) en 7 coups"},
		{"علي 12", "דוד (1)", "\u2068علي 12\u2069 beat \u2068דוד (1)\u2069 in 7 moves", "\u2068علي 12\u2069 bat \u2068דוד (1)\u2069 en 7 coups"},
		{"علي", "علي", "\u2068علي\u2069 (Red) beat \u2068علي\u2069 (Yellow) in 7 moves", "\u2068علي\u2069 (Rouge) bat \u2068علي\u2069 (Jaune) en 7 coups"},
		{"Ana דוד", "𞤀𞤣", "\u2068Ana דוד\u2069 beat \u2068𞤀𞤣\u2069 in 7 moves", "\u2068Ana דוד\u2069 bat \u2068𞤀𞤣\u2069 en 7 coups"},
		{"🎉", "漢字", "🎉 beat 漢字 in 7 moves", "🎉 bat 漢字 en 7 coups"},
	} {
		players := [2]room.Player{{Colour: "red"}, {Colour: "yellow"}}
		for i, name := range []string{test.one, test.two} {
			if level, ok := strings.CutPrefix(name, "ai:"); ok {
				players[i].Level = level
			} else {
				players[i].Name = name
			}
		}
		for language, want := range map[string]string{"en": test.en, "fr": test.fr} {
			if got := wordsOf[language].result(players, 1, 7, asIs); got != want {
				t.Errorf("%s against %s: %q, want %q", test.one, test.two, got, want)
			}
		}
	}
	players := [2]room.Player{{Name: "דוד (1)", Colour: "red"}, {Name: "דוד (1)", Colour: "blue"}}
	if got, want := wordsOf["en"].result(players, 0, 7, asIs), "\u2068דוד (1)\u2069 (Red) and \u2068דוד (1)\u2069 (Blue) drew after 7 moves"; got != want {
		t.Errorf("a draw is %q, want %q", got, want)
	}
	// A picture can draw the same part of both names, or no part.
	for name, want := range map[string]string{"Ana 🎉": "Ana (Red), Ana (Blue)", "漢字": "Red, Blue", "🎉": "Red, Blue"} {
		players[0].Name, players[1].Name = name, name+"漢"
		if drawn := drawnPlayers(wordsOf["en"], players); drawn[0].Name+", "+drawn[1].Name != want {
			t.Errorf("a picture calls %s and another player %+v, want %s", name, drawn, want)
		}
	}
	if got := picture.Legible(wordsOf["en"].result(players, 2, 1, picture.Legible)); !strings.HasSuffix(got, "in 1 move") {
		t.Errorf("a game of one move: %q", got)
	}
}

// A lesson has the title of the list of lessons here: the page alone knows the titles of each.
func TestTitlesOfPages(t *testing.T) {
	for path, want := range map[string]string{
		"/": "Puissance 4, morpion, Force 3", "/lessons": "Leçons", "/lessons/fork": "Leçons", "/inside/pruning": "Pourquoi l’élagage ne change rien",
		"/rules/force3": "Force 3" + nbsp + ": les règles", "/r/k7m2p9x4w3tq": "Puissance 4, morpion, Force 3",
	} {
		if got := pagePreview(path).title(wordsOf["fr"], asIs); got != want {
			t.Errorf("the title of %s is %q, want %q", path, got, want)
		}
	}
}
