package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/quatre/quatre/internal/hub/wire"
)

// pipe runs the program with typed lines as its input, and returns its output.
func pipe(t *testing.T, typed string, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	ctx, cancel := context.WithTimeout(t.Context(), 3*waitTimeout)
	defer cancel()
	if status := run(ctx, args, strings.NewReader(typed), &stdout, &stderr); status != statusOK || stderr.Len() > 0 || ctx.Err() != nil {
		t.Fatalf("play %s after %q: status %d, %v, %s\n%s", strings.Join(args, " "), typed, status, ctx.Err(), stderr.String(), stdout.String())
	}
	if i := strings.IndexFunc(stdout.String(), func(r rune) bool { return r < ' ' && r != '\n' }); i >= 0 {
		t.Errorf("play %s: control character in the output: %q", strings.Join(args, " "), stdout.String()[i:])
	}
	return stdout.String()
}

func expectInOrder(t *testing.T, output string, texts ...string) {
	t.Helper()
	rest := output
	for _, text := range texts {
		_, after, ok := strings.Cut(rest, text)
		if !ok {
			t.Errorf("the output lacks %q in its place:\n%s", text, output)
			return
		}
		rest = after
	}
}

// lines joins typed lines.
func lines(list ...string) string { return strings.Join(list, "\n") + "\n" }

// Players are told apart, whatever they are called, and no sentence has two full stops.
func TestNamesOfPlayers(t *testing.T) {
	game := lines("b2", "a1", "b1", "a2", "b3", "n")
	for _, c := range []struct {
		one, two string
		en, fr   []string
	}{
		{"Ana", "Ana", []string{"X: Ana.\n", "O: Ana.\n", "Ana (X) has played b2.", "Ana (O) has played a1.", "Ana (X) has won."}, []string{"Ana (X) a joué b2.", "Ana (X) a gagné."}},
		{"ana", "ANA", []string{"X: ana.\n", "O: ANA.\n", "ana (X) has played b2.", "ANA (O) has played a1."}, []string{"ANA (O) a joué a1."}},
		{"Ana", "Bo", []string{"Ana has played b2.", "Bo has played a1.", "Ana (X) has won."}, []string{"Bo a joué a1."}},
		{"Bo Jr.", "J. R.", []string{"X: Bo Jr.\n", "O: J. R.\n", "Bo Jr. has played b2."}, []string{"X\u00a0: Bo Jr.\n"}},
		{"علي 12", "דוד (1)", []string{"X: \u2068علي 12\u2069.\n", "\u2068דוד (1)\u2069 has played a1."}, []string{"\u2068علي 12\u2069 (X) a gagné."}},
		{"דוד", "דוד", []string{"\u2068דוד\u2069 (O) has played a1."}, []string{"\u2068דוד\u2069 (O) a joué a1."}},
		{"Player 2", "", []string{"Player 2 (X) has played b2.", "Player 2 (O) has played a1."}, []string{"Player 2 a joué b2.", "Joueur 2 a joué a1."}},
	} {
		for lang, want := range map[string][]string{"en": c.en, "fr": c.fr} {
			output := pipe(t, game, "-lang", lang, "-game", "tictactoe", "-name", c.one, "-other-name", c.two, "duo")
			expectInOrder(t, output, want...)
			if strings.Contains(output, "..") {
				t.Errorf("%s against %s: two full stops:\n%s", c.one, c.two, output)
			}
		}
	}
	expectInOrder(t, pipe(t, "", "watch", "-lang", "en", "-game", "tictactoe", "-levels", "very-easy,very-easy", "-pace", "0s"),
		"X: very easy (AI).", "very easy (X) has played", "very easy (O) has played")
}

// A pipe plays a whole game of each kind, in both languages.
func TestWholeGamesByPipe(t *testing.T) {
	any7 := strings.Repeat("1\n2\n3\n4\n5\n6\n7\n", 7)
	anyCell := "b2\na1\nc3\na3\nc1\nb1\na2\nc2\nb3\n"
	force3 := lines("P1", "P7", "P2", "P8", "P3", "n")
	for _, c := range []struct {
		typed  string
		args   string
		en, fr []string
	}{
		{
			"4\n5\n4\n5\n4\n5\n4\nn\n", "duo",
			[]string{"Connect Four, 7x6, 4 in a row", "1 2 3 4 5 6 7", "Column 1-7 (? for help): 4\n", "Player 1 has played 4.", ". . . X . . .", "(X)", "Player 1 (X) has won.", "Another game? (y/n) n\n"},
			[]string{"Puissance 4, 7x6, 4 à aligner", "Colonne 1-7", "Joueur 1 a joué 4.", "(X)", "Joueur 1 (X) a gagné.", "Une autre partie\u00a0? (o/n) n\n"},
		},
		{
			lines("b2", "a1", "b1", "a2", "b3", "y", "a1", "q"), "duo -game tictactoe -name Ana -other-name Zoé",
			[]string{"Tic-tac-toe", "X: Ana.", "O: Zoé.", "a b c", "3 . . .", "Ana has played b2.", "Ana (X) has won.", "Another game?", "game 2, 1-0", "Zoé has played a1."},
			[]string{"Morpion", "Ana a joué b2.", "Ana (X) a gagné.", "partie 2, 1-0"},
		},
		{
			force3, "duo -game force3",
			[]string{"Force 3", "in hand 3", "4. 5# 6.", "Player 2 has played P7.", "1(X) 2(X) 3(X)", "Player 1 (X) has won."},
			[]string{"Force 3", "réserve 3", "Joueur 1 (X) a gagné."},
		},
		{
			force3, "duo -game force3:placed",
			[]string{"Force 3, placed", "Player 1 (X) has won."},
			[]string{"Force 3, pose d’abord", "Joueur 1 (X) a gagné."},
		},
		{ // tile 2 slides, then tile 3; it cannot slide back at once
			lines("P1", "P7", "S2+3", "S3+2", "S6", "P2", "P8", "P3", "n"), "duo -game force3:report",
			[]string{"Force 3, report", "in hand 3", "Player 1 has played S2+3.", "1X 2. 3#", "Cell 3 is the hole", "hole may not go straight back to 3", "1(X) 2(X) 3(X)", "Player 1 (X) has won."},
			[]string{"Force 3, rapport", "réserve 3", "Joueur 1 a joué S2+3.", "La case 3 est le trou", "Joueur 1 (X) a gagné."},
		},
		{
			any7 + "n\n", "solo -levels very-easy -starter me",
			[]string{"very easy (AI)", "your turn (X)", "very easy has played", "Another game? (y/n) "},
			[]string{"très facile (IA)", "à vous de jouer (X)", "Une autre partie"},
		},
		{
			any7 + "n\n", "solo -game connect4:4x4:3 -advice 1 -starter other",
			[]string{"normal has played", "Advice: ", "Another game?"},
			[]string{"Conseil\u00a0: ", "Une autre partie"},
		},
		{
			"/hint\n" + anyCell + anyCell + "n\n", "solo -game tictactoe -levels perfect -starter me",
			[]string{"your turn (X)", "Advice: ", "Another game?"},
			[]string{"à vous de jouer (X)", "Conseil\u00a0: ", "Une autre partie"},
		},
		{
			lines("b2", "a1", "b1", "a2", "b3", "n"), "duo -game tictactoe -advice 2",
			[]string{"Player 1 (X) is to move.\nCell", "Player 2 (O) is to move.\nAdvice: ", "Player 1 (X) is to move.\nCell", "Player 2 (O) is to move.\nAdvice: ", "has won"},
			[]string{"à Joueur 1 (X) de jouer.\nCase", "à Joueur 2 (O) de jouer.\nConseil\u00a0: "},
		},
		{
			lines("b2", "a1", "b1", "a2", "b3", "n"), "duo -game tictactoe -advice both",
			[]string{"(X) is to move.\nAdvice: ", "(O) is to move.\nAdvice: ", "(X) is to move.\nAdvice: ", "has won"},
			[]string{"(X) de jouer.\nConseil\u00a0: ", "(O) de jouer.\nConseil\u00a0: "},
		},
		{
			anyCell + anyCell + "n\n", "solo -advice both -game tictactoe -levels perfect",
			[]string{"perfect (AI)", "Another game?"},
			[]string{"parfait (IA)", "Une autre partie"},
		},
		{
			lines("P1", "/takeback", "P1", "/resign", "y", "n"), "solo -game force3:fair -levels easy",
			[]string{"has taken P1 back.", "You have lost: you have resigned."},
			[]string{"a repris P1.", "Vous avez perdu\u00a0: vous avez abandonné."},
		},
		{
			"y\nn\n", "watch -levels very-easy,perfect -game tictactoe -pace 0s",
			[]string{"very easy (AI)", "very easy has played", "Another game? (y/n) y\n", "game 2, ", "Another game? (y/n) n\n"},
			[]string{"très facile (IA)", "très facile a joué", "partie 2, "},
		},
		{
			"n\n", "watch -levels very-easy,easy -pace 0s -game connect4:4x4:3",
			[]string{"very easy has played", "Another game?"},
			[]string{"très facile a joué"},
		},
	} {
		for lang, want := range map[string][]string{"en": c.en, "fr": c.fr} {
			args := append(strings.Fields(c.args), "-plain", "-lang", lang)
			expectInOrder(t, pipe(t, c.typed, args...), want...)
		}
	}
}

// When the input ends, the program ends too: after each byte of a session that sees every question.
func TestInputEnds(t *testing.T) {
	for n := range 4 {
		output := pipe(t, strings.Repeat("4\n", n), "duo", "-plain", "-lang", "en")
		expectInOrder(t, output, fmt.Sprintf("Move %d: ", n+1))
	}
	expectInOrder(t, pipe(t, "", "-lang", "en"), "Two players at this keyboard", "Your choice: ")
	for _, typed := range []string{"4\n3\n", "2\n3\n", "2\n7\n", "3\n5\n", "4\n5\n", "5\n", "7\n"} {
		output := pipe(t, typed, "-lang", "en")
		if rest := output[strings.LastIndex(output, "Your choice: "):]; strings.Count(rest, "\n") != 2 || !strings.HasSuffix(rest, ": \n") {
			t.Errorf("after %q the output ends with %q", typed, rest)
		}
	}
	t.Chdir(t.TempDir()) // for /save, also when it lacks the name or a part of it
	session := lines(
		"1", "2", "8", "3", "7", "4", "3", "1", "tictactoe", "0", "6", "0", // the game, instructions
		"2", "2", "easy", "3", "depth=1", "4", "me", "5", "none", "6", "30s", "7", "Ana", "1", "b2", "/delegate easy", "n", // against the AI
		"3", "2", "me", "5", "Ana", "6", "Zoé", "1", "b2", "/takeback", "b2", "/resign", "n", "?", "/moves", "a1", "/replay", "", "q", "b1", "a2", "b3", "/save games.txt", "y",
		"a1", "a2", "b1", "b2", "c1", "/save games.txt", "n", // two games at this keyboard
		"4", "3", "depth=1", "5", "depth=2", "7", "0s", "1", "n", // AI against AI
		"5", "games.txt", "2", "", "b", "q", "0", "7", "/r", "9", "0", // saved games, a link
	)
	var output string
	for n := range len(session) + 1 {
		_ = os.Remove("games.txt")
		output = pipe(t, session[:n], "-lang", "en")
	}
	expectInOrder(t, output, "Ana has played b2", "2 Tic-tac-toe", "not the link of a room", "Your choice: 0\n")
}

// A script ends with its input also if its seat was opened elsewhere.
func TestInputOfReplacedEnds(t *testing.T) {
	s := newScreen(t, config{}).showLog(zoe, exampleLog(t, twoPlayerGame)[:7])
	s.report(gaveUp{wire.CloseReplaced})
	ctx, cancel := context.WithTimeout(t.Context(), waitTimeout)
	defer cancel()
	p := &plainText{out: io.Discard, lines: readLines(ctx, strings.NewReader("4\n")), echo: true}
	if err := p.game(ctx, s.m); err != nil || ctx.Err() != nil {
		t.Errorf("%v, %v", err, ctx.Err())
	}
}

// A pipe uses the menu and plays a game from it.
func TestMenuByPipe(t *testing.T) {
	typed := lines(
		"1", "1", "tic-tac-toe", "0", // the game
		"6", "0", // instructions
		"3", "5", "Ana", "1", "b2", "a1", "b1", "a2", "b3", "n", // a game between two
		"99", "1", "1", "1", "2", "8", "3", "7", "4", "9", "4", "3", "0", // Connect Four 8x7, 3 in a row
		"4", "2", "very-easy", "4", "1", "7", "0s", "1", "n", // AI against AI
		"0",
	)
	expectInOrder(
		t, pipe(t, typed, "-plain", "-lang", "en"),
		"Game: Connect Four, 7x6, 4 in a row", "Your choice: 1", "Game: Tic-tac-toe",
		"Three marks of one player", "Ana has played b2.", "Ana (X) has won.", "Another game?",
		"Type the number", "9 is not one of these.", "Game: Connect Four, 8x7, 3 in a row",
		"very easy (AI)", "Another game?", "0 Quit", "Your choice: 0\n",
	)
	own := lines("4", "3", "depth=0", "3", "depth=2,open3=5,name=Ada", "5", "custom:depth=1", "7", "0s", "1", "n", "0")
	expectInOrder(
		t, pipe(t, own, "-plain", "-lang", "en", "-game", "tictactoe"), "3 A level of your own for X", "Its settings, such as depth=4", "depth is a whole number from 1 to 9",
		`2 Level of X: "Ada"`, "3 A level of your own for X: depth=2,open3=5,name=Ada", "4 Level of O: custom 1", `X: "Ada" (AI).`, "O: custom 1 (AI).", `"Ada" has played`,
	)
	expectInOrder(
		t, pipe(t, own, "-plain", "-lang", "fr", "-game", "tictactoe"), "3 Un niveau à vous pour X", "Ses réglages, par exemple depth=4", "depth est un nombre entier de 1 à 9",
		"2 Niveau de X\u00a0: «\u00a0Ada\u00a0»", "4 Niveau de O\u00a0: personnel 1", "X\u00a0: «\u00a0Ada\u00a0» (IA).", "«\u00a0Ada\u00a0» a joué",
	)
	expectInOrder(t, pipe(t, "0\n", "-plain", "-lang", "fr"), "Jouer contre l’IA", "0 Quitter", "Votre choix\u00a0: 0\n")
	expectInOrder(t, pipe(t, lines("2", "7", "Admin", "1", "0", "0"), "-plain", "-lang", "en"), "Your name: Admin", "nickname could be mistaken", "Play against the AI")
}

// /save writes each finished game to the file once, in the form that a hub imports.
func TestSaveAndReplayByPipe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.txt")
	typed := lines("/save "+file, "b2", "a1", "b1", "a2", "b3", "/save "+file, "/save "+file, "y", "/resign", "y", "/save "+file, "n")
	output := pipe(t, typed, "duo", "-game", "tictactoe", "-plain", "-lang", "en", "-name", "Ana")
	expectInOrder(t, output, "no finished game to save", "1 game is saved in "+file, "no finished game to save")
	text, err := os.ReadFile(file)
	if err != nil || strings.Count(string(text), `[Variant "tictactoe"]`) != 1 { // a game that ends before its fourth move is not recorded
		t.Fatalf("%v\n%s", err, text)
	}
}

// A script has the same lines for every system and editor, and its names arrive as they were typed.
func TestLinesOfAllSystems(t *testing.T) {
	const typed = "4\n5\n4\n/name علی\u200cرضا\n5\n4\n5\n4\nn\n"
	want := pipe(t, typed, "duo", "-plain", "-lang", "en")
	expectInOrder(t, want, "Player 2", "علی\u200cرضا", "has won")
	for name, script := range map[string]string{
		"a byte order mark": "\ufeff" + typed, "Windows": strings.ReplaceAll(typed, "\n", "\r\n"), "carriage returns": strings.ReplaceAll(typed, "\n", "\r"),
		"no last line end": strings.TrimSpace(typed), "blanks": strings.ReplaceAll(typed, "\n", " \t\u00a0\n"), "no-break spaces": strings.ReplaceAll(typed, " ", "\u00a0"),
	} {
		if got := pipe(t, script, "duo", "-plain", "-lang", "en"); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
	for _, name := range []string{"Zo\xe9", "Zo\ufffd", "A\u200cna", "\u200d"} {
		expectInOrder(t, pipe(t, "/name "+name+"\nq\n", "duo", "-plain", "-lang", "en"), "A nickname has at most 24 characters, all of them visible.")
	}
}

// quatre-play replay lists the games of a file, and shows the chosen ones move by move.
func TestReplayByPipe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.txt")
	pipe(t, lines("b2", "a1", "b1", "a2", "b3", "y", "a1", "a2", "b1", "b2", "c1", "/save "+file, "/save "+file, "n"), "duo", "-game", "tictactoe", "-plain", "-lang", "en", "-name", "Ana", "-starter", "me")
	typed := lines("2", "", "", "b", "5", "9", "q", "1", "q", "0")
	expectInOrder(
		t, pipe(t, typed, "replay", file, "-plain", "-lang", "en"),
		"1 Tic-tac-toe, Ana - Player 2, 1-0", "2 Tic-tac-toe, Ana - Player 2, 1-0", "Your choice: 2",
		"After move 0 of 5.", "Move 1 of 5: Ana (X) played a1.", "Move 2 of 5: Player 2 (O) played a2.", "Move 1 of 5",
		"(X)", "Move 5 of 5: Ana (X) played c1. Ana (X) has won.", "9 is neither", "1 Tic-tac-toe", "After move 0 of 5.", "Your choice: 0",
	)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	games := "[Site \"Paris\"]\r[Event \"?\"]\r" + strings.ReplaceAll(string(text), "\n", "\r")
	for _, games := range []string{games, strings.Split(games, "\r\r[Variant")[0]} { // two games, and one
		if err := os.WriteFile(file, []byte(games), 0o600); err != nil {
			t.Fatal(err)
		}
		expectInOrder(t, pipe(t, "0\n", "replay", file, "-plain", "-lang", "en"), "These tags are unknown, and left out: Event, Site.")
	}
	if err := os.WriteFile(file, []byte("[Variant \"chess\"]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	status := run(t.Context(), []string{"replay", file, "-lang", "en"}, strings.NewReader(""), &stdout, &stderr)
	if status != statusFailed || !strings.Contains(stderr.String(), "line 1, column 11") {
		t.Errorf("a bad file: status %d, %s", status, stderr.String())
	}
}

// With a real pipe the output is no terminal, so the program uses plain mode without -plain.
func TestPipedProgram(t *testing.T) {
	cmd := exec.Command(programPath(t, "play"), "duo", "-lang", "fr")
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "LC_") || strings.HasPrefix(v, "LANG") }), "LC_ALL=fr_FR.UTF-8", "TERM=xterm-256color")
	cmd.Stdin = strings.NewReader("4\n5\n4\n5\n4\n5\n4\nn\n")
	out, err := cmd.CombinedOutput()
	if err != nil || bytes.ContainsRune(out, 0x1b) || bytes.ContainsRune(out, '\r') {
		t.Errorf("%v\n%q", err, out)
	}
	expectInOrder(t, string(out), "Joueur 1 (X) a gagné.", "Une autre partie\u00a0? (o/n) n\n")
}
