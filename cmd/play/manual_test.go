package main

import (
	"errors"
	"flag"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/names"
)

// helpIn returns the help of the command line, without line breaks.
func helpIn(t *testing.T, l texts.Lang) string {
	t.Helper()
	var help strings.Builder
	if _, err := parseConfig([]string{"-h", "-lang", names.Codes[l]}, &help); !errors.Is(err, flag.ErrHelp) {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(help.String()), " ")
}

// The manual and the help name every flag and every level, in both languages.
func TestManualAndHelpNameEverything(t *testing.T) {
	page, err := os.ReadFile("../../docs/play/terminal.md")
	if err != nil {
		t.Fatal(err)
	}
	manual := string(page)
	for l := range names.Codes {
		lang := texts.Lang(l)
		help := helpIn(t, lang)
		for _, name := range texts.LevelNames {
			if own := lang.Level(name); !strings.Contains(manual, "| "+own+" |") || !strings.Contains(help, name) || own != name && !strings.Contains(help, own) {
				t.Errorf("%s: level %s (%s) is not listed", names.Codes[lang], name, own)
			}
		}
		for _, want := range []string{"a1", "c3", "0", "8", "b2", "P5", "M3-6", "S2", "S3+"} {
			if !strings.Contains(help, want) {
				t.Errorf("%s: the help lacks %s", names.Codes[lang], want)
			}
		}
		for _, word := range strings.Fields(help) {
			if name, isFlag := strings.CutPrefix(word, "QUATRE_"); isFlag {
				if name = strings.ReplaceAll(strings.ToLower(name), "_", "-"); !strings.Contains(manual, "`-"+name+"`") {
					t.Errorf("docs/play/terminal.md lacks -%s", name)
				}
			}
		}
		for _, line := range usageLines(lang, newFlags(lang, io.Discard), 60) {
			if len([]rune(line)) > 60 {
				t.Errorf("%s: %d columns of 60: %q", names.Codes[lang], len([]rune(line)), line)
			}
		}
	}
}
