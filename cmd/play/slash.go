package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/room"
)

// slashCommand is a typed command such as /draw.
type slashCommand struct {
	name, argument texts.Text // the names of every language work, whichever the program shows
	meaning        func(texts.Lang) string
	do             func(m *model, argument string)
}

// means returns a meaning function that says t in the user's language.
func means(t texts.Text) func(texts.Lang) string {
	return func(l texts.Lang) string { return l.Say(t) }
}

// sends returns a do function that sends c.
func sends(c command) func(*model, string) {
	return func(m *model, _ string) { m.send(c) }
}

// noArgument is the argument of commands that have none.
var noArgument texts.Text

// slashCommands lists all slash commands in the order of the help.
var slashCommands = []slashCommand{
	{texts.CmdDraw, noArgument, means(texts.CmdDrawIs), sends(command{T: "offer", Offer: room.OfferDraw})},
	{texts.CmdTakeback, noArgument, means(texts.CmdTakebackIs), sends(command{T: "offer", Offer: room.OfferTakeback})},
	{texts.CmdHint, noArgument, means(texts.CmdHintIs), sends(command{T: "hint"})},
	{texts.CmdWithdraw, noArgument, means(texts.CmdWithdrawIs), func(m *model, _ string) {
		m.send(command{T: "decline", Offer: m.room.Offered.What})
	}},
	{texts.CmdResign, noArgument, means(texts.CmdResignIs), func(m *model, _ string) {
		m.resigning = m.room.Phase == room.PhasePlaying && m.isPlayer()
		if !m.resigning {
			m.send(command{T: "resign"}) // the hub says why not
		}
	}},
	{texts.CmdClaim, texts.CmdClaimArg, means(texts.CmdClaimIs), (*model).claim},
	{texts.CmdAgain, noArgument, means(texts.CmdAgainIs), sends(command{T: "rematch"})},
	{texts.CmdNext, noArgument, means(texts.CmdNextIs), (*model).waitForNext},
	{texts.CmdYield, texts.CmdYieldArg, means(texts.CmdYieldIs), func(m *model, seat string) {
		of, _ := strconv.ParseUint(seat, 10, 8) // without a number, the user's own
		m.send(command{T: "yield", Seat: room.Seat(of)})
	}},
	{texts.CmdSay, texts.CmdSayArg, texts.Lang.EmoteList, (*model).sayEmote},
	{texts.CmdMute, noArgument, means(texts.CmdMuteIs), func(m *model, _ string) { m.muted = !m.muted }},
	{texts.CmdName, texts.CmdNameArg, means(texts.CmdNameIs), func(m *model, name string) { m.send(command{T: "name", Name: name}) }},
	{texts.CmdInvite, texts.CmdInviteArg, func(l texts.Lang) string {
		return l.Say(texts.CmdInviteIs, l.TypedLevels())
	}, func(m *model, level string) { m.send(command{T: "invite", Level: texts.ParseLevel(level)}) }},
	{texts.CmdDelegate, texts.CmdInviteArg, means(texts.CmdDelegateIs), (*model).delegate},
	{texts.CmdLevel, texts.CmdLevelArg, means(texts.CmdLevelIs), (*model).setLevel},
	{texts.CmdPace, texts.CmdPaceArg, means(texts.CmdPaceIs), (*model).setPace},
	{texts.CmdPause, noArgument, means(texts.CmdPauseIs), func(m *model, _ string) {
		m.send(command{T: "pace", MS: new(m.room.Pace.Milliseconds()), Paused: new(!m.room.Paused)})
	}},
	{texts.CmdMoves, noArgument, means(texts.CmdMovesIs), func(m *model, _ string) { m.read(readMoves) }},
	{texts.CmdAnalyse, noArgument, means(texts.CmdAnalyseIs), func(m *model, _ string) { m.analyse() }},
	{texts.CmdReplay, noArgument, means(texts.CmdReplayIs), func(m *model, _ string) { m.beginReplay() }},
	{texts.CmdSave, texts.CmdSaveArg, means(texts.CmdSaveIs), (*model).save},
	{texts.CmdWhy, noArgument, means(texts.CmdWhyIs), (*model).why},
	{texts.CmdHelp, noArgument, means(texts.CmdHelpIs), func(m *model, _ string) { m.read(readHelp) }},
	{texts.CmdQuit, noArgument, means(texts.CmdQuitIs), (*model).leave},
}

// claim claims a win or a draw. Without a result it claims a win.
func (m *model) claim(result string) {
	switch {
	case result == "" || texts.ClaimWin.Is(result):
		m.send(command{T: "claim", Result: "win"})
	case texts.ClaimDraw.Is(result):
		m.send(command{T: "claim", Result: "draw"})
	default:
		m.notice = m.say(texts.ClaimWhat)
	}
}

// waitForNext makes the user a challenger, or no longer.
func (m *model) waitForNext(string) {
	if slices.ContainsFunc(m.room.Challengers, func(c room.Challenger) bool { return c.ID == m.me }) {
		m.send(command{T: "withdraw"})
	} else {
		m.send(command{T: "challenge", Name: m.cfg.create.Name})
	}
}

// sayEmote sends the emote that typed names by its name in the protocol or in any language.
func (m *model) sayEmote(typed string) {
	if emote := texts.ParseEmote(typed); emote != "" {
		m.send(command{T: "emote", Emote: emote})
	} else {
		m.notice = m.say(texts.UnknownEmote, m.cfg.lang.EmoteList())
	}
}

// delegate lets the AI play the user's turns: those of the seat to move, if the user holds both.
// If typed is empty, it takes back all turns that the AI plays for the user.
func (m *model) delegate(typed string) {
	mine, both := m.seat()
	if turn := m.room.Turn(); both && turn.Valid() {
		mine = turn
	}
	if both && typed == "" && m.hasDelegated() {
		for _, s := range []room.Seat{1, 2} {
			if m.room.Delegated[s-1] != "" {
				m.send(command{T: "delegate", Seat: s})
			}
		}
		return
	}
	m.send(command{T: "delegate", Seat: mine, Level: texts.ParseLevel(typed)})
}

// setLevel changes the level of an AI. Where AI plays AI, the number of a seat may come first.
func (m *model) setLevel(typed string) {
	if m.room.Players[0].Level == "" && m.room.Players[1].Level == "" {
		m.notice = m.say(texts.NoAIHere)
		return
	}
	ai := room.Seat(1)
	if m.room.Players[0].Level == "" {
		ai = 2
	}
	if first, rest, _ := strings.Cut(typed, " "); first == "1" || first == "2" {
		ai, typed = room.Seat(first[0]-'0'), strings.TrimSpace(rest)
	}
	m.send(command{T: "level", Seat: ai, Level: texts.ParseLevel(typed)})
}

// setPace sets the time between the moves of AI against AI, in milliseconds.
func (m *model) setPace(text string) {
	ms, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		m.notice = m.say(texts.PaceNeedsNumber)
		return
	}
	m.send(command{T: "pace", MS: &ms, Paused: &m.room.Paused})
}
