package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/notation"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/archive"
)

const (
	maxUploads   = 64 // files that are in memory at once, whole or in part: 256 MB
	maxImports   = 2  // of these, replayed and stored at once: a thousand games take seconds
	maxRestoring = 16 // games of one file that are stored at once

	// importedBytes is how much a player's imported games may hold, as JSON: about ten
	// thousand games of 40 moves. Beyond it the oldest give way.
	importedBytes = 8 << 20
)

// importSlots bounds the imports that run at once. An upload has a slot of its own, so
// that a client that sends slowly keeps nobody else from being served.
type importSlots struct{ uploads, imports *semaphore.Weighted }

func newImportSlots() *importSlots {
	return &importSlots{semaphore.NewWeighted(maxUploads), semaphore.NewWeighted(maxImports)}
}

// Import is POST /api/import. It stores the games of a file: all of them or, if anything
// is wrong with the file, none.
func (s *Server) Import(w http.ResponseWriter, r *http.Request) {
	who := identity(w, r)
	if wait, ok := s.guard.AllowImport(limits.CallerOf(r), s.cfg.Now()); !ok {
		s.writeRetry(w, wire.FailTooFast, wait)
		return
	}
	if err := s.cfg.Shedder.AdmitImport(); err != nil {
		s.writeError(w, err)
		return
	}
	if s.imports.uploads.Acquire(r.Context(), 1) != nil {
		return // the client has gone
	}
	defer s.imports.uploads.Release(1)
	body, ok := s.readFile(w, r)
	if !ok || s.imports.imports.Acquire(r.Context(), 1) != nil {
		return
	}
	defer s.imports.imports.Release(1)
	s.importFile(w, r, who.player(), body)
}

// readFile reads the whole file. If it fails the client has been answered.
func (s *Server) readFile(w http.ResponseWriter, r *http.Request) (body []byte, ok bool) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, notation.MaxBytes))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		s.writeFailure(w, wire.FailTooLarge)
		return nil, false
	}
	if err != nil {
		s.writeFailure(w, wire.FailBadRequest)
		return nil, false
	}
	return body, true
}

// badImport is what is wrong with a file.
type badImport struct {
	wire.Failure
	Line   int `json:"line"`
	Column int `json:"column"`
}

func (s *Server) importFile(w http.ResponseWriter, r *http.Request, importer room.PlayerID, body []byte) {
	games, err := notation.Read(body, s.cfg.Now())
	var wrong *notation.Error
	if errors.As(err, &wrong) {
		f := wire.FailBadImport
		f.Text = wrong.Text
		s.cfg.Record.Refused(f.Code)
		writeJSON(w, f.Status, badImport{f, wrong.Line, wrong.Column})
		return
	}
	if err != nil {
		s.writeError(w, err)
		return
	}
	names, err := s.names.get(r.Context())
	if err != nil {
		s.writeError(w, err)
		return
	}
	for i := range games { // files have public names
		id, _ := names.find(games[i].ID())
		games[i].Room = id.Room
	}
	cost := 0
	for i := range games {
		cost += archive.ImportCost(&games[i])
	}
	if err := s.guard.Account(limits.CallerOf(r)).Charge(cost, s.cfg.Now()); err != nil {
		s.writeError(w, err)
		return
	}
	ids, known, err := s.importAll(r.Context(), importer, games)
	if err != nil {
		s.writeError(w, err)
		return
	}
	s.trimImports(r.Context(), importer, ids)
	s.cfg.Record.Acknowledged("import")
	writeJSON(w, http.StatusCreated, map[string]any{"games": ids, "known": known})
}

// imported is the ID of a game in the answer.
type imported struct {
	Room room.ID `json:"room"`
	Game int     `json:"game"`
}

// importAll stores games and returns their IDs, in order, and how many of them the store
// had already. If it fails some are stored: the same request sent again stores the rest.
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

// trimImports removes the player's oldest imported games beyond importedBytes, but none that
// was just imported. If it fails the next import does it.
func (s *Server) trimImports(ctx context.Context, importer room.PlayerID, ids []imported) {
	spare := make([]room.GameID, len(ids))
	for i, id := range ids {
		spare[i] = room.GameID{Room: id.Room, Game: id.Game}
	}
	_, err := archive.Trim(ctx, s.cfg.Store, importer, archive.ImportedBy, archive.Allowance{Bytes: importedBytes}, spare)
	if err != nil {
		s.cfg.Record.Log.Warn("imported games not trimmed", "player", importer, "error", err)
	}
}
