package custom

import "strings"

// Prefix begins the text of every custom level, and of no other level.
const Prefix = "custom:"

// Family names all custom levels together, where their number must be bounded: in metrics.
const Family = "custom"

// The limits of the settings.
const (
	MaxDepth      = 9   // plies
	MaxWeight     = 999 // points; the least weight is -MaxWeight
	MaxFactor     = 9   // of one kind of lines
	MaxMargin     = 999 // points
	MaxNameLength = 24  // characters, as in a nickname
	MaxLength     = 256 // bytes of a text
)

// Level is a custom level. Every Level that Parse returns is within the limits.
type Level struct {
	Depth   int // plies to look ahead
	Weights Weights
	Margin  int    // how much worse than the best a chosen move may be, in points
	Name    string // as its owner calls it; may be empty
}

// Weights are the weights of the evaluation, in points. The evaluation is what the level sees
// in a position where it does not look further ahead:
//
//	its own lines and discs in the centre, each times its weight in Own
//	minus those of the opponent, each times its weight in Their
//
// The level is always the side that is to choose a move, also in positions in which the opponent
// is to move. So Own and Their may differ.
type Weights struct {
	Own, Their Side

	// Rows, Columns and Diagonals multiply the weights of lines of that kind.
	Rows, Columns, Diagonals int
}

// Side are the weights for the lines and discs of one side. A line is open to a side if the
// other side has no disc in it. Open3, Open2 and Open1 are named after four in a row: there, such
// a line has 3, 2 or 1 discs. In other games they count lines that lack one, two or three discs,
// too, and have at least one.
type Side struct {
	Open3, Open2, Open1 int
	Centre              int // for each disc in the centre
}

// Is reports whether text claims to be a custom level. It may still be wrong; see Parse.
func Is(text string) bool { return strings.HasPrefix(text, Prefix) }
