package web

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"
	_ "time/tzdata" // the time zones, in case the system has none

	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/notation"
	"github.com/quatre/quatre/internal/room/archive"
	"github.com/quatre/quatre/internal/room/storage"
)

// This file shows finished games: their list, one record, and a player's statistics.

const (
	defaultGames = 20 // records on a page of finished games
	maxGames     = 100
	defaultDays  = 90 // the days that statistics cover
	maxDays      = 366

	// filteredRequest is how many additional requests a list with a filter counts as, because
	// the store may look at up to storage.GamesScanLimit records.
	filteredRequest = 10
)

// Games is GET /api/games.
func (s *Server) Games(w http.ResponseWriter, r *http.Request) error {
	who := identity(w, r)
	q := r.URL.Query()
	filter := archive.Filter{Game: q.Get("game"), Result: archive.Result(q.Get("result")), Opponent: q.Get("opponent")}
	of, errO := choice(q, "of", "all", "me")
	if of == "me" {
		filter.Player = who.player()
	}
	limit, err := bounded(q, "limit", defaultGames, 1, maxGames)
	if err = cmp.Or(errO, err); err != nil {
		return err
	}
	if err := filter.Check(); err != nil {
		return badRequest("%v.", err)
	}
	if !filter.MatchesAll() {
		if err := s.guard.AllowRequest(limits.CallerOf(r), filteredRequest, s.cfg.Now()); err != nil {
			return err
		}
	}
	names, err := s.names.get(r.Context())
	if err != nil {
		return err
	}
	records, next, err := s.cfg.Store.Games(r.Context(), filter.Query(q.Get("cursor"), limit))
	switch {
	case errors.Is(err, storage.ErrCursor):
		return badRequest("cursor must be the next of another page.")
	case err != nil:
		return err
	}
	games := make([]gameAnswer, 0, len(records))
	for _, record := range records {
		games = append(games, names.show(record, who.player(), false))
	}
	writeJSON(w, http.StatusOK, map[string]any{"games": games, "next": next})
	return nil
}

// Game is GET /api/games/{room}/{game}: one record as JSON or, if the query has a format, as
// a file.
func (s *Server) Game(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	format, err := formatOf(q)
	download, errD := switched(q, "download")
	if err = cmp.Or(err, errD); err != nil {
		return err
	}
	if download && format == "" {
		return badRequest("download needs a format.")
	}
	names, record, knowsRoom, err := s.findGame(r.Context(), r.PathValue("room")+"/"+r.PathValue("game"))
	switch {
	case err != nil:
		return err
	case format == "":
		writeJSON(w, http.StatusOK, names.show(record, callerOf(r), knowsRoom))
	default:
		record, name := names.forFile(record), ""
		if download {
			name = "quatre-" + string(record.Room) + "-" + strconv.Itoa(record.Game)
		}
		setFileHeaders(w, format, name)
		out := notation.NewWriter(w, format)
		_ = errors.Join(out.Write(&record), out.Close()) // an error means that the client has gone
	}
	return nil
}

// formatOf returns the format that a query asks for; empty: none.
func formatOf(q url.Values) (notation.Format, error) {
	if q.Get("format") == "" {
		return "", nil
	}
	f, err := choice(q, "format", string(notation.JSON), string(notation.Text))
	return notation.Format(f), err
}

// setFileHeaders sets the headers of a file of games. With a name, browsers save the file
// under that name. Without a name they show it.
func setFileHeaders(w http.ResponseWriter, f notation.Format, name string) {
	w.Header().Set("Content-Type", f.ContentType())
	w.Header().Set("Cache-Control", "no-store")
	if name != "" {
		w.Header().Set("Content-Disposition", `attachment; filename="`+name+f.Extension()+`"`)
	}
}

// Stats is GET /api/stats.
func (s *Server) Stats(w http.ResponseWriter, r *http.Request) error {
	who := identity(w, r)
	q := r.URL.Query()
	days, err := bounded(q, "days", defaultDays, 1, maxDays)
	if err != nil {
		return err
	}
	zone, err := time.LoadLocation(cmp.Or(q.Get("tz"), "UTC"))
	if err != nil || zone == time.Local {
		return wire.FailBadZone
	}
	stats, err := archive.StatsOf(r.Context(), s.cfg.Store, who.player(), s.cfg.Now(), zone, days)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, stats)
	return nil
}
