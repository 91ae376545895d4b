// Package names has the names of games, levels and colours in the languages of the programs, and
// chooses the language. The page has its own table, in frontend/messages; a test compares both.
package names

import "strings"

// The indexes of the languages in a Text.
const (
	English = iota
	French
)

// Games has the names of the games, as in the middle of a sentence, by the part of their variants before the first colon.
var Games = map[string]Text{
	"connect4":  {"Connect Four", "Puissance 4"},
	"tictactoe": {"tic-tac-toe", "morpion"},
	"force3":    {"Force 3", "Force 3"},
}

// Levels has the names of the AI's levels.
var Levels = map[string]Text{
	"random":    {"random", "au hasard"},
	"very-easy": {"very easy", "très facile"},
	"easy":      {"easy", "facile"},
	"normal":    {"normal", "normal"},
	"difficult": {"difficult", "difficile"},
	"strong":    {"strong", "fort"},
	"expert":    {"expert", "expert"},
	"perfect":   {"perfect", "parfait"},
}

// Colours has the names of the colours of discs.
var Colours = map[string]Text{
	"red":    {"red", "rouge"},
	"yellow": {"yellow", "jaune"},
	"blue":   {"blue", "bleu"},
	"green":  {"green", "vert"},
	"violet": {"violet", "violet"},
	"white":  {"white", "blanc"},
}

// Isolated encloses a name of a person that has letters from right to left, so that it does not change
// the order of the words around it (Unicode Standard Annex 9, section 2.4).
func Isolated(name string) string {
	if !strings.ContainsFunc(name, func(r rune) bool {
		return r >= '\u0590' && r <= '\u08ff' || r >= '\ufb1d' && r <= '\ufefc' || r >= 0x10800 && r <= 0x10fff || r >= 0x1e800 && r <= 0x1efff
	}) {
		return name
	}
	return "\u2068" + name + "\u2069"
}

// Capital returns a name as it stands at the beginning of a line. All names begin with a letter
// from A to Z.
func (t Text) Capital(language int) string {
	name := t[language]
	return strings.ToUpper(name[:min(1, len(name))]) + name[min(1, len(name)):]
}
