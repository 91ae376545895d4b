package hub

import (
	"fmt"
	"html"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/quatre/quatre/internal/clocktest"
	"github.com/quatre/quatre/internal/hub/hubtest"
	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/storetest"
)

// metaTags returns the tags of a document's head by name, as a crawler without cookies and
// scripts reads them. The title is under "title".
func (s *served) metaTags(path, language string) map[string]string {
	s.t.Helper()
	resp, body := s.get(path, http.Header{"Accept-Language": {language}})
	if resp.StatusCode != http.StatusOK {
		s.t.Fatalf("%s: %d", path, resp.StatusCode)
	}
	head, _, _ := strings.Cut(body, "</head>")
	tags := map[string]string{}
	for _, tag := range regexp.MustCompile(`<meta (?:name|property)="([^"]+)" content="([^"]*)">`).FindAllStringSubmatch(head, -1) {
		if _, twice := tags[tag[1]]; twice {
			s.t.Errorf("%s has %s twice", path, tag[1])
		}
		tags[tag[1]] = html.UnescapeString(tag[2])
	}
	for name, form := range map[string]string{"title": `<title>([^<]*)</title>`, "canonical": `<link rel="canonical" href="([^"]*)">`, "lang": `<html lang="([^"]*)"`} {
		found := regexp.MustCompile(form).FindAllStringSubmatch(head, -1)
		if len(found) != 1 {
			s.t.Fatalf("%s has %d of %s: %s", path, len(found), name, head)
		}
		tags[name] = html.UnescapeString(found[0][1])
	}
	return tags
}

// picture fetches a picture as a crawler does.
func (s *served) picture(path string) (image.Image, *http.Response) {
	s.t.Helper()
	resp, body := s.get(path, nil)
	if resp.StatusCode != http.StatusOK || resp.Header.Get("Set-Cookie") != "" || resp.Header.Get("ETag") == "" {
		s.t.Fatalf("%s: %d %v %.100s", path, resp.StatusCode, resp.Header, body)
	}
	img, err := png.Decode(strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	if img.Bounds() != image.Rect(0, 0, 1200, 630) {
		s.t.Errorf("%s has the size %v", path, img.Bounds())
	}
	return img, resp
}

// discOn returns a pixel of a disc, or of the hole if there is none, on a board of 7×6, on a card.
func discOn(column, row int) (x, y int) { return 594 + 75*column + 37 + 18, 87 + 75*(5-row) + 37 }

// isOf reports whether a colour is close to a disc's.
func isOf(c color.Color, name string) bool {
	want := map[string][3]int{"red": {217, 58, 39}, "yellow": {248, 198, 48}, "hole": {15, 39, 59}}[name]
	r, g, b, _ := c.RGBA()
	distance := 0
	for i, v := range [...]uint32{r, g, b} {
		d := int(v>>8) - want[i]
		distance += d * d
	}
	return distance < 40*40
}

func checkCells(t *testing.T, img image.Image, cells map[[2]int]string) {
	t.Helper()
	for cell, name := range cells {
		if x, y := discOn(cell[0], cell[1]); !isOf(img.At(x, y), name) {
			t.Errorf("the cell %v has %v, want %s", cell, img.At(x, y), name)
		}
	}
}

func TestPreviews(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id := s.openWith("ana", hubtest.Object{"name": "Amélie <3"})
	path := "/r/" + string(id)

	waiting := map[string]map[string]string{
		"en": {
			"lang": "en", "og:locale": "en_GB", "title": "Amélie <3 invites you to Connect Four · Quatre", "og:title": "Amélie <3 invites you to Connect Four",
			"description": "Connect Four, 7×6. Open the link and play. No sign-up.", "twitter:card": "summary_large_image",
			"canonical": "http://quatre.example" + path, "og:url": "http://quatre.example" + path, "og:image:width": "1200", "og:image:height": "630",
		},
		"fr": {
			"lang": "fr", "og:locale": "fr_FR", "og:locale:alternate": "en_GB", "og:title": "Amélie <3 vous invite à une partie de Puissance 4",
			"og:description": "Puissance 4, 7×6. Ouvrez le lien et jouez, sans inscription.",
		},
	}
	images := map[string]bool{}
	for language, want := range waiting {
		tags := s.metaTags(path, language)
		compare(t, tags, want)
		image, found := strings.CutPrefix(tags["og:image"], "http://quatre.example")
		if !found {
			t.Fatalf("the picture is at %s", tags["og:image"])
		}
		img, resp := s.picture(image)
		checkCells(t, img, map[[2]int]string{{0, 0}: "hole", {3, 0}: "hole", {6, 5}: "hole"})
		if resp.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("the picture of a room: %v", resp.Header)
		}
		images[resp.Header.Get("ETag")] = true
	}
	if len(images) != 2 {
		t.Error("the pictures have one language")
	}

	before := s.metaTags(path, "en")
	ana := s.open("ana", id)
	bob := s.open("bob", id)
	bob.Must("sit", hubtest.Object{"name": "Ben"})
	ana.Follow(2)
	hubtest.PlayOut("43", ana, bob)
	tags := s.metaTags(path, "en")
	compare(t, tags, map[string]string{"og:title": "Amélie <3 and Ben are playing Connect Four", "og:description": "Connect Four, 7×6. Open the link to watch."})
	if again := s.metaTags(path, "en"); again["og:image"] != tags["og:image"] || tags["og:image"] == before["og:image"] {
		t.Errorf("the address of the picture was %s, is %s, then %s", before["og:image"], tags["og:image"], again["og:image"])
	}
	img, _ := s.picture(strings.TrimPrefix(tags["og:image"], "http://quatre.example"))
	checkCells(t, img, map[[2]int]string{{3, 0}: "red", {2, 0}: "yellow", {2, 1}: "hole"})
	if _, resp := s.picture(path + ".png?lang=fr&theme=dark"); resp.Header.Get("Cross-Origin-Resource-Policy") != "cross-origin" {
		t.Errorf("other pages cannot show it: %v", resp.Header)
	}

	hubtest.PlayOut("43434", ana, bob)
	compare(t, s.metaTags(path, "fr"), map[string]string{"og:title": "Amélie <3 bat Ben en 7 coups"})
	s.checkGame(id)
}

// checkGame checks the preview of the room's first game, in which the fourth column won.
func (s *served) checkGame(id room.ID) {
	s.t.Helper()
	var shown struct{ Name room.ID }
	s.call("eve", "GET", "/api/games/"+string(id)+"/1", nil, &shown)
	if shown.Name == id {
		s.t.Fatal("the room has no public name")
	}
	tags := s.metaTags("/games/"+string(id)+"/1", "en") // by the room's ID: shared addresses have the public name
	compare(s.t, tags, map[string]string{
		"og:title": "Amélie <3 beat Ben in 7 moves", "og:description": "Connect Four, 7×6. Replay it move by move.",
		"canonical": "http://quatre.example/games/" + string(shown.Name) + "/1",
		"og:image":  "http://quatre.example/g/" + string(shown.Name) + "/1.png",
	})
	img, resp := s.picture("/g/" + string(shown.Name) + "/1.png")
	if !strings.Contains(resp.Header.Get("Cache-Control"), "immutable") {
		s.t.Errorf("a finished game: %v", resp.Header)
	}
	checkCells(s.t, img, map[[2]int]string{{0, 5}: "hole"})
	again, _ := s.get("/g/"+string(shown.Name)+"/1.png", http.Header{"If-None-Match": {resp.Header.Get("ETag")}})
	if again.StatusCode != http.StatusNotModified {
		s.t.Errorf("the same picture again: %d", again.StatusCode)
	}

	tags = s.metaTags("/games/"+string(shown.Name)+"/1?ply=3", "en")
	compare(s.t, tags, map[string]string{"og:title": "Yellow to move: what would you play?"})
	img, _ = s.picture(strings.TrimPrefix(tags["og:image"], "http://quatre.example"))
	checkCells(s.t, img, map[[2]int]string{{3, 0}: "red", {3, 1}: "red", {2, 0}: "yellow", {2, 1}: "hole"})

	moved, _ := s.get("/g/"+string(shown.Name)+"/1", nil)
	if moved.StatusCode != http.StatusPermanentRedirect || moved.Header.Get("Location") != "/games/"+string(shown.Name)+"/1" {
		s.t.Errorf("the short address: %d %v", moved.StatusCode, moved.Header)
	}
	resp, body := s.get("/g/"+string(shown.Name)+"/1.gif?size=300&pause=200&side=2&theme=dark", nil)
	film, err := gif.DecodeAll(strings.NewReader(body))
	if err != nil || film.Config.Width != 300 || len(film.Image) != 9 || film.Delay[1] != 20 {
		s.t.Errorf("the GIF: %v, %v, %v", err, resp.Status, film)
	}
}

func compare(t *testing.T, got, want map[string]string) {
	t.Helper()
	for name, content := range want {
		if got[name] != content {
			t.Errorf("%s is %q, want %q", name, got[name], content)
		}
	}
}

// Positions of the analysis board, and the pages without one.
func TestPreviewsOfPages(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	tags := s.metaTags("/analysis?variant=connect4:7x6:4&moves=4433&colours=blue-white", "fr")
	compare(t, tags, map[string]string{"og:title": "Aux bleus de jouer\u202f: quel coup choisir\u202f?"})
	s.picture(strings.TrimPrefix(tags["og:image"], "http://quatre.example"))
	compare(t, s.metaTags("/analysis?variant=connect4:7x6:4&moves=4343434", "en"), map[string]string{"og:title": "Red beat Yellow in 7 moves"})
	compare(t, s.metaTags("/analysis?variant=chess", "en"), map[string]string{"og:title": "Analysis", "canonical": "http://quatre.example/analysis"})
	compare(t, s.metaTags("/", "fr"), map[string]string{"title": "Quatre · Puissance 4, morpion, Force 3", "og:image": "http://quatre.example/quatre.png?lang=fr"})
	compare(t, s.metaTags("/rules/force3", "en"), map[string]string{"title": "How to play Force 3 · Quatre"})
	for _, path := range []string{"/quatre.png", "/rules/force3.png", "/rules/tictactoe.png?theme=dark", "/analysis.png?variant=connect4:15x4:4&moves=123"} {
		s.picture(path)
	}
	if _, body := s.get("/r/nosuchroom.png", nil); !strings.Contains(body, "unknown_room") {
		t.Error(body)
	}
	for path, want := range map[string]int{
		"/r/nosuchroom.png": 404, "/r/No.png": 404, "/g/nosuchroom/1.png": 404, "/g/nosuchroom/1.gif": 404, "/g/a/0": 404, "/rules/chess.png": 404,
		"/quatre.png?theme=blue": 400, "/analysis.png?variant=chess": 400, "/analysis.png?variant=connect4:7x6:4&moves=9": 400,
		"/g/a/1.gif?size=9999": 400, "/g/a/1.gif?pause=1": 400, "/g/a/1.gif?side=3": 400, "/quatre.png?lang=de": 400,
	} {
		resp, body := s.get(path, nil)
		if resp.StatusCode != want || want == 400 && !strings.Contains(body, "must be") {
			t.Errorf("%s: %d %s", path, resp.StatusCode, body)
		}
	}
}

// A list of moves means the same to the API, to the page's document and to a picture, however it is
// separated.
func TestOneReaderOfMoves(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	for _, c := range []struct {
		variant, canonical string
		spellings          []string
	}{
		{"connect4:7x6:4", "4343434", []string{"43 43434", "4 3 4 3 4 3 4", " 4343434 ", "434\u00a03434", "4343\n434", "43\t\u200943\u3000434"}},
		{"tictactoe", "a1 a2 b1 b2 c1", []string{"a1a2b1b2c1", "a1a2 b1b2 c1", " a1  a2\u00a0b1 b2 c1", "a1\ta2\nb1\r\nb2c1"}},
		{"force3:report", "P1 P9 P2 P8 P3", []string{"P1  P9 P2\u00a0P8 P3", "\nP1\tP9\u2003P2 P8 P3 "}},
	} {
		query := func(moves string) string { return url.Values{"variant": {c.variant}, "moves": {moves}}.Encode() }
		drawn, _ := s.get("/analysis.png?"+query(c.canonical), nil)
		for _, moves := range c.spellings {
			var answer hubtest.Object
			if status := s.call("ana", "POST", "/api/analysis", hubtest.Object{"variant": c.variant, "moves": moves}, &answer); status != http.StatusOK || answer["over"] != true {
				t.Errorf("%s %q: the API answers %d %v", c.variant, moves, status, answer)
			}
			if resp, body := s.get("/analysis.png?"+query(moves), nil); resp.StatusCode != http.StatusOK || resp.Header.Get("ETag") != drawn.Header.Get("ETag") {
				t.Errorf("%s %q: picture %d %.99s", c.variant, moves, resp.StatusCode, body)
			}
			compare(t, s.metaTags("/analysis?"+query(moves), "en"), map[string]string{"canonical": "http://quatre.example/analysis?" + query(c.canonical)})
		}
	}
	for _, moves := range []string{"4–3", "4\u200b3", "43 9", "-"} {
		var answer hubtest.Object
		s.call("ana", "POST", "/api/analysis", hubtest.Object{"variant": "connect4:7x6:4", "moves": moves}, &answer)
		resp, _ := s.get("/analysis.png?"+url.Values{"variant": {"connect4:7x6:4"}, "moves": {moves}}.Encode(), nil)
		if answer["code"] != "bad_move" || resp.StatusCode != http.StatusBadRequest {
			t.Errorf("%q: the API answers %v, and the picture is %d", moves, answer, resp.StatusCode)
		}
	}
}

// The preview of a position says that there is a win only if the store knows one.
func TestPreviewKnowsAWin(t *testing.T) {
	store := storetest.Open(t)
	s, worker := serve(t, "hub", store, builtPage), analyst{t, store}
	path := "/analysis?variant=connect4:7x6:4&moves=434343"
	compare(t, s.metaTags(path, "en"), map[string]string{"og:title": "Red to move: what would you play?"})
	over := make(chan struct{})
	go func() {
		defer close(over)
		s.analyse("ana", hubtest.Object{"variant": "connect4:7x6:4", "moves": "434343", "wait_ms": 10000})
	}()
	win := exactly(room.ValueWin, 1)
	worker.publish(worker.take(), analysis.Answer{Done: true, Value: win, Moves: []analysis.MoveValue{{Move: "4", Value: win}}})
	<-over
	compare(t, s.metaTags(path, "en"), map[string]string{"og:title": "Red to move: can you see the win?"})
	compare(t, s.metaTags(path, "fr"), map[string]string{"og:title": "Aux rouges de jouer\u202f: voyez-vous la victoire\u202f?"})
}

// A host that is not one to repeat gives no addresses: neither of previews nor of embeds.
func TestPreviewOfStrangeHost(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	room, game := finishedGame(t, s)
	get := func(path, host string) (int, string) {
		r := httptest.NewRequest("GET", path, nil)
		r.Host = host
		w := httptest.NewRecorder()
		s.hub.Handler().ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	for _, host := range []string{`evil"><script>`, "evil@b.example", "evil/..", ""} {
		for _, path := range []string{"/", "/r/" + room, strings.Replace(game, "/g/", "/games/", 1)} {
			code, body := get(path, host)
			if code != http.StatusOK || !strings.Contains(body, "og:title") || strings.Contains(body, "evil") || strings.Contains(body, "://") {
				t.Errorf("%s of %q: %d %s", path, host, code, body)
			}
		}
		if code, body := get("/oembed?url="+url.QueryEscape("http://"+host+game), host); code != http.StatusNotFound || strings.Contains(body, "evil") {
			t.Errorf("oEmbed of %q: %d %s", host, code, body)
		}
	}
	if _, body := get("/", "my_hub:8080"); !strings.Contains(body, `content="http://my_hub:8080/"`) {
		t.Error(body)
	}
}

// A room from which spectators are shut out shows neither names nor game.
func TestPreviewOfClosedDoor(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id, ana, bob := seated(t, s, s)
	hubtest.PlayOut("43", ana, bob)
	_, before := s.get("/r/"+string(id)+".png", nil)
	ana.Must("admit", hubtest.Object{"spectators": false})
	tags := s.metaTags("/r/"+string(id), "en")
	compare(t, tags, map[string]string{"og:title": "Only the players see this room"})
	for name, content := range tags {
		if strings.Contains(content, "Bob") {
			t.Errorf("%s is %s", name, content)
		}
	}
	img, _ := s.picture("/r/" + string(id) + ".png")
	checkCells(t, img, map[[2]int]string{{3, 0}: "hole", {2, 0}: "hole"})
	if _, after := s.get("/r/"+string(id)+".png", nil); after == before {
		t.Error("the picture is as before")
	}
}

// A crawler is no spectator, has no cookie, and opens no room.
func TestPicturesAreNoVisit(t *testing.T) {
	s := serve(t, "hub", storetest.Open(t), builtPage)
	id, ana, _ := seated(t, s, s)
	s.picture("/r/" + string(id) + ".png")
	ana.Must("move", hubtest.Object{"move": "4"})
	s.picture("/r/" + string(id) + ".png")
	ana.AwaitPresence(true, true, 0)
	other := s.openWith("zoe", hubtest.Object{"opponent": "ai:easy"})
	s.picture("/r/" + string(other) + ".png")
	if s.hub.rooms.Replica(other) != nil {
		t.Error("the hub has opened the room")
	}
}

// An address that asks for many different pictures gets a few; others still get theirs.
func TestPicturesAreLimited(t *testing.T) {
	clock := clocktest.New()
	s := serve(t, "hub", storetest.Open(t), builtPage, withClock(clock), withLimits(func(l *limits.Limits) { l.RequestsPerSecondPerAddress = 2 }))
	ask := func(address string, n int) int {
		r := httptest.NewRequest("GET", fmt.Sprintf("/analysis.png?variant=connect4:7x6:4&moves=%d", 1+n%7), nil)
		r.RemoteAddr = address + ":1"
		w := httptest.NewRecorder()
		s.hub.Handler().ServeHTTP(w, r)
		return w.Code
	}
	for n, want := range []int{200, 200, 429} { // 10 requests each, of the 20 that may come at once
		if got := ask("198.51.100.1", n); got != want {
			t.Errorf("picture %d: %d, want %d", n, got, want)
		}
	}
	clock.Add(requestsPause)
	for range 15 { // they are kept: each counts as one request
		if got := ask("198.51.100.1", 0); got != 200 {
			t.Errorf("a kept picture: %d", got)
		}
	}

	var crowd sync.WaitGroup
	for n := range 100 {
		crowd.Go(func() {
			if got := ask(fmt.Sprintf("203.0.113.%d", n), n); got != 200 && got != 503 {
				t.Errorf("one of many: %d", got)
			}
		})
	}
	crowd.Wait()
}
