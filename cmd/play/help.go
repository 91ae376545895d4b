package main

import (
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/quatre/quatre/cmd/play/texts"
)

// commandWidth is the width of the column of commands in the help.
const commandWidth = 24

// helpLines returns the lines of the help, of at most width characters: about the game, then
// the commands.
func (m model) helpLines(g game, width int) []string {
	lines := []string{m.painter.strong(g.title(m.cfg.lang)), ""}
	for _, rule := range g.help(m.cfg.lang) {
		lines = append(lines, wrapAfter("", rule, width)...)
	}
	lines = append(lines, "")
	lines = append(lines, wrapAfter("", m.say(texts.HelpType), width)...)
	lines = append(lines, "")
	for _, c := range slashCommands {
		lines = append(lines, c.helpLines(m.cfg.lang, width)...)
	}
	return append(append(lines, ""), wrapAfter("", m.say(texts.HelpCtrlC), width)...)
}

// helpLines returns the lines about one command. The meaning stands right of the command, or
// below it if the screen is narrow.
func (c slashCommand) helpLines(l texts.Lang, width int) []string {
	name := "  /" + strings.TrimSpace(l.Say(c.name)+" "+l.Say(c.argument))
	if width < 2*commandWidth {
		return append([]string{name}, wrapAfter("      ", c.meaning(l), width)...)
	}
	lines := wrapAfter(strings.Repeat(" ", commandWidth), c.meaning(l), width)
	lines[0] = name + strings.Repeat(" ", max(1, commandWidth-lipgloss.Width(name))) + lines[0][commandWidth:]
	return lines
}
