package hub

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/quatre/quatre/internal/notation"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/archive"
	"github.com/quatre/quatre/internal/room/storage"
)

// This file carries finished games out of the store and into it.

const (
	maxExport  = 10000 // games in one file: the latest
	exportPage = 200   // records that are read at a time

	// pageTimeout is how long a slow client may take for each page of an export.
	pageTimeout = 30 * time.Second

	maxUploads   = 64 // files that are in memory at once, whole or in part: 256 MB
	maxImports   = 2  // of these, replayed and stored at once: a thousand games take seconds
	maxRestoring = 16 // games of one file that are stored at once
)

// serveExport streams all of one's own games. If the store goes away in the midst
// the connection is broken off, so that nobody takes half a file for a whole one.
func (h *Hub) serveExport(w http.ResponseWriter, r *http.Request) {
	who := identity(w, r)
	format, ok := formatOf(r.URL.Query().Get("format"))
	if !ok {
		h.writeFailure(w, failBadRequest)
		return
	}
	format = cmp.Or(format, notation.JSON)
	q := storage.GamesQuery{Player: who.player(), Limit: exportPage}
	control := http.NewResponseController(w)
	out := notation.NewWriter(w, format)
	for written := 0; ; {
		games, next, err := h.cfg.Store.Games(r.Context(), q)
		if err != nil {
			if written == 0 {
				h.writeError(w, err)
				return
			}
			h.log.Warn("export broken off", "error", err)
			panic(http.ErrAbortHandler)
		}
		if written == 0 {
			setFile(w, format, "quatre-games")
		}
		_ = control.SetWriteDeadline(time.Now().Add(pageTimeout)) // where there is a connection
		for i := range games {
			if out.Write(&games[i]) != nil {
				return // the client has gone
			}
		}
		written += len(games)
		if next == "" || written >= maxExport {
			_ = out.Close()
			return
		}
		q.Cursor = next
	}
}

// badImport is what is wrong with a file.
type badImport struct {
	failure
	Line   int `json:"line"`
	Column int `json:"column"`
}

// importer returns the handler that stores the games of a file: all, or if there
// is anything wrong with it none. Whoever sends slowly keeps nobody else from
// being served.
func (h *Hub) importer() http.HandlerFunc {
	uploads, imports := make(slots, maxUploads), make(slots, maxImports)
	return func(w http.ResponseWriter, r *http.Request) {
		who := identity(w, r)
		if !h.mayImport(w, r) {
			return
		}
		if !uploads.take(r.Context()) {
			return // the client has gone
		}
		defer uploads.free()
		body, ok := h.readFile(w, r)
		if !ok || !imports.take(r.Context()) {
			return
		}
		defer imports.free()
		h.importFile(w, r, who.player(), body)
	}
}

// readFile returns the whole file, or tells the client why not.
func (h *Hub) readFile(w http.ResponseWriter, r *http.Request) (body []byte, ok bool) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, notation.MaxBytes))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		h.writeFailure(w, failTooLarge)
		return nil, false
	}
	if err != nil {
		h.writeFailure(w, failBadRequest)
		return nil, false
	}
	return body, true
}

func (h *Hub) importFile(w http.ResponseWriter, r *http.Request, importer room.PlayerID, body []byte) {
	games, err := notation.Read(body, h.cfg.Now())
	var wrong *notation.Error
	if errors.As(err, &wrong) {
		f := failBadImport
		f.Text = wrong.Text
		h.metrics.refusals.WithLabelValues(f.Code).Inc()
		writeJSON(w, f.status, badImport{f, wrong.Line, wrong.Column})
		return
	}
	if err != nil {
		h.writeError(w, err)
		return
	}
	ids, known, err := h.importAll(r.Context(), importer, games)
	if err != nil {
		h.writeError(w, err)
		return
	}
	h.metrics.acknowledged("import")
	writeJSON(w, http.StatusCreated, map[string]any{"games": ids, "known": known})
}

// imported names a game in the answer.
type imported struct {
	Room room.ID `json:"room"`
	Game int     `json:"game"`
}

// importAll stores games and returns their names, in order, and how many the
// store had already. When the store fails some are stored: the same request sent
// again does the rest.
func (h *Hub) importAll(ctx context.Context, importer room.PlayerID, games []room.Record) ([]imported, int, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	retention := cmp.Or(h.door.Retention, room.DefaultRetention)
	ids := make([]imported, len(games))
	var mu sync.Mutex // guards known
	known := 0
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(maxRestoring, len(games)) {
		workers.Go(func() {
			for i := range next {
				id, had, err := archive.Import(ctx, h.cfg.Store, importer, games[i], h.cfg.Now(), retention)
				if err != nil {
					cancel(err)
					return
				}
				ids[i] = imported{id.Room, id.Game}
				mu.Lock()
				if had {
					known++
				}
				mu.Unlock()
			}
		})
	}
feed:
	for i := range games {
		select {
		case next <- i:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	workers.Wait()
	return ids, known, context.Cause(ctx)
}
