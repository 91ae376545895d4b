package notation_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/quatre/quatre/internal/notation"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storetest"
)

var lineEnds = regexp.MustCompile("\r\n|\r|\n")

// FuzzRead checks that Read returns games or an error with its position for any input, and
// that writing the games and reading them again gives the same games.
func FuzzRead(f *testing.F) {
	f.Add([]byte(plain))
	f.Add([]byte(plainJSON))
	f.Add([]byte("\ufeff" + strings.NewReplacer("\n", "\r", " 3", "\u00a03", "2. ", "2.", "1-0\n", "1–0").Replace(plain)))
	f.Add([]byte("[Event \"Été\"]\r\n[Player1 \"علی\u200cرضا\"]\n" + plain))
	f.Add([]byte(strings.Replace(plainJSON, "Zoé", `\ud83d\ude00\ud83d`, 1)))
	f.Add([]byte("4455 -1\n"))
	f.Add([]byte("[Variant \"force3\"]\n[First \"2\"]\n[Started \"2026-11-21T10:00:04Z\"]\n[Ended \"2026-11-21T10:00:10Z\"]\n" +
		"[Clock \"5.000/move\"]\n[Result \"1/2-1/2\"]\n[End \"agreed\"]\n[By \"1\"]\n\n1. P1 P2 2. S4 {0.5 lag 0.1} M2-8 1/2-1/2\n"))
	f.Add([]byte("[Variant \"force3:report\"]\n[First \"1\"]\n[Started \"2026-11-21T10:00:04Z\"]\n[Ended \"2026-11-21T10:00:10Z\"]\n" +
		"[Result \"1/2-1/2\"]\n[End \"agreed\"]\n[By \"1\"]\n\n1. P1 S6+3 2. S2 M1-4 1/2-1/2\n"))
	f.Add([]byte(strings.Replace(plain, "\n\n", "\n[Clock \"9.000/move\"]\n[Credits \"2 1.000, 2 1.500, 3 2.000\"]\n\n", 1)))
	for i, r := range playMany(f, storetest.Open(f), 12) {
		f.Add(write(f, []notation.Format{notation.Text, notation.JSON}[i%2], []room.Record{r}))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		games, _, err := notation.Read(data, now)
		if err != nil {
			var e *notation.Error
			lines := lineEnds.Split(string(data), -1)
			if !errors.As(err, &e) || e.Text == "" || e.Line < 1 || e.Line > len(lines) || e.Column < 1 ||
				e.Column > 1+utf8.RuneCountInString(lines[e.Line-1]) {
				t.Fatalf("%#v in %q", err, data)
			}
			return
		}
		for _, format := range []notation.Format{notation.Text, notation.JSON} {
			file := write(t, format, games)
			again, _, err := notation.Read(file, now)
			if err != nil || len(again) != len(games) {
				t.Fatalf("%v in %s\nof %q", err, file, data)
			}
			for i := range games {
				sameGame(t, again[i], games[i])
			}
		}
	})
}

func TestLinesAreShort(t *testing.T) {
	file := write(t, notation.Text, playMany(t, storetest.Open(t), 20))
	for line := range strings.Lines(string(file)) {
		if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > 80 {
			t.Errorf("a line of %d characters: %s", len(line), line)
		}
	}
}
