package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/room"
)

const thoughtsAnswer = `200 {"thoughts":[
	{"ply":1,"seat":2,"move":"1","thought":{"depth":1,"nodes":7,"ms":0,"moves":[{"move":"1"}]}},
	{"ply":3,"seat":2,"move":"4","thought":{"depth":4,"nodes":1204,"ms":3,"line":["4","3"],"moves":[
		{"move":"4","points":-104},{"move":"5","mate":-4},{"move":"2","points":-200,"most":true},{"move":"1","missed":3}]}}]}`

const lostAnswer = `200 {"thoughts":[{"ply":1,"seat":2,"move":"4","thought":{"depth":2,"nodes":60,"ms":1,"moves":[{"move":"4","mate":-2}]}}]}`

// TestWhy asks a hub why the AI made its last move, in both languages. A refusal is shown in the
// user's language.
func TestWhy(t *testing.T) {
	const hidden = `403 {"code":"thoughts_hidden","text":"The AI's thoughts in this game are shown when it is over.","retry":false}`
	for _, c := range []struct {
		lang   texts.Lang
		answer string
		want   []string
	}{
		{texts.English, thoughtsAnswer, []string{
			"Why 4? The AI's score is -104 (depth 4, positions: 1204, 3 ms).",
			"At this level it also plays moves", "here by 104 points.",
			"It compared: 4 -104, 5 loses in 2 moves, 2 at most -200, 1 0.", `"At most", "at best": the AI did not look for the exact value`,
			"It overlooked: 1 wins in 2 moves.", "It expects: 4 3.",
		}},
		{texts.French, thoughtsAnswer, []string{
			"Pourquoi 4\u00a0? Le score de l’IA est -104 (profondeur 4, positions\u00a0: 1204, 3 ms).",
			"À ce niveau, elle joue aussi des coups", "ici, de 104 points.",
			"Elle a comparé\u00a0: 4 -104, 5 perd en 2 coups, 2 au plus -200, 1 0.", "«\u00a0Au plus\u00a0», «\u00a0au mieux\u00a0»\u00a0: l’IA n’a pas cherché",
			"Elle n’a pas vu\u00a0: 1 gagne en 2 coups.", "Elle prévoit\u00a0: 4 3.",
		}},
		{texts.English, lostAnswer, []string{"Why 4? The AI sees that it loses in 1 move (depth 2, positions: 60, 1 ms)."}},
		{texts.French, lostAnswer, []string{"Pourquoi 4\u00a0? L’IA voit qu’elle perd en 1 coup (profondeur 2, positions\u00a0: 60"}},
		{texts.English, hidden, []string{"The AI's thoughts in this game are shown when it is over."}},
		{texts.French, hidden, []string{"On peut voir ce que pensait l’IA une fois la partie finie."}},
		{texts.English, `200 {"thoughts":[]}`, []string{"Nothing was recorded about the AI's moves in this game."}},
	} {
		h, requests := newAnsweringHub(t, c.answer)
		h.lang = c.lang
		s := newScreen(t, config{lang: c.lang}).showLog(ana, exampleLog(t, twoPlayerGame)[:7])
		s.typeKeys("/why\n")
		if len(s.link.whys) != 1 || s.m.isExplained() {
			t.Fatalf("asked %v", s.link.whys)
		}
		game := s.link.whys[0]
		answer, err := h.thoughts(t.Context(), "k7m2p9x4w3tq", game)
		if want := "GET /api/games/k7m2p9x4w3tq/1/thoughts"; !strings.HasPrefix((*requests)[0], want) {
			t.Errorf("asked %s, want %s", (*requests)[0], want)
		}
		s.report(explained{game, answer, err})
		s.expectText(c.want...)
		s.typeKeys("x")
		s.report(explained{game + 1, thoughts{}, nil}) // late, of another game
		if s.m.explained.game != game {
			t.Error("an answer about another game is shown")
		}
	}
}

// TestWhySentences says what the AI knew for certain, and what it did not look for.
func TestWhySentences(t *testing.T) {
	var one, exact, won moveThought
	won.Move, won.Thought.Moves = "a3", []room.Judged{{Move: "a3", Mate: 3}}
	one.Move, one.Thought.Depth, one.Thought.Nodes, one.Thought.MS = "4", 4, 1204, 3
	one.Thought.Moves = []room.Judged{{Move: "4", Mate: 1}, {Move: "5", Mate: 3, Most: true}, {Move: "1", Mate: -2, Most: true}, {Move: "2", Mate: -5, Most: true}}
	exact.Move = "b2"
	exact.Thought.Moves = []room.Judged{{Move: "b2"}, {Move: "a1", Most: true}, {Move: "a2", Mate: -2, Most: true}}
	const bound = "«\u00a0Au plus\u00a0», «\u00a0au mieux\u00a0»\u00a0: l’IA n’a pas cherché la valeur exacte, car le coup ne pouvait plus être parmi les meilleurs (élagage alpha-bêta)."
	for _, c := range []struct {
		t    moveThought
		want []string
	}{
		{one, []string{
			"Pourquoi 4\u00a0? L’IA voit qu’elle gagne aussitôt (profondeur 4, positions\u00a0: 1204, 3 ms).",
			"Elle a comparé\u00a0: 4 gagne aussitôt, 5 gagne en 2 coups au mieux, 1 perd en 1 coup, 2 perd en 2 coups au plus.", bound,
		}},
		{won, []string{"Pourquoi a3\u00a0? L’IA savait avec certitude qu’elle gagne en 2 coups (positions\u00a0: 0, 0 ms).", "Elle a comparé\u00a0: a3 gagne en 2 coups."}},
		{exact, []string{
			"Pourquoi b2\u00a0? L’IA en connaissait la valeur exacte\u00a0: la nulle (positions\u00a0: 0, 0 ms).",
			"Elle a comparé\u00a0: b2 la nulle, a1 au plus la nulle, a2 perd en 1 coup.", bound,
		}},
	} {
		if got := c.t.sentences(texts.French); !slices.Equal(got, c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// The user delegates turns to the AI, takes them back, and changes the level of the AI.
func TestDelegateAndLevel(t *testing.T) {
	s := newScreen(t, config{}).showLog(ana, exampleLog(t, twoPlayerGame)[:7])
	s.typeKeys("/delegate fort\n")
	s.expectSent(command{T: "delegate", N: 7, Seat: 1, Level: "strong"}, nil)
	s.typeKeys("/delegate\n")
	s.expectSent(command{T: "delegate", N: 7, Seat: 1}, nil)
	s.m.room.Players[1].Level = "normal"
	s.typeKeys("/level custom:depth=3,open3=5\n")
	s.expectSent(command{T: "level", N: 7, Seat: 2, Level: "custom:depth=3,open3=5"}, nil)
	s.typeKeys("/niveau 1 easy\n")
	s.expectSent(command{T: "level", N: 7, Seat: 1, Level: "easy"}, nil)
}

// Without a server: the AI says why it made its last move. What it thought is gone with the move,
// and another game has none of it.
func TestWhyByPipe(t *testing.T) {
	typed := lines("/why", "b2", "/why", "/takeback", "/why", "b2", "/resign", "y", "y", "/why", "b2", "/why", "q")
	for lang, want := range map[string][]string{
		"en": {
			"/why\nNothing was recorded", "has played b2.", "/why\nWhy ", "The AI's score is ", "It compared: ", "It expects: ", "has taken b2 back.", "/why\nNothing was recorded",
			"game 2, 0-1", "/why\nNothing was recorded", "/why\nWhy ",
		},
		"fr": {
			"/why\nRien n’a été noté", "/why\nPourquoi ", "Le score de l’IA est ", "Elle a comparé", "/why\nRien n’a été noté", "partie 2, 0-1", "/why\nRien n’a été noté", "/why\nPourquoi ",
		},
	} {
		out := pipe(t, typed, "solo", "-game", "tictactoe", "-levels", "custom:depth=3,open3=5", "-starter", "me", "-plain", "-lang", lang)
		expectInOrder(t, out, want...)
	}
}

// TestScoreAtEachMove plays by lines, and reads the AI's score at each of its moves, in both languages.
func TestScoreAtEachMove(t *testing.T) {
	for lang, want := range map[string]string{
		"en": `custom 3 has played [abc][123] \(score: [-+]?\d+\)\.`,
		"fr": `a joué [abc][123] \(score\x{a0}: [-+]?\d+\)\.`,
	} {
		out := pipe(t, lines("b2", "/resign", map[string]string{"en": "y", "fr": "o"}[lang], "n"), "solo", "-game", "tictactoe",
			"-levels", "custom:depth=3,open3=5", "-starter", "me", "-thoughts", "-plain", "-lang", lang)
		if found := regexp.MustCompile(want).FindAllString(out, -1); len(found) != 1 {
			t.Errorf("%s: %q in\n%s", lang, found, out)
		}
	}
}
