package main

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"github.com/quatre/quatre/cmd/play/texts"
)

func TestBoardAndResultStay(t *testing.T) {
	s := newScreen(t, config{lang: texts.French}).showLog(ana, exampleLog(t, twoPlayerGame)[:10])
	s.report(disconnected{})
	for _, want := range []string{"Puissance 4", "X  Ana (vous)", "│(X)│", "Vous avez gagné."} {
		if got := ansi.Strip(s.m.lastScreen()); !strings.Contains(got, want) {
			t.Errorf("lacks %q:\n%s", want, got)
		}
	}
	s = newScreen(t, config{}).showLog(ana, exampleLog(t, twoPlayerGame)[:7])
	if got := s.m.lastScreen(); !strings.Contains(got, "your turn (X).") {
		t.Errorf("a game in progress:\n%s", got)
	}
	if got := newScreen(t, config{}).showLog(ana, exampleLog(t, twoPlayerGame)[:1]).m.lastScreen(); got != "" {
		t.Errorf("no game yet:\n%s", got)
	}
}
