package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/bot"
	"github.com/quatre/quatre/internal/rules"
)

// botPlayer answers in the place of the user, with the moves of a program.
type botPlayer struct {
	bot      *bot.Bot
	answers  chan botAnswer
	asked    string // the position about which the program thinks; empty: none
	answered string // the last position whose answer was played
	failed   bool   // the program has lost by an error

	ctx      context.Context // ends with the game
	stop     context.CancelFunc
	thinking sync.WaitGroup
}

// botAnswer is what a program has answered to a position: a move, or an error.
type botAnswer struct {
	position, move string
	err            error
}

func newBotPlayer(ctx context.Context, command []string) *botPlayer {
	b := &botPlayer{bot: bot.New(command, bot.DefaultTime), answers: make(chan botAnswer, 1)}
	b.ctx, b.stop = context.WithCancel(ctx)
	return b
}

// positionOf returns a text that no two positions of a room share.
func positionOf(m *model) string { return fmt.Sprint(m.room.Number, m.room.Moves) }

// line returns what to type now. In a turn it returns "", and asks the program for a move.
func (b *botPlayer) line(m *model) string {
	_, asked := m.question()
	switch {
	case m.connection == replaced:
		return "q"
	case m.resigning:
		return "y"
	case asked:
		return "n"
	case !m.isMyTurn():
		return "q" // the room is closed
	case b.asked != "":
		return "" // the answer, if it is too late, is dropped
	case positionOf(m) != b.answered:
		b.ask(m)
	case m.notice != "":
		return "q" // the hub has refused the answer
	}
	return ""
}

// ask asks the program for a move. The answer comes over b.answers.
func (b *botPlayer) ask(m *model) {
	game, _ := rules.Parse(m.room.Variant()) // of a room whose moves were folded
	b.asked = positionOf(m)
	pos, moves, answer := m.room.Position.Clone(), slices.Clone(m.room.Moves), botAnswer{position: b.asked}
	b.thinking.Go(func() {
		var move rules.Move
		if move, answer.err = b.bot.Move(b.ctx, game, pos, moves); answer.err == nil {
			answer.move = pos.FormatMove(move)
		}
		b.answers <- answer
	})
}

// play plays the move of the program, or resigns for it.
func (p *plainText) play(m *model, a botAnswer) {
	if p.bot.asked = ""; a.position != positionOf(m) || !m.isMyTurn() {
		return
	}
	p.bot.answered = a.position
	var fault *bot.Fault
	switch {
	case errors.As(a.err, &fault):
		p.bot.failed = true
		p.say(m.say(texts.BotFailed, m.cfg.lang.Translate(fault.Reason)))
		for line := range strings.Lines(fault.Stderr) {
			p.say(printable(strings.TrimRight(line, "\r\n")))
		}
		m.carryOut("/" + m.say(texts.CmdResign))
	case a.err == nil:
		p.say("> " + a.move)
		m.carryOut(a.move)
	}
}

// close ends the program.
func (b *botPlayer) close() {
	b.stop()
	b.thinking.Wait()
	b.bot.Close()
}
