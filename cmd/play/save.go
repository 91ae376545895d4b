package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/local"
)

// This file writes finished games to files and reads them back.

// gameSaver is a link to a room whose games the user may save.
type gameSaver interface {
	// saveGames writes the finished games after the first skip games. It returns how many games
	// it has written.
	saveGames(w io.Writer, skip int) (int, error)
}

// save appends the finished games that are not saved yet to a file.
func (m model) save(file string) model {
	saver, ok := m.link.(gameSaver)
	if !ok {
		m.notice = m.say(texts.SaveAtHub)
		return m
	}
	file = cmp.Or(file, m.now.Format("quatre-20060102-150405.txt"))
	var games bytes.Buffer
	n, err := saver.saveGames(&games, m.saved)
	if err == nil && n > 0 {
		err = appendGames(file, games.Bytes())
	}
	switch {
	case err != nil:
		m.notice = m.say(texts.NoSaveGames, m.cfg.lang.Translate(err.Error()))
	case n == 0:
		m.notice = m.say(texts.NothingSave)
	default:
		m.saved += n
		m.notice = m.cfg.lang.Count(n, texts.SavedGame, texts.SavedGames) + " " + file
	}
	return m
}

// appendGames adds games to a file, with an empty line between two games.
func appendGames(file string, games []byte) error {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if info, err := f.Stat(); err == nil && info.Size() > 0 {
		games = append([]byte("\n"), games...)
	}
	_, err = f.Write(games)
	return errors.Join(err, f.Close())
}

// replay lists the games of a file and shows each game that the user chooses. A single game is
// shown at once.
func (p program) replay(ctx context.Context, cfg config) error {
	games, err := readGames(cfg)
	if err != nil {
		return err
	}
	m := menu{lang: cfg.lang}
	m.page = func(m menu) page {
		list := page{title: cfg.lang.Say(texts.ReplayTitle)}
		for i, g := range games {
			list.items = append(list.items, item{label: gameLabel(cfg.lang, g), do: func(m menu) menu {
				return m.choose(modeReplay, strconv.Itoa(i))
			}})
		}
		list.items = append(list.items, m.leave(texts.MenuBack))
		return list
	}
	first := m.page
	for ctx.Err() == nil {
		if len(games) == 1 {
			return p.replayGame(ctx, cfg, games[0])
		}
		if m, err = p.front.menu(ctx, m); err != nil || m.mode == modeNone {
			return err
		}
		chosen, _ := strconv.Atoi(m.target)
		if err := p.replayGame(ctx, cfg, games[chosen]); err != nil {
			return err
		}
		m.page, m.back, m.done = first, nil, false
	}
	return nil
}

func (p program) replayGame(ctx context.Context, cfg config, g local.Game) error {
	room, err := local.Replay(g)
	if err != nil {
		return err
	}
	return p.playHere(ctx, cfg, room)
}

// readGames reads the file of modeReplay.
func readGames(cfg config) ([]local.Game, error) {
	f, err := os.Open(cfg.file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, local.MaxFileBytes+1))
	if err != nil {
		return nil, err
	}
	if len(text) > local.MaxFileBytes {
		return nil, cfg.lang.Error(texts.FileTooLong, cfg.file, local.MaxFileBytes>>20)
	}
	games, err := local.ReadGames(text)
	var wrong *local.FileError
	if errors.As(err, &wrong) {
		return nil, cfg.lang.Error(texts.BadGameFile, cfg.file, wrong.Line, wrong.Column, cfg.lang.Translate(wrong.Text))
	}
	return games, err
}

// gameLabel describes a saved game in one line.
func gameLabel(l texts.Lang, g local.Game) string {
	names := make([]string, 2)
	for i := range names {
		names[i] = cmp.Or(printable(g.Names[i]), l.Level(g.Levels[i]), l.Say(texts.Player, i+1))
	}
	return strings.Join([]string{
		gameForVariant(g.Variant).title(l), names[0] + " - " + names[1], g.Result, g.Started.Local().Format(time.DateOnly),
	}, ", ")
}
