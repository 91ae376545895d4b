package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/x/term"

	"github.com/quatre/quatre/cmd/play/texts"
)

// uses are the examples at the top of the help.
var uses = []struct {
	command string
	meaning texts.Text
}{
	{"play https://host/r/ROOM", texts.UseLink},
	{"play -watch https://host/r/ROOM", texts.UseWatch},
	{"play -new -opponent ai:normal", texts.UseAI},
	{"play -new -game tictactoe", texts.UseFriend},
}

// newFlags returns an empty flag set whose help is in language l. The caller reports errors.
func newFlags(l texts.Lang, stderr io.Writer) *flag.FlagSet {
	fs := flag.NewFlagSet("play", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {
		for _, line := range usageLines(l, fs, helpWidth(stderr)) {
			fmt.Fprintln(stderr, printableHere(line))
		}
	}
	return fs
}

// helpWidth returns the width of the help: the terminal's, or defaultWidth.
func helpWidth(out io.Writer) int {
	if f, ok := out.(*os.File); ok {
		if width, _, err := term.GetSize(f.Fd()); err == nil && width > 0 {
			return width
		}
	}
	return defaultWidth
}

// usageLines returns the help of the command line. Each flag is listed with its environment
// variable.
func usageLines(l texts.Lang, fs *flag.FlagSet, width int) []string {
	lines := append(wrapAfter("", l.Say(texts.Usage), width), "")
	for _, u := range uses {
		lines = append(lines, "    "+u.command)
		lines = append(lines, wrapAfter("        ", l.Say(u.meaning), width)...)
	}
	lines = append(lines, "", l.Say(texts.UsageLine), "")
	fs.VisitAll(func(f *flag.Flag) {
		kind, usage := flag.UnquoteUsage(f)
		lines = append(lines, strings.TrimRight("  -"+f.Name+" "+kind, " "))
		if f.DefValue != "" && f.DefValue != "false" {
			usage += " (" + l.Say(texts.FlagDefault, f.DefValue) + ")"
		}
		lines = append(lines, wrapAfter("        ", usage, width)...)
		lines = append(lines, "        "+l.Say(texts.FlagEnv, envName(f.Name)))
	})
	return append(append(lines, ""), wrapAfter("", l.Say(texts.FlagWins), width)...)
}

// wrapAfter wraps text into lines that begin with prefix.
func wrapAfter(prefix, text string, width int) []string {
	lines := wrap(text, width-len(prefix))
	for i, line := range lines {
		lines[i] = prefix + line
	}
	return lines
}
