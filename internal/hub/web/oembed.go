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
	switch {
	case !ok || errors.Is(err, storage.ErrNotFound):
		return wire.FailNoPath
	case errors.Is(err, wire.FailNoSpectators):
		f := wire.FailNoSpectators
		f.Status = http.StatusUnauthorized
		return f
	case err != nil:
		return err
	}
	title := shown.title(wordsOf["en"], asIs)
	answer := oEmbed{
		Type: "rich", Version: "1.0", Title: title, ProviderName: s.cfg.Page.house.Site(), ProviderURL: origin + "/",
		CacheAge: embedAge, Width: min(maxWidth, embedWidth), Height: min(maxHeight, embedHeight),
	}
	answer.HTML = fmt.Sprintf(
		`<iframe src="%s" width="%d" height="%d" title="%s" loading="lazy" style="border:0"></iframe>`,
		html.EscapeString(origin+"/embed"+strings.TrimSuffix(shown.image, ".png")), answer.Width, answer.Height, html.EscapeString(title),
	)
	if maxWidth >= picture.CardWidth && maxHeight >= picture.CardHeight {
		answer.ThumbnailURL = origin + shown.image
		answer.ThumbnailWidth, answer.ThumbnailHeight = picture.CardWidth, picture.CardHeight
	}
	writeJSON(w, http.StatusOK, answer)
	return nil
}

// embeddable returns the preview of what an absolute URL shows. The error is storage.ErrNotFound if the URL is not one of this
// hub, or if there is no such room or game, and wire.FailNoSpectators if the owner of the room has shut spectators out.
func (s *Server) embeddable(r *http.Request, address string) (p preview, err error) {
	u, err := url.Parse(room.TrimLink(address))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || !strings.EqualFold(u.Host, r.Host) {
		return p, storage.ErrNotFound
	}
	kind, name, _ := strings.Cut(strings.TrimPrefix(room.TrimLink(strings.TrimPrefix(u.EscapedPath(), "/embed")), "/"), "/")
	switch kind {
	case "r":
		replica, err := s.openRoomFor(r.Context(), name, "")
		if err != nil {
			return p, err
		}
		return roomPreview(room.ID(name), replica.State()), nil
	case "g", "games":
		return s.lookAtGame(r.Context(), name, -1)
	}
	return p, storage.ErrNotFound
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
