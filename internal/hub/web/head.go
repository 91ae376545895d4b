package web

import (
	"cmp"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/quatre/quatre/internal/hub/house"
	"github.com/quatre/quatre/internal/picture"
	"github.com/quatre/quatre/internal/room"
)

// meta returns the tags of the head of a document in a house.
func (p *preview) meta(r *http.Request, language string, in house.House) string {
	w := wordsOf[language]
	var head strings.Builder
	title, note := p.title(w, asIs), p.note(w)
	full := title + " · " + in.Site()
	if p.path == "/" {
		full = in.Site() + " · " + title
		note = cmp.Or(in.Text, note)
	}
	fmt.Fprintf(&head, "<title>%s</title>\n", html.EscapeString(full))
	tag := func(kind, name, content string) {
		fmt.Fprintf(&head, "<meta %s=\"%s\" content=\"%s\">\n", kind, name, html.EscapeString(content))
	}
	tag("name", "description", note)
	tag("property", "og:site_name", in.Site())
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
	origin, ok := ownOrigin(r)
	if !ok {
		return head.String() // the tags below need an absolute address
	}
	fmt.Fprintf(&head, "<link rel=\"canonical\" href=\"%s\">\n", html.EscapeString(origin+p.path))
	tag("property", "og:url", origin+p.path)
	tag("property", "og:image", origin+p.imageIn(language, in))
	tag("property", "og:image:type", "image/png")
	tag("property", "og:image:width", strconv.Itoa(picture.CardWidth))
	tag("property", "og:image:height", strconv.Itoa(picture.CardHeight))
	tag("property", "og:image:alt", title)
	return head.String()
}

// imageIn returns the address of the picture in a language. It changes with what the picture
// shows, because chats keep a picture under its address.
func (p *preview) imageIn(language string, in house.House) string {
	path, query, _ := strings.Cut(p.image, "?")
	q, _ := url.ParseQuery(query) // our own
	if language != "en" {
		q.Set("lang", language)
	}
	if strings.HasPrefix(path, "/r/") {
		q.Set("v", keyOf(p.card(wordsOf[language], picture.Light, in))[:8])
	}
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

func asIs(name string) string { return name }

// card returns the picture of a preview.
func (p *preview) card(w *words, theme picture.Theme, in house.House) *picture.Card {
	c := &picture.Card{
		Site:  picture.Legible(in.Site()),
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
