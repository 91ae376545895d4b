package web

import (
	"cmp"
	"errors"
	"fmt"
	"html"
	"math"
	"net/http"
	"net/url"
	"strings"

	"github.com/quatre/quatre/internal/hub/wire"
	"github.com/quatre/quatre/internal/picture"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/storage"
)

// This file tells other sites how to embed a room or a game: oEmbed 1.0, https://oembed.com.

// The size of an embed in CSS pixels, unless the consumer allows less.
const (
	embedWidth  = 400
	embedHeight = 470
)

// embedAge is how long a consumer may keep an answer, in seconds.
const embedAge = 86400

// oEmbed is the answer for a rich resource.
type oEmbed struct {
	Type         string `json:"type"`
	Version      string `json:"version"`
	Title        string `json:"title"`
	ProviderName string `json:"provider_name"`
	ProviderURL  string `json:"provider_url"`
	CacheAge     int    `json:"cache_age"`
	HTML         string `json:"html"`
	Width        int    `json:"width"`
	Height       int    `json:"height"`

	// Left out if the consumer allows only smaller pictures.
	ThumbnailURL    string `json:"thumbnail_url,omitempty"`
	ThumbnailWidth  int    `json:"thumbnail_width,omitempty"`
	ThumbnailHeight int    `json:"thumbnail_height,omitempty"`
}

// OEmbed is GET /oembed.
func (s *Server) OEmbed(w http.ResponseWriter, r *http.Request) error {
	forgetIdentity(r)
	allowOtherSites(w.Header())
	q := r.URL.Query()
	if cmp.Or(q.Get("format"), "json") != "json" {
		f := wire.FailBadRequest
		f.Text, f.Status = "format must be json.", http.StatusNotImplemented
		return f
	}
	maxWidth, errW := bounded(q, "maxwidth", math.MaxInt, 1, math.MaxInt)
	maxHeight, errH := bounded(q, "maxheight", math.MaxInt, 1, math.MaxInt)
	if err := cmp.Or(errW, errH); err != nil {
		return err
	}
	origin, ok := ownOrigin(r)
	shown, err := s.embeddable(r, q.Get("url"))
	if !ok || errors.Is(err, storage.ErrNotFound) {
		return wire.FailNoPath
	} else if err != nil {
		return err
	}
	if shown.private {
		f := wire.FailNoSpectators
		f.Status = http.StatusUnauthorized
		return f
	}
	answer := oEmbed{
		Type: "rich", Version: "1.0", Title: shown.title, ProviderName: s.cfg.Page.house.Site(), ProviderURL: origin + "/",
		CacheAge: embedAge, Width: min(maxWidth, embedWidth), Height: min(maxHeight, embedHeight),
	}
	answer.HTML = fmt.Sprintf(
		`<iframe src="%s" width="%d" height="%d" title="%s" loading="lazy" style="border:0"></iframe>`,
		html.EscapeString(origin+"/embed"+shown.path), answer.Width, answer.Height, html.EscapeString(shown.title),
	)
	if maxWidth >= picture.CardWidth && maxHeight >= picture.CardHeight {
		answer.ThumbnailURL = origin + shown.path + ".png"
		answer.ThumbnailWidth, answer.ThumbnailHeight = picture.CardWidth, picture.CardHeight
	}
	writeJSON(w, http.StatusOK, answer)
	return nil
}

// embeddable is what an address of this hub shows.
type embeddable struct {
	path    string // of its embed, after /embed, and of its picture, before .png
	title   string
	private bool // the owner has shut spectators out
}

// embeddable returns what an absolute URL shows. The error is storage.ErrNotFound if the URL is not one
// of this hub, or if there is no such room or game.
func (s *Server) embeddable(r *http.Request, address string) (embeddable, error) {
	u, err := url.Parse(room.TrimLink(address))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || !strings.EqualFold(u.Host, r.Host) {
		return embeddable{}, storage.ErrNotFound
	}
	path := room.TrimLink(strings.TrimPrefix(u.EscapedPath(), "/embed"))
	if id, ok := strings.CutPrefix(path, "/r/"); ok {
		replica, err := s.openRoom(r.Context(), id)
		if err != nil {
			return embeddable{}, err
		}
		found := embeddable{path: path}
		state := replica.State()
		found.private, found.title = !state.Admits(""), s.embedTitle(state.Players)
		return found, nil
	}
	name, ok := strings.CutPrefix(path, "/games/")
	if !ok {
		name, ok = strings.CutPrefix(path, "/g/")
	}
	if !ok {
		return embeddable{}, storage.ErrNotFound
	}
	game, err := s.publicGame(r.Context(), name)
	if err != nil {
		return embeddable{}, err
	}
	// The address may have the room's ID, which an embed would publish.
	id := room.GameID{Room: game.Name, Game: game.Game}
	return embeddable{path: "/g/" + id.String(), title: s.embedTitle(game.Players)}, nil
}

// embedTitle names the players, as far as they have names.
func (s *Server) embedTitle(players [2]room.Player) string {
	var named []string
	site := s.cfg.Page.house.Site()
	for seat := room.Seat(1); seat <= 2; seat++ {
		if p := players[seat-1]; p.Name != "" || p.IsAI() {
			named = append(named, capital(wordsOf["en"].name(players, seat, asIs)))
		}
	}
	if len(named) == 0 {
		return site
	}
	return site + " · " + strings.Join(named, " – ")
}

// discoveryLink returns HTML that leads from the document of a room or game, which shows p, to its oEmbed answer.
func discoveryLink(r *http.Request, at place, p *preview) string {
	origin, ok := ownOrigin(r)
	if !ok || at.room == "" || at.status != http.StatusOK {
		return ""
	}
	href := origin + "/oembed?format=json&url=" + url.QueryEscape(origin+p.path)
	return `<link rel="alternate" type="application/json+oembed" href="` + html.EscapeString(href) + "\">\n"
}
