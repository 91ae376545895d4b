package main

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
)

const exactAnswer = `200 {"variant":"connect4:7x6:4","turn":"first","over":false,"done":true,"value":{"low":{"result":"win","plies":41},"high":{"result":"win","plies":41}},` +
	`"moves":[{"move":"4","value":{"low":{"result":"win","plies":41},"high":{"result":"win","plies":41}}},{"move":"3","value":{"low":{"result":"draw"},"high":{"result":"draw"}}}],"depth":0,"nodes":123456}`

const partialAnswer = `200 {"variant":"connect4:7x6:4","done":false,"value":{"low":null,"high":null,"estimate":12},"moves":[{"move":"4","value":{"low":null,"high":null,"estimate":12}}],"depth":9,"nodes":1000}`

func TestLinkAsksUntilTheAnswerIsDone(t *testing.T) {
	h, requests := newAnsweringHub(t, partialAnswer, exactAnswer, `400 {"code":"bad_move","text":"Column 4 is full."}`)
	l := newLink(h, "abc", false)
	l.ctx = t.Context()
	l.analyse(placeIn(t, "connect4:7x6:4", "4", "4"))
	l.questions.Wait()
	l.analyse(placeIn(t, "tictactoe", "a1", "b2"))
	l.questions.Wait()
	first, second, third := (<-l.reports).(analysed), (<-l.reports).(analysed), (<-l.reports).(analysed)
	if first.err != nil || first.answer.Done || !second.answer.Done || second.answer.Moves[1].Move != "3" || third.err == nil {
		t.Errorf("%+v\n%+v\n%+v", first, second, third)
	}
	for i, want := range []string{`"moves":"44"`, `"moves":"44"`, `"moves":"a1 b2"`} {
		if !strings.Contains((*requests)[i], "POST /api/analysis Bearer secret") || !strings.Contains((*requests)[i], want) {
			t.Errorf("asked %s", (*requests)[i])
		}
	}
}

// A new question ends the one before.
func TestLatestQuestionWins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := reporter{ctx: t.Context(), reports: make(chan any)}
		r.ask(func(ctx context.Context) { r.report(ctx, 1) })
		r.ask(func(ctx context.Context) { r.report(ctx, 2) })
		synctest.Wait()
		if answer := <-r.reports; answer != 2 {
			t.Errorf("question %v was answered", answer)
		}
	})
}

func TestAnalysisPage(t *testing.T) {
	h, _ := newAnsweringHub(t, exactAnswer, partialAnswer)
	p := placeIn(t, "connect4:7x6:4", exampleMoves(t, 10)...)
	exact, err := h.analyse(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	partial, err := h.analyse(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	for l, want := range [][2][]string{
		{{"Analysis after move 7", "is a little ahead.", "4  estimate +12", "Depth 9, positions: 1000. Searching…"}, {"wins in 21 moves with best play.", "4  wins in 21 moves", "3  draws", "Exact."}},
		{{"Analyse après le coup 7", "a un léger avantage.", "4  estimation +12", "Profondeur 9, positions\u00a0: 1000. Calcul en cours…"}, {"gagne en 21 coups avec le meilleur jeu.", "3  mène à la nulle"}},
	} {
		s := newScreen(t, config{lang: texts.Lang(l)}).showLog(ana, exampleLog(t, twoPlayerGame)[:10])
		s.typeKeys("/analyse\n")
		if len(s.link.asked) != 1 || !s.link.asked[0].equal(p) {
			t.Fatalf("asked %+v", s.link.asked)
		}
		s.expectText(s.m.say(texts.Analysing) + "…")
		s.report(analysed{placeIn(t, "tictactoe"), exact, nil}) // the answer to an earlier question
		s.expectText(s.m.say(texts.Analysing) + "…")
		s.report(analysed{p, partial, nil})
		s.expectText(want[0]...)
		s.report(analysed{p, exact, nil})
		s.expectText(want[1]...)
		s.update(tea.KeyPressMsg{Code: tea.KeyEsc})
		s.expectText("│(X)│")
	}
}

// During a replay, the analysis is about the position that the replay shows.
func TestAnalysisDuringAReplay(t *testing.T) {
	s := newScreen(t, config{}).showLog(ana, exampleLog(t, twoPlayerGame)[:10])
	s.typeKeys("/replay\n3\n/analyse\n")
	if want := placeIn(t, "connect4:7x6:4", exampleMoves(t, 10)[:3]...); len(s.link.asked) != 1 || !s.link.asked[0].equal(want) {
		t.Errorf("asked %+v", s.link.asked)
	}
	s.expectText("Analysis after move 3")
}

// placeIn returns the place after moves in a game of the variant.
func placeIn(t *testing.T, variant string, moves ...string) place {
	t.Helper()
	g, err := rules.Parse(variant)
	if err != nil {
		t.Fatal(err)
	}
	return place{g, moves}
}

// exampleMoves returns the moves in the first entries of the example log.
func exampleMoves(t *testing.T, entries int) []string {
	t.Helper()
	return newScreen(t, config{}).showLog(ana, exampleLog(t, twoPlayerGame)[:entries]).m.room.Moves
}

func TestNoAnalysisForPlayersDuringTheGame(t *testing.T) {
	s := newScreen(t, config{}).showLog(ana, exampleLog(t, twoPlayerGame)[:7])
	s.typeKeys("/analyse\n")
	s.expectText("The analysis is for finished games")
	if len(s.link.asked) > 0 {
		t.Errorf("asked %+v", s.link.asked)
	}
	s = newScreen(t, config{}).showLog("max", exampleLog(t, twoPlayerGame)[:7])
	s.typeKeys("/analyser\n")
	if len(s.link.asked) != 1 {
		t.Error("a spectator gets no analysis")
	}
}

func TestValuesInWords(t *testing.T) {
	win, loss := func(n int) room.GameValue { return room.GameValue{Result: "win", Plies: n} }, func(n int) room.GameValue { return room.GameValue{Result: "loss", Plies: n} }
	draw := room.GameValue{Result: "draw"}
	for _, c := range []struct {
		value          room.Value
		position, move string
	}{
		{room.Value{Low: win(1), High: win(1)}, "Ana wins on the next move.", "wins at once"},
		{room.Value{Low: win(5), High: win(5)}, "Ana wins in 3 moves with best play.", "wins in 3 moves"},
		{room.Value{Low: win(5)}, "Ana wins in at most 3 moves.", "wins in at most 3 moves"},
		{room.Value{Low: loss(2), High: loss(2)}, "Zoé wins on the next move.", "loses in 1 move"},
		{room.Value{Low: loss(6), High: loss(6)}, "Zoé wins in 3 moves with best play.", "loses in 3 moves"},
		{room.Value{High: loss(6)}, "Zoé wins in at most 3 moves.", "loses in at most 3 moves"},
		{room.Value{Low: draw, High: draw}, "A draw with best play.", "draws"},
		{room.Value{Low: draw, Estimate: 5}, "Ana has at least a draw.", "at least a draw"},
		{room.Value{High: draw}, "Zoé has at least a draw.", "at most a draw"},
		{room.Value{Estimate: 40}, "Ana is ahead.", "estimate +40"},
		{room.Value{Estimate: -12}, "Zoé is a little ahead.", "estimate -12"},
		{room.Value{}, "Even, as far as can be seen.", "not known yet"},
	} {
		if got := positionText(texts.English, c.value, "Ana", "Zoé"); got != c.position {
			t.Errorf("%+v: %q, want %q", c.value, got, c.position)
		}
		if got := moveText(texts.English, c.value); got != c.move {
			t.Errorf("%+v: move %q, want %q", c.value, got, c.move)
		}
	}
}

func TestListOfMoves(t *testing.T) {
	s := newScreen(t, config{}).showLog(ana, exampleLog(t, twoPlayerGame)[:10])
	s.typeKeys("/moves\n")
	s.expectText("Moves of game 1", "  1. X 4   O 3", "  2. X 4", "You have won.")
	s = newScreen(t, config{lang: texts.French}).showLog(ana, exampleLog(t, twoPlayerGame)[:2])
	s.typeKeys("/coups\n")
	s.expectText("Coups de la partie 1", "Personne n’a encore joué.")
}
