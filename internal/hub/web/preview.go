package web

import (
	"context"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/quatre/quatre/internal/hub/limits"
	"github.com/quatre/quatre/internal/picture"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/room/analysis"
	"github.com/quatre/quatre/internal/room/storage"
)

// A preview is what a chat, a search engine or a network shows of a link: the meta tags in the
// head of the document, and a picture. It shows no more than the page shows to somebody without a
// seat. A room that is not open shows names: who has its link may come in, and would see them.

// preview says what an address shows.
type preview struct {
	path  string // the canonical address, with a query
	image string // the address of its picture, without language

	variant string
	moves   []string
	first   room.Seat
	players [2]room.Player
	named   bool // whether the picture names the players

	// title and note are the sentences of the preview. show is applied to each name.
	title func(w *words, show func(string) string) string
	note  func(w *words) string

	immutable bool // whether it will never change
}

// The board of previews that have none of their own.
const plainVariant = "connect4:7x6:4"

var plainPlayers = [2]room.Player{{Colour: "red"}, {Colour: "yellow"}}

// plainPreview returns a preview with a title, without a game.
func plainPreview(path string, title func(w *words) string) preview {
	return preview{
		path: path, image: "/quatre.png", variant: plainVariant, first: 1, players: plainPlayers,
		title: func(w *words, _ func(string) string) string { return title(w) },
		note:  func(w *words) string { return w.slogan },
	}
}

// pagePreview returns the preview of a page without a room or game.
func pagePreview(path string) preview {
	if game, found := strings.CutPrefix(path, "/rules/"); found {
		p := plainPreview(path, func(w *words) string { return fmt.Sprintf(w.rules, w.families[game].name) })
		if p.image = "/rules/" + game + ".png"; game != "connect4" {
			p.variant = game
		}
		return p
	}
	return plainPreview(path, func(w *words) string {
		if title := w.pages[path]; title != "" {
			return title
		}
		return w.pages["/"]
	})
}

// roomPreview returns the preview of a room in a state.
func roomPreview(id room.ID, s *room.State) preview {
	path := "/r/" + string(id)
	p := plainPreview(path, nil)
	p.image = path + ".png"
	if !s.Admits("") {
		p.title = func(w *words, _ func(string) string) string { return w.shut }
		return p
	}
	p.variant, p.players, p.first = s.Variant(), s.Players, max(1, s.First)
	p.moves = append([]string{}, s.Moves...)
	players, over, winner := s.Players, s.End != nil, room.Seat(0)
	if over {
		winner = s.End.Winner
	}
	p.note = func(w *words) string { return w.gameOf(p.variant) + ". " + w.watch }
	switch s.Phase {
	case room.PhaseWaiting:
		host := room.Seat(1)
		if players[0].Free() {
			host = 2
		}
		p.title = func(w *words, show func(string) string) string {
			game := w.familyOf(p.variant).to
			if players[host-1].Name == "" || show(players[host-1].Name) == "" {
				return fmt.Sprintf(w.invited, game)
			}
			return fmt.Sprintf(w.invites, w.name(players, host, show), game)
		}
		p.note = func(w *words) string { return w.gameOf(p.variant) + ". " + w.join }
	case room.PhaseClosed:
		p.title = func(w *words, _ func(string) string) string { return w.closed }
		p.note = func(w *words) string { return w.slogan }
	case room.PhaseFinished:
		p.named = true
		p.title = func(w *words, show func(string) string) string { return w.result(players, winner, len(p.moves), show) }
	default:
		p.named = true
		p.title = func(w *words, show func(string) string) string {
			return capital(fmt.Sprintf(w.playing, w.name(players, 1, show), w.name(players, 2, show), w.familyOf(p.variant).plays))
		}
	}
	return p
}

// gamePreview returns the preview of a finished game after a ply; -1: at its end. name stands for
// the room.
func gamePreview(r *room.Record, name room.ID, ply int) preview {
	path := "/games/" + room.GameID{Room: name, Game: r.Game}.String()
	p := preview{
		path: path, image: "/g/" + room.GameID{Room: name, Game: r.Game}.String() + ".png",
		variant: r.Variant, moves: r.Moves, first: r.First, players: r.Players, named: true,
		note: func(w *words) string { return w.gameOf(r.Variant) + ". " + w.replay }, immutable: true,
	}
	p.title = func(w *words, show func(string) string) string {
		return w.result(r.Players, r.End.Winner, len(r.Moves), show)
	}
	if ply >= 0 && ply < len(r.Moves) {
		query := "?ply=" + strconv.Itoa(ply)
		p.path, p.image, p.moves = p.path+query, p.image+query, r.Moves[:ply]
		p.title, p.immutable = nil, false // the title depends on what is known about the position
	}
	return p
}

// positionPreview returns the preview of the analysis board. ok is false if the query, which is
// that of frontend/src/lib/analysis/line.ts, is not a position.
func positionPreview(q url.Values) (p preview, ok bool) {
	p = pagePreview("/analysis")
	if q.Get("variant") == "" {
		return p, true
	}
	kept := url.Values{"variant": {q.Get("variant")}}
	p.variant = q.Get("variant")
	text := q.Get("moves")
	if len(text) > maxPositionText {
		return p, false
	}
	p.moves = strings.Fields(text)
	if strings.HasPrefix(p.variant, "connect4:") {
		p.moves = strings.Split(strings.TrimSpace(text), "")
	}
	if len(p.moves) > 0 {
		kept.Set("moves", text)
	}
	if q.Get("first") == "2" {
		p.first = 2
		kept.Set("first", "2")
	}
	if one, two, _ := strings.Cut(q.Get("colours"), "-"); one != two && isColour(one) && isColour(two) {
		p.players[0].Colour, p.players[1].Colour = one, two
		kept.Set("colours", one+"-"+two)
	}
	board, err := picture.At(p.variant, p.moves, int(p.first))
	if err != nil {
		return p, false
	}
	p.path, p.image = "/analysis?"+kept.Encode(), "/analysis.png?"+kept.Encode()
	p.note = func(w *words) string { return w.gameOf(p.variant) }
	if p.title = nil; board.Turn == 0 {
		p.title = func(w *words, show func(string) string) string {
			return w.result(p.players, room.Seat(board.Winner), len(p.moves), show)
		}
	}
	return p, true
}

// maxPositionText bounds the text of a position's moves, in bytes: the longest games of Force 3.
const maxPositionText = 2000

func isColour(name string) bool { return wordsOf["en"].colours[name] != "" }

// judge gives the preview of a position its title. It says that there is a win to find if the
// store has an answer that is sure of one.
func (s *Server) judge(ctx context.Context, p *preview) {
	if p.title != nil {
		return
	}
	wins := false
	separator := " "
	if strings.HasPrefix(p.variant, "connect4:") {
		separator = ""
	}
	if study, err := analysis.NewStudy(p.variant, "", strings.Join(p.moves, separator)); err == nil {
		known, err := s.cfg.Store.Cached(ctx, study.Question.Key())
		wins = err == nil && known != nil && known.Value.Low.Result == room.ValueWin
	}
	mover := p.first
	if len(p.moves)%2 == 1 {
		mover = mover.Other()
	}
	p.title = func(w *words, _ func(string) string) string {
		form := w.toMove
		if wins {
			form = w.toMoveAndWin
		}
		return fmt.Sprintf(form, w.movers[p.players[mover-1].Colour])
	}
}

// look finds what a path of the page shows. It reads the store if the path names a room or a
// game. It counts that as a request of the address. If the address has sent too many, or if the
// store does not answer in time, the status is 200 and the preview has no game: the page's code
// asks again.
func (s *Server) look(r *http.Request, at place) (preview, int) {
	path := strings.TrimRight(r.URL.Path, "/")
	if path == "" {
		path = "/"
	}
	plain := pagePreview(path)
	ctx, cancel := context.WithTimeout(r.Context(), lookupTimeout)
	defer cancel()
	mayRead := func() bool {
		_, ok := s.guard.AllowRequest(limits.CallerOf(r), 1, s.cfg.Now())
		return ok
	}
	var err error
	p := plain
	switch {
	case at.status != http.StatusOK:
	case at.game != "":
		if !mayRead() {
			break
		}
		p, err = s.lookAtGame(ctx, at.room+"/"+at.game, plyOf(r.URL.Query()))
	case at.room != "":
		if s.cfg.Rooms.Replica(room.ID(at.room)) == nil && !mayRead() {
			break
		}
		p, err = s.lookAtRoom(ctx, room.ID(at.room))
	case path == "/analysis":
		p, _ = positionPreview(r.URL.Query())
		if p.title == nil && mayRead() {
			s.judge(ctx, &p)
		}
	}
	switch {
	case errors.Is(err, storage.ErrNotFound):
		return plain, http.StatusNotFound
	case err != nil || p.title == nil:
		return plain, at.status
	}
	return p, at.status
}

func (s *Server) lookAtRoom(ctx context.Context, id room.ID) (p preview, err error) {
	replica, err := s.openRoom(ctx, string(id))
	if err != nil {
		return p, err
	}
	replica.View(func(state *room.State) { p = roomPreview(id, state) })
	return p, nil
}

func (s *Server) lookAtGame(ctx context.Context, path string, ply int) (p preview, err error) {
	id, err := room.ParseGameID(path)
	if err != nil {
		return p, storage.ErrNotFound
	}
	names, err := s.names.get(ctx)
	if err != nil {
		return p, err
	}
	id, _ = names.find(id)
	record, err := s.cfg.Store.Game(ctx, id)
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

// hostForm is the form of a Host header that is repeated in addresses.
var hostForm = regexp.MustCompile(`^[A-Za-z0-9.-]+(:[0-9]+)?$|^\[[0-9A-Fa-f:.]+\](:[0-9]+)?$`)

// meta returns the tags of a document's head.
func (p *preview) meta(r *http.Request, language string) string {
	w := wordsOf[language]
	var head strings.Builder
	title, note := p.title(w, asIs), p.note(w)
	full := title + " · Quatre"
	if p.path == "/" {
		full = "Quatre · " + title
	}
	fmt.Fprintf(&head, "<title>%s</title>\n", html.EscapeString(full))
	tag := func(kind, name, content string) {
		fmt.Fprintf(&head, "<meta %s=\"%s\" content=\"%s\">\n", kind, name, html.EscapeString(content))
	}
	tag("name", "description", note)
	tag("property", "og:site_name", "Quatre")
	tag("property", "og:type", "website")
	tag("property", "og:title", title)
	tag("property", "og:description", note)
	tag("property", "og:locale", w.locale)
	for other, words := range wordsOf {
		if other != language {
			tag("property", "og:locale:alternate", words.locale)
		}
	}
	tag("name", "twitter:card", "summary_large_image")
	if !hostForm.MatchString(r.Host) {
		return head.String() // the tags below need an absolute address
	}
	origin := "http://" + r.Host
	if isTLS(r) {
		origin = "https://" + r.Host
	}
	fmt.Fprintf(&head, "<link rel=\"canonical\" href=\"%s\">\n", html.EscapeString(origin+p.path))
	tag("property", "og:url", origin+p.path)
	tag("property", "og:image", origin+p.imageIn(language))
	tag("property", "og:image:type", "image/png")
	tag("property", "og:image:width", strconv.Itoa(picture.CardWidth))
	tag("property", "og:image:height", strconv.Itoa(picture.CardHeight))
	tag("property", "og:image:alt", title)
	return head.String()
}

// imageIn returns the address of the picture in a language. It changes with what the picture
// shows, because chats keep a picture under its address.
func (p *preview) imageIn(language string) string {
	path, query, _ := strings.Cut(p.image, "?")
	q, _ := url.ParseQuery(query) // our own
	if language != "en" {
		q.Set("lang", language)
	}
	if strings.HasPrefix(path, "/r/") {
		q.Set("v", keyOf(p.card(wordsOf[language], picture.Light))[:8])
	}
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

func asIs(name string) string { return name }

// card returns the picture of a preview.
func (p *preview) card(w *words, theme picture.Theme) cardOrder {
	c := cardOrder{
		Title: picture.Legible(p.title(w, picture.Legible)), Note: picture.Legible(p.note(w)), Theme: theme,
		Variant: p.variant, Moves: p.moves, First: int(p.first),
		Colours: [2]string{p.players[0].Colour, p.players[1].Colour},
	}
	if p.named {
		c.Players = drawnPlayers(w, p.players)
	}
	return c
}

// drawnPlayers returns the players as pictures name them.
func drawnPlayers(w *words, players [2]room.Player) []picture.Player {
	named := make([]picture.Player, 0, len(players))
	for seat := room.Seat(1); seat <= 2; seat++ {
		named = append(named, picture.Player{
			Name: capital(w.name(players, seat, picture.Legible)), Colour: players[seat-1].Colour,
		})
	}
	return named
}
