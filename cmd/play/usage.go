package main

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/x/term"

	"github.com/quatre/quatre/cmd/play/texts"
)

// uses are the examples at the top of the help.
var uses = []struct {
	command string
	meaning texts.Text
}{
	{"play", texts.UseMenu},
	{"quatre-play solo -levels normal", texts.UseSolo},
	{"quatre-play duo -game tictactoe", texts.UseDuo},
	{"quatre-play watch -levels easy,strong", texts.UseWatchAI},
	{"quatre-play replay FILE", texts.UseReplay},
	{"quatre-play bot -- python3 mine.py", texts.UseBot},
	{"quatre-play https://host/r/ROOM", texts.UseLink},
	{"quatre-play -watch https://host/r/ROOM", texts.UseWatch},
	{"quatre-play -new -opponent ai:normal", texts.UseAI},
	{"quatre-play -new -game tictactoe", texts.UseFriend},
}

// newFlags returns an empty flag set whose help is in language l. The caller reports errors.
func newFlags(l texts.Lang, stderr io.Writer) *flag.FlagSet {
	fs := flag.NewFlagSet("play", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {
		width := defaultWidth
		if f, ok := stderr.(term.File); ok {
			if columns, _, err := term.GetSize(f.Fd()); err == nil && columns > 0 {
				width = columns
			}
		}
		for _, line := range usageLines(l, fs, width) {
			fmt.Fprintln(stderr, printableHere(line))
		}
	}
	return fs
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
	lines = append(append(lines, ""), wrapAfter("", l.Say(texts.FlagWins), width)...)
	return append(append(lines, ""), namesLines(l, width)...)
}

// namesLines lists the names of levels, columns and cells.
func namesLines(l texts.Lang, width int) []string {
	levels := make([]string, len(texts.LevelNames))
	for i, name := range texts.LevelNames {
		levels[i] = name
		if own := l.Level(name); own != name {
			levels[i] += " (" + own + ")"
		}
	}
	var lines []string
	for _, part := range []struct {
		title texts.Text
		text  string
	}{
		{texts.NamesLevels, strings.Join(levels, ", ")},
		{texts.Connect4Name, l.Say(texts.NamesColumns)},
		{texts.TicTacToe, l.Say(texts.NamesCells)},
		{texts.Force3, l.Say(texts.NamesTurns)},
	} {
		lines = append(lines, l.Say(part.title))
		lines = append(lines, wrapAfter("        ", part.text, width)...)
	}
	return lines
}
