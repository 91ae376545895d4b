package hub

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/hub/web"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/storetest"
)

// finishedGame plays a game in a private room. It returns the room, and the path of the game with its
// public name.
func finishedGame(t *testing.T, s *served) (id, game string) {
	t.Helper()
	room, ana, bob := seated(t, s, s)
	hubtest.PlayOut("4343434", ana, bob)
	return string(room), fmt.Sprintf("/g/%s/1", s.gamesOf("ana", "of=me")[0].Name)
}

// Pages of other sites may frame embeds and nothing else. An embed is the same for everybody: it
// neither reads nor sets a cookie, and has an origin of its own.
func TestEmbedsMayBeFramed(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	room, game := finishedGame(t, s)
	me := http.Header{"Cookie": {"quatre=" + strings.Repeat("x", 30) + "; quatre-language=fr; quatre-theme=dark"}, "Authorization": {bearer("ana")}}
	for path, want := range map[string]struct {
		status int
		shows  string
	}{
		"/embed" + game:                {200, `"moves":["4","3","4","3","4","3","4"]`},
		"/embed" + game + "/":          {200, `"winner":1`},
		"/embed/g/" + room + "/1":      {200, `"winner":1`},
		"/embed/r/" + room:             {200, `{"room":"` + room + `"}`},
		"/embed" + game + "0":          {404, `{"failure":"gone"}`},
		"/embed/g/" + room + "/2":      {404, `{"failure":"gone"}`},
		"/embed/g/nonsense":            {404, `{"failure":"gone"}`},
		"/embed/r/nosuchroom":          {404, `{"failure":"gone"}`},
		"/embed/r/" + room + "/x":      {404, `{"failure":"gone"}`},
		"/embed/":                      {404, `{"failure":"gone"}`},
		"/embed/r/%3Cscript%3Ealert(1": {404, `{"failure":"gone"}`},
	} {
		resp, body := s.get(path, nil)
		head := resp.Header
		if resp.StatusCode != want.status || !strings.Contains(body, want.shows) || !strings.Contains(body, `<html lang="en">`) {
			t.Errorf("%s: %d %s", path, resp.StatusCode, body)
		}
		for name, value := range map[string]string{
			"Content-Security-Policy": web.EmbedPolicy, "X-Frame-Options": "", "Cross-Origin-Opener-Policy": "",
			"Cross-Origin-Resource-Policy": "cross-origin", "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Credentials": "",
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Permissions-Policy": web.PermissionsPolicy, "Set-Cookie": "",
		} {
			if got := head.Get(name); got != value {
				t.Errorf("%s: %s is %q", path, name, got)
			}
		}
		if cached := strings.Contains(head.Get("Cache-Control"), "max-age"); cached != (want.status == 200) {
			t.Errorf("%s: %d is cached: %v", path, resp.StatusCode, cached)
		}
		if resp, mine := s.get(path, me); mine != body || resp.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s is not the same for a person with cookies: %s", path, mine)
		}
	}
	if strings.Contains(web.EmbedPolicy, "allow-same-origin") || !strings.Contains(web.EmbedPolicy, "sandbox ") {
		t.Error("embeds can use the cookies of this site")
	}
	for _, path := range []string{"/", "/r/" + room, "/games" + strings.TrimPrefix(game, "/g"), "/embedded", "/assets/a.js", "/api/about"} {
		resp, _ := s.get(path, nil)
		if resp.Header.Get("X-Frame-Options") != "DENY" || !strings.Contains(resp.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
			t.Errorf("%s may be framed: %v", path, resp.Header)
		}
	}
	// The files of embeds are files of another site for them.
	for path, want := range map[string]string{"/assets/embed/e.js": "*", "/assets/a.js": "", "/assets/embed/../a.js": ""} {
		if resp, _ := s.get(path, nil); resp.Header.Get("Access-Control-Allow-Origin") != want {
			t.Errorf("%s: %v", path, resp.Header)
		}
	}
}

// An embed of a private room's game does not lead to the room.
func TestEmbedHidesTheRoom(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	room, game := finishedGame(t, s)
	for _, path := range []string{"/embed" + game, "/embed/g/" + room + "/1", "/oembed?url=" + url.QueryEscape("http://quatre.example/games/"+room+"/1")} {
		resp, body := s.get(path, nil)
		if resp.StatusCode != http.StatusOK || strings.Contains(body, room) || !strings.Contains(body, strings.Split(game, "/")[2]) {
			t.Errorf("%s: %d %s", path, resp.StatusCode, body)
		}
	}
}

func TestLookOfEmbeds(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	room, game := finishedGame(t, s)
	for _, path := range []string{"/embed" + game, "/embed/r/" + room} {
		for query, want := range map[string]string{
			"": `<html lang="fr">`, "?lang=en": `<html lang="en">`, "?lang=de": `<html lang="fr">`, "?theme=dark": `<html lang="fr" data-theme="dark">`,
			"?theme=light&lang=en": `<html lang="en" data-theme="light">`, `?theme="&lang="x`: `<html lang="fr">`,
		} {
			resp, body := s.get(path+query, http.Header{"Accept-Language": {"fr-CH"}})
			if !strings.Contains(body, want) {
				t.Errorf("%s%s: %s", path, query, body)
			}
			if depends := strings.Contains(strings.Join(resp.Header.Values("Vary"), ","), "Accept-Language"); depends == strings.Contains(query, "lang=en") {
				t.Errorf("%s%s varies by language: %v", path, query, depends)
			}
		}
	}
}

// The hub looks up an embed only within the limits of an address, and says so if the store is away.
func TestEmbedsAreLimited(t *testing.T) {
	store := &hubtest.FailingStore{Store: storetest.Open(t)}
	clock := clocktest.New()
	s := serve(t, "hub", store, builtPage, withClock(clock), withLimits(func(l *limits.Limits) { l.RequestsPerSecondPerAddress = 1 }))
	_, game := finishedGame(t, s)
	const atOnce = 10
	for i := range atOnce + 1 {
		want, shows := http.StatusOK, `"game":{`
		if i == atOnce {
			want, shows = http.StatusTooManyRequests, `{"failure":"away"}`
		}
		if resp, body := s.get("/embed"+game, nil); resp.StatusCode != want || !strings.Contains(body, shows) {
			t.Errorf("request %d: %d %s", i, resp.StatusCode, body)
		}
	}
	clock.Add(time.Minute)
	store.Away.Store(true)
	if resp, body := s.get("/embed"+game, nil); resp.StatusCode != http.StatusServiceUnavailable || !strings.Contains(body, `{"failure":"away"}`) {
		t.Errorf("the store is away: %d %s", resp.StatusCode, body)
	}
}

// A guest watches from any site, even with the secret of a seat. A guest gets no cookie, has no
// identity of its own, and changes nothing.
func TestGuestsOnlyWatch(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id, ana, _ := seated(t, s, s)
	token := strings.Repeat("t", 22)
	ana.Must("handover", hubtest.Object{"token": token})
	watch := func(query string, origin string) (*hubtest.Client, *http.Response) {
		t.Helper()
		header := http.Header{"Authorization": {bearer("ana")}, "Cookie": {"quatre=" + strings.TrimPrefix(bearer("ana"), "Bearer ")}, "Origin": {origin}}
		ws, resp, err := websocket.Dial(hubtest.Context(t), s.url+"/api/rooms/"+string(id)+"/live?proto=1&"+query, &websocket.DialOptions{HTTPHeader: header})
		if err != nil {
			t.Fatalf("%s from %s: %v", query, origin, err)
		}
		t.Cleanup(func() { _ = ws.CloseNow() })
		return hubtest.NewClient(t, hubtest.Websocket(ws), "guest"), resp
	}
	players := map[room.PlayerID]bool{}
	for _, origin := range []string{"null", "https://blog.example"} {
		guest, resp := watch("guest=1&token="+token, origin)
		if cookies := resp.Cookies(); len(cookies) > 0 {
			t.Errorf("a guest gets the cookies %v", cookies)
		}
		welcome := guest.Until(func(m hubtest.Message) bool { return m.T == "welcome" })
		players[welcome.Player] = true
		for kind, more := range map[string]hubtest.Object{
			"sit": nil, "move": {"move": "4"}, "name": {"name": "Eve"}, "resign": nil, "take": {"token": token}, "admit": {"spectators": false},
		} {
			guest.Refused("not_your_seat", kind, more)
		}
	}
	if me := ana.Entries[0].By; len(players) != 2 || players[me] {
		t.Errorf("two guests are the players %v, and Ana is %s", players, me)
	}
	ana.AwaitPresence(true, true, 2)
	ana.Must("move", hubtest.Object{"move": "4"})

	ana.Must("admit", hubtest.Object{"spectators": false})
	ws, resp, err := websocket.Dial(hubtest.Context(t), s.url+"/api/rooms/"+string(id)+"/live?proto=1&guest=1", &websocket.DialOptions{HTTPHeader: http.Header{"Authorization": {bearer("ana")}}})
	if err != nil {
		t.Fatal(resp, err)
	}
	if code := closedWith(t, ws); code != 4010 {
		t.Errorf("a guest with the secret of a seat is closed with %d, in a room without spectators", code)
	}
}

type oEmbedAnswer struct {
	Type, Version, Title, HTML string
	Width, Height              int
	ThumbnailURL               string `json:"thumbnail_url"`
}

// The answers are those that oEmbed 1.0 asks for.
func TestOEmbed(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	room, game := finishedGame(t, s)
	const own = "http://quatre.example"
	for _, test := range []struct {
		address, query string
		status         int
		src            string
		width, height  int
	}{
		{own + "/games" + strings.TrimPrefix(game, "/g"), "", 200, own + "/embed" + game, 400, 470},
		{own + game + "?ply=3", "&format=json", 200, own + "/embed" + game, 400, 470},
		{own + "/embed" + game, "&maxwidth=300", 200, own + "/embed" + game, 300, 470},
		{"https://QUATRE.example" + game + "/", "&maxheight=200&maxwidth=9999", 200, own + "/embed" + game, 400, 200},
		{own + "/r/" + room, "", 200, own + "/embed/r/" + room, 400, 470},
		{own + "/r/" + room + ".", "", 200, own + "/embed/r/" + room, 400, 470},
		{own + "/r/" + room + "%20)", "", 200, own + "/embed/r/" + room, 400, 470},
		{own + "/r/" + room + "…?from=mail", "&format=json", 200, own + "/embed/r/" + room, 400, 470},
		{own + game + "»,", "", 200, own + "/embed" + game, 400, 470},
		{own + "/embed" + game + "/%", "", 200, own + "/embed" + game, 400, 470},
		{own + game + "?ply=3>", "", 200, own + "/embed" + game, 400, 470},
		{own + game, "&format=xml", 501, "", 0, 0},
		{own + game, "&maxwidth=wide", 400, "", 0, 0},
		{own + game, "&maxheight=-1", 400, "", 0, 0},
		{own + game + "0", "", 404, "", 0, 0},
		{own + "/r/nosuchroom", "", 404, "", 0, 0},
		{own + "/games", "", 404, "", 0, 0},
		{own, "", 404, "", 0, 0},
		{"", "", 404, "", 0, 0},
		{game, "", 404, "", 0, 0},
		{"http://evil.example" + game, "", 404, "", 0, 0},
		{own + "@evil.example" + game, "", 404, "", 0, 0},
		{"javascript://quatre.example" + game, "", 404, "", 0, 0},
		{"http://\x7f", "", 404, "", 0, 0},
	} {
		resp, body := s.get("/oembed?url="+url.QueryEscape(test.address)+test.query, http.Header{"Authorization": {bearer("ana")}})
		if resp.StatusCode != test.status || resp.Header.Get("Set-Cookie") != "" || resp.Header.Get("Access-Control-Allow-Origin") != "*" ||
			resp.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s %s: %d %v %s", test.address, test.query, resp.StatusCode, resp.Header, body)
		}
		if test.status != 200 {
			continue
		}
		var a oEmbedAnswer
		if err := json.Unmarshal([]byte(body), &a); err != nil {
			t.Fatal(err)
		}
		frame := fmt.Sprintf(`<iframe src="%s" width="%d" height="%d" title="Red beat Bob in 7 moves" `, test.src, test.width, test.height)
		if a.Type != "rich" || a.Version != "1.0" || a.Title != "Red beat Bob in 7 moves" || a.Width != test.width || a.Height != test.height || !strings.HasPrefix(a.HTML, frame) {
			t.Errorf("%s %s: %s", test.address, test.query, body)
		}
		// The picture is larger than some consumers allow.
		if picture := strings.Replace(test.src, "/embed", "", 1) + ".png"; a.ThumbnailURL != picture && test.query == "" || a.ThumbnailURL != "" && strings.Contains(test.query, "max") {
			t.Errorf("%s %s: the picture is %q", test.address, test.query, a.ThumbnailURL)
		}
	}

	// Rooms without spectators are not for other sites.
	ana := s.open("ana", s.openWith("ana", hubtest.Object{"id": "c9", "opponent": "ai:easy"}))
	ana.Must("admit", hubtest.Object{"spectators": false})
	private := s.openWith("ana", hubtest.Object{"id": "c9", "opponent": "ai:easy"})
	if resp, body := s.get("/oembed?url="+url.QueryEscape(own+"/r/"+string(private)), nil); resp.StatusCode != http.StatusUnauthorized {
		t.Errorf("a room without spectators: %d %s", resp.StatusCode, body)
	}
}

// The documents of rooms and games name their oEmbed address, and no other document does. Like the
// preview, it has the public name of a private room's game.
func TestOEmbedDiscovery(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	room, game := finishedGame(t, s)
	replay := "/games" + strings.TrimPrefix(game, "/g")
	for path, named := range map[string]string{
		"/r/" + room: "/r/" + room, replay: replay, replay + "/?ply=3": replay + "?ply=3", "/games/" + room + "/1": replay,
		"/": "", "/games": "", "/r/nosuchroom": "",
	} {
		_, body := s.get(path, nil)
		found := named != ""
		link := `<link rel="alternate" type="application/json+oembed" href="http://quatre.example/oembed?format=json&amp;url=` +
			url.QueryEscape("http://quatre.example"+named) + `">`
		if strings.Contains(body, link) != found || strings.Contains(body, "oembed") != found {
			t.Errorf("%s: %s", path, body)
		}
	}
}
