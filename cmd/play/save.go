package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"time"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/local"
	"github.com/quatre/quatre/internal/notation"
	"github.com/quatre/quatre/internal/room"
)

// This file writes finished games to files and reads them back.

// save appends the finished games that are not saved yet to a file.
func (m *model) save(file string) {
	here, ok := m.link.(*localLink)
	if !ok {
		m.notice = m.say(texts.SaveAtHub)
		return
	}
	file = cmp.Or(file, m.now.Format("quatre-20060102-150405.txt"))
	games := here.room.Games()[m.saved:]
	switch err := appendGames(file, games); {
	case err != nil:
		m.notice = m.say(texts.NoSaveGames, m.cfg.lang.Translate(err.Error()))
	case len(games) == 0:
		m.notice = m.say(texts.NothingSave)
	default:
		m.saved += len(games)
		m.notice = m.cfg.lang.Count(len(games), texts.SavedGame, texts.SavedGames) + " " + file
	}
}

// appendGames adds games to a file, with an empty line between two games.
func appendGames(file string, games []room.Record) error {
	if len(games) == 0 {
		return nil
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if info, err := f.Stat(); err == nil && info.Size() > 0 {
		text.WriteString("\n")
	}
	w := notation.NewWriter(&text, notation.Text)
	for i := range games {
		_ = w.Write(&games[i]) // writing to memory cannot fail
	}
	_ = w.Close()
	_, err = f.Write(text.Bytes())
	return errors.Join(err, f.Close())
}

// replay lists the games of a file and shows each game that the user chooses. A single game is
// shown at once.
func (p program) replay(ctx context.Context, cfg config) error {
	games, dropped, err := readGames(cfg)
	if err != nil {
		return err
	}
	if len(dropped) > 0 {
		cfg.notice = cfg.lang.Say(texts.DroppedTags, printable(strings.Join(dropped, ", ")))
	}
	chosen := 0
	m := &menu{lang: cfg.lang, notice: cfg.notice}
	list := page{title: cfg.lang.Say(texts.ReplayTitle)}
	for i, g := range games {
		list.items = append(list.items, item{label: gameLabel(cfg.lang, g), use: func(string) { chosen, m.done, m.chosen = i, true, &cfg }})
	}
	list.items = append(list.items, m.leave(texts.MenuBack))
	for m.page = func() page { return list }; ctx.Err() == nil; m.done, m.chosen = false, nil {
		if len(games) > 1 {
			if err := p.front.menu(ctx, m); err != nil || m.chosen == nil {
				return err
			}
		}
		room, err := local.Replay(games[chosen])
		if err != nil {
			return err
		}
		if err := p.playHere(ctx, cfg, room); err != nil || len(games) == 1 {
			return err
		}
	}
	return nil
}

// readGames reads the file of modeReplay, as notation.Read does.
func readGames(cfg config) (games []room.Record, dropped []string, err error) {
	f, err := os.Open(cfg.file)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, notation.MaxBytes+1))
	if err != nil {
		return nil, nil, err
	}
	if len(text) > notation.MaxBytes {
		return nil, nil, cfg.lang.Error(texts.FileTooLong, cfg.file, notation.MaxBytes>>20)
	}
	games, dropped, err = notation.Read(text, time.Now())
	if wrong, ok := errors.AsType[*notation.Error](err); ok {
		err = cfg.lang.Error(texts.BadGameFile, cfg.file, wrong.Line, wrong.Column, cfg.lang.Translate(wrong.Text))
	}
	return games, dropped, err
}

// results are the points of seat 1, then of seat 2, by the winner's seat. Index 0 is a draw.
var results = [3]string{"½-½", "1-0", "0-1"}

// gameLabel describes a saved game in one line.
func gameLabel(l texts.Lang, g room.Record) string {
	return strings.Join([]string{
		gameForVariant(l, g.Variant).title, playerName(l, g.Players[0], 1) + " - " + playerName(l, g.Players[1], 2), results[g.End.Winner], g.Started.Local().Format(time.DateOnly),
	}, ", ")
}
