package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"

	"github.com/quatre/quatre/cmd/play/texts"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/local"
)

// frontEnd shows menus and games: on the whole screen of a terminal, or line by line.
type frontEnd interface {
	// menu shows a menu until it is done.
	menu(context.Context, *menu) error

	// game shows a game until the user leaves it.
	game(context.Context, *model) error
}

// program is what all games of this process share.
type program struct {
	cfg    config
	front  frontEnd
	engine *local.Engine
	stdout io.Writer
}

// run plays what the command line asks for, or shows the menu until the user quits.
func (p program) run(ctx context.Context) error {
	if p.cfg.mode != modeMenu {
		return p.play(ctx, p.cfg)
	}
	m := newMenu(p.cfg)
	for {
		if err := p.front.menu(ctx, m); err != nil {
			return p.cfg.lang.Error(texts.NeedsTerminal, err)
		}
		if m.chosen == nil || ctx.Err() != nil {
			return nil
		}
		m.restart(p.play(ctx, *m.chosen))
	}
}

// play opens one room and returns when the user leaves it.
func (p program) play(ctx context.Context, cfg config) error {
	switch cfg.mode {
	case modeRoom:
		return p.playAtHub(ctx, cfg)
	case modeReplay:
		return p.replay(ctx, cfg)
	}
	room, err := local.New(p.engine, cfg.create)
	if err != nil {
		refused, _ := wire.FailureOf(err)
		return errors.New(cfg.lang.Refusal(refused.Code, refused.Text))
	}
	return p.playHere(ctx, cfg, room)
}

// playHere plays in a room of this process.
func (p program) playHere(ctx context.Context, cfg config, room *local.Room) error {
	l := newLocalLink(p.engine, room)
	defer l.close()
	return p.show(ctx, newModel(cfg, "", l, l.reports))
}

// playAtHub creates or joins a room of a hub, and returns when the user leaves it.
func (p program) playAtHub(ctx context.Context, cfg config) error {
	folder, err := os.UserConfigDir()
	if err != nil {
		return cfg.lang.Error(texts.NoFolder, err)
	}
	secret, err := loadSecret(cfg.lang, folder, cfg.origin)
	if err != nil {
		return err
	}
	client := &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()}
	defer client.CloseIdleConnections()
	h := hubClient{lang: cfg.lang, origin: cfg.origin, secret: secret, client: client, timing: defaultTiming}
	hubAddress := cfg.origin.String() // as friends reach it
	if cfg.room == "" {
		if cfg.room, err = h.createRoom(ctx, cfg.create); err != nil {
			return err
		}
		hubAddress = h.publicAddress(ctx)
	} else if err := h.checkRoom(ctx, cfg.room); err != nil {
		return err
	}

	l := newLink(h, cfg.room, cfg.watch)
	l.start(ctx)
	m := newModel(cfg, hubAddress+"/r/"+cfg.room, l, l.reports)
	err = p.show(ctx, m)
	l.close(m.leaving)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "%s/r/%s\n", cfg.origin.String(), cfg.room)
	return nil
}

// show shows a game. It returns the error that ended the game, or nil if the user left it.
func (p program) show(ctx context.Context, m *model) error {
	if err := p.front.game(ctx, m); err != nil {
		return p.cfg.lang.Error(texts.NeedsTerminal, err)
	}
	if m.fatal != "" {
		return errors.New(m.fatal)
	}
	return nil
}
