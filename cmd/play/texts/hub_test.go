package texts

import (
	"flag"
	"go/ast"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/names"
	"github.com/quatre/quatre/internal/room"
)

// sentenceFolders are the folders with the sentences for people that this program may receive.
var sentenceFolders = []string{"../../../internal/rules", "../../../internal/custom", "../../../internal/room"}

// neverShown are the codes of refusals of what this program does not ask for: the transfer of a
// seat, the import of games, the puzzle, the look inside a search, games from a position, what operators
// and pages do.
var neverShown = []string{
	"bad_token", "bad_seat_link", "seat_link_expired", "too_large", "no_puzzle", "no_inside", "bad_zone", "bad_note", "nothing_due",
	"room_exists", "handshake", "cross_origin", "unknown_path", "malformed", "bad_source",
	"bad_command", "id_used", "bad_secret", "bad_starter", // what the program sends is right
}

// refusalsIn returns the codes of the refusals in a folder, from the literals of Refusal, and
// the sentences in the arguments of refuse and errorf.
func refusalsIn(t *testing.T, folder string) (codes, sentences []string) {
	t.Helper()
	for _, file := range parseFolder(t, folder) {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				kind, ok := n.Type.(*ast.Ident)
				if !ok || kind.Name != "Refusal" || len(n.Elts) < 2 {
					return true
				}
				if code, ok := n.Elts[0].(*ast.BasicLit); ok && stringOf(t, folder, n.Elts[1]) != "" {
					codes = append(codes, stringOf(t, folder, code))
				}
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.Ident); ok && (f.Name == "refuse" || f.Name == "errorf") {
					for _, arg := range n.Args {
						switch arg.(type) {
						case *ast.BasicLit, *ast.BinaryExpr:
							if text := stringOf(t, folder, arg); strings.Contains(text, " ") { // others are codes
								sentences = append(sentences, text)
							}
						}
					}
				}
			}
			return true
		})
	}
	return codes, sentences
}

func TestEverySentenceOfTheHubIsTranslated(t *testing.T) {
	var codes, sentences []string
	for _, folder := range sentenceFolders {
		c, s := refusalsIn(t, folder)
		if len(c)+len(s) < 5 {
			t.Errorf("%s: found only %d refusals", folder, len(c)+len(s))
		}
		codes, sentences = append(codes, c...), append(sentences, s...)
	}
	for _, failure := range wire.Failures {
		if failure.Text != "" {
			codes = append(codes, failure.Code)
		}
	}
	for _, code := range codes {
		if (frenchRefusals[code] == "") != slices.Contains(neverShown, code) {
			t.Errorf("%s: %q in French; a refusal has a text or is never shown", code, frenchRefusals[code])
		}
	}
	for code, french := range frenchRefusals {
		if !slices.Contains(codes, code) {
			t.Errorf("nobody refuses with %s", code)
		}
		if found := badFrench.FindString(french); found != "" {
			t.Errorf("%q in %q", found, french)
		}
	}
	for _, sentence := range sentences {
		if !slices.ContainsFunc(hubTexts, func(text Text) bool { return text[English] == sentence }) {
			t.Errorf("no French for %q", sentence)
		}
	}
	for _, text := range hubTexts {
		if !slices.Contains(sentences, text[English]) && !strings.HasPrefix(text[English], "1 to ") {
			t.Errorf("nobody says %q", text[English])
		}
	}
}

func TestHubTextsHaveTheSamePlaceholders(t *testing.T) {
	for _, text := range slices.Concat(hubTexts, flagTexts, systemTexts) {
		if en, fr := placeholders(text[English]), placeholders(text[French]); !slices.Equal(en, fr) {
			t.Errorf("%q has the placeholders %v, the French %v", text[English], en, fr)
		}
		if found := badFrench.FindString(text[French]); found != "" {
			t.Errorf("%q in %q", found, text[French])
		}
	}
}

func TestTranslate(t *testing.T) {
	for sentence, want := range map[string]string{
		"Column 3 is full.": "La colonne 3 est pleine.",
		`"z" is not a column of this board: the columns are 1 to 7.`:                              "\"z\" n’est pas une colonne de ce plateau\u00a0: les colonnes sont 1 à 7.",
		"The tile on cell 4 is next to the hole and slides alone; write S4.":                      "La tuile de la case 4 touche le trou et glisse seule\u00a0; écrivez S4.",
		"A sentence of a later hub.":                                                              "A sentence of a later hub.",
		"5 discs in a row do not fit on 4 columns and 4 rows; one side must be at least as long.": "On ne peut pas aligner 5 jetons sur 4 colonnes et 4 lignes\u00a0; un côté doit être au moins aussi long.",
	} {
		if got := French.Translate(sentence); got != want {
			t.Errorf("%q: got %q, want %q", sentence, got, want)
		}
		if got := English.Translate(sentence); got != sentence {
			t.Errorf("English: %q became %q", sentence, got)
		}
	}
}

// This test fails when a new version of package flag rewords an error.
func TestErrorsOfFlagsAreTranslated(t *testing.T) {
	for _, args := range []string{"-nonsense", "-pace", "-pace soon", "-new=maybe", "---", "-n 99999999999999999999"} {
		fs := flag.NewFlagSet("", flag.ContinueOnError)
		fs.SetOutput(io.Discard)
		fs.Duration("pace", time.Second, "")
		fs.Bool("new", false, "")
		fs.Int("n", 0, "")
		err := fs.Parse(strings.Fields(args))
		if err == nil {
			t.Errorf("%s: no error", args)
			continue
		}
		got := French.Translate(err.Error())
		for _, english := range []string{"flag", "invalid", "value", "error", "parse", "range"} {
			if strings.Contains(got, english) {
				t.Errorf("%s: %q has the word %q", args, got, english)
			}
		}
	}
}

func TestLevel(t *testing.T) {
	for level, want := range map[string][2]string{
		"very-easy":                          {"very easy", "très facile"},
		"custom:depth=7,open3=100":           {"custom 7", "personnel 7"},
		"custom:depth=7,open3=100,name=A da": {`"A da"`, "«\u00a0A da\u00a0»"},
		"custom:":                            {"custom:", "custom:"},
		"of-a-newer-hub":                     {"of-a-newer-hub", "of-a-newer-hub"},
	} {
		if got := [2]string{English.Level(level), French.Level(level)}; got != want {
			t.Errorf("%s is called %q, want %q", level, got, want)
		}
	}
}

func TestNamesInEitherLanguage(t *testing.T) {
	for typed, want := range map[string]string{
		"very-easy": "very-easy", "Very easy": "very-easy", "très facile": "very-easy", "tres-facile": "very-easy", "fort": "strong", "custom:depth=3": "custom:depth=3",
	} {
		if got := ParseLevel(typed); got != want {
			t.Errorf("level %q: %q", typed, got)
		}
	}
	for typed, want := range map[string]string{"well-played": "well-played", "bien joué": "well-played", "BONJOUR": "hello", "good luck": "luck", "nonsense": ""} {
		if got := ParseEmote(typed); got != want {
			t.Errorf("emote %q: %q", typed, got)
		}
	}
	if len(LevelNames) != len(names.Levels) || len(room.Emotes) != len(emotes) {
		t.Error("a list of names is not complete")
	}
	if got := ASCII("«\u00a0Zoé\u00a0», l’œil…"); got != `" Zoe ", l'oeil...` {
		t.Errorf("ASCII: %q", got)
	}
}
