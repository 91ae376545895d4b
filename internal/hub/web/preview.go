package web

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/quatre/quatre/internal/picture"
	"github.com/quatre/quatre/internal/room"
	"github.com/quatre/quatre/internal/rules"
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

	waiting   bool // whether it is a room with a free seat
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
		p := plainPreview(path, func(w *words) string { return fmt.Sprintf(w.rules, w.game(game)) })
		if p.image = "/rules/" + game + ".png"; game != "connect4" {
			p.variant = game
		}
		return p
	}
	parent := path[:strings.LastIndex(path, "/")] // that of a lesson
	return plainPreview(path, func(w *words) string { return cmp.Or(w.pages[path], w.pages[parent], w.pages["/"]) })
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
	players := s.Players
	p.note = func(w *words) string { return w.gameOf(p.variant) + ". " + w.watch }
	switch s.Phase {
	case room.PhaseWaiting:
		p.waiting = true
		host := room.Seat(1)
		if players[0].Free() {
			host = 2
		}
		p.title = func(w *words, show func(string) string) string {
			game := w.formsOf(p.variant).to
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
		winner := s.End.Winner
		p.named = true
		p.title = func(w *words, show func(string) string) string { return w.result(players, winner, len(p.moves), show) }
	default:
		p.named = true
		p.title = func(w *words, show func(string) string) string {
			return capital(fmt.Sprintf(w.playing, w.name(players, 1, show), w.name(players, 2, show), w.formsOf(p.variant).plays))
		}
	}
	return p
}

// gamePreview returns the preview of a finished game after a ply; -1: at its end. name stands for
// the room.
func gamePreview(r *room.Record, name room.ID, ply int) preview {
	id := room.GameID{Room: name, Game: r.Game}.String()
	p := preview{
		path: "/games/" + id, image: "/g/" + id + ".png",
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

// positionPreview returns the preview of a page with a position in its query: the analysis board,
// or where one plays on. ok is false if the query, which is that of
// frontend/src/lib/analysis/line.ts, is not a position. With an unknown first or unknown colours,
// the preview is that of the position with the usual ones.
func positionPreview(path string, q url.Values) (p preview, ok bool) {
	p = pagePreview(path)
	if q.Get("variant") == "" {
		return p, true
	}
	kept := url.Values{"variant": {q.Get("variant")}}
	p.variant = q.Get("variant")
	text := q.Get("moves")
	game, err := rules.Parse(p.variant)
	if err != nil || len(text) > maxPositionText {
		return p, false
	}
	if p.moves = rules.SplitMoves(game, text); len(p.moves) > 0 {
		kept.Set("moves", strings.Join(p.moves, game.Separator()))
	}
	first, err := choice(q, "first", "1", "2")
	if ok = err == nil; first == "2" {
		p.first = 2
		kept.Set("first", "2")
	}
	if one, two, _ := strings.Cut(q.Get("colours"), "-"); one != two && isColour(one) && isColour(two) {
		p.players[0].Colour, p.players[1].Colour = one, two
		kept.Set("colours", one+"-"+two)
	} else if q.Get("colours") != "" {
		ok = false
	}
	board, err := picture.At(p.variant, p.moves, int(p.first))
	if err != nil {
		return p, false
	}
	p.path, p.image = path+"?"+kept.Encode(), "/analysis.png?"+kept.Encode()
	p.note = func(w *words) string { return w.gameOf(p.variant) }
	if p.title = nil; board.Turn == 0 {
		p.title = func(w *words, show func(string) string) string {
			return w.result(p.players, room.Seat(board.Winner), len(p.moves), show)
		}
	}
	return p, ok
}

// maxPositionText bounds the text of a position's moves, in bytes: the longest games of Force 3.
const maxPositionText = 2000

func isColour(name string) bool { return slices.Contains(room.Colours, name) }
