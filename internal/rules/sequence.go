package rules

import "strings"

// SplitMoves splits a sequence of moves, as stored or typed. Moves of a game with an empty Separator
// are one character each; other moves are separated by white space. White space is never part of a
// move, and any amount of it may stand between two moves.
//
// SplitMoves does not check the moves. It also returns text that is not a move: ParseMove then
// refuses it.
func SplitMoves(g Game, text string) (moves []string) {
	words := strings.Fields(text)
	if g.Separator() != "" {
		return words
	}
	for _, word := range words {
		moves = append(moves, strings.Split(word, "")...)
	}
	return moves
}
