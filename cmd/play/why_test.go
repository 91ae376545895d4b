package main

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/quatre/quatre/cmd/play/texts"
)

// TestWhy asks a hub why the AI made its last move, in both languages. A refusal is shown in the
// user's language.
func TestWhy(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/games/k7m2p9x4w3tq/1/thoughts", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"thoughts":[
			{"ply":1,"seat":2,"move":"1","thought":{"depth":1,"nodes":7,"ms":0,"moves":[{"move":"1"}]}},
			{"ply":3,"seat":2,"move":"4","thought":{"depth":4,"nodes":1204,"ms":3,"line":["4","3"],"moves":[
				{"move":"4","points":-104},{"move":"5","mate":-4},{"move":"2","points":-200,"most":true},{"move":"1","missed":3}]}}]}`))
	})
	mux.HandleFunc("GET /api/games/k7m2p9x4w3tq/2/thoughts", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusForbidden)
		_, _ = w.Write([]byte(`{"code":"thoughts_hidden","text":"The AI's thoughts in this game are shown when it is over.","retry":false}`))
	})
	mux.HandleFunc("GET /api/games/k7m2p9x4w3tq/3/thoughts", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"thoughts":[]}`))
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	origin, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		lang texts.Lang
		game int
		want string
	}{
		{texts.English, 1, "Why 4? The AI's score is -104 (depth 4, 1204 positions, 3 ms). It compared: 4 -104, 5 loses in 4, " +
			"2 at most -200, 1 0. It overlooked: 1 wins in 3. It expects: 4 3."},
		{texts.French, 1, "Pourquoi 4\u00a0? Le score de l’IA est -104 (profondeur 4, 1204 positions, 3 ms). Elle a comparé\u00a0: 4 -104, " +
			"5 perd en 4, 2 au mieux -200, 1 0. Lui a échappé\u00a0: 1 gagne en 3. Elle prévoit\u00a0: 4 3."},
		{texts.English, 2, "The AI's thoughts in this game are shown when it is over."},
		{texts.French, 2, "Ce que pensait l’IA dans cette partie se voit quand la partie est finie."},
		{texts.English, 3, "Nothing was recorded about a move of the AI in this game."},
	} {
		h := hubClient{lang: c.lang, origin: *origin, secret: "secret", client: server.Client(), timing: defaultTiming}
		s := newScreen(t, config{lang: c.lang}).showLog(ana, exampleLog(t, twoPlayerGame)[:7])
		s.m.room.game = c.game
		ask := h.asksWhy(t.Context(), "k7m2p9x4w3tq")
		s.m.askWhy = ask
		s.typeKeys("/why\n")
		if !s.m.asking {
			t.Error("/why asks nothing")
		}
		s.update(ask(c.game))
		if s.m.notice != c.want || s.m.asking {
			t.Errorf("game %d: %q, want %q", c.game, s.m.notice, c.want)
		}
	}
}
