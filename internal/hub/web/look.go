package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
)

// lookupTimeout is how long a document waits for the store.
const lookupTimeout = 250 * time.Millisecond

// look finds what a path of the page shows. It reads the store if the path names a room or a
// game. It counts that as a request of the address. If the address has sent too many, or if the
// store does not answer in time, the status is 200 and the preview has no game: the page's code
// asks again.
func (s *Server) look(r *http.Request, at place) (preview, int) {
	path := cmp.Or(strings.TrimRight(r.URL.Path, "/"), "/")
	plain := pagePreview(path)
	ctx, cancel := context.WithTimeout(r.Context(), lookupTimeout)
	defer cancel()
	var err error
	p := plain
	switch {
	case at.status != http.StatusOK:
	case at.game != "":
		if !s.mayRead(r) {
			break
		}
		p, err = s.lookAtGame(ctx, at.room+"/"+at.game, plyOf(r.URL.Query()))
	case at.room != "":
		if s.cfg.Rooms.Replica(room.ID(at.room)) == nil && !s.mayRead(r) {
			break
		}
		p, err = s.lookAtRoom(ctx, room.ID(at.room))
	case path == "/puzzle":
		if day, err := puzzleDay(r.URL.Query(), s.cfg.Now()); err == nil {
			p = puzzlePreview(day, r.URL.Query().Has("date"))
		}
	case path == "/analysis", path == "/play":
		p, _ = positionPreview(path, r.URL.Query())
		if p.title == nil && s.mayRead(r) {
			s.judge(ctx, &p)
		}
	}
	switch {
	case at.status == http.StatusNotFound, errors.Is(err, storage.ErrNotFound):
		return pagePreview("/"), http.StatusNotFound
	case err != nil || p.title == nil:
		return plain, at.status
	}
	return p, at.status
}

// mayRead reports whether a document may read the store, and counts that as a request of the address.
func (s *Server) mayRead(r *http.Request) bool {
	return s.guard.AllowRequest(limits.CallerOf(r), 1, s.cfg.Now()) == nil
}

func (s *Server) lookAtRoom(ctx context.Context, id room.ID) (p preview, err error) {
	replica, err := s.openRoom(ctx, string(id))
	if err != nil {
		return p, err
	}
	return roomPreview(id, replica.State()), nil
}

func (s *Server) lookAtGame(ctx context.Context, path string, ply int) (p preview, err error) {
	names, record, _, err := s.findGame(ctx, path)
	if err != nil {
		return p, err
	}
	p = gamePreview(&record, names.publicName(&record), ply)
	s.judge(ctx, &p)
	return p, nil
}

// plyOf returns the ply that a query asks for; -1: none, so the end of the game.
func plyOf(q url.Values) int {
	if ply, err := strconv.Atoi(q.Get("ply")); err == nil && ply >= 0 {
		return ply
	}
	return -1
}

// judge gives the preview of a position its title. It says that there is a win to find if the
// store has an answer that is sure of one.
func (s *Server) judge(ctx context.Context, p *preview) {
	if p.title != nil {
		return
	}
	wins := false
	if study, err := analysis.NewStudy(p.variant, "", strings.Join(p.moves, " ")); err == nil {
		known, err := s.cfg.Store.Cached(ctx, study.Question.Key())
		wins = err == nil && known != nil && known.Value.Low.Result == room.ValueWin
	}
	p.ask(wins)
}

// ask gives the preview of a position its title: a question to the side that moves. It says that
// there is a win to find if wins is true.
func (p *preview) ask(wins bool) {
	colour := p.players[room.MoverAt(p.first, len(p.moves))-1].Colour
	p.title = func(w *words, _ func(string) string) string {
		form := w.toMove
		if wins {
			form = w.toMoveAndWin
		}
		return fmt.Sprintf(form, w.mover(colour))
	}
}
