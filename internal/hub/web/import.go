package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/notation"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/archive"
)

const (
	// Uploads have slots of their own, so that clients that send slowly do not take the slots of others.
	maxUploads   = 64 // complete or partial files that are in memory at once: 256 MB
	maxImports   = 2  // files that are replayed and stored at once: a thousand games take seconds
	maxRestoring = 16 // games of one file that are stored at once
)

// Import is POST /api/import. It stores the games of a file. If anything is wrong with the
// file, it stores none of them.
func (s *Server) Import(w http.ResponseWriter, r *http.Request) error {
	who := identity(w, r)
	if err := s.guard.AllowImport(limits.CallerOf(r), s.cfg.Now()); err != nil {
		return err
	}
	if err := s.cfg.Shedder.AdmitImport(); err != nil {
		return err
	}
	if s.uploads.Acquire(r.Context(), 1) != nil {
		return nil // the client has gone
	}
	defer s.uploads.Release(1)
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, notation.MaxBytes))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return wire.FailTooLarge
	case err != nil:
		return wire.FailBadRequest
	case s.imports.Acquire(r.Context(), 1) != nil:
		return nil
	}
	defer s.imports.Release(1)
	return s.importFile(w, r, who.player(), body)
}

// badImport is the answer to a file that has an error at Line and Column.
type badImport struct {
	wire.Failure
	Line   int `json:"line"`
	Column int `json:"column"`
}

func (s *Server) importFile(w http.ResponseWriter, r *http.Request, importer room.PlayerID, body []byte) error {
	games, dropped, err := notation.Read(body, s.cfg.Now())
	if wrong, ok := errors.AsType[*notation.Error](err); ok {
		f := wire.FailBadImport
		f.Text = wrong.Text
		s.cfg.Record.Refused(f.Code)
		writeJSON(w, f.Status, badImport{f, wrong.Line, wrong.Column})
		return nil
	}
	if err != nil {
		return err
	}
	names, err := s.names.get(r.Context())
	if err != nil {
		return err
	}
	cost := 0
	for i := range games { // in files, rooms have their public names
		id, _ := names.find(games[i].ID())
		games[i].Room = id.Room
		cost += archive.ImportCost(&games[i])
	}
	if err := s.guard.Account(limits.CallerOf(r)).Charge(cost, s.cfg.Now()); err != nil {
		return err
	}
	ids, known, err := s.importAll(r.Context(), importer, games)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusCreated, map[string]any{"games": ids, "known": known, "dropped": append([]string{}, dropped...)})
	return nil
}

// imported is the ID of an imported game, in the answer.
type imported struct {
	Room room.ID `json:"room"`
	Game int     `json:"game"`
}

// importAll stores games. It returns their IDs, in order, and how many of them the store
// already had. After an error some games are stored, and the same request, sent again, stores
// the missing ones.
func (s *Server) importAll(ctx context.Context, importer room.PlayerID, games []room.Record) ([]imported, int, error) {
	ids := make([]imported, len(games))
	var known atomic.Int64
	restoring, ctx := errgroup.WithContext(ctx)
	restoring.SetLimit(maxRestoring)
	for i := range games {
		if ctx.Err() != nil {
			break
		}
		restoring.Go(func() error {
			id, isKnown, err := archive.Import(ctx, s.cfg.Store, importer, games[i])
			if err != nil {
				return err
			}
			ids[i] = imported{id.Room, id.Game}
			if isKnown {
				known.Add(1)
			}
			return nil
		})
	}
	err := restoring.Wait()
	return ids, int(known.Load()), err
}
