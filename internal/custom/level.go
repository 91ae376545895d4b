package custom

import "strings"

// Prefix begins the text of every custom level. No other level has it.
const Prefix = "custom:"

// Family replaces the text of every custom level in metrics, where the number of names must be
// bounded.
const Family = "custom"

// The limits of the settings.
const (
	MaxDepth      = 9   // plies
	MaxWeight     = 999 // points; the least weight is -MaxWeight
	MaxFactor     = 9   // of Rows, Columns and Diagonals
	MaxMargin     = 999 // points
	MaxNameLength = 24  // characters, as in a nickname
	MaxLength     = 264 // bytes of a text
)

// Level is a custom level. Every Level that Parse returns is within the limits.
type Level struct {
	Depth   int // plies to look ahead
	Weights Weights
	Margin  int    // how many points worse than the best move a chosen move may be
	First   int    // 1: of the moves to choose from, the first from the left and from the top; 0: any of them
	Name    string // chosen by the author of the level; may be empty
}

// Weights are the weights of the evaluation, in points. At the horizon of its search, the level
// evaluates a position as the difference of two sums:
//
//	the level's lines and discs in the centre, each times its weight in Own
//	minus the opponent's lines and discs in the centre, each times its weight in Their
//
// Own is always for the side that chooses a move, even in positions of the search in which the
// opponent is to move. So Own and Their may differ.
type Weights struct {
	Own, Their Side

	// Rows, Columns and Diagonals multiply the weights of the lines in that direction.
	Rows, Columns, Diagonals int
}

// Side are the weights for the lines and discs of one side. A line is open to a side if the
// other side has no disc in it. Open3, Open2 and Open1 are for open lines that lack one, two or
// three discs and have at least one. In four in a row, these lines have 3, 2 or 1 discs.
type Side struct {
	Open3, Open2, Open1 int
	Centre              int // for each disc in the centre
}

// Is reports whether text begins like a custom level. Only Parse checks the rest of the text.
func Is(text string) bool { return strings.HasPrefix(text, Prefix) }
