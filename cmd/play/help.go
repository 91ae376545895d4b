package main

import (
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/room"
)

// commandWidth is the width of the column of commands in the help.
const commandWidth = 24

// helpLines returns the lines of the help, of at most width characters: about the game, then
// the commands.
func (m *model) helpLines(width int) []string {
	var lines []string
	if m.room.Phase != room.PhaseNone {
		lines = append(lines, strong.Render(m.game().title), "")
		for _, rule := range m.game().help {
			lines = append(lines, wrapAfter("", rule, width)...)
		}
		lines = append(lines, "")
	}
	lines = append(lines, wrapAfter("", m.say(texts.HelpType), width)...)
	lines = append(lines, "")
	for _, c := range slashCommands {
		if m.isListed(c) {
			lines = append(lines, c.helpLines(m.cfg.lang, width)...)
		}
	}
	ctrlC := texts.HelpCtrlC
	if m.cfg.mode.isLocal() {
		ctrlC = texts.HelpCtrlCHere // there is no seat to come back to
	}
	return append(append(lines, ""), wrapAfter("", m.say(ctrlC), width)...)
}

// isListed reports whether the help has a command. In a game without a server, it leaves out what
// is of no use there.
func (m *model) isListed(c slashCommand) bool {
	if !m.cfg.mode.isLocal() {
		return true
	}
	switch c.name {
	case texts.CmdWithdraw, texts.CmdClaim, texts.CmdSay, texts.CmdMute, texts.CmdInvite:
		return false // they are for somebody at another device
	case texts.CmdDraw, texts.CmdTakeback, texts.CmdHint, texts.CmdResign, texts.CmdDelegate:
		return m.isPlayer()
	case texts.CmdPace, texts.CmdPause:
		return m.room.BothAI()
	case texts.CmdLevel:
		return m.room.Players[0].Level != "" || m.room.Players[1].Level != ""
	}
	return true
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
