package main

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
)

// Without a server: the AI plays one seat, the person plays it again, and then the AI plays both
// seats to the end. Its pauses between two moves take no time here.
func TestDelegateByPipe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for lang, want := range map[string][]string{
			"en": {
				"Player 2 (O) is to move.", "/delegate custom:depth=2,open3=5,name=Ada\n", `The AI plays for Player 2 now: "Ada".`, "Player 2 has played ",
				"Player 1 (X) is to move.", "/delegate\n", "Player 2 plays without the AI again.", "3\n", "Player 2 (O) is to move.",
				"/delegate easy", "The AI plays for Player 2 now: easy.", "Player 2 has played", "/delegate normal", "The AI plays for Player 1 now: normal.",
				"Player 1 has played", "\n1 2 3 4 5\n", "Player 2 has played", "\n1 2 3 4 5\n", "game 1, ", "Another game? (y/n) n",
			},
			"fr": {
				"/confier custom:depth=2,open3=5,name=Ada\n", "L’IA joue maintenant pour Joueur 2\u00a0: «\u00a0Ada\u00a0».", "Joueur 2 a joué ",
				"/confier\n", "Joueur 2 joue de nouveau sans l’IA.", "/confier facile", "L’IA joue maintenant pour Joueur 1\u00a0: normal.", "partie 1, ", "Une autre partie",
			},
		} {
			typed := []string{"1", "/delegate custom:depth=2,open3=5,name=Ada", "/delegate", "3", "/delegate easy", "/delegate normal", "n"}
			if lang == "fr" {
				typed = strings.Split(strings.NewReplacer("delegate", "confier", "easy", "facile").Replace(strings.Join(typed, "\n")), "\n")
			}
			expectInOrder(t, pipe(t, lines(typed...), "duo", "-game", "connect4:5x5:4", "-plain", "-lang", lang), want...)
		}
	})
}

// Without a server: the AI ends a game for the user, and plays the next ones at other levels.
func TestLevelByPipe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		typed := lines("/level easy", "b2", "/delegate normal", "/level 2 custom:depth=99", "/level hard", "/level custom:depth=1,name=Ada", "y", "/resign", "y", "/level easy", "y", "q")
		for lang, want := range map[string][]string{
			"en": {
				"The game is not over yet.", "The AI plays for Player 1 now: normal.", "game 1, ", "depth is a whole number from 1 to 9", "There is no AI of that level. The levels are: random, very-easy",
				`The AI of O will play the next game at this level: "Ada".`, `O: "Ada" (AI).`, `"Ada" has played`, "The AI of O will play the next game at this level: easy.", "game 3, ", "O: easy (AI).",
			},
			"fr": {
				"La partie n’est pas encore finie.", "L’IA joue maintenant pour Joueur 1\u00a0: normal.", "Le réglage depth est un nombre", "Les niveaux sont\u00a0: ",
				"L’IA de O jouera la partie suivante à ce niveau\u00a0: «\u00a0Ada\u00a0».", "partie 3, ", "O\u00a0: facile (IA).",
			},
		} {
			out := pipe(t, typed, "solo", "-game", "tictactoe", "-levels", "very-easy", "-plain", "-lang", lang)
			expectInOrder(t, out, want...)
			if n := strings.Count(out, `"Ada" has played`); lang == "en" && n != 1 {
				t.Errorf("the new level is said to have made %d moves, want 1:\n%s", n, out)
			}
		}
	})
}

// The screen says whose turns the AI plays, and what to type. A move typed meanwhile is answered in
// words.
func TestDelegatedOnTheScreen(t *testing.T) {
	for _, c := range []struct {
		lang                        texts.Lang
		player, turn, prompt, again string
		refused                     string
	}{
		{
			texts.English, "Ana (the AI plays: strong)", "Move 5: the AI plays for Ana (X).", "The AI plays for you (/delegate: play yourself again",
			"Ana plays without the AI again.", "The AI plays your turns: take them back first. Type /delegate.",
		},
		{
			texts.French, "Ana (l’IA joue\u00a0: fort)", "Coup 5\u00a0: l’IA joue pour Ana (X).", "L’IA joue pour vous (/confier\u00a0: reprendre la main",
			"Ana joue de nouveau sans l’IA.", "L’IA joue à votre place\u00a0: reprenez d’abord la main. Tapez /confier.",
		},
	} {
		s := newScreen(t, config{lang: c.lang}).showLog(ana, exampleLog(t, twoPlayerGame)[:7])
		s.nextEntry(room.Delegated{Seat: 1, Level: "strong"})
		s.expectText(c.player, c.turn, c.prompt)
		s.typeKeys("4\n")
		s.expectSent(command{T: "move", N: 8, Move: "4"}, &wire.Failure{Code: "delegated", Text: "The AI plays your turns: take them back first."})
		s.expectText(c.refused)
		s.typeKeys("/delegate\n")
		s.expectSent(command{T: "delegate", N: 8, Seat: 1}, nil)
		s.nextEntry(room.Delegated{Seat: 1})
		s.expectText("Ana (", c.again)
		if !s.m.isMyTurn() || strings.Contains(s.text(), c.player) {
			t.Errorf("the user is not to move:\n%s", s.text())
		}
	}
}

// Without an AI there is no level to change, and the sentence says what can be done.
func TestLevelWithoutAI(t *testing.T) {
	for lang, want := range map[string]string{"en": "No AI plays here. /delegate LEVEL", "fr": "Aucune IA ne joue ici. /confier NIVEAU"} {
		expectInOrder(t, pipe(t, lines("/level easy", "q"), "duo", "-plain", "-lang", lang), want)
	}
}
