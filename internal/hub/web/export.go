package web

import (
	"cmp"
	"net/http"
	"time"

	"github.com/quatre/quatre/internal/notation"
	"github.com/quatre/quatre/internal/room/storage"
)

const (
	maxExport  = 10000 // the maximum number of games in one file; older games are left out
	exportPage = 200   // the number of records that are read at a time

	// pageTimeout is how long a slow client may take for each page of an export.
	pageTimeout = 30 * time.Second
)

// Export is GET /api/export: all games of the player. If the store goes away meanwhile,
// Export aborts the connection, so that nobody takes an incomplete file for a complete one.
func (s *Server) Export(w http.ResponseWriter, r *http.Request) error {
	who := identity(w, r)
	format, err := formatOf(r.URL.Query())
	if err != nil {
		return err
	}
	format = cmp.Or(format, notation.JSON)
	q := storage.GamesQuery{Player: who.player(), Limit: exportPage}
	names, err := s.names.get(r.Context())
	if err != nil {
		return err
	}
	control := http.NewResponseController(w)
	out := notation.NewWriter(w, format)
	for written := 0; ; {
		games, next, err := s.cfg.Store.Games(r.Context(), q)
		if err != nil {
			if written == 0 {
				return err
			}
			s.cfg.Record.Log.Warn("export broken off", "error", err)
			panic(http.ErrAbortHandler)
		}
		if written == 0 {
			setFileHeaders(w, format, "quatre-games")
		}
		_ = control.SetWriteDeadline(time.Now().Add(pageTimeout)) // an error means that w has no deadlines, as in some tests
		for i := range games {
			game := names.forFile(games[i])
			if out.Write(&game) != nil {
				return nil // the client has gone
			}
		}
		written += len(games)
		if next == "" || written >= maxExport {
			_ = out.Close()
			return nil
		}
		q.Cursor = next
	}
}
