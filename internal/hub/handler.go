package hub

import (
	"io"
	"net/http"

	"github.com/quatre/quatre/internal/hub/web"
)

// Handler returns everything that the hub serves to the public: the page, the API of
// docs/api/openapi.yaml and the websocket of docs/api/asyncapi.yaml.
func (h *Hub) Handler() http.Handler {
	mux := http.NewServeMux()
	answer := func(pattern string, with func(http.ResponseWriter, *http.Request) error, parameters ...string) {
		mux.HandleFunc(pattern, h.web.Answer(with, parameters...))
	}
	mux.HandleFunc("GET /api/about", h.web.About)
	mux.HandleFunc("GET /api/me", h.web.Me)
	answer("POST /api/me/forget", h.web.Forget)
	answer("POST /api/rooms", h.web.CreateRoom)
	answer("GET /api/rooms/{room}", h.web.Room)
	answer("GET /api/rooms/{room}/entries", h.web.Entries, "after", "limit")
	answer("GET /api/rooms/{room}/live", h.web.Live)
	answer("GET /api/lobby", h.web.Lobby)
	answer("GET /api/lobby/live", h.web.LobbyLive)
	answer("POST /api/pair", h.web.Pair)
	answer("GET /api/games", h.web.Games, "of", "game", "result", "opponent", "cursor", "limit")
	answer("GET /api/games/{room}/{game}", h.web.Game, "format", "download")
	answer("GET /api/games/{room}/{game}/thoughts", h.web.Thoughts)
	answer("GET /api/stats", h.web.Stats, "days", "tz")
	answer("GET /api/export", h.web.Export, "format")
	answer("POST /api/import", h.web.Import)
	answer("POST /api/analysis", h.web.Analyse)
	answer("POST /api/inside", h.web.Inside)
	answer("GET /api/puzzle", h.web.Puzzle, "date")
	mux.HandleFunc("GET /healthz", h.web.Healthy)
	answer("GET /readyz", h.web.Ready)
	answer("GET /oembed", h.web.OEmbed)
	mux.HandleFunc("GET /embed/", h.web.Embed)
	mux.HandleFunc("GET /assets/embed/", h.web.EmbedFile)
	answer("/api/", h.web.NoPath)
	answer("GET /r/{file}", h.web.RoomPicture)
	answer("GET /g/{room}/{file}", h.web.GamePicture)
	answer("GET /analysis.png", h.web.PositionPicture)
	answer("GET /puzzle.png", h.web.PuzzlePicture)
	answer("GET /quatre.png", h.web.PagePicture)
	answer("GET /rules/{file}", h.web.PagePicture)
	if h.cfg.House.Contact != "" {
		mux.HandleFunc("GET /.well-known/security.txt", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			_, _ = io.WriteString(w, h.cfg.House.SecurityText(h.cfg.Now()))
		})
	}
	mux.HandleFunc("/", h.web.ServePage)
	return h.web.Protect(web.RedirectLinks(mux))
}
