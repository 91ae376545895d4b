package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// SplitMoves splits a sequence of moves, as stored or typed. It returns each move and the
// byte offset at which it begins in text. Moves of a game with an empty Separator are one
// character each; other moves are separated by white space. White space is never part of
// a move, and any amount of it may stand between two moves.
//
// SplitMoves does not check the moves. It also returns text that is not a move, with its
// offset. ParseMove then refuses it, and the caller can say where it is.
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

// JoinMoves returns a sequence of moves in its stored form. SplitMoves is its inverse.
func JoinMoves(g Game, moves []string) string { return strings.Join(moves, g.Separator()) }
