package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// SplitMoves takes a sequence of moves, as it was stored or typed, apart, and
// returns each with the byte at which it begins in text. Moves of a game with an
// empty Separator are one character each; those of the others are separated by
// white space. White space is never part of a move, and any amount of it may
// stand anywhere between two.
//
// Nothing is checked: what is no move is returned like one, for ParseMove to
// refuse, so that the refusal can say where.
func SplitMoves(g Game, text string) (moves []string, offsets []int) {
	single := g.Separator() == ""
	for start := 0; start < len(text); {
		first, size := utf8.DecodeRuneInString(text[start:])
		if unicode.IsSpace(first) {
			start += size
			continue
		}
		if !single {
			if size = strings.IndexFunc(text[start:], unicode.IsSpace); size < 0 {
				size = len(text) - start
			}
		}
		moves, offsets = append(moves, text[start:start+size]), append(offsets, start)
		start += size
	}
	return moves, offsets
}

// JoinMoves writes a sequence of moves as it is stored. SplitMoves gives the same
// moves back.
func JoinMoves(g Game, moves []string) string { return strings.Join(moves, g.Separator()) }
