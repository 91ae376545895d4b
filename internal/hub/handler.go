package hub

import "net/http"

// Handler returns everything that the hub serves to the public: the page, the API of
// docs/openapi.yaml and the websocket of docs/asyncapi.yaml.
func (h *Hub) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/about", h.web.About)
	mux.HandleFunc("GET /api/me", h.web.Me)
	mux.HandleFunc("POST /api/rooms", h.web.CreateRoom)
	mux.HandleFunc("GET /api/rooms/{room}", h.web.Room)
	mux.HandleFunc("GET /api/rooms/{room}/entries", h.web.Entries)
	mux.HandleFunc("GET /api/rooms/{room}/live", h.web.Live)
	mux.HandleFunc("GET /api/lobby", h.web.Lobby)
	mux.HandleFunc("GET /api/lobby/live", h.web.LobbyLive)
	mux.HandleFunc("POST /api/pair", h.web.Pair)
	mux.HandleFunc("GET /api/games", h.web.Games)
	mux.HandleFunc("GET /api/games/{room}/{game}", h.web.Game)
	mux.HandleFunc("GET /api/games/{room}/{game}/thoughts", h.web.Thoughts)
	mux.HandleFunc("GET /api/stats", h.web.Stats)
	mux.HandleFunc("GET /api/export", h.web.Export)
	mux.HandleFunc("POST /api/import", h.web.Import)
	mux.HandleFunc("POST /api/analysis", h.web.Analyse)
	mux.HandleFunc("POST /api/inside", h.web.Inside)
	mux.HandleFunc("GET /api/puzzle", h.web.Puzzle)
	mux.HandleFunc("GET /healthz", h.web.Healthy)
	mux.HandleFunc("GET /readyz", h.web.Ready)
	mux.HandleFunc("GET /oembed", h.web.OEmbed)
	mux.HandleFunc("GET /embed/", h.web.Embed)
	mux.HandleFunc("GET /assets/embed/", h.web.EmbedFile)
	mux.HandleFunc("/api/", h.web.NoPath)
	mux.HandleFunc("GET /r/{file}", h.web.RoomPicture)
	mux.HandleFunc("GET /g/{room}/{file}", h.web.GamePicture)
	mux.HandleFunc("GET /analysis.png", h.web.PositionPicture)
	mux.HandleFunc("GET /puzzle.png", h.web.PuzzlePicture)
	mux.HandleFunc("GET /quatre.png", h.web.PagePicture)
	mux.HandleFunc("GET /rules/{file}", h.web.PagePicture)
	mux.HandleFunc("/", h.web.ServePage)
	return h.web.Protect(mux)
}
