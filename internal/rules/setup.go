package rules

import "fmt"

// Setup returns the position of g that a text describes, as if nothing had been
// played before: Undo panics there once all later moves are taken back, and no
// earlier position counts towards a repetition. Ply is how many discs or marks
// there are, and 0 for Force 3.
//
// Tic-tac-toe takes the nine cells, row by row from the top: x for the marks of
// the first player, o for the second's, . for a free cell. Connect Four takes
// all cells, column by column from the left and each from the bottom, with the
// same letters; b is a free cell too. Whose turn it is follows from the counts.
//
// Force 3 takes five fields with one space between: the nine cells row by row
// from the top, s for a free tile, r and b for the tiles that carry a disc of the
// first and of the second player, . for the hole; the side to move, r or b; how
// many discs the first and the second player have in hand; and the cell from
// which the last turn has slid the hole, or - if it was no slide.
//
// The game may be over already. A text of another form, and a position in which
// no game can be, gives an *Error with CodeBadPosition. Not everything that
// passes can come up in a game: for the order of the turns is not looked for.
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

// FormatSetup writes pos as Setup reads it, with . for free cells. What has been
// played before is lost, but for what the position shows.
func FormatSetup(pos Position) string {
	return pos.(interface{ formatSetup() string }).formatSetup()
}

// setUpMove stands in the history of a position for the moves that led to the
// one that was set up. No column and no cell has this number.
const setUpMove = 0xff

// mustBePlayed panics if a move that was never played is to be taken back.
func mustBePlayed(move uint8) {
	if move == setUpMove {
		panic("rules: Undo past the position that was set up")
	}
}

func errBadPosition(format string, args ...any) *Error {
	return &Error{Code: CodeBadPosition, Text: fmt.Sprintf(format, args...)}
}

// cellOwner reads one cell of tic-tac-toe or Connect Four.
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

// cellLetter is the reverse of cellOwner.
func cellLetter(s Side) byte { return ".xo"[s] }

// checkCounts refuses numbers of discs or marks that turns by turns cannot give.
func checkCounts(first, second int) *Error {
	if first != second && first != second+1 {
		return errBadPosition("There are %d of x and %d of o; x begins, so there must be as many or one more.", first, second)
	}
	return nil
}

// checkWinner refuses an alignment of the side to move: the game would have been
// over before the last turn.
func checkWinner(turnAligned bool) *Error {
	if turnAligned {
		return errBadPosition("The side to move has aligned already; the game was over before.")
	}
	return nil
}
