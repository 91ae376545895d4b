package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/names"
)

// leftmost plays the leftmost free cell or column that a text of the moves leaves.
const leftmost = `while read -r word variant moves; do case "$moves" in
"") echo a1;; *) for m in a1 b1 c1 a2 b2 c2 a3 b3 c3; do case " $moves " in *" $m "*) ;; *) echo $m; break;; esac; done;; esac; done`

func TestBotPlaysHere(t *testing.T) {
	out := pipe(t, "", "bot", "-lang", "en", "-game", "tictactoe", "-levels", "random", "--", "sh", "-c", leftmost)
	expectInOrder(t, out, "> a1", "game 1, ")
	if strings.Contains(out, "The program loses") {
		t.Error(out)
	}
}

// A program that errs resigns, and the reason is shown, with what the program wrote to its standard error.
func TestBotErrs(t *testing.T) {
	for text, want := range map[string][2]string{
		"echo oh no >&2":                   {"The program loses. The program has ended", "Le programme perd. Il s’est terminé (exit status 0) au lieu de répondre"},
		"read -r line; echo z9; read line": {`The program loses. The move "z9" is not legal`, `Le programme perd. Le coup "z9" n’est pas permis`},
	} {
		for _, l := range []texts.Lang{texts.English, texts.French} {
			var out, errs strings.Builder
			args := []string{"bot", "-lang", names.Codes[l], "-game", "tictactoe", "--", "sh", "-c", text}
			if status := run(t.Context(), args, strings.NewReader(""), &out, &errs); status != statusFailed || errs.Len() > 0 {
				t.Errorf("status %d, %s", status, errs.String())
			}
			expectInOrder(t, out.String(), want[l])
			if text[0] == 'e' && !strings.Contains(out.String(), "oh no") {
				t.Error(out.String())
			}
		}
	}
}

func TestBotPlaysInRoom(t *testing.T) {
	h := startHub(t)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(t.TempDir(), "config"))
	out := pipe(t, "", "bot", "-lang", "en", "-new", "-opponent", "ai:random", "-game", "tictactoe", "-hub", h.url, "-name", "Bot", "--", "sh", "-c", leftmost)
	expectInOrder(t, out, "> a1", "game 1, ")
}

func TestBotNeedsProgram(t *testing.T) {
	for _, args := range [][]string{{"bot"}, {"bot", "--"}, {"solo", "--", "sh"}, {"bot", "-watch", "--", "sh"}} {
		var out, errs strings.Builder
		if status := run(t.Context(), args, strings.NewReader(""), &out, &errs); status != statusUsage || !strings.Contains(errs.String(), "bot") {
			t.Errorf("%v: status %d, %s", args, status, errs.String())
		}
	}
}
