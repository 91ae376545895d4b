package web

import (
	"fmt"
	"strings"

	"github.com/quatre/quatre/internal/names"
	"github.com/quatre/quatre/internal/room"
)

// words are the texts of previews in one language. The page's own texts are in
// frontend/messages; those of both that say the same have the same words.
type words struct {
	language int    // in package names
	locale   string // for og:locale

	forms map[string]gameForms

	invites, invited     string // somebody, to a game; to a game
	playing              string // one, another, a game
	beat, beatOnce       string // winner, loser, number of moves
	drew, drewOnce       string // one, another, number of moves
	toMove, toMoveAndWin string // a colour
	puzzle               string // a number of moves, at least 2
	join, watch, replay  string // what the link is for
	closed, shut         string
	ai, level            string // a level; the name of a level of somebody's own
	slogan               string
	movers               map[string]string // in plural; nil: the names of the colours

	pages map[string]string // titles by path
	rules string            // the title of the rules of a game
}

// gameForms are the forms of a game's name in sentences.
type gameForms struct {
	to    string // after "invites you to"
	plays string // after "are playing"
}

// nbsp stands before : and ? in French: U+202F.
const nbsp = "\u202f"

var wordsOf = map[string]*words{
	"en": {
		language: names.English, locale: "en_GB",
		invites: "%s invites you to %s", invited: "You are invited to %s",
		playing: "%s and %s are playing %s",
		beat:    "%s beat %s in %d moves", beatOnce: "%s beat %s in %d move",
		drew: "%s and %s drew after %d moves", drewOnce: "%s and %s drew after %d move",
		toMove: "%s to move: what would you play?", toMoveAndWin: "%s to move: can you see the win?",
		puzzle: "The daily puzzle: one move leads to a win in %d moves.",
		join:   "Open the link and play. No sign-up.", watch: "Open the link to watch.", replay: "Replay it move by move.",
		closed: "This room is closed", shut: "Only the players see this room",
		ai: "the AI (%s)", level: "“%s”",
		slogan: "Connect Four, tic-tac-toe and Force 3 with a friend, anyone or the AI. One tap, no sign-up.",
		pages: map[string]string{
			"/": "Connect Four, tic-tac-toe, Force 3", "/lobby": "Open games", "/wall": "Wall of games", "/class": "Games for a class", "/games": "Finished games",
			"/stats": "Statistics", "/analysis": "Analysis", "/play": "Play from this position", "/puzzle": "Today’s puzzle", "/lessons": "Lessons", "/perfect": "Winning as first player",
			"/inside": "Inside the search", "/match": "Levels against each other", "/learn": "Learning instead of searching", "/puzzles": "Puzzles",
			"/inside/minimax": "What minimax assumes", "/inside/pruning": "Why pruning changes nothing", "/inside/horizon": "What minimax cannot see",
		},
		rules: "How to play %s",
	},
	"fr": {
		language: names.French, locale: "fr_FR",
		forms: map[string]gameForms{
			"connect4":  {"de Puissance 4", "à Puissance 4"},
			"tictactoe": {"de morpion", "au morpion"},
			"force3":    {"de Force 3", "à Force 3"},
		},
		invites: "%s vous invite à une partie %s", invited: "On vous invite à une partie %s",
		playing: "%s et %s jouent %s",
		beat:    "%s bat %s en %d coups", beatOnce: "%s bat %s en %d coup",
		drew: "Match nul entre %s et %s après %d coups", drewOnce: "Match nul entre %s et %s après %d coup",
		toMove: "Aux %s de jouer" + nbsp + ": quel coup choisir" + nbsp + "?", toMoveAndWin: "Aux %s de jouer" + nbsp + ": voyez-vous la victoire" + nbsp + "?",
		puzzle: "Le défi du jour" + nbsp + ": un seul coup mène au gain en %d coups.",
		join:   "Ouvrez le lien et jouez, sans inscription.", watch: "Ouvrez le lien pour regarder.", replay: "À revoir coup par coup.",
		closed: "Cette partie est fermée", shut: "Seuls les joueurs voient cette partie",
		ai: "l’IA (%s)", level: "«" + nbsp + "%s" + nbsp + "»",
		slogan: "Puissance 4, morpion et Force 3 avec un ami, avec n’importe qui ou contre l’IA. En un geste, sans inscription.",
		movers: map[string]string{"red": "rouges", "yellow": "jaunes", "blue": "bleus", "green": "verts", "violet": "violets", "white": "blancs"},
		pages: map[string]string{
			"/": "Puissance 4, morpion, Force 3", "/lobby": "Parties ouvertes", "/wall": "Mur de parties", "/class": "Parties pour une classe", "/games": "Parties terminées",
			"/stats": "Statistiques", "/analysis": "Analyse", "/play": "Jouer à partir de cette position", "/puzzle": "Le défi du jour", "/lessons": "Leçons", "/perfect": "Gagner en commençant",
			"/inside": "Au cœur de la recherche", "/match": "Niveau contre niveau", "/learn": "Apprendre au lieu de chercher", "/puzzles": "Défis",
			"/inside/minimax": "Ce que suppose le minimax", "/inside/pruning": "Pourquoi l’élagage ne change rien", "/inside/horizon": "Ce que le minimax ne voit pas",
		},
		rules: "%s" + nbsp + ": les règles",
	},
}

// game returns the name of the game of a variant.
func (w *words) game(variant string) string {
	game, _, _ := strings.Cut(variant, ":")
	return names.Games[game].Capital(w.language)
}

// formsOf returns the forms of the name of a variant's game.
func (w *words) formsOf(variant string) gameForms {
	game, _, _ := strings.Cut(variant, ":")
	if w.forms == nil {
		name := names.Games[game][w.language]
		return gameForms{name, name}
	}
	return w.forms[game]
}

// mover returns the name of a side in "to move".
func (w *words) mover(colour string) string {
	if w.movers == nil {
		return names.Colours[colour].Capital(w.language)
	}
	return w.movers[colour]
}

// gameOf returns the name of a variant, with the size of the board if there are several.
func (w *words) gameOf(variant string) string {
	name := w.game(variant)
	if parts := strings.Split(variant, ":"); parts[0] == "connect4" && len(parts) == 3 {
		name += ", " + strings.Replace(parts[1], "x", "×", 1)
	}
	return name
}

// name returns the name of a seat's player, as nameOf in frontend/src/lib/i18n/roomtext.ts: the
// nickname, as show has it, else the AI with its level, else the colour. If both players have the
// same name, the colour follows it.
func (w *words) name(players [2]room.Player, seat room.Seat, show func(string) string) string {
	p, colour := players[seat-1], names.Colours[players[seat-1].Colour].Capital(w.language)
	same := strings.EqualFold(w.label(p, show), w.label(players[seat.Other()-1], show))
	label := w.label(p, show)
	switch {
	case show(p.Name) == "" && p.IsAI():
		if same {
			label += ", " + colour
		}
		return fmt.Sprintf(w.ai, label)
	case same:
		return label + " (" + colour + ")"
	}
	return label
}

// label returns the nickname of a player, else the level, else the colour.
func (w *words) label(p room.Player, show func(string) string) string {
	if name := show(p.Name); name != "" {
		return names.Isolated(name)
	}
	if p.IsAI() {
		return w.levelOf(p.Level, show)
	}
	return names.Colours[p.Colour].Capital(w.language)
}

// levelOf returns the name of a level, as levelName in frontend/src/lib/i18n/levelname.ts. A custom
// level has a name of its own, or else the number of plies that it looks ahead.
func (w *words) levelOf(level string, show func(string) string) string {
	if known, ok := names.Levels[level]; ok {
		return known.Capital(w.language)
	}
	_, name, named := strings.Cut(level, "name=")
	if !named {
		_, name, _ = strings.Cut(level, ":")
	}
	name, _, _ = strings.Cut(name, ",")
	if shown := show(name); shown != "" {
		name = names.Isolated(shown)
	}
	return fmt.Sprintf(w.level, name)
}

// capital returns a sentence with its first letter in upper case.
func capital(sentence string) string {
	for _, article := range [...]string{"the ", "l’"} {
		if rest, found := strings.CutPrefix(sentence, article); found {
			return strings.ToUpper(article[:1]) + article[1:] + rest
		}
	}
	return sentence
}

// result says who has won a game, or that it was drawn.
func (w *words) result(players [2]room.Player, winner room.Seat, moves int, show func(string) string) string {
	form, one, two := w.beat, winner, winner.Other()
	if !winner.Valid() {
		form, one, two = w.drew, 1, 2
	}
	if moves == 1 {
		form = map[string]string{w.beat: w.beatOnce, w.drew: w.drewOnce}[form]
	}
	return capital(fmt.Sprintf(form, w.name(players, one, show), w.name(players, two, show), moves))
}
