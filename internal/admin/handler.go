package admin

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/play"
	"github.com/quatre/quatre/internal/room/storage"
)

// Limits of the page.
const (
	perPage    = 50
	maxPages   = 200
	deadline   = 10 * time.Second // for the store to answer
	maxOverdue = 20               // stuck rooms that are named
)

// Process is what a hub says of itself.
type Process struct {
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	Page     string    `json:"page"` // its build
	Started  time.Time `json:"started"`
	StoreUp  bool      `json:"store_up"` // when the hub asked last
	Draining bool      `json:"draining"`
	Sockets  int       `json:"sockets"`
	Rooms    int       `json:"rooms"` // that somebody watches through this hub
}

// Site is what Handler serves from.
type Site struct {
	Store     Store
	Door      play.Executor
	Process   func() Process
	SocketsIn func(room.ID) int // through this hub
	Log       *slog.Logger

	// Backup writes a copy of the store to a new file; Folder is where it may make one
	// for a moment. Nil: the store is no file.
	Backup func(ctx context.Context, path string) error
	Folder string
}

// Handler serves operators, on an address that nobody else reaches:
//
//	GET  /                the rooms and how the hub is, as a page; its queries are those of hub rooms
//	GET  /rooms           the same as JSON
//	GET  /rooms/ROOM      a room's log as text; with ?json as it is stored, one entry a line
//	POST /rooms/ROOM/end  closes a room; the form's field reason is for its log
//	GET  /export          all rooms and games, as Export
//	GET  /backup          a copy of the store's file
func (s *Site) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.servePage)
	mux.HandleFunc("GET /admin.css", serveStyle)
	mux.HandleFunc("GET /rooms", s.serveRooms)
	mux.HandleFunc("GET /rooms/{room}", s.serveLog)
	mux.HandleFunc("POST /rooms/{room}/end", s.serveEnd)
	copying := make(chan struct{}, 1)
	mux.Handle("GET /export", oneAtATime(copying, s.serveExport))
	mux.Handle("GET /backup", oneAtATime(copying, s.serveBackup))
	return plain(http.NewCrossOriginProtection().Handler(mux))
}

// plain has no page do more than show itself.
func plain(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Referrer-Policy", "no-referrer")
		head.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// Overview is what the page shows.
type Overview struct {
	Process Process   `json:"process"`
	Now     time.Time `json:"now"`

	Turns     int       `json:"turns"`     // of AIs, queued or being worked on
	Questions *int      `json:"questions"` // positions to be analysed, likewise; nil: the part of the store that has them is away
	Overdue   []room.ID `json:"overdue"`   // stuck rooms: nobody has looked after them since their deadline

	Page
}

// overview asks the store, as bounded in time as in number.
func (s *Site) overview(ctx context.Context, q Query) (o Overview, err error) {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	o = Overview{Process: s.Process(), Now: time.Now().UTC(), Overdue: []room.ID{}, Page: Page{Rooms: []Summary{}}}
	if o.Turns, err = s.Store.Backlog(ctx); storage.IgnorePartial(err) != nil {
		return o, err
	}
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

// parseQuery reads what the page and hub rooms have in common. Whole stores are not
// walked over for a page.
func parseQuery(r *http.Request) (q Query, page int, err error) {
	form := r.URL.Query()
	q = Query{
		Phase: room.Phase(form.Get("phase")), Player: form.Get("player"), Variant: form.Get("variant"),
		AI: form.Get("ai") != "", Limit: perPage,
	}
	if q.Phase != "" && q.Phase != room.PhaseWaiting && q.Phase != room.PhasePlaying {
		return q, 0, fmt.Errorf("phase %q: it is waiting or playing", q.Phase)
	}
	if idle := form.Get("idle"); idle != "" {
		if q.Idle, err = time.ParseDuration(idle); err != nil || q.Idle < 0 {
			return q, 0, fmt.Errorf("idle %q: it is a time such as 10m", idle)
		}
	}
	page = 1
	if text := form.Get("page"); text != "" {
		if page, err = strconv.Atoi(text); err != nil || page < 1 || page > maxPages {
			return q, 0, fmt.Errorf("page %q: it is 1 to %d", text, maxPages)
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
		s.fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(o) // the client has gone
}

// fail says why something was not done.
func (s *Site) fail(w http.ResponseWriter, err error) {
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
	http.Error(w, err.Error(), status)
}

func (s *Site) serveLog(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), deadline)
	defer cancel()
	id := room.ID(r.PathValue("room"))
	entries, err := s.Store.Read(ctx, id, 0)
	if err == nil && len(entries) == 0 {
		err = fmt.Errorf("%w: room %q", storage.ErrNotFound, id)
	}
	if err != nil {
		s.fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if !r.URL.Query().Has("json") {
		_ = WriteLog(w, entries) // the client has gone
		return
	}
	for _, e := range entries {
		_, _ = w.Write(append(e.Raw()[:len(e.Raw()):len(e.Raw())], '\n'))
	}
}

func (s *Site) serveEnd(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), deadline)
	defer cancel()
	id := room.ID(r.PathValue("room"))
	n, err := End(ctx, s.Door, id, r.FormValue("reason"), rand.Text())
	if err != nil {
		s.fail(w, err)
		return
	}
	s.Log.Info("room closed by the operator", "room", id, "n", n)
	fmt.Fprintf(w, "room %s is closed: entry %d\n", id, n)
}
