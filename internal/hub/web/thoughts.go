package web

import (
	"context"
	"errors"
	"net/http"

	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/archive"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// This file shows how the AI came to its moves. Entries do not show it: see room.Entry.Public.

// Thoughts is GET /api/games/{room}/{game}/thoughts: the thoughts of the AI in one game. For a
// game in progress room.State.ShowsThoughts decides. A finished game has them as long as the log
// of its room is kept.
func (s *Server) Thoughts(w http.ResponseWriter, r *http.Request) {
	who := identity(w, r).player()
	id, err := room.ParseGameID(r.PathValue("room") + "/" + r.PathValue("game"))
	if err != nil {
		s.writeFailure(w, wire.FailNoGame)
		return
	}
	names, err := s.names.get(r.Context())
	if err != nil {
		s.writeError(w, err)
		return
	}
	id, knowsRoom := names.find(id)
	span := gameSpan{id: id}
	if knowsRoom {
		found, failure, err := s.presentGame(r.Context(), id, who)
		switch {
		case failure != nil:
			s.writeFailure(w, *failure)
			return
		case err != nil:
			s.writeError(w, err)
			return
		}
		span = found
	}
	if span.replica == nil {
		if span, err = s.finishedGame(r.Context(), id); errors.Is(err, storage.ErrNotFound) {
			s.writeFailure(w, wire.FailNoGame)
			return
		} else if err != nil {
			s.writeError(w, err)
			return
		}
	}
	if wait, ok := s.guard.AllowRequest(limits.CallerOf(r), int(span.last-span.after)/entriesPerRequest, s.cfg.Now()); !ok {
		s.writeRetry(w, wire.FailTooFast, wait)
		return
	}
	thoughts, err := s.thoughtsIn(r.Context(), span)
	if err != nil {
		s.writeError(w, err)
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{"thoughts": thoughts})
}

// gameSpan says where the entries of a game are in the log.
type gameSpan struct {
	id          room.GameID
	after, last uint64        // the entries after the first number, up to the second
	game        int           // the number of the game to which the first of them belongs
	replica     *play.Replica // has the room, if it is the present game; else nil
}

// presentGame returns the span of the present game of a room, or of its last one. It returns an
// empty span for another game, and for a room that the player may not see.
func (s *Server) presentGame(ctx context.Context, id room.GameID, who room.PlayerID) (span gameSpan, hidden *wire.Failure, err error) {
	replica, err := s.openRoom(ctx, string(id.Room))
	if errors.Is(err, storage.ErrNotFound) {
		return gameSpan{}, nil, nil
	} else if err != nil {
		return gameSpan{}, nil, err
	}
	replica.View(func(state *room.State) {
		switch {
		case state.Number != id.Game || !state.Admits(who):
		case !state.ShowsThoughts(who, id.Game):
			hidden = &wire.FailThoughts
		default:
			span = gameSpan{id: id, after: state.StartN, last: state.N, game: id.Game, replica: replica}
		}
	})
	return span, hidden, nil
}

// finishedGame returns the span of a game that has a record. Anybody who knows the game's name
// may see it.
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

// thoughtsIn returns the thoughts of the moves that remain in a game.
func (s *Server) thoughtsIn(ctx context.Context, span gameSpan) ([]archive.MoveThought, error) {
	thoughts := archive.NewThoughts(span.id.Game, span.game)
	for after := span.after; after < span.last; {
		entries, err := s.entriesOf(ctx, span, after)
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

// entriesOf returns entries after a number: from the replica if it holds them, else from the
// store.
func (s *Server) entriesOf(ctx context.Context, span gameSpan, after uint64) (entries []room.Entry, err error) {
	if span.replica != nil && span.replica.Before() <= after {
		for n := after + 1; n <= span.last; n++ {
			e, ok := span.replica.Entry(n)
			if !ok {
				break // the log was rewound
			}
			entries = append(entries, e)
		}
		return entries, nil
	}
	return s.cfg.Store.ReadSome(ctx, span.id.Room, after, maxLogEntries)
}
