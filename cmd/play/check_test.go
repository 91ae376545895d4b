package main

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/names"
)

// The error about a flag that no hub accepts names the flag and its valid values.
func TestUnknownChoices(t *testing.T) {
	for _, c := range []struct{ args, english, french string }{
		{"-opponent watch", "-opponent watch needs two levels, such as -levels easy,strong; the levels are random, very-easy, easy", "les niveaux sont au-hasard, très-facile, facile, normal"},
		{"-opponent watch -levels easy", "needs two levels", "demande deux niveaux"},
		{"-levels easy,strong", "-levels is for -opponent watch", "ne va qu’avec"},
		{"-advice 3", "-advice 3: must be none, 1, 2 or both", "none, 1, 2 ou both"},
		{"-starter you", "must be me, other, random, loser or alternate", "loser ou alternate"},
		{"-colour pink", "must be red, yellow, blue, green, violet or white", "violet ou white"},
		{"-opponent hard", "must be human, ai:LEVEL, self or watch", "self ou watch"},
	} {
		for l, want := range [...]string{c.english, c.french} {
			t.Setenv("LC_ALL", "C.UTF-8")
			var stderr bytes.Buffer
			args := append(strings.Fields(c.args), "-new", "-lang", names.Codes[l])
			if status := run(t.Context(), args, strings.NewReader(""), io.Discard, &stderr); status != statusUsage || !strings.Contains(stderr.String(), want) {
				t.Errorf("play %s: status %d, %s", args, status, stderr.String())
			}
		}
	}
}

// A custom level that is none is answered in words, before anything is sent.
func TestBadCustomLevels(t *testing.T) {
	for _, c := range []struct{ args, english, french string }{
		{"solo -levels custom:depth=99", "depth is a whole number from 1 to 9, not", "depth est un nombre entier de 1 à 9, et non"},
		{"watch -levels easy,custom:open3=1", "A custom level needs depth=1 to depth=9.", "Un niveau personnel demande un réglage de depth=1 à depth=9."},
		{"watch -levels custom:depth=3,depth=4,easy", "has depth only once", "Le réglage depth ne figure qu’une fois"},
		{"-new -opponent ai:custom:depth=3,bogus=1", `no setting "bogus". The settings are depth, open3`, `pas de réglage "bogus". Les réglages sont depth, open3`},
		{"-new -opponent watch -levels custom:depth=3,name=<b>,easy", "The name of a custom level has 1 to 24 letters", "Le nom d’un niveau personnel"},
		{"-new -opponent ai:custom:", "A custom level is written custom:depth=4", "Un niveau personnel s’écrit custom:depth=4"},
		{"solo -advice 2", "-advice 1 advises you", "-advice 1 vous conseille"},
		{"watch -advice both", "nobody plays here", "personne ne joue"},
	} {
		for l, want := range [...]string{c.english, c.french} {
			var stderr bytes.Buffer
			args := append(strings.Fields(c.args), "-lang", names.Codes[l])
			if status := run(t.Context(), args, strings.NewReader(""), io.Discard, &stderr); status != statusUsage || !strings.Contains(stderr.String(), want) {
				t.Errorf("play %s: status %d, %s", args, status, stderr.String())
			}
		}
	}
}

func TestNamesOfLevelsAndColoursInEitherLanguage(t *testing.T) {
	cfg, err := parseConfig(strings.Fields("-new -opponent ai:tres-facile -colour bleu"), io.Discard)
	if err != nil || cfg.create.Opponent != "ai:very-easy" || cfg.create.Colour != "blue" {
		t.Errorf("%+v, %v", cfg.create, err)
	}
	cfg, err = parseConfig(strings.Fields("-new -opponent watch -levels fort,parfait"), io.Discard)
	if err != nil || cfg.create.Levels != [2]string{"strong", "perfect"} {
		t.Errorf("%+v, %v", cfg.create, err)
	}
}

func TestInvitingAnUnknownLevelListsTheLevels(t *testing.T) {
	s := newScreen(t, config{}).showLog(ana, exampleLog(t, twoPlayerGame)[:1])
	s.typeKeys("/invite hard\n")
	s.expectSent(command{T: "invite", N: 1, Level: "hard"}, &wire.Failure{Code: "unknown_level", Text: "There is no AI of that level."})
	s.expectText("There is no AI of that level.", "random, very-easy, easy, normal")
}
