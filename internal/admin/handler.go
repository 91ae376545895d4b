package admin

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/names"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

const (
	perPage      = 50               // rooms on one page
	maxPages     = 200              // pages of one query
	storeTimeout = 10 * time.Second // for the store to answer one request
	maxOverdue   = 20               // stuck rooms that the page lists
)

// Process describes a hub.
type Process struct {
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	Page     string    `json:"page"` // build of the web page for players
	Started  time.Time `json:"started"`
	StoreUp  bool      `json:"store_up"` // at the hub's last check
	Draining bool      `json:"draining"`
	Sockets  int       `json:"sockets"`
	Rooms    int       `json:"rooms"` // rooms with a socket at this hub
}

// Site is the operators' web site of a hub.
type Site struct {
	Store     Store
	Executor  play.Executor
	Process   func() Process
	SocketsIn func(room.ID) int // number of a room's sockets at this hub
	Log       *slog.Logger

	// Backup writes a copy of the store to a new file. It is nil if the store is not a
	// file. Folder is where temporary copies are made.
	Backup func(ctx context.Context, path string) error
	Folder string
}

// Handler returns the handler of the site. Only operators may reach it: it has no access
// control. The page, and answers to actions, are in French if the browser prefers it; JSON and logs are in English.
//
//	GET  /                web page with rooms and state of the hub; same filters as the command hub rooms
//	GET  /rooms           the same as JSON
//	GET  /rooms/ROOM      a room's log as text; with ?json as stored, one entry per line
//	POST /rooms/ROOM/end  closes a room; the form field reason goes into its log
//	GET  /export          all rooms and games, see Export
//	GET  /backup          a copy of the store's file
func (s *Site) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.servePage)
	mux.Handle("GET /admin.css", http.FileServerFS(files))
	mux.HandleFunc("GET /rooms", s.serveRooms)
	mux.HandleFunc("GET /rooms/{room}", s.serveLog)
	mux.HandleFunc("POST /rooms/{room}/end", s.serveEnd)
	copying := make(chan struct{}, 1)
	mux.Handle("GET /export", oneAtATime(copying, s.serveExport))
	mux.Handle("GET /backup", oneAtATime(copying, s.serveBackup))
	return withSecurityHeaders(http.NewCrossOriginProtection().Handler(mux))
}

// withSecurityHeaders forbids scripts, foreign content, framing and caching.
func withSecurityHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Referrer-Policy", "no-referrer")
		head.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// Overview is the content of the page.
type Overview struct {
	Process Process   `json:"process"`
	Now     time.Time `json:"now"`

	Turns     int       `json:"turns"`     // AI turns, queued or in progress
	Questions *int      `json:"questions"` // analyses, queued or in progress; nil: unknown, their shard does not answer
	Overdue   []room.ID `json:"overdue"`   // stuck rooms: not swept since their deadline

	Page
}

// overview reads the content of the page from the store, within storeTimeout.
func (s *Site) overview(ctx context.Context, q Query) (o Overview, err error) {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	o = Overview{Process: s.Process(), Now: s.Store.Now().UTC(), Overdue: []room.ID{}, Page: Page{Rooms: []Summary{}}}
	pending, err := s.Store.Pending(ctx)
	if storage.IgnorePartial(err) != nil {
		return o, err
	}
	o.Turns = pending.Waiting.Jobs + pending.Running.Jobs
	if n, err := s.Store.Questions(ctx); err == nil {
		o.Questions = &n
	} else if !storage.IsAway(err) {
		return o, err
	}
	overdue, err := s.Store.Due(ctx, o.Now.Add(-room.StuckAfter), maxOverdue)
	if storage.IgnorePartial(err) != nil {
		return o, err
	}
	o.Overdue = append(o.Overdue, overdue...)
	o.Page, err = List(ctx, s.Store, q, o.Now)
	for i := range o.Rooms {
		o.Rooms[i].Sockets = s.SocketsIn(o.Rooms[i].Room)
	}
	return o, err
}

// parseQuery parses the filters of a request. Query.All is not among them: reading the
// whole store takes too long for a page.
func parseQuery(r *http.Request) (q Query, page int, err error) {
	form, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return q, 0, refused(badQuery.With(r.URL.RawQuery, err))
	}
	q = Query{
		Phase: room.Phase(form.Get("phase")), Player: form.Get("player"), Variant: form.Get("variant"),
		AI: form.Get("ai") == "1", Limit: perPage,
	}
	for name := range form {
		value := map[string]string{"ai": "1", "every": strconv.Itoa(refreshEvery)}[name]
		if given := form.Get(name); given != "" && value != "" && given != value {
			return q, 0, refused(badParameter.With(name, given, value))
		}
		if parameters := []string{"phase", "player", "variant", "ai", "idle", "page", "every"}; !slices.Contains(parameters, name) {
			return q, 0, refused(noParameter.With(name, strings.Join(parameters, ", ")))
		}
	}
	if q.Phase != "" && q.Phase != room.PhaseWaiting && q.Phase != room.PhasePlaying {
		return q, 0, refused(badPhase.With(q.Phase))
	}
	if idle := form.Get("idle"); idle != "" {
		if q.Idle, err = time.ParseDuration(idle); err != nil || q.Idle < 0 {
			return q, 0, refused(badIdle.With(idle))
		}
	}
	page = 1
	if text := form.Get("page"); text != "" {
		if page, err = strconv.Atoi(text); err != nil || page < 1 || page > maxPages {
			return q, 0, refused(badPage.With(text, maxPages))
		}
	}
	q.Offset = (page - 1) * perPage
	return q, page, nil
}

func (s *Site) serveRooms(w http.ResponseWriter, r *http.Request) {
	q, _, err := parseQuery(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	o, err := s.overview(r.Context(), q)
	if err != nil {
		s.fail(w, err, names.English)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(o) // an error means that the client has gone
}

// fail answers with an error, in a language.
func (s *Site) fail(w http.ResponseWriter, err error, language int) {
	var refusal *room.Refusal
	status := http.StatusInternalServerError
	switch {
	case errors.Is(err, storage.ErrNotFound):
		status = http.StatusNotFound
	case errors.As(err, &refusal):
		status = http.StatusConflict
	case storage.IsAway(err):
		status = http.StatusServiceUnavailable
	}
	http.Error(w, textOf(err)[language], status)
}

func (s *Site) serveLog(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), storeTimeout)
	defer cancel()
	id := room.ID(r.PathValue("room"))
	entries, err := s.Store.Read(ctx, id, 0, storage.All)
	if err == nil && len(entries) == 0 {
		err = fmt.Errorf("%w: room %q", storage.ErrNotFound, id)
	}
	if err != nil {
		s.fail(w, err, names.English)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if !r.URL.Query().Has("json") {
		_ = WriteLog(w, entries) // an error means that the client has gone
		return
	}
	for _, e := range entries {
		_, _ = w.Write(append(e.Raw()[:len(e.Raw()):len(e.Raw())], '\n'))
	}
}

func (s *Site) serveEnd(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), storeTimeout)
	defer cancel()
	id := room.ID(r.PathValue("room"))
	language := languageOf(r)
	if err := r.ParseForm(); err != nil {
		http.Error(w, badForm.Say(language, err), http.StatusBadRequest)
		return
	}
	n, err := End(ctx, s.Executor, id, r.FormValue("reason"), rand.Text())
	if err != nil {
		s.fail(w, err, language)
		return
	}
	s.Log.Info("room closed by the operator", "room", id, "n", n)
	_, _ = io.WriteString(w, closedText.Say(language, id, n)) // an error means that the client has gone
}
