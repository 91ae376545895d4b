package main

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/names"
	"github.com/quatre/quatre/internal/room"
)

// withoutNoBreak replaces no-break spaces by spaces, so that tests are easier to read.
func withoutNoBreak(text string) string { return strings.ReplaceAll(text, "\u00a0", " ") }

func TestFrenchScreen(t *testing.T) {
	s := newScreen(t, config{lang: texts.French}).showLog(ana, exampleLog(t, twoPlayerGame)[:7])
	want := `
Puissance 4, 7x6, 4 à aligner
https://example.org/r/k7m2p9x4w3tq
▸ X  Ana (vous)                  temps 0:06  là
  O  Zoé                         temps 0:02  là

  1   2   3   4   5   6   7
┌───┬───┬───┬───┬───┬───┬───┐
│   │   │   │   │   │   │   │
│   │   │   │   │   │   │   │
│   │   │   │   │   │   │   │
│   │   │   │   │   │   │   │
│   │   │ O │ X │   │   │   │
│   │   │ O │ X │   │   │   │
└───┴───┴───┴───┴───┴───┴───┘

Coup 5 : à vous de jouer (X).
Zoé a joué 3.
Colonne 1-7 (? pour l’aide) : `
	s.update(tea.WindowSizeMsg{Width: 80, Height: 19})
	if got := withoutNoBreak(s.text()); got != want[1:] {
		t.Errorf("got\n%s\nwant\n%s", got, want[1:])
	}
	s.typeKeys("9\n")
	s.expectSent(command{T: "move", Move: "9", N: 7}, &wire.Failure{Text: `"9" is not a column of this board: the columns are 1 to 7.`})
	s.expectText("\"9\" n’est pas une colonne de ce plateau\u00a0: les colonnes sont 1 à 7.")
}

// The files that people name, and the levels, are spoken of in French.
func TestFrenchAnswers(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"replay nope.txt", "le fichier nope.txt n’existe pas"},
		{"solo -levels hard", "les niveaux sont au-hasard, très-facile, facile, normal, difficile, fort, expert, parfait"},
	} {
		t.Setenv("LC_ALL", "C.UTF-8")
		var stderr bytes.Buffer
		args := append(strings.Fields(c.args), "-plain", "-lang", "fr")
		if status := run(t.Context(), args, strings.NewReader(""), io.Discard, &stderr); status == statusOK || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("play %s: status %d, %s", c.args, status, stderr.String())
		}
	}
}

func TestFrenchKeysAndCommands(t *testing.T) {
	s := newScreen(t, config{lang: texts.French}).showLog(ana, exampleLog(t, twoPlayerGame)[:7])
	s.typeKeys("/nulle\n")
	s.expectSent(command{T: "offer", Offer: room.OfferDraw, N: 7}, nil)
	s.typeKeys("/réclamer nulle\n")
	s.expectSent(command{T: "claim", Result: "draw", N: 7}, nil)
	s.typeKeys("/claim gain\n") // the other language's command
	s.expectSent(command{T: "claim", Result: "win", N: 7}, nil)
	s.typeKeys("/dire bien joué\n")
	s.expectSent(command{T: "emote", Emote: "well-played", N: 7}, nil)
	s.typeKeys("/dire n’importe quoi\n")
	s.expectText("bonjour, bonne chance")
	s.update(tea.WindowSizeMsg{Width: 80, Height: 50})
	s.typeKeys("?")
	s.expectText("Puissance 4", "/nulle", "proposer la nulle", "très-facile, facile", "Appuyez sur une touche")
}

func TestFrenchCommandLine(t *testing.T) {
	var stderr bytes.Buffer
	if status := run(t.Context(), []string{"-h", "-lang", "fr"}, strings.NewReader(""), io.Discard, &stderr); status != statusOK {
		t.Errorf("-h: status %d", status)
	}
	help := withoutNoBreak(stderr.String())
	for _, want := range []string{"Emploi : quatre-play", "-hub adresse", "par défaut : http://localhost:8080", "environnement : QUATRE_HUB", "contre l’IA"} {
		if !strings.Contains(help, want) {
			t.Errorf("help lacks %q:\n%s", want, help)
		}
	}
	if english := regexp.MustCompile(`\b(the|default|with|address|open)\b`).FindString(strings.ReplaceAll(help, "https://host/r/ROOM", "")); english != "" {
		t.Errorf("the French help has %q:\n%s", english, help)
	}
	for args, want := range map[string]string{
		"-new abc":                  "donnez soit le lien",
		"-new -clock soon":          "il faut un temps par coup",
		"-new -pace soon":           "illisible",
		"-no-such-flag":             "n’existe pas",
		"-new -hub example.org":     "n’est pas l’adresse d’un serveur",
		"https://example.org/games": "n’est pas le lien d’une partie",
	} {
		stderr.Reset()
		if status := run(t.Context(), append([]string{"-lang=fr"}, strings.Fields(args)...), strings.NewReader(""), io.Discard, &stderr); status != statusUsage {
			t.Errorf("play %s: status %d", args, status)
		}
		if got := stderr.String(); !strings.Contains(got, want) || !strings.Contains(got, "Essayez quatre-play -h.") {
			t.Errorf("play %s: %s", args, got)
		}
	}
}

func TestChoiceOfLanguage(t *testing.T) {
	t.Setenv("LC_ALL", "fr_FR.UTF-8")
	for _, c := range []struct{ env, args, want string }{
		{"", "-new", "fr"},
		{"", "-new -lang en", "en"},
		{"", "-new --lang=en", "en"},
		{"en", "-new", "en"},
		{"en", "-new -lang fr", "fr"},
	} {
		t.Setenv("QUATRE_LANG", c.env)
		cfg, err := parseConfig(strings.Fields(c.args), io.Discard)
		if got := names.Codes[cfg.lang]; err != nil || got != c.want {
			t.Errorf("QUATRE_LANG=%s play %s: %s, %v", c.env, c.args, got, err)
		}
	}
	t.Setenv("QUATRE_LANG", "")
	if _, err := parseConfig([]string{"-new", "-lang", "de"}, io.Discard); err == nil || !strings.Contains(err.Error(), "en ou fr") {
		t.Errorf("-lang de: %v", err)
	}
}
