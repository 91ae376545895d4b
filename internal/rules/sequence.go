package rules

import (
	"slices"
	"strings"
)

// SplitMoves splits a sequence of moves, as stored or typed. A move of Connect Four is one character,
// one of tic-tac-toe two; those of Force 3 are separated by white space. White space is never part of
// a move, and any amount of it may stand between two moves. The page's splitMoves does the same.
//
// SplitMoves does not check the moves. It also returns text that is not a move: ParseMove then
// refuses it.
func SplitMoves(g Game, text string) (moves []string) {
	length := max(1, len(text))
	switch g.(type) {
	case *connect4:
		length = 1
	case ticTacToe:
		length = 2
	}
	for word := range strings.FieldsSeq(text) {
		for move := range slices.Chunk(strings.Split(word, ""), length) {
			moves = append(moves, strings.Join(move, ""))
		}
	}
	return moves
}
