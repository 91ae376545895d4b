package web

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzhttp"

	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// This file serves embeds: a replay or a live board for pages of other sites. Nothing below /embed/
// knows who asks: cookies are neither read nor set. The browser gives an embed an origin of its
// own, so that its code cannot use the cookies or the storage of this site either. So other
// sites may frame it: there is nothing to click that a person would not want clicked.

// EmbedPolicy is the Content-Security-Policy of embeds.
const EmbedPolicy = "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; " +
	"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ws: wss:; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors *"

// embedCaching is how long caches may keep an embed. It must be short: an embed names files of this build.
const embedCaching = "public, max-age=60"

// embedded is what an embed shows. Its code finds it in the document.
type embedded struct {
	Room    room.ID     `json:"room,omitempty"` // a room, live
	Game    *gameAnswer `json:"game,omitempty"` // a finished game
	Failure string      `json:"failure,omitempty"`

	status int
}

// Failures of embeds.
var (
	embedGone = embedded{Failure: "gone", status: http.StatusNotFound}
	embedBusy = embedded{Failure: "away", status: http.StatusTooManyRequests}
	embedAway = embedded{Failure: "away", status: http.StatusServiceUnavailable}
)

// Embed is GET /embed/g/{room}/{game} and GET /embed/r/{room}.
func (s *Server) Embed(w http.ResponseWriter, r *http.Request) {
	if s.cfg.Page.document == nil {
		http.NotFound(w, r)
		return
	}
	forgetIdentity(r)
	gzhttp.GzipHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		shown, document := s.embeddedAt(r), s.cfg.Page.gameEmbed
		if shown.Room != "" {
			document = s.cfg.Page.roomEmbed
		}
		shown.write(w, r, document)
	}))(w, r)
}

// forgetIdentity makes a request one of nobody: its answer is the same for everybody.
func forgetIdentity(r *http.Request) {
	r.Header.Del("Cookie")
	r.Header.Del("Authorization")
}

// embeddedAt returns what the embed at the path of a request shows.
func (s *Server) embeddedAt(r *http.Request) embedded {
	kind, rest, _ := strings.Cut(strings.TrimPrefix(strings.TrimRight(r.URL.Path, "/"), "/embed/"), "/")
	switch id := room.ID(rest); {
	case kind == "r" && id.Valid():
		if s.isUnknown(r, id) {
			return embedGone
		}
		return embedded{Room: id, status: http.StatusOK} // the socket finds out whether spectators are admitted
	case kind == "g":
		return s.embeddedGame(r, rest)
	}
	return embedGone
}

// isUnknown reports whether there is no such room. It counts the read of the store as a request of the
// address. If the address has sent too many, or if the store does not answer in time, isUnknown
// returns false: the embed's code asks again.
func (s *Server) isUnknown(r *http.Request, id room.ID) bool {
	if s.cfg.Rooms.Replica(id) != nil || !s.mayRead(r) {
		return false
	}
	ctx, cancel := context.WithTimeout(r.Context(), lookupTimeout)
	defer cancel()
	entries, err := s.cfg.Store.Read(ctx, id, 0, 1)
	return err == nil && len(entries) == 0
}

func (s *Server) embeddedGame(r *http.Request, name string) embedded {
	if !s.mayRead(r) {
		return embedBusy
	}
	names, record, _, err := s.findGame(r.Context(), name)
	switch {
	case errors.Is(err, storage.ErrNotFound):
		return embedGone
	case err != nil:
		s.cfg.Record.FailureOf(err, "game", name)
		return embedAway
	}
	game := names.show(record, "", false) // as to a stranger: never with the ID of a room that is not open
	return embedded{Game: &game, status: http.StatusOK}
}

// write answers a request with the embed, in its document.
func (shown *embedded) write(w http.ResponseWriter, r *http.Request, document *htmlFile) {
	q, head := r.URL.Query(), w.Header()
	language, theme := q.Get("lang"), q.Get("theme")
	if language != "en" && language != "fr" {
		language = languageOf(r)
		head.Add("Vary", "Accept-Language")
	}
	if theme != "light" && theme != "dark" {
		theme = ""
	}
	data, _ := json.Marshal(shown) // never fails. It escapes <, so the data cannot end its element
	page := document.complete(language, theme, `<script type="application/json" id="shown">`+string(data)+"</script>")

	allowOtherSites(head)
	head.Set("Content-Security-Policy", EmbedPolicy)
	head.Del("X-Frame-Options") // it cannot allow all sites
	// A browser shows no document that has both an opener policy and a sandbox.
	head.Del("Cross-Origin-Opener-Policy")
	head.Set("Content-Type", "text/html; charset=utf-8")
	head.Set("Cache-Control", embedCaching)
	if shown.status != http.StatusOK {
		head.Set("Cache-Control", "no-cache")
	}
	w.WriteHeader(shown.status)
	_, _ = io.WriteString(w, page) // an error means that the client has gone
}

// allowOtherSites lets pages of other sites load an answer. They cannot make the browser send a
// cookie with their request.
func allowOtherSites(head http.Header) {
	head.Set("Access-Control-Allow-Origin", "*")
	head.Set("Cross-Origin-Resource-Policy", "cross-origin")
}

// EmbedFile answers requests for the files of embeds. An embed has an origin of its own, so these
// are files of another site for it.
func (s *Server) EmbedFile(w http.ResponseWriter, r *http.Request) {
	allowOtherSites(w.Header())
	s.ServePage(w, r)
}
