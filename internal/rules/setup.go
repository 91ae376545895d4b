package rules

import "fmt"

// Setup returns the position of g that text describes. The position has no history: Undo takes
// back only later moves, and earlier positions do not count towards a repetition. Ply is the
// number of discs or marks on the board, and 0 for Force 3.
//
// Tic-tac-toe takes the nine cells, row by row from the top: x for a mark of the first
// player, o for one of the second, . for a free cell. Connect Four takes all cells,
// column by column from the left and each column from the bottom, with the same letters;
// b is a free cell too. The counts of x and o decide whose turn it is.
//
// Force 3 takes five fields, separated by one space:
//
//  1. the nine cells, row by row from the top: s for a free tile, r and b for a tile
//     with a disc of the first and of the second player, . for the hole
//  2. the side to move, r or b
//  3. the number of discs that the first player has in hand
//  4. the number of discs that the second player has in hand
//  5. the cell that the hole was on before the last turn, or - if that turn was not a slide
//
// The game may be over already. Setup returns an *Error with CodeBadPosition if the text
// has another form, or if its counts or alignments are impossible. It does not check that
// some sequence of turns leads to the position, so it accepts some that cannot occur.
func Setup(g Game, text string) (Position, error) {
	type settable interface {
		setup(text string) (Position, *Error)
	}
	p, err := g.(settable).setup(text)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// FormatSetup returns pos in the form that Setup reads, with . for a free cell. The
// history of pos is lost, except for what the position shows.
func FormatSetup(pos Position) string {
	return pos.(interface{ formatSetup() string }).formatSetup()
}

// setUpMove stands in the history of a position for each move before Setup. It is not the number
// of a column or cell.
const setUpMove = 0xff

// checkUndo panics if move, which Undo would take back, was made before Setup.
func checkUndo(move uint8) {
	if move == setUpMove {
		panic("rules: Undo past the position that was set up")
	}
}

func errBadPosition(format string, args ...any) *Error {
	return &Error{Code: CodeBadPosition, Text: fmt.Sprintf(format, args...)}
}

// cellOwner returns the owner of a cell of tic-tac-toe or Connect Four by its letter.
func cellOwner(letter byte) (s Side, ok bool) {
	switch letter {
	case 'x':
		return First, true
	case 'o':
		return Second, true
	case '.', 'b':
		return NoSide, true
	default:
		return NoSide, false
	}
}

// cellLetter is the inverse of cellOwner.
func cellLetter(s Side) byte { return ".xo"[s] }

// checkCounts refuses numbers of discs or marks that alternating turns cannot lead to.
func checkCounts(first, second int) *Error {
	if first != second && first != second+1 {
		return errBadPosition("There are %d of x and %d of o; x begins, so x must have as many as o or one more.", first, second)
	}
	return nil
}

// checkWinner refuses an alignment of the side to move: with it the game would have ended one
// turn earlier.
func checkWinner(turnAligned bool) *Error {
	if turnAligned {
		return errBadPosition("The side to move has already aligned; the game ended before this position.")
	}
	return nil
}
