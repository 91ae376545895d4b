package web

import (
	"context"
	"errors"
	"net/http"

	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/archive"
	"github.com/quatre/quatre/internal/room/storage"
)

// This file serves the thoughts of the AI. The hub sends entries without them: see
// room.Entry.Public.

// Thoughts is GET /api/games/{room}/{game}/thoughts: the thoughts of the AI in one game. For a
// game in progress, room.State.ShowsThoughts decides who may see them. For a finished game, they
// are available as long as the store has the log of the room.
func (s *Server) Thoughts(w http.ResponseWriter, r *http.Request) error {
	who := identity(w, r).player()
	id, err := room.ParseGameID(r.PathValue("room") + "/" + r.PathValue("game"))
	if err != nil {
		return wire.FailNoGame
	}
	names, err := s.names.get(r.Context())
	if err != nil {
		return err
	}
	id, knowsRoom := names.find(id)
	span := gameSpan{id: id}
	if knowsRoom {
		if span, err = s.presentGame(r.Context(), id, who); err != nil {
			return err
		}
	}
	if span.last == 0 {
		if span, err = s.finishedGame(r.Context(), id); errors.Is(err, storage.ErrNotFound) {
			return errNoGame
		} else if err != nil {
			return err
		}
	}
	if err := s.guard.AllowRequest(limits.CallerOf(r), int(span.last-span.after)/entriesPerRequest, s.cfg.Now()); err != nil {
		return err
	}
	thoughts, err := s.thoughtsIn(r.Context(), span)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, map[string]any{"thoughts": thoughts})
	return nil
}

// gameSpan says where the entries of a game are in the log.
type gameSpan struct {
	id          room.GameID
	after, last uint64 // the entries are after+1 to last
	game        int    // the number of the game that entry after belongs to
}

// presentGame returns the span of a game that is the latest of its room. The error is wire.FailThoughts
// if the player may not see its thoughts yet. The span is empty if the room has a later game, or if
// the player may not see the room.
func (s *Server) presentGame(ctx context.Context, id room.GameID, who room.PlayerID) (span gameSpan, err error) {
	replica, err := s.openRoom(ctx, string(id.Room))
	if errors.Is(err, storage.ErrNotFound) {
		return gameSpan{}, nil
	} else if err != nil {
		return gameSpan{}, err
	}
	state := replica.State()
	switch {
	case state.Number != id.Game || !state.Admits(who):
	case !state.ShowsThoughts(who, id.Game):
		err = wire.FailThoughts
	default:
		span = gameSpan{id: id, after: state.StartN, last: state.N, game: id.Game}
	}
	return span, err
}

// finishedGame returns the span of a game that has a record. Anybody who knows the game's name
// may see its thoughts.
func (s *Server) finishedGame(ctx context.Context, id room.GameID) (gameSpan, error) {
	record, err := s.cfg.Store.Game(ctx, id)
	if err != nil {
		return gameSpan{}, err
	}
	span := gameSpan{id: id, last: record.N, game: 1}
	if id.Game > 1 {
		before, err := s.cfg.Store.Game(ctx, room.GameID{Room: id.Room, Game: id.Game - 1})
		switch {
		case err == nil:
			span.after, span.game = before.N, before.Game
		case !errors.Is(err, storage.ErrNotFound): // short games have no record
			return gameSpan{}, err
		}
	}
	return span, nil
}

// thoughtsIn returns the thoughts of a game's moves, except moves that were taken back.
func (s *Server) thoughtsIn(ctx context.Context, span gameSpan) ([]archive.MoveThought, error) {
	thoughts := archive.NewThoughts(span.id.Game, span.game)
	for after := span.after; after < span.last; {
		entries, err := s.cfg.Store.Read(ctx, span.id.Room, after, maxLogEntries)
		if err != nil || len(entries) == 0 { // none: the log is no longer kept
			return thoughts.All(), err
		}
		for _, e := range entries {
			if after = e.N; after > span.last {
				break
			}
			thoughts.Add(e)
		}
	}
	return thoughts.All(), nil
}
