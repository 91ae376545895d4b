package rules

import (
	"slices"
	"strconv"
	"strings"
	"sync"
)

// families lists the games by the part of their variant strings before the first colon.
// Each parse function receives a whole variant string that starts with its name.
var families = []family{
	{"connect4", parseConnect4},
	{"tictactoe", parseTicTacToe},
	{"force3", parseForce3},
}

type family struct {
	name  string
	parse func(variant string) (Game, error)
}

// parsedGames caches the Games that Parse has made. It holds only canonical variants, a
// few hundred at most, so it stays small for any input.
var parsedGames sync.Map // variant string → Game

// Parse returns the game of a variant string:
//
//	connect4:COLSxROWS:ALIGN   4 to 15 columns, 4 to 15 rows, 3 to 5 discs to align
//	tictactoe                  three by three
//	force3                     Force 3 as published: place, move or slide from the first turn
//	force3:fair                the same, but the first turn must place a disc on a corner
//	force3:placed              all discs are placed first; then they step to neighbouring cells
//	force3:placed:fair         both of these rules
//	force3:report              discs move one cell; a turn may be two slides; see force3_report.go
//
// A variant has exactly one spelling: Parse(v) succeeds only if the Variant of the Game
// is v. So two games are equal if and only if their strings are equal. Parse returns the same Game
// for the same string, and an *Error with CodeUnknownVariant for any string that is not a
// variant.
func Parse(variant string) (Game, error) {
	if g, ok := parsedGames.Load(variant); ok {
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
		kept, _ := parsedGames.LoadOrStore(strings.Clone(variant), g)
		return kept.(Game), nil
	}
	return nil, refuse(CodeUnknownVariant, "%s is not a known game; a variant begins with %s.",
		quote(variant), strings.Join(names, ", "))
}

// Known reports whether name is a variant, or the part of variants before the first colon.
func Known(name string) bool {
	if slices.ContainsFunc(families, func(f family) bool { return f.name == name }) {
		return true
	}
	_, err := Parse(name)
	return err == nil
}

// maxQuoted is how many bytes of a bad input an error repeats.
const maxQuoted = 32

// quote quotes text for an error. The text may be of any content and length.
func quote(text string) string {
	if len(text) > maxQuoted {
		return strconv.Quote(text[:maxQuoted]) + "…"
	}
	return strconv.Quote(text)
}

// parseSize reads a number between low and high, without sign or leading zeros.
func parseSize(text string, low, high int) (int, bool) {
	n, err := strconv.Atoi(text)
	if err != nil || strconv.Itoa(n) != text {
		return 0, false
	}
	return n, low <= n && n <= high
}
