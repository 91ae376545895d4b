package rules

import (
	"strconv"
	"strings"
	"sync"
)

// families lists the games by what their variant strings have before the first
// colon. Each parse gets a whole variant string that begins so.
var families = []struct {
	name  string
	parse func(variant string) (Game, error)
}{
	{"connect4", parseConnect4},
	{"tictactoe", parseTicTacToe},
	{"force3", parseForce3},
}

// parsed keeps the Games that Parse has made. Only canonical variants get in,
// and there are only a few hundred of them, so it stays small whatever Parse
// is asked for.
var parsed sync.Map // variant string → Game

// Parse returns the game of a variant string:
//
//	connect4:COLSxROWS:ALIGN   4 to 15 columns, 4 to 15 rows, 3 to 5 discs to align
//	tictactoe                  three by three
//	force3                     Force 3 as published: place, move or slide from the first turn on
//	force3:fair                the same, but the first turn has to place on a corner
//	force3:placed              all discs are placed first, and then step to neighbouring cells
//	force3:placed:fair         both
//
// A variant has exactly one spelling, so that two strings are equal exactly if
// the games are: Parse(v) succeeds only if the Game's Variant is v again.
// Anything else gives an *Error with CodeUnknownVariant. Calls with the same
// string return the same Game.
func Parse(variant string) (Game, error) {
	if g, ok := parsed.Load(variant); ok {
		return g.(Game), nil
	}
	name, _, _ := strings.Cut(variant, ":")
	names := make([]string, 0, len(families))
	for _, f := range families {
		names = append(names, f.name)
		if f.name != name {
			continue
		}
		g, err := f.parse(variant)
		if err != nil {
			return nil, err
		}
		kept, _ := parsed.LoadOrStore(strings.Clone(variant), g)
		return kept.(Game), nil
	}
	return nil, refuse(CodeUnknownVariant, "%s is no game here; a variant begins with %s.",
		quote(variant), strings.Join(names, ", "))
}

// maxQuoted is how many bytes of a bad input an error repeats.
const maxQuoted = 32

// quote puts text that may hold anything, at any length, into an error.
func quote(text string) string {
	if len(text) > maxQuoted {
		return strconv.Quote(text[:maxQuoted]) + "…"
	}
	return strconv.Quote(text)
}

// parseSize reads a number from low to high in its one canonical spelling.
func parseSize(text string, low, high int) (int, bool) {
	n, err := strconv.Atoi(text)
	if err != nil || strconv.Itoa(n) != text {
		return 0, false
	}
	return n, low <= n && n <= high
}
