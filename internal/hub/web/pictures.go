package web

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/names"
	"github.com/quatre/quatre/internal/picture"
	"github.com/quatre/quatre/internal/room"
)

// This file serves the pictures of rooms, games and positions. A request for a picture has no
// identity: it takes no cookie and sets none. It reads a room as GET /api/rooms/{room} does, so it
// neither sits down nor counts as a spectator, and wakes no room of AI against AI.

// drawingRequest is how many additional requests a picture counts as that must be drawn.
const drawingRequest = 9

// RoomPicture is GET /r/ROOM.png: a card of the room. Other paths below /r/ are the page's.
func (s *Server) RoomPicture(w http.ResponseWriter, r *http.Request) error {
	id, found := strings.CutSuffix(r.PathValue("file"), ".png")
	if !found {
		s.ServePage(w, r)
		return nil
	}
	return s.servePreview(w, r, func(ctx context.Context) (preview, error) { return s.lookAtRoom(ctx, room.ID(id)) })
}

// GamePicture is GET /g/ROOM/N.png and GET /g/ROOM/N.gif, pictures of a finished game. Without a
// suffix it redirects to the game's page.
func (s *Server) GamePicture(w http.ResponseWriter, r *http.Request) error {
	name, file := r.PathValue("room"), r.PathValue("file")
	if number, found := strings.CutSuffix(file, ".gif"); found {
		return s.serveAnimation(w, r, name+"/"+number)
	}
	number, found := strings.CutSuffix(file, ".png")
	if id, err := room.ParseGameID(name + "/" + number); err != nil {
		return wire.FailNoGame
	} else if !found {
		http.Redirect(w, r, "/games/"+id.String(), http.StatusPermanentRedirect)
		return nil
	}
	ply, err := bounded(r.URL.Query(), "ply", -1, 0, 9999)
	if err != nil {
		return err
	}
	return s.servePreview(w, r, func(ctx context.Context) (preview, error) {
		p, err := s.lookAtGame(ctx, name+"/"+number, ply)
		if err == nil && ply > len(p.moves) {
			err = badRequest("ply must be at most %d: the game has no more moves.", len(p.moves))
		}
		return p, err
	})
}

// PositionPicture is GET /analysis.png: a card of the position in the query.
func (s *Server) PositionPicture(w http.ResponseWriter, r *http.Request) error {
	return s.servePreview(w, r, func(ctx context.Context) (preview, error) {
		p, ok := positionPreview("/analysis", r.URL.Query())
		if !ok {
			return p, badRequest("variant, moves, first and colours must be a position, as in the address of the analysis board.")
		}
		s.judge(ctx, &p)
		return p, nil
	})
}

// PagePicture is GET /quatre.png and GET /rules/GAME.png: cards of pages without a game.
func (s *Server) PagePicture(w http.ResponseWriter, r *http.Request) error {
	path, isPicture := strings.CutSuffix(r.URL.Path, ".png")
	if path == "/quatre" {
		path = "/"
	} else if game := strings.TrimPrefix(path, "/rules/"); !isPicture || names.Games[game] == (names.Text{}) {
		s.ServePage(w, r)
		return nil
	}
	return s.servePreview(w, r, func(context.Context) (preview, error) { return pagePreview(path), nil })
}

// badRequest returns the failure that says what is wrong with a query.
func badRequest(format string, args ...any) error {
	f := wire.FailBadRequest
	f.Text = fmt.Sprintf(format, args...)
	return f
}

// styleOf returns the language and the theme of the picture that a query asks for.
func styleOf(q url.Values) (*words, picture.Theme, error) {
	language, errL := choice(q, "lang", "en", "fr")
	theme, errT := choice(q, "theme", string(picture.Light), string(picture.Dark))
	return wordsOf[language], picture.Theme(theme), cmp.Or(errL, errT)
}

// servePreview answers with the card of a preview.
func (s *Server) servePreview(w http.ResponseWriter, r *http.Request, look func(context.Context) (preview, error)) error {
	words, theme, err := styleOf(r.URL.Query())
	if err != nil {
		return err
	}
	p, err := look(r.Context())
	if err != nil {
		return err
	}
	return s.servePicture(w, r, p.card(words, theme, s.cfg.Page.house), "image/png", p.immutable)
}

// serveAnimation answers with the GIF of a finished game.
func (s *Server) serveAnimation(w http.ResponseWriter, r *http.Request, path string) error {
	q := r.URL.Query()
	words, theme, errT := styleOf(q)
	side, errS := choice(q, "side", "1", "2")
	size, errW := bounded(q, "size", picture.DefaultGIFWidth, picture.MinGIFWidth, picture.MaxGIFWidth)
	pause, errP := bounded(q, "pause", picture.DefaultPause, picture.MinPause, picture.MaxPause)
	if err := cmp.Or(errT, errS, errW, errP); err != nil {
		return err
	}
	p, err := s.lookAtGame(r.Context(), path, -1)
	if err != nil {
		return err
	}
	return s.servePicture(w, r, &picture.Animation{
		Variant: p.variant, Moves: p.moves, First: int(p.first), Players: [2]picture.Player(drawnPlayers(words, p.players)),
		Theme: theme, Width: size, Pause: pause, Flip: side == "2",
	}, "image/gif", true)
}

// servePicture answers with a picture, which is drawn unless the hub has kept it.
func (s *Server) servePicture(w http.ResponseWriter, r *http.Request, d drawing, contentType string, immutable bool) error {
	key := keyOf(d)
	drawn := s.gallery.find(key)
	if drawn == nil {
		err := s.guard.AllowRequest(limits.CallerOf(r), drawingRequest, s.cfg.Now())
		if err != nil {
			return err
		}
		if drawn, err = s.gallery.draw(key, d); err != nil {
			return err
		}
	}
	sum := sha256.Sum256(drawn)
	head := w.Header()
	head.Set("Content-Type", contentType)
	head.Set("ETag", `"`+base64.RawURLEncoding.EncodeToString(sum[:16])+`"`)
	head.Set("Cache-Control", "no-cache")
	if immutable {
		head.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	head.Set("Cross-Origin-Resource-Policy", "cross-origin") // other people's pages may show it
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(drawn))
	return nil
}

// choice returns a parameter of a query, which must have one of these values; by default the
// first.
func choice(q url.Values, name string, values ...string) (string, error) {
	given := cmp.Or(q.Get(name), values[0])
	if !slices.Contains(values, given) {
		return "", badRequest("%s must be %s.", name, strings.Join(values, " or "))
	}
	return given, nil
}

// switched reports whether a parameter of a query is 1. It may be left out.
func switched(q url.Values, name string) (bool, error) {
	value := q.Get(name)
	if value != "" && value != "1" {
		return false, badRequest("%s must be 1, or left out.", name)
	}
	return value != "", nil
}

// bounded returns a number in a query, def if there is none.
func bounded(q url.Values, name string, def, low, high int) (int, error) {
	if q.Get(name) == "" {
		return def, nil
	}
	n, err := strconv.Atoi(q.Get(name))
	if err != nil || n < low || n > high {
		return 0, badRequest("%s must be a whole number from %d to %d.", name, low, high)
	}
	return n, nil
}
