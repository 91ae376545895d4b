package hub

import (
	"cmp"
	"errors"
	"net/http"
	"strconv"
	"time"
	_ "time/tzdata" // time zones, also where the system has none

	"github.com/quatre/quatre/internal/notation"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/archive"
	"github.com/quatre/quatre/internal/room/storage"
)

// This file is what one sees of finished games: their list, each of them, and
// what one's own come to. exchange.go carries them out and in.

const (
	defaultGames = 20 // records on a page of finished games
	maxGames     = 100
	defaultDays  = 90 // of statistics
	maxDays      = 366
)

func (h *Hub) serveGames(w http.ResponseWriter, r *http.Request) {
	who := identity(w, r)
	q := r.URL.Query()
	filter := archive.Filter{Game: q.Get("game"), Result: archive.Result(q.Get("result")), Opponent: q.Get("opponent")}
	of := q.Get("of")
	if of == "me" {
		filter.Player = who.player()
	}
	limit, ok := number(q.Get("limit"), defaultGames, maxGames)
	if !ok || !filter.Valid() || of != "" && of != "me" && of != "all" {
		h.writeFailure(w, failBadRequest)
		return
	}
	games, next, err := h.cfg.Store.Games(r.Context(), filter.Query(q.Get("cursor"), limit))
	if err != nil {
		h.writeError(w, err)
		return
	}
	if games == nil {
		games = []room.Record{}
	}
	writeJSON(w, http.StatusOK, map[string]any{"games": games, "next": next})
}

// number reads a number from 1 to high; def if there is none.
func number(text string, def, high int) (int, bool) {
	n, err := strconv.Atoi(cmp.Or(text, strconv.Itoa(def)))
	return n, err == nil && n >= 1 && n <= high
}

// serveGame gives one record, or, where a format is asked for, a file with it.
func (h *Hub) serveGame(w http.ResponseWriter, r *http.Request) {
	id, err := room.ParseGameID(r.PathValue("room") + "/" + r.PathValue("game"))
	if err != nil {
		h.writeFailure(w, failNoGame)
		return
	}
	q := r.URL.Query()
	format, ok := formatOf(q.Get("format"))
	if !ok {
		h.writeFailure(w, failBadRequest)
		return
	}
	record, err := h.cfg.Store.Game(r.Context(), id)
	switch {
	case errors.Is(err, storage.ErrNotFound):
		h.writeFailure(w, failNoGame)
	case err != nil:
		h.writeError(w, err)
	case format == "":
		writeJSON(w, http.StatusOK, record)
	default:
		name := ""
		if q.Get("download") == "1" {
			name = "quatre-" + string(id.Room) + "-" + strconv.Itoa(id.Game)
		}
		setFile(w, format, name)
		out := notation.NewWriter(w, format)
		_ = errors.Join(out.Write(&record), out.Close()) // the client has gone
	}
}

// formatOf reads a format, which may be left out.
func formatOf(name string) (notation.Format, bool) {
	switch f := notation.Format(name); f {
	case "", notation.Text, notation.JSON:
		return f, true
	}
	return "", false
}

// setFile says what is sent, and under which name it is to be saved, if it is.
func setFile(w http.ResponseWriter, f notation.Format, name string) {
	w.Header().Set("Content-Type", f.ContentType())
	w.Header().Set("Cache-Control", "no-store")
	if name != "" {
		w.Header().Set("Content-Disposition", `attachment; filename="`+name+f.Extension()+`"`)
	}
}

func (h *Hub) serveStats(w http.ResponseWriter, r *http.Request) {
	who := identity(w, r)
	q := r.URL.Query()
	days, ok := number(q.Get("days"), defaultDays, maxDays)
	if !ok {
		h.writeFailure(w, failBadRequest)
		return
	}
	zone, err := time.LoadLocation(cmp.Or(q.Get("tz"), "UTC"))
	if err != nil || zone == time.Local {
		h.writeFailure(w, failBadZone)
		return
	}
	stats, err := archive.StatsOf(r.Context(), h.cfg.Store, who.player(), h.cfg.Now(), zone, days)
	if err != nil {
		h.writeError(w, err)
		return
	}
	writeJSON(w, http.StatusOK, stats)
}
